"""Sends pointer, wheel, key and text events on macOS (Quartz). Never run yet."""

from __future__ import annotations

import sys

import Quartz

from app.core.actions import Button
from app.core.errors import InputFailed
from app.core.geometry import ScreenPoint

if sys.platform != "darwin":
    raise ImportError("for macOS only")

LINES_A_NOTCH = 3

KEY_CODES = {
    "ctrl": 59, "shift": 56, "alt": 58, "win": 55, "enter": 36, "tab": 48, "space": 49, "backspace": 51, "delete": 117,
    "esc": 53, "up": 126, "down": 125, "left": 123, "right": 124, "home": 115, "end": 119, "pageup": 116,
    "pagedown": 121, "capslock": 57, "insert": 114, "f1": 122, "f2": 120, "f3": 99, "f4": 118, "f5": 96, "f6": 97,
    "f7": 98, "f8": 100, "f9": 101, "f10": 109, "f11": 103, "f12": 111,
    "a": 0, "s": 1, "d": 2, "f": 3, "h": 4, "g": 5, "z": 6, "x": 7, "c": 8, "v": 9, "b": 11, "q": 12, "w": 13, "e": 14,
    "r": 15, "y": 16, "t": 17, "1": 18, "2": 19, "3": 20, "4": 21, "6": 22, "5": 23, "=": 24, "9": 25, "7": 26,
    "-": 27, "8": 28, "0": 29, "]": 30, "o": 31, "u": 32, "[": 33, "i": 34, "p": 35, "l": 37, "j": 38, "'": 39,
    "k": 40, ";": 41, "\\": 42, ",": 43, "/": 44, "n": 45, "m": 46, ".": 47, "`": 50,
}  # fmt: skip
FLAGS = {
    "ctrl": Quartz.kCGEventFlagMaskControl,
    "shift": Quartz.kCGEventFlagMaskShift,
    "alt": Quartz.kCGEventFlagMaskAlternate,
    "win": Quartz.kCGEventFlagMaskCommand,
}
BUTTONS = {
    "left": (Quartz.kCGEventLeftMouseDown, Quartz.kCGEventLeftMouseUp, Quartz.kCGMouseButtonLeft),
    "right": (Quartz.kCGEventRightMouseDown, Quartz.kCGEventRightMouseUp, Quartz.kCGMouseButtonRight),
    "middle": (Quartz.kCGEventOtherMouseDown, Quartz.kCGEventOtherMouseUp, Quartz.kCGMouseButtonCenter),
}
DRAGGED = {
    "left": Quartz.kCGEventLeftMouseDragged,
    "right": Quartz.kCGEventRightMouseDragged,
    "middle": Quartz.kCGEventOtherMouseDragged,
}


class NativeInput:
    """What hands_native needs of a system. The flags of held modifiers are set on every event, never left to linger."""

    def __init__(self) -> None:
        self._modifiers: set[str] = set()
        self._buttons: list[Button] = []

    def move(self, to: ScreenPoint) -> None:
        kind = DRAGGED[self._buttons[-1]] if self._buttons else Quartz.kCGEventMouseMoved
        button = BUTTONS[self._buttons[-1]][2] if self._buttons else Quartz.kCGMouseButtonLeft
        self._post(Quartz.CGEventCreateMouseEvent(None, kind, (to.x, to.y), button))

    def pointer(self) -> ScreenPoint:
        place = Quartz.CGEventGetLocation(Quartz.CGEventCreate(None))
        return ScreenPoint(x=int(place.x), y=int(place.y))

    def button(self, button: Button, *, down: bool) -> None:
        at = self.pointer()
        pressed, released, number = BUTTONS[button]
        event = Quartz.CGEventCreateMouseEvent(None, pressed if down else released, (at.x, at.y), number)
        self._post(event)
        if down:
            self._buttons.append(button)
        elif button in self._buttons:
            self._buttons.remove(button)

    def scroll(self, down: int, right: int) -> None:
        """The first wheel turns up and the second one left where they are positive."""
        unit = Quartz.kCGScrollEventUnitLine
        self._post(Quartz.CGEventCreateScrollWheelEvent(None, unit, 2, -down * LINES_A_NOTCH, -right * LINES_A_NOTCH))

    def key(self, name: str, *, down: bool) -> None:
        if name in FLAGS:
            (self._modifiers.add if down else self._modifiers.discard)(name)
        code = KEY_CODES.get(name.lower())
        if code is None:
            raise InputFailed("hands.no_key", key=name)
        self._post(Quartz.CGEventCreateKeyboardEvent(None, code, down))

    def character(self, character: str) -> None:
        """Any character, whatever the keyboard layout; a newline is Enter and a tab is Tab."""
        if name := {"\n": "enter", "\t": "tab"}.get(character):
            self.key(name, down=True)
            self.key(name, down=False)
            return
        for down in (True, False):
            event = Quartz.CGEventCreateKeyboardEvent(None, 0, down)
            Quartz.CGEventKeyboardSetUnicodeString(event, len(character.encode("utf-16-le")) // 2, character)
            self._post(event)

    def _post(self, event: object) -> None:
        flags = 0
        for name in self._modifiers:
            flags |= FLAGS[name]
        Quartz.CGEventSetFlags(event, flags)
        Quartz.CGEventPost(Quartz.kCGHIDEventTap, event)
