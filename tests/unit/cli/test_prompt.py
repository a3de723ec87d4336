"""`handrail` alone asks for tasks, does them one by one, and goes on after one that fails."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")


def talked(lines: bytes, home: Path) -> tuple[int, str]:
    """What stood on the terminal after these keys were typed into `handrail`, and its exit code."""
    master, slave = pty.openpty()
    seen = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli.main"],
        cwd=ROOT,
        env=seen | {"HANDRAIL_HOME": str(home), "LC_ALL": "C.UTF-8"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    shown = ""
    with process:
        while data := _read(master):
            shown += data
            if shown.endswith("Task: ") and lines:
                line, _, lines = lines.partition(b"\n")
                os.write(master, line + b"\n" if line != b"\x04" else line)
    os.close(master)
    return process.returncode, shown


def _read(master: int) -> str:
    try:
        return os.read(master, 65536).decode("utf-8", "replace")
    except OSError:
        return ""


def test_it_asks_again_after_each_task_until_the_input_ends(tmp_path: Path) -> None:
    code, shown = talked(b"\nclick Save\n--help me\n\x04", tmp_path)
    assert code == 0, shown
    assert "Say in plain words" in shown
    assert shown.count("Task: ") == 4
    assert "usage" not in shown
    assert "Traceback" not in shown
