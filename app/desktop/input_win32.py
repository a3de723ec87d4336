"""Sends pointer, wheel, key and text events on Windows (SendInput). Never run yet."""

from __future__ import annotations

import ctypes
import sys
from ctypes import wintypes

from app.core.actions import Button
from app.core.errors import InputFailed
from app.core.geometry import ScreenPoint

if sys.platform != "win32":
    raise ImportError("for Windows only")

NOTCH = 120
"""Wheel units a notch: pyautogui passes its number on as it is, and 5 units do nothing."""

INPUT_MOUSE, INPUT_KEYBOARD = 0, 1
MOVE, ABSOLUTE, VIRTUAL_DESK = 0x0001, 0x8000, 0x4000
BUTTONS = {"left": (0x0002, 0x0004), "right": (0x0008, 0x0010), "middle": (0x0020, 0x0040)}
WHEEL, WHEEL_ACROSS = 0x0800, 0x1000
KEY_UP, UNICODE = 0x0002, 0x0004
VIRTUAL_SCREEN = (76, 77, 78, 79)
"""GetSystemMetrics numbers of the left, top, width and height of all monitors together."""

VIRTUAL_KEYS = {
    "ctrl": 0x11, "shift": 0x10, "alt": 0x12, "win": 0x5B, "enter": 0x0D, "tab": 0x09, "space": 0x20, "backspace": 0x08,
    "delete": 0x2E, "insert": 0x2D, "esc": 0x1B, "up": 0x26, "down": 0x28, "left": 0x25, "right": 0x27, "home": 0x24,
    "end": 0x23, "pageup": 0x21, "pagedown": 0x22, "capslock": 0x14, "numlock": 0x90, "scrolllock": 0x91,
    "printscreen": 0x2C, "pause": 0x13, "menu": 0x5D, "volumeup": 0xAF, "volumedown": 0xAE, "volumemute": 0xAD,
    "playpause": 0xB3, "nexttrack": 0xB0, "prevtrack": 0xB1,
} | {f"f{n}": 0x6F + n for n in range(1, 25)}  # fmt: skip


class MouseInput(ctypes.Structure):
    _fields_ = (
        ("dx", wintypes.LONG), ("dy", wintypes.LONG), ("data", wintypes.DWORD), ("flags", wintypes.DWORD),
        ("time", wintypes.DWORD), ("extra", ctypes.c_size_t),
    )  # fmt: skip


class KeyboardInput(ctypes.Structure):
    _fields_ = (
        ("key", wintypes.WORD), ("scan", wintypes.WORD), ("flags", wintypes.DWORD), ("time", wintypes.DWORD),
        ("extra", ctypes.c_size_t),
    )  # fmt: skip


class _Either(ctypes.Union):
    _fields_ = (("mouse", MouseInput), ("keyboard", KeyboardInput))


class Event(ctypes.Structure):
    _fields_ = (("kind", wintypes.DWORD), ("what", _Either))


user32 = ctypes.WinDLL("user32", use_last_error=True)


class NativeInput:
    """What hands_native needs of a system. Raises InputFailed where Windows refuses (an elevated window in front)."""

    def move(self, to: ScreenPoint) -> None:
        """Over all monitors, also those left of or above the main one."""
        left, top, width, height = (user32.GetSystemMetrics(number) for number in VIRTUAL_SCREEN)
        x = ((to.x - left) * 65536 + 32768) // max(1, width)
        y = ((to.y - top) * 65536 + 32768) // max(1, height)
        self._mouse(MOVE | ABSOLUTE | VIRTUAL_DESK, dx=x, dy=y)

    def pointer(self) -> ScreenPoint:
        point = wintypes.POINT()
        user32.GetCursorPos(ctypes.byref(point))
        return ScreenPoint(x=point.x, y=point.y)

    def button(self, button: Button, *, down: bool) -> None:
        self._mouse(BUTTONS[button][0 if down else 1])

    def scroll(self, down: int, right: int) -> None:
        if down:
            self._mouse(WHEEL, data=-down * NOTCH)
        if right:
            self._mouse(WHEEL_ACROSS, data=right * NOTCH)

    def key(self, name: str, *, down: bool) -> None:
        self._send_key(KeyboardInput(key=_virtual_key(name), flags=0 if down else KEY_UP))

    def character(self, character: str) -> None:
        """Any character, whatever the keyboard layout; a newline is Enter and a tab is Tab."""
        if name := {"\n": "enter", "\t": "tab"}.get(character):
            self.key(name, down=True)
            self.key(name, down=False)
            return
        encoded = character.encode("utf-16-le")
        for unit in (int.from_bytes(encoded[i : i + 2], "little") for i in range(0, len(encoded), 2)):
            self._send_key(KeyboardInput(scan=unit, flags=UNICODE))
            self._send_key(KeyboardInput(scan=unit, flags=UNICODE | KEY_UP))

    def _mouse(self, flags: int, dx: int = 0, dy: int = 0, data: int = 0) -> None:
        mouse = MouseInput(dx=dx, dy=dy, data=data & 0xFFFFFFFF, flags=flags)
        self._send(Event(kind=INPUT_MOUSE, what=_Either(mouse=mouse)))

    def _send_key(self, keyboard: KeyboardInput) -> None:
        self._send(Event(kind=INPUT_KEYBOARD, what=_Either(keyboard=keyboard)))

    def _send(self, event: Event) -> None:
        if user32.SendInput(1, ctypes.byref(event), ctypes.sizeof(event)) != 1:
            raise InputFailed("hands.refused")


def _virtual_key(name: str) -> int:
    if name in VIRTUAL_KEYS:
        return VIRTUAL_KEYS[name]
    found = user32.VkKeyScanW(ord(name))
    if found in (-1, 0xFFFF):
        raise InputFailed("hands.no_key", key=name)
    return int(found) & 0xFF
