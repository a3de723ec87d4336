"""One run at a time uses a desktop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.errors import DesktopBusy, NoDesktop
from app.core.stop import Stop
from app.desktop.turn_lock import TurnLock

HOLD = """
import sys
from pathlib import Path
from app.desktop.turn_lock import TurnLock
with TurnLock(":1", Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the desktop :1."""
    argv = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_a_second_run_on_the_same_desktop_hears_who_holds_it(tmp_path: Path) -> None:
    with TurnLock(":1", tmp_path), pytest.raises(DesktopBusy) as busy, TurnLock(":1.0", tmp_path):
        pass
    assert busy.value.said.values["pid"] == str(os.getpid())


def test_a_run_in_another_process_is_named(tmp_path: Path, holder: subprocess.Popen[bytes]) -> None:
    with pytest.raises(DesktopBusy) as busy, TurnLock(":1", tmp_path):
        pass
    assert busy.value.said.values["pid"] == str(holder.pid)


def test_a_killed_run_holds_nothing(tmp_path: Path, holder: subprocess.Popen[bytes]) -> None:
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with TurnLock(":1", tmp_path):
        pass


def test_another_desktop_is_free(tmp_path: Path) -> None:
    with TurnLock(":1", tmp_path), TurnLock(":2", tmp_path), TurnLock("", tmp_path):
        pass


def test_a_program_that_the_run_started_does_not_hold_the_desktop_for_it(tmp_path: Path) -> None:
    with TurnLock(":1", tmp_path):
        started = subprocess.Popen(["sleep", "20"])
    try:
        with TurnLock(":1", tmp_path):
            pass
    finally:
        started.kill()
        started.wait()


def test_the_turn_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), TurnLock(":1", tmp_path):
        raise ZeroDivisionError
    with TurnLock(":1", tmp_path):
        pass


def test_a_folder_that_cannot_be_made_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoDesktop) as refused, TurnLock(":1", tmp_path / "file"):
        pass
    assert str(tmp_path / "file") in str(refused.value.said.values["path"])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to somebody else")
def test_a_folder_of_somebody_else_is_not_trusted(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    os.chown(other, 65534, 65534)
    with pytest.raises(NoDesktop), TurnLock(":1", other):
        pass


def test_two_that_come_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", HOLD, str(tmp_path)]
    racers = [
        subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in "123"
    ]
    try:
        assert Stop().wait_until(lambda: sum(racer.poll() is not None for racer in racers) == 2, 10)
    finally:
        outcomes = [racer.communicate(b"")[0] for racer in racers]
    assert sorted(outcomes) == [b"", b"", b"held\n"]
