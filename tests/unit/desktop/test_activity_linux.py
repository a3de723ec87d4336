"""Whether a program still computes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from app.core.stop import Stop
from app.desktop.activity_linux import is_busy

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

SLEEP, SPIN = "input()", "while True: pass"
OF_ANOTHER = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


@contextmanager
def running(*argv: str) -> Iterator[int]:
    with subprocess.Popen([sys.executable, "-c", *argv], stdin=subprocess.PIPE, start_new_session=True) as process:
        try:
            yield process.pid
        finally:
            subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)


def test_a_program_that_computes_is_busy_and_one_that_waits_is_not() -> None:
    with running(SPIN) as pid:
        assert Stop().wait_until(lambda: is_busy(pid), 5)
    with running(SLEEP) as pid:
        assert Stop().wait_until(lambda: not is_busy(pid), 5)


def test_what_a_program_started_counts_too() -> None:
    with running(OF_ANOTHER, SPIN) as pid:
        assert Stop().wait_until(lambda: is_busy(pid), 5)
        Stop().wait(0.5)
        assert sum(is_busy(pid) for _ in range(20)) >= 15
    with running(OF_ANOTHER, SLEEP) as pid:
        assert Stop().wait_until(lambda: not is_busy(pid), 5)


def test_a_program_that_has_ended_is_not_busy() -> None:
    assert not is_busy(2**22 + 1)
