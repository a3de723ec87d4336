"""Tells whether the session is locked on Windows. Never run yet."""

from __future__ import annotations

import ctypes
import sys

if sys.platform != "win32":
    raise ImportError("for Windows only")

DESKTOP_SWITCHDESKTOP = 0x0100


class Win32Session:
    """The Session port: the lock screen and the consent desktop cannot be switched to by an ordinary program."""

    def locked(self) -> bool:
        user32 = ctypes.WinDLL("user32")
        user32.OpenInputDesktop.restype = ctypes.c_void_p
        desktop = user32.OpenInputDesktop(0, False, DESKTOP_SWITCHDESKTOP)
        if not desktop:
            return True
        user32.CloseDesktop(ctypes.c_void_p(desktop))
        return False

    def close(self) -> None:
        """Nothing is kept open."""
