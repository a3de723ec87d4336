"""`handrail demo`: a real task on a real application in a private desktop, with a recording to open."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from app.cli import page, wording
from app.core.errors import NoDesktop
from app.core.geometry import Size
from app.core.messages import Message, message
from app.desktop.virtual import VirtualDesktop
from app.store import files, paths, shelf

ROOT = Path(__file__).parents[2]
EDITOR = "mousepad"
NAME = "train.txt"
TEXT = "The train leaves at 9:40 from platform 2"
TASK = f'Open Mousepad, type "{TEXT}", open the File menu, choose "Save As...", type {NAME} as the name and click Save.'
SIZE = Size(width=1280, height=800)
SECONDS = 180


@dataclass(frozen=True)
class Shown:
    """What came of it: the exit code of `handrail run`, and the text of the file the task asked for, if it is there."""

    code: int
    saved: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the recording is kept")


def run(arguments: argparse.Namespace) -> int:
    """0 where the file was saved as asked, 1 where not. Raises NoDesktop, StoreError, UsageError."""
    _check_it_can_be_shown()
    out = (arguments.out or paths.runs_folder().with_name("demo")).absolute()
    runs = out / "runs"
    files.make_folder(runs)
    wording.say(message("demo.begins", task=TASK))
    shown = _show(runs)
    worked = shown.code == 0 and shown.saved is not None and shown.saved.strip() == TEXT
    wording.say(_judged(shown, worked=worked))
    recording = out / "demo.html"
    files.write(recording, page.render(shelf.find(runs, shelf.LAST), wording.words()).encode())
    wording.say(message("demo.recording", page=files.shown(recording)))
    return 0 if worked else 1


def _judged(shown: Shown, *, worked: bool) -> Message:
    if worked:
        return message("demo.worked", name=NAME, text=TEXT)
    if shown.saved is None:
        return message("demo.not_saved", name=NAME, code=shown.code)
    return message("demo.other_text", name=NAME, text=shown.saved.strip())


def _check_it_can_be_shown() -> None:
    if sys.platform != "linux":
        raise NoDesktop("demo.linux_only")
    if not shutil.which(EDITOR):
        become_root = "" if os.geteuid() == 0 else "sudo "
        command = f"{become_root}apt-get install -y --no-install-recommends {EDITOR}"
        raise NoDesktop("demo.missing", program=EDITOR, command=command)


def _show(runs: Path) -> Shown:
    """Runs the task on a private desktop; what it says goes to this terminal as it happens."""
    with VirtualDesktop(SIZE) as desktop:
        command = [sys.executable, "-m", "app.cli.main", "run", TASK, "--planner", "builtin", "--approve", "all"]
        limits = ["--max-steps", "20", "--runs-dir", str(runs)]
        child = subprocess.Popen([*command, *limits], env=desktop.env, cwd=ROOT, stdin=subprocess.DEVNULL)
        try:
            code = child.wait(SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
            code = child.wait()
        saved = next(desktop.home.rglob(NAME), None)
        return Shown(code, saved.read_text(encoding="utf-8", errors="replace") if saved else None)
