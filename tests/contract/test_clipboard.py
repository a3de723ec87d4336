"""The Clipboard port: what the fake and X11's have in common, and what X11's does for every kind of content."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.errors import InputFailed, Stopped
from app.core.ports import Clipboard
from app.core.stop import Stop
from app.desktop.clipboard_x11 import X11Clipboard
from tests.contract.selection_programs import LATE_READER, MANAGER, OWNER, READ_ALL
from tests.fakes import FakeClipboard

ROOT = Path(__file__).resolve().parents[2]

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a Python script on the desktop of the test and waits for its first line."""
    started: list[subprocess.Popen[str]] = []

    def begin(script: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(script), *arguments], env=_env(), text=True, stdout=subprocess.PIPE
        )
        started.append(process)
        assert process.stdout
        process.stdout.readline()
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


class ClipboardContract:
    """What every Clipboard does."""

    def clipboard(self) -> Clipboard:
        raise NotImplementedError

    @pytest.mark.parametrize("text", ["hello", "ü 你好 😀 <>\t\n end", "x" * 700_000])
    def test_the_text_is_there_inside_the_block_and_gone_after(self, text: str) -> None:
        clipboard = self.clipboard()
        with clipboard.lent(text, Stop()):
            assert clipboard.text() == text
        assert clipboard.text() is None

    def test_loans_can_follow_each_other(self) -> None:
        clipboard = self.clipboard()
        for text in ("one", "two"):
            with clipboard.lent(text, Stop()):
                assert clipboard.text() == text
        assert clipboard.text() is None

    def test_a_stopped_run_lends_nothing(self) -> None:
        clipboard, stop = self.clipboard(), Stop()
        stop.stop()
        with pytest.raises(Stopped), clipboard.lent("never", stop):
            pytest.fail("the block was entered")
        assert clipboard.text() is None


class TestFakeClipboard(ClipboardContract):
    def clipboard(self) -> Clipboard:
        return FakeClipboard()

    def test_what_was_there_is_back_after(self) -> None:
        clipboard = FakeClipboard(content="before")
        with clipboard.lent("lent", Stop()):
            pass
        assert clipboard.text() == "before"


@pytest.mark.desktop(compositor=False, tray=False)
class TestX11Clipboard(ClipboardContract):
    def clipboard(self) -> Clipboard:
        return X11Clipboard(patience=0.2)

    def test_every_kind_of_content_is_back_byte_for_byte(self, start: Start) -> None:
        start(OWNER, "rich")
        before = _all_content()
        assert before["image/png"][2] == 24 * 1024 * 1024
        assert before["application/x-numbers"][:2] == ["INTEGER", 32]
        clipboard = X11Clipboard(patience=0.2)
        for _ in range(2):
            with clipboard.lent("lent", Stop()):
                assert clipboard.text() == "lent"
            assert _all_content() == before

    def test_what_was_there_survives_a_program_that_ends_right_after(self, start: Start) -> None:
        start(OWNER, "rich")
        before = _all_content()
        _run("with clipboard.lent('lent', Stop()): pass")
        assert _all_content() == before

    def test_what_was_there_is_back_when_the_program_is_killed_in_the_middle(self, start: Start) -> None:
        start(OWNER, "plain")
        killed = _run("with clipboard.lent('lent', Stop()): os.kill(os.getpid(), 9)")
        assert killed.returncode == -signal.SIGKILL
        assert _within(3, lambda: X11Clipboard().text() == "mine")

    def test_an_owner_that_does_not_answer_loses_nothing_and_holds_nothing_up(self, start: Start) -> None:
        start(OWNER, "silent")
        began = time.monotonic()
        with pytest.raises(InputFailed, match="not_lent"), X11Clipboard(patience=0.2).lent("lent", Stop()):
            pytest.fail("the block was entered")
        assert time.monotonic() - began < 10
        assert X11Clipboard().text() is None

    def test_what_someone_else_copies_meanwhile_stays(self, start: Start) -> None:
        clipboard = X11Clipboard(patience=0.2)
        with clipboard.lent("lent", Stop()):
            start(OWNER, "plain")
        assert clipboard.text() == "mine"

    def test_a_stop_ends_the_block_at_once_and_gives_everything_back(self, start: Start) -> None:
        start(OWNER, "plain")
        stop, clipboard = Stop(), X11Clipboard(patience=0.2)
        with clipboard.lent("lent", stop):
            stop.stop()
            began = time.monotonic()
        assert time.monotonic() - began < 0.1
        assert _within(4, lambda: clipboard.text() == "mine")

    def test_an_error_inside_the_block_gives_everything_back(self, start: Start) -> None:
        start(OWNER, "plain")
        clipboard = X11Clipboard(patience=0.2)
        with pytest.raises(KeyError), clipboard.lent("lent", Stop()):
            raise KeyError
        assert clipboard.text() == "mine"

    def test_an_application_that_fetches_late_gets_the_lent_text(self, start: Start) -> None:
        start(OWNER, "plain")
        late = start(LATE_READER)
        clipboard = X11Clipboard()
        with clipboard.lent("lent", Stop()):
            late.send_signal(signal.SIGUSR1)
        assert late.stdout
        assert late.stdout.readline().strip() == "lent"
        assert clipboard.text() == "mine"

    def test_the_keeper_ends_when_the_clipboard_needs_it_no_more(self, start: Start) -> None:
        _run("with clipboard.lent('lent', Stop()): pass")
        assert _within(3, lambda: not _keepers())
        start(OWNER, "plain")
        _run("with clipboard.lent('lent', Stop()): pass")
        assert len(_keepers()) == 1
        start(OWNER, "plain")
        assert _within(3, lambda: not _keepers())

    def test_a_clipboard_manager_takes_over_what_was_there(self, start: Start) -> None:
        owner = start(OWNER, "rich")
        before = _all_content()
        start(MANAGER)
        _run("with clipboard.lent('lent', Stop()): pass")
        assert _within(5, lambda: not _keepers())
        owner.kill()
        assert _all_content() == before

    def test_the_primary_selection_is_left_alone(self) -> None:
        subprocess.run(["xclip", "-selection", "primary"], input=b"marked", check=True, stdout=subprocess.DEVNULL)
        with X11Clipboard(patience=0.2).lent("lent", Stop()):
            pass
        assert subprocess.run(["xclip", "-o"], capture_output=True, check=True).stdout == b"marked"


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _all_content() -> dict[str, list[object]]:
    """What another application finds on the clipboard: type, width, length and digest of each target."""
    done = subprocess.run(
        [sys.executable, "-c", READ_ALL], env=_env(), capture_output=True, text=True, check=True, timeout=60
    )
    found: dict[str, list[object]] = json.loads(done.stdout)
    return found


def _run(code: str) -> subprocess.CompletedProcess[str]:
    """A program of its own that uses the clipboard and ends."""
    lines = ["import os", "from app.core.stop import Stop", "from app.desktop.clipboard_x11 import X11Clipboard"]
    program = "\n".join([*lines, "clipboard = X11Clipboard(patience=0.2)", code])
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=_env(), text=True, check=False, timeout=60
    )


def _keepers() -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words, env = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            continue
        if b"clipboard_keeper" in words and f"HOME={os.environ['HOME']}\0".encode() in env:
            found.append(int(folder.name))
    return found


def _within(seconds: float, condition: Callable[[], bool]) -> bool:
    return Stop().wait_until(condition, seconds)
