"""Acts on Windows and macOS: what every system does alike, over the input of the one it runs on. Never run yet."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

from app.core.actions import (
    Button,
    Click,
    Drag,
    FocusWindow,
    HoldKeys,
    Input,
    Move,
    OpenApp,
    PressButton,
    PressKeys,
    ReleaseButton,
    ReleaseKeys,
    Scroll,
    TypeText,
    Wait,
)
from app.core.errors import FailSafe, InputFailed
from app.core.geometry import ScreenPoint, Viewport
from app.core.ports import PanicKey, Windows
from app.core.stop import SLICE_SECONDS, Stop
from app.desktop.held import Held

KEY_SECONDS = 0.03
"""Between the keys of a shortcut: macOS loses modifiers that come faster."""
CHARACTER_SECONDS = 0.004
CLICK_SECONDS = 0.05
DRAG_STEPS = 20
STEP_SECONDS = 0.015
SETTLE_SECONDS = 0.08


class NativeInput(Protocol):
    """The events of one system; places in screen units, wheel in notches."""

    def move(self, to: ScreenPoint) -> None: ...
    def pointer(self) -> ScreenPoint: ...
    def button(self, button: Button, *, down: bool) -> None: ...
    def scroll(self, down: int, right: int) -> None: ...
    def key(self, name: str, *, down: bool) -> None: ...
    def character(self, character: str) -> None: ...


class NativeHands:
    """The Hands port over `native`. `corners` are the places where a pointer put by the person ends the run."""

    def __init__(
        self,
        native: NativeInput,
        windows: Windows,
        panic_key: PanicKey | None,
        held_file: Path,
        corners: frozenset[ScreenPoint],
    ) -> None:
        self._native, self._windows, self._panic_key, self._corners = native, windows, panic_key, corners
        self._held = Held(held_file)

    def perform(self, action: Input, viewport: Viewport, stop: Stop) -> None:
        done = False
        try:
            stop.check()
            self._check_fail_safe()
            self._perform(action, viewport, stop)
            done = True
        finally:
            if not done:
                self._let_go(self._held.keys, self._held.buttons)

    def release_all(self) -> None:
        if left := self._held.left_behind():
            self._let_go(left.keys, left.buttons)
        self._let_go(self._held.keys, self._held.buttons)

    def close(self) -> None:
        self.release_all()

    def _perform(self, action: Input, viewport: Viewport, stop: Stop) -> None:
        match action:
            case Click() | Move() | Drag() | Scroll() | PressButton() | ReleaseButton():
                self._point(action, viewport, stop)
            case TypeText():
                self._type(action, viewport, stop)
            case PressKeys():
                self._chord(action, stop)
            case HoldKeys():
                self._keys_down(action.keys, stop)
            case ReleaseKeys():
                self._keys_up(action.keys)
            case Wait():
                self._wait(action.seconds, stop)
            case OpenApp() | FocusWindow():
                self._to_window(action, stop)

    def _point(
        self, action: Click | Move | Drag | Scroll | PressButton | ReleaseButton, viewport: Viewport, stop: Stop
    ) -> None:
        to = viewport.to_screen
        match action:
            case Click():
                with self._holding(action.held, stop):
                    self._click(to(action.at), action.button, action.count, stop)
            case Move():
                self._native.move(to(action.at))
            case Drag():
                with self._holding(action.held, stop):
                    self._drag(to(action.start), to(action.end), action.button, stop)
            case Scroll():
                self._native.move(to(action.at))
                for _ in range(max(abs(action.down), abs(action.right))):
                    stop.wait(STEP_SECONDS)
                    self._native.scroll(_sign(action.down), _sign(action.right))
            case PressButton():
                self._native.move(to(action.at))
                self._button_down(action.button)
            case ReleaseButton():
                self._native.move(to(action.at))
                self._button_up(action.button)

    def _click(self, at: ScreenPoint, button: Button, count: int, stop: Stop) -> None:
        self._native.move(at)
        for _ in range(count):
            stop.wait(CLICK_SECONDS)
            self._button_down(button)
            self._button_up(button)

    def _drag(self, start: ScreenPoint, end: ScreenPoint, button: Button, stop: Stop) -> None:
        self._native.move(start)
        self._button_down(button)
        for step in range(1, DRAG_STEPS + 1):
            stop.wait(STEP_SECONDS)
            x = start.x + (end.x - start.x) * step // DRAG_STEPS
            y = start.y + (end.y - start.y) * step // DRAG_STEPS
            self._native.move(ScreenPoint(x=x, y=y))
        stop.wait(SETTLE_SECONDS)
        self._button_up(button)

    def _chord(self, action: PressKeys, stop: Stop) -> None:
        with self._panic_key.own_input() if self._panic_key and "esc" in action.keys else nullcontext():
            for _ in range(action.times):
                with self._holding(action.keys, stop):
                    pass

    def _type(self, action: TypeText, viewport: Viewport, stop: Stop) -> None:
        """Every character as the system's own text event: no layout and no clipboard is involved."""
        if action.at:
            self._click(viewport.to_screen(action.at), "left", 1, stop)
        if action.replace:
            with self._holding(("win" if sys.platform == "darwin" else "ctrl", "a"), stop):
                pass
            with self._holding(("delete",), stop):
                pass
        for character in action.text:
            stop.wait(CHARACTER_SECONDS)
            self._native.character(character)
        if action.submit:
            self._native.character("\n")

    def _wait(self, seconds: float, stop: Stop) -> None:
        whole, rest = divmod(seconds, SLICE_SECONDS)
        for _ in range(int(whole)):
            stop.wait(SLICE_SECONDS)
            self._check_fail_safe()
        stop.wait(rest)

    def _to_window(self, action: OpenApp | FocusWindow, stop: Stop) -> None:
        if isinstance(action, OpenApp):
            self._windows.open_app(action.name, stop)
            return
        wanted = action.title.casefold()
        for window in self._windows.list():
            if not window.own and (wanted in window.title.casefold() or wanted in window.app.casefold()):
                self._windows.focus(window, stop)
                return
        raise InputFailed("hands.no_such_window", title=action.title)

    @contextmanager
    def _holding(self, keys: Sequence[str], stop: Stop) -> Iterator[None]:
        self._keys_down(keys, stop)
        yield
        self._keys_up(keys)

    def _keys_down(self, keys: Sequence[str], stop: Stop) -> None:
        self._held.down(keys=tuple(keys))
        for key in keys:
            self._native.key(key, down=True)
            stop.wait(KEY_SECONDS)

    def _keys_up(self, keys: Sequence[str]) -> None:
        for key in reversed(keys):
            self._native.key(key, down=False)
        self._held.up(keys=tuple(keys))

    def _button_down(self, button: Button) -> None:
        self._held.down(buttons=(button,))
        self._native.button(button, down=True)

    def _button_up(self, button: Button) -> None:
        self._native.button(button, down=False)
        self._held.up(buttons=(button,))

    def _let_go(self, keys: Sequence[str], buttons: Sequence[str]) -> None:
        for key in keys:
            self._native.key(key, down=False)
        for button in ("left", "right", "middle"):
            if button in buttons:
                self._native.button(button, down=False)
        self._held.forget()

    def _check_fail_safe(self) -> None:
        if self._native.pointer() in self._corners:
            raise FailSafe("hands.fail_safe")


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
