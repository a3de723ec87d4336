"""Borrows the clipboard on Windows and gives it back as it was. Never run yet."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import wintypes

from app.core.errors import InputFailed
from app.core.stop import Stop

if sys.platform != "win32":
    raise ImportError("for Windows only")

CF_UNICODETEXT = 13
GMEM_MOVEABLE = 0x0002
NOT_MEMORY = frozenset({2, 3, 9, 14, 0x80, 0x82, 0x83, 0x8E})
"""Formats whose handle is no block of memory (bitmaps, metafiles, palettes); Windows makes most of them from others."""
OPEN_SECONDS = 2.0
PASTE_SECONDS = 0.4

user32 = ctypes.WinDLL("user32", use_last_error=True)
kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
user32.GetClipboardData.restype = wintypes.HANDLE
user32.SetClipboardData.argtypes = [wintypes.UINT, wintypes.HANDLE]
kernel32.GlobalAlloc.restype = wintypes.HANDLE
kernel32.GlobalLock.restype = ctypes.c_void_p
for _function in ("GlobalLock", "GlobalUnlock", "GlobalSize"):
    getattr(kernel32, _function).argtypes = [wintypes.HANDLE]
kernel32.GlobalSize.restype = ctypes.c_size_t


class Win32Clipboard:
    """The Clipboard port: every format that is a block of memory is kept and put back."""

    @contextmanager
    def lent(self, text: str, stop: Stop) -> Iterator[None]:
        with _opened(stop):
            kept = _all()
            _put({CF_UNICODETEXT: text.encode("utf-16-le") + b"\0\0"})
        try:
            yield
            stop.wait(PASTE_SECONDS)
        finally:
            with _opened(Stop()):
                _put(kept)

    def text(self) -> str | None:
        with _opened(Stop()):
            data = _all().get(CF_UNICODETEXT)
        return data.decode("utf-16-le").split("\0")[0] if data is not None else None

    def close(self) -> None:
        """Nothing is kept open."""


@contextmanager
def _opened(stop: Stop) -> Iterator[None]:
    """Another program may hold the clipboard open for a moment."""
    if not stop.wait_until(lambda: bool(user32.OpenClipboard(None)), OPEN_SECONDS):
        raise InputFailed("clipboard.not_lent")
    try:
        yield
    finally:
        user32.CloseClipboard()


def _all() -> dict[int, bytes]:
    found: dict[int, bytes] = {}
    number = 0
    while number := user32.EnumClipboardFormats(number):
        handle = None if number in NOT_MEMORY else user32.GetClipboardData(number)
        place = kernel32.GlobalLock(handle) if handle else None
        if place:
            found[number] = ctypes.string_at(place, kernel32.GlobalSize(handle))
            kernel32.GlobalUnlock(handle)
    return found


def _put(contents: dict[int, bytes]) -> None:
    user32.EmptyClipboard()
    for number, data in contents.items():
        handle = kernel32.GlobalAlloc(GMEM_MOVEABLE, max(1, len(data)))
        place = kernel32.GlobalLock(handle)
        ctypes.memmove(place, data, len(data))
        kernel32.GlobalUnlock(handle)
        user32.SetClipboardData(number, handle)
