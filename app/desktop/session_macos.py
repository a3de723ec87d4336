"""Tells whether the session is locked on macOS. Never run yet."""

from __future__ import annotations

import sys

import Quartz

if sys.platform != "darwin":
    raise ImportError("for macOS only")


class MacosSession:
    """The Session port, from the window server's own account of the session."""

    def locked(self) -> bool:
        told = Quartz.CGSessionCopyCurrentDictionary()
        if told is None:
            return True
        return bool(told.get("CGSSessionScreenIsLocked", False)) or not told.get("kCGSSessionOnConsoleKey", True)

    def close(self) -> None:
        """Nothing is kept open."""
