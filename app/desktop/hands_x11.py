"""Acts on an X11 desktop: pointer and keys through pyautogui, text in the way that arrives exactly."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from app.core.actions import (
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
from app.core.errors import FailSafe, InputFailed, NoDesktop
from app.core.geometry import Viewport
from app.core.ports import Accessibility, Clipboard, PanicKey, Windows
from app.core.stop import SLICE_SECONDS, Stop
from app.desktop.held import Held
from app.desktop.keyboard_x11 import X11Keyboard
from app.desktop.pointer_x11 import X11Pointer
from app.desktop.pyautogui_import import import_pyautogui
from app.desktop.typing import Typist
from app.desktop.x11_input import X11Input


class X11Hands:
    """The Hands port on X11, for the display in the environment.

    `accessibility` reads typed text back, `windows` opens and focuses, `panic_key` lets an Esc of our own through;
    without one the parts that need it are left out or raise InputFailed. `held_file` names what is held down, for the
    next start after a crash (one file a display, next to this one). Raises NoDesktop where there is no usable display.
    """

    def __init__(
        self,
        accessibility: Accessibility | None,
        clipboard: Clipboard,
        windows: Windows | None,
        panic_key: PanicKey | None = None,
        *,
        held_file: Path,
    ) -> None:
        self._gui = import_pyautogui()
        self._x = X11Input()
        self._held = Held(held_file, os.environ["DISPLAY"])
        self._pointer = X11Pointer(self._gui, self._x, self._held)
        self._keyboard = X11Keyboard(self._gui, self._x, self._held)
        self._typist = Typist(self._keyboard, clipboard, accessibility, windows)
        self._windows, self._panic_key = windows, panic_key
        self._let_go_of_leftovers()

    def perform(self, action: Input, viewport: Viewport, stop: Stop) -> None:
        """Raises InputFailed, FailSafe when the pointer was pushed into a corner, Stopped, NoDesktop.

        Keys of HoldKeys and the button of PressButton stay down until they are released, or until anything is raised.
        """
        done = False
        try:
            with self._told_apart():
                stop.check()
                self._pointer.look_at_monitors()
                self._pointer.check_fail_safe()
                self._perform(action, viewport, stop)
            done = True
        finally:
            if not done:
                self._release_own()

    def release_all(self) -> None:
        with self._told_apart():
            self._let_go_of_leftovers()
            self._release_own()

    def close(self) -> None:
        self.release_all()
        self._x.close()

    def _perform(self, action: Input, viewport: Viewport, stop: Stop) -> None:
        match action:
            case Click() | Move() | Drag() | Scroll() | PressButton() | ReleaseButton():
                self._point(action, viewport, stop)
            case TypeText():
                self._type(action, viewport, stop)
            case PressKeys():
                with self._own_esc(action.keys):
                    self._keyboard.chord(action.keys, action.times, stop)
            case HoldKeys():
                self._keyboard.wait_until_free(stop)
                self._keyboard.hold(action.keys, stop)
            case ReleaseKeys():
                self._keyboard.release(action.keys, stop)
            case Wait():
                self._wait(action.seconds, stop)
            case OpenApp() | FocusWindow():
                self._to_window(action, stop)

    def _point(
        self, action: Click | Move | Drag | Scroll | PressButton | ReleaseButton, viewport: Viewport, stop: Stop
    ) -> None:
        pointer, to = self._pointer, viewport.to_screen
        if not isinstance(action, Move | ReleaseButton):
            # With the person's Ctrl still down, a click selects one more and the wheel zooms.
            self._keyboard.wait_until_free(stop)
        match action:
            case Click():
                with self._keyboard.holding(action.held, stop):
                    pointer.click(to(action.at), action.button, action.count, stop)
            case Move():
                pointer.move(to(action.at), stop)
            case Drag():
                with self._keyboard.holding(action.held, stop):
                    pointer.drag(to(action.start), to(action.end), action.button, stop)
            case Scroll():
                pointer.scroll(to(action.at), action.down, action.right, stop)
            case PressButton():
                pointer.press(to(action.at), action.button, stop)
            case ReleaseButton():
                pointer.release(to(action.at), action.button, stop)

    def _type(self, action: TypeText, viewport: Viewport, stop: Stop) -> None:
        place = viewport.to_screen(action.at) if action.at else None
        if place:
            self._pointer.click(place, "left", 1, stop)
        self._typist.type(action, place, stop)

    def _to_window(self, action: OpenApp | FocusWindow, stop: Stop) -> None:
        if self._windows is None:
            raise InputFailed("hands.no_windows")
        if isinstance(action, OpenApp):
            self._windows.open_app(action.name, stop)
            return
        wanted = action.title.casefold()
        for window in self._windows.list():
            if not window.own and (wanted in window.title.casefold() or wanted in window.app.casefold()):
                self._windows.focus(window, stop)
                return
        raise InputFailed("hands.no_such_window", title=action.title)

    def _wait(self, seconds: float, stop: Stop) -> None:
        """Looks at the fail-safe corners meanwhile."""
        whole, rest = divmod(seconds, SLICE_SECONDS)
        for _ in range(int(whole)):
            stop.wait(SLICE_SECONDS)
            self._gui.failSafeCheck()
        stop.wait(rest)

    @contextmanager
    def _own_esc(self, keys: tuple[str, ...]) -> Iterator[None]:
        with self._panic_key.own_input() if self._panic_key and "esc" in keys else nullcontext():
            yield

    @contextmanager
    def _told_apart(self) -> Iterator[None]:
        """Raises what pyautogui and the library behind it raise as errors of our own."""
        from Xlib.error import ConnectionClosedError

        try:
            yield
        except self._gui.FailSafeException as corner:
            raise FailSafe("hands.fail_safe") from corner
        except (ConnectionClosedError, OSError) as gone:
            raise NoDesktop("hands.display_gone") from gone

    def _release_own(self) -> None:
        """Never raises: it runs after errors, and a display that is gone holds nothing down."""
        from Xlib.error import ConnectionClosedError

        try:
            self._keyboard.let_go(self._held.keys, self._held.buttons)
        except (ConnectionClosedError, OSError):
            pass
        finally:
            self._held.forget()

    def _let_go_of_leftovers(self) -> None:
        left = self._held.left_behind()
        if left:
            self._keyboard.let_go(left.keys, left.buttons)
            self._held.forget()
