"""Presses keys and types characters on an X11 desktop."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from app.core.errors import InputFailed
from app.core.keys import MODIFIERS
from app.core.stop import Stop
from app.desktop.held import Held
from app.desktop.keymap_x11 import Keymap, Stroke
from app.desktop.pyautogui_import import code_name
from app.desktop.x11_input import BUTTON_BITS, X11Input

KEY_SECONDS = 0.004
CHORD_SECONDS = 0.012
"""Between the keys of a shortcut: some applications lose the modifier where it comes at the same moment."""

FREE_SECONDS = 3.0
"""How long the person's own fingers may take to leave the keyboard (an approval may be a shortcut)."""

RUN = 200
"""How many characters are typed under one note of what is held and one look at what the keyboard lacks."""


class X11Keyboard:
    """The keyboard through `gui` (pyautogui), on whatever layout it has.

    Raises InputFailed where keys are held down by someone else or do not exist, Stopped, and
    pyautogui.FailSafeException.
    """

    def __init__(self, gui: Any, x: X11Input, held: Held) -> None:
        self._gui, self._x, self._held = gui, x, held
        self._map = Keymap(x.display)

    def chord(self, keys: Sequence[str], times: int, stop: Stop) -> None:
        """Presses the keys together, modifiers first, `times` times over."""
        keys = shortcut_order(keys)
        self.wait_until_free(stop)
        self._map.read()
        with self._map.extended(self._unknown(keys), stop) as added:
            codes = self._codes(keys, added)
            for number in range(times):
                if number:
                    stop.wait(CHORD_SECONDS)
                with self._held.during(keys=tuple(map(code_name, codes))):
                    self._down(codes, stop)
                    self._up(codes[::-1], stop)

    def hold(self, keys: Sequence[str], stop: Stop) -> None:
        """Presses the keys and leaves them down. Raises InputFailed for those the keyboard lacks."""
        codes = self._on_keyboard(keys)
        self._held.down(keys=tuple(map(code_name, codes)))
        self._down(codes, stop)

    def release(self, keys: Sequence[str], stop: Stop) -> None:
        codes = self._on_keyboard(keys)[::-1]
        self._up(codes, stop)
        self._held.up(keys=tuple(map(code_name, codes)))

    @contextmanager
    def holding(self, keys: Sequence[str], stop: Stop) -> Iterator[None]:
        """Inside, the keys are down. After an error they are still noted as held."""
        if not keys:
            yield
            return
        self.wait_until_free(stop)
        self.hold(keys, stop)
        yield
        self.release(keys, stop)

    def type(self, text: str, stop: Stop) -> None:
        """Presses the keys that give `text`, one after the other; a newline is Enter and a tab is Tab.

        What the keyboard lacks is put on unused keys for the time. Raises InputFailed, with nothing typed, for
        characters no key can give.
        """
        self.wait_until_free(stop)
        with self._without_caps_lock():
            for start in range(0, len(text), RUN):
                self._type_run(text[start : start + RUN], stop)

    def is_on_keyboard(self, text: str) -> bool:
        """Whether every character has a key now, without changing the keyboard, and caps lock is off."""
        self._map.read()
        return not self._x.caps_lock() and all(self._map.stroke(key) for key in set(_keys_of(text)))

    def wait_until_free(self, stop: Stop) -> None:
        """Waits until nobody but these hands holds a modifier. Raises InputFailed after 3 s."""
        if not stop.wait_until(lambda: not self._foreign(), FREE_SECONDS):
            raise InputFailed("hands.keys_down", keys=", ".join(sorted(self._foreign())))

    def let_go(self, names: Sequence[str], buttons: Sequence[str]) -> None:
        """Releases keys by the names under which they were noted."""
        codes = [int(name.removeprefix("code")) for name in names if name.removeprefix("code").isdigit()]
        self._x.let_go(codes, buttons)

    def _type_run(self, text: str, stop: Stop) -> None:
        self._map.read()
        left = _keys_of(text)
        while left:
            count = _fitting(left, self._map)
            with self._map.extended(left[:count], stop) as strokes:
                used = {code for stroke in strokes.values() for code in (stroke.code, *stroke.modifiers)}
                with self._held.during(keys=tuple(map(code_name, sorted(used)))):
                    for key in left[:count]:
                        self._tap(strokes[key], stop)
            left = left[count:]

    def _tap(self, stroke: Stroke, stop: Stop) -> None:
        stop.wait(KEY_SECONDS)
        for code in stroke.modifiers:
            self._gui.keyDown(code_name(code))
        self._gui.keyDown(code_name(stroke.code))
        self._gui.keyUp(code_name(stroke.code))
        for code in reversed(stroke.modifiers):
            self._gui.keyUp(code_name(code))

    def _down(self, codes: Sequence[int], stop: Stop) -> None:
        for code in codes:
            self._gui.keyDown(code_name(code))
            stop.wait(CHORD_SECONDS)

    def _up(self, codes: Sequence[int], stop: Stop) -> None:
        for code in codes:
            self._gui.keyUp(code_name(code))
        stop.check()

    def _unknown(self, keys: Sequence[str]) -> list[str]:
        return [key for key in keys if self._map.shortcut(key) is None]

    def _codes(self, keys: Sequence[str], added: Mapping[str, Stroke]) -> list[int]:
        codes: list[int] = []
        for key in keys:
            stroke = self._map.shortcut(key) or added.get(key)
            if stroke is None:
                raise InputFailed("hands.no_key", key=key)
            codes += [*stroke.modifiers, stroke.code]
        return list(dict.fromkeys(codes))

    def _on_keyboard(self, keys: Sequence[str]) -> list[int]:
        self._map.read()
        return self._codes(shortcut_order(keys), {})

    def _foreign(self) -> set[str]:
        """Modifiers and buttons that are down and not by these hands."""
        own = set(self._held.buttons)
        for name in MODIFIERS:
            stroke = self._map.stroke(name)
            if stroke and code_name(stroke.code) in self._held.keys:
                own.add(name)
        return set(self._x.down()) - own - (set(BUTTON_BITS) if self._held.buttons else set())

    @contextmanager
    def _without_caps_lock(self) -> Iterator[None]:
        if not self._x.caps_lock():
            yield
            return
        self._map.read()
        lock = self._map.stroke("capslock")
        if lock is None:
            raise InputFailed("hands.caps_lock")
        self._x.tap(lock.code)
        try:
            yield
        finally:
            self._x.tap(lock.code)


def shortcut_order(keys: Sequence[str]) -> tuple[str, ...]:
    """Modifiers first; a capital letter in a shortcut means its key, without shift.

    >>> shortcut_order(("S", "ctrl")), shortcut_order(("shift", "A")), shortcut_order(("A",))
    (('ctrl', 's'), ('shift', 'A'), ('A',))
    """
    ordered = sorted(keys, key=lambda key: MODIFIERS.index(key) if key in MODIFIERS else len(MODIFIERS))
    if {"ctrl", "alt", "win"}.isdisjoint(ordered):
        return tuple(ordered)
    return tuple(key.lower() if len(key) == 1 else key for key in ordered)


def _keys_of(text: str) -> list[str]:
    names = {"\n": "enter", "\t": "tab"}
    return [names.get(character, character) for character in text]


def _fitting(keys: Sequence[str], keymap: Keymap) -> int:
    """How many of the keys, from the first on, can be typed with one change of the keyboard map."""
    lacking: set[str] = set()
    for number, key in enumerate(keys):
        if keymap.stroke(key) is None:
            lacking.add(key)
        if len(lacking) > keymap.spare:
            if not number:
                raise InputFailed("hands.no_key", key=key)
            return number
    return len(keys)
