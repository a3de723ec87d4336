"""`handrail run` on a real application, as a person or a program starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.stop import Stop
from app.desktop.virtual import VirtualDesktop
from app.desktop.windows_x11 import X11Windows

ROOT = Path(__file__).parents[2]
NOTE = "Milk"
SAVE = 'Type "Milk" and press Ctrl+S.'


def handrail(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli.main", *arguments],
        cwd=ROOT, env=env or dict(os.environ), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip


@pytest.fixture
def note(desktop: VirtualDesktop) -> Path:
    """An open, empty note in an editor."""
    path = desktop.home / "note.txt"
    path.write_text("", encoding="utf-8")
    desktop.spawn(["mousepad", str(path)])
    windows = X11Windows()
    assert Stop().wait_until(lambda: any("note.txt" in window.title for window in windows.list()), 20, every=0.1)
    windows.close()
    Stop().wait(0.5)
    return path


@pytest.mark.desktop
def test_a_task_is_done_told_as_events_and_recorded(note: Path, tmp_path: Path) -> None:
    done = handrail("run", SAVE, "--approve", "all", "--json", "--runs-dir", str(tmp_path))
    events = [json.loads(line) for line in done.stdout.splitlines()]
    *steps, end = events
    assert (done.returncode, end["event"], end["status"]) == (0, "end", "finished")
    assert note.read_text(encoding="utf-8").strip() == NOTE
    assert {"event", "n", "thought", "action", "risk", "decision", "outcome", "ms"} <= steps[0].keys()
    assert [step["action"]["kind"] for step in steps[:2]] == ["type_text", "press_keys"]
    assert Path(end["run"]).parent == tmp_path
    shown = handrail("runs", "show", "last", "--runs-dir", str(tmp_path), "--html", str(tmp_path / "run.html"))
    assert shown.returncode == 0
    assert "<svg" in (tmp_path / "run.html").read_text(encoding="utf-8")


@pytest.mark.desktop
def test_where_nobody_can_be_asked_nothing_is_done(note: Path, tmp_path: Path) -> None:
    done = handrail("run", SAVE, "--json", "--runs-dir", str(tmp_path))
    end = json.loads(done.stdout.splitlines()[-1])
    assert (done.returncode, end["status"]) == (3, "failed")
    assert note.read_text(encoding="utf-8") == ""


@pytest.mark.desktop
def test_on_a_persons_own_desktop_a_sensitive_step_asks_in_every_mode(note: Path, tmp_path: Path) -> None:
    own = {name: value for name, value in os.environ.items() if name != "HANDRAIL_PRIVATE_DESKTOP"}
    task = "Press F10, then press Shift+Delete."
    done = handrail("run", task, "--approve", "all", "--runs-dir", str(tmp_path), env=own)
    assert done.returncode == 3, done.stdout
    assert note.read_text(encoding="utf-8") == ""


@pytest.mark.desktop
def test_a_thing_that_is_not_there_ends_the_run_with_its_name(note: Path, tmp_path: Path) -> None:
    done = handrail("run", 'Click "Fly to the moon".', "--approve", "all", "--runs-dir", str(tmp_path))
    assert done.returncode == 1
    assert "Fly to the moon" in done.stdout
    assert note.read_text(encoding="utf-8") == ""


@pytest.mark.desktop
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_a_display_that_ends_in_the_middle_is_told_in_one_sentence(note: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app.cli.main", "run", "Wait 20 seconds, then press Ctrl+S.", "--approve", "all"]
    with subprocess.Popen(
        [*command, "--json", "--runs-dir", str(tmp_path)], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        Stop().wait(2.5)
        subprocess.run(["pkill", "-f", f"Xvfb.*{os.environ['XAUTHORITY']}"], check=False)
        told, said = running.communicate(timeout=30)
    assert note.exists()
    assert (running.returncode, json.loads(told.splitlines()[-1])["status"]) == (5, "error")
    assert "Traceback" not in said


@pytest.mark.desktop
def test_doctor_says_what_works(note: Path) -> None:
    done = handrail("doctor", "--json")
    found = {row["capability"]: row["state"] for row in json.loads(done.stdout)["findings"]}
    assert note.exists()
    assert done.returncode == 0
    for capability in ("display", "capture", "input", "stop_key", "accessibility", "ocr", "tray"):
        assert found[capability] == "works", capability


def test_without_a_desktop_one_sentence_says_so() -> None:
    bare = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    done = handrail("run", "Click Save.", env=bare)
    assert done.returncode == 5
    assert "Traceback" not in done.stderr
    assert "handrail demo" in done.stdout


def test_a_dry_run_tells_the_reading_and_needs_no_desktop() -> None:
    done = handrail("run", "Click Save, then type Hello.", "--dry-run")
    assert done.returncode == 0
    assert "2." in done.stdout
    assert handrail("run", "Frobnicate the quux.", "--dry-run").returncode == 1
    assert handrail("run", "  ").returncode == 2


def test_text_is_found_on_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "screen.png"
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (600, 300), "white")
    font = ImageFont.load_default(size=24)
    ImageDraw.Draw(image).text((100, 50), "Cancel", fill="black", font=font)
    ImageDraw.Draw(image).text((400, 200), "Save", fill="black", font=font)
    image.save(picture)
    found = json.loads(handrail("locate", str(picture), "Save").stdout)
    assert found["found"]
    assert abs(found["x"] - 428) < 30
    assert abs(found["y"] - 214) < 20
    missing = handrail("locate", str(picture), "Fly to the moon")
    assert (missing.returncode, json.loads(missing.stdout)) == (1, {"found": False})
    proposed = handrail("propose", "click Save", "--image", str(picture), "--json")
    assert json.loads(proposed.stdout)["action"]["kind"] == "click"
