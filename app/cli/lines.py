"""Reads lines from the terminal while watching the stop switch."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Protocol

from app.core.stop import SLICE_SECONDS, Stop

Wanted = Callable[[], bool]


class Lines(Protocol):
    """Where the person types."""

    def forget(self) -> None:
        """Throws away what was typed before now: it answers no question that was not asked yet."""

    def next(self, stop: Stop, wanted: Wanted = lambda: True) -> str | None:
        """The next line without its end; None where no more can come, or once it is no longer `wanted`.

        Raises Stopped within 0.1 s of a stop.
        """


class PosixLines:
    """Lines of a terminal's file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._read = b""

    def forget(self) -> None:
        import termios

        self._read = b""
        try:
            termios.tcflush(self._descriptor, termios.TCIFLUSH)
        except termios.error:
            return

    def next(self, stop: Stop, wanted: Wanted = lambda: True) -> str | None:
        while b"\n" not in self._read:
            stop.check()
            if not wanted():
                return None
            more = self._arrived()
            if more == b"":
                return None
            self._read += more or b""
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace").rstrip("\r")

    def _arrived(self) -> bytes | None:
        """What was typed; nothing yet is None, the end of all input is empty."""
        import select

        if not select.select([self._descriptor], [], [], SLICE_SECONDS)[0]:
            return None
        try:
            return os.read(self._descriptor, 4096)
        except OSError:
            # The terminal was closed.
            return b""


class WindowsLines:
    """Lines of the console, key by key: its handle cannot be waited for together with the switch."""

    def forget(self) -> None:
        if sys.platform == "win32":
            import msvcrt

            while msvcrt.kbhit():
                msvcrt.getwch()

    def next(self, stop: Stop, wanted: Wanted = lambda: True) -> str | None:
        line = ""
        if sys.platform == "win32":
            import msvcrt

            while wanted():
                if not msvcrt.kbhit():
                    stop.wait(SLICE_SECONDS)
                    continue
                key = msvcrt.getwche()
                if key in "\r\n":
                    msvcrt.putwch("\n")
                    return line
                if key == "\x03":
                    raise KeyboardInterrupt
                if key in "\x04\x1a":
                    return None
                line = line[:-1] if key == "\b" else line + key
        return None


def of_stdin() -> Lines:
    return WindowsLines() if sys.platform == "win32" else PosixLines(sys.stdin.fileno())
