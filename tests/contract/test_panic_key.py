"""The PanicKey port: what the fake and the real ones have in common, and what X11 adds."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import pytest

from app.core.ports import PanicKey
from app.core.stop import Stop
from app.desktop.panic_key_x11 import X11PanicKey
from app.desktop.virtual import VirtualDesktop
from tests.fakes import FakePanicKey

SMALL = {"window_manager": False, "compositor": False, "tray": False, "accessibility": False}


class Keyboard(Protocol):
    """A keyboard, an application that has its focus, and a stop key between them."""

    key: PanicKey

    def press(self) -> None:
        """Somebody presses Esc."""

    def own_press(self) -> None:
        """Handrail's hands press Esc."""

    def later(self, seconds: float) -> None: ...

    def reached(self) -> int:
        """How often Esc reached the application."""


@dataclass
class FakeKeyboard:
    key: FakePanicKey = field(default_factory=FakePanicKey)
    now: float = 0.0

    def press(self) -> None:
        self.key.press(self.now)

    def own_press(self) -> None:
        self.key.press(self.now)

    def later(self, seconds: float) -> None:
        self.now += seconds

    def reached(self) -> int:
        return self.key.reached


class X11Keyboard:
    """The application is a window with the focus; strangers are processes of their own."""

    def __init__(self, desktop: VirtualDesktop) -> None:
        from Xlib import XK, X, display

        self.desktop, self.key = desktop, X11PanicKey()
        self.x = display.Display()
        screen = self.x.screen()
        self.window = screen.root.create_window(0, 0, 100, 100, 0, screen.root_depth, event_mask=X.KeyPressMask)
        self.window.map()
        self.x.sync()
        self.window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.escape = self.x.keysym_to_keycode(XK.XK_Escape)
        self.got: list[int] = []
        self.x.sync()

    def press(self) -> None:
        self.strange("key", "Escape")

    def strange(self, *words: str) -> None:
        assert self.desktop.run(["xdotool", *words]).returncode == 0
        Stop().wait(0.05)

    def own_press(self) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self.x, X.KeyPress, self.escape)
        xtest.fake_input(self.x, X.KeyRelease, self.escape)
        self.x.sync()

    def later(self, seconds: float) -> None:
        Stop().wait(seconds)

    def reached(self) -> int:
        return self.received().count(self.escape)

    def received(self) -> list[int]:
        """The codes of all keys that the application got."""
        from Xlib import X

        self.x.sync()
        while self.x.pending_events():
            event = self.x.next_event()
            if event.type == X.KeyPress:
                self.got.append(event.detail)
        return self.got

    def take(self, modifiers: int) -> bool:
        """Whether another program could grab Esc with these modifiers now."""
        from Xlib import X, error

        refused = error.CatchError(error.BadAccess)
        self.x.screen().root.grab_key(self.escape, modifiers, False, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self.x.sync()
        return refused.get_error() is None


@pytest.fixture
def real(desktop: VirtualDesktop) -> Iterator[X11Keyboard]:
    keyboard = X11Keyboard(desktop)
    yield keyboard
    keyboard.x.close()


@pytest.fixture(params=["fake", pytest.param("x11", marks=pytest.mark.desktop(**SMALL))])
def keyboard(request: pytest.FixtureRequest) -> Any:
    return FakeKeyboard() if request.param == "fake" else request.getfixturevalue("real")


class TestEveryKindOfPanicKey:
    def test_a_press_pauses(self, keyboard: Keyboard) -> None:
        stop = Stop()
        with keyboard.key.armed(stop) as armed:
            assert armed
            keyboard.press()
            assert stop.wait_until(lambda: stop.paused, 1)
            assert not stop.stopped

    def test_a_second_press_soon_after_stops(self, keyboard: Keyboard) -> None:
        stop = Stop()
        with keyboard.key.armed(stop):
            keyboard.press()
            keyboard.press()
            assert Stop().wait_until(lambda: stop.stopped, 1)

    def test_a_second_press_long_after_is_a_first_one_again(self, keyboard: Keyboard) -> None:
        stop = Stop()
        with keyboard.key.armed(stop):
            keyboard.press()
            assert stop.wait_until(lambda: stop.paused, 1)
            stop.resume()
            keyboard.later(2.2)
            keyboard.press()
            assert stop.wait_until(lambda: stop.paused, 1)
            assert not stop.stopped

    def test_the_application_gets_no_press_inside_and_every_one_outside(self, keyboard: Keyboard) -> None:
        stop = Stop()
        keyboard.press()
        assert keyboard.reached() == 1
        with keyboard.key.armed(stop):
            keyboard.press()
            assert keyboard.reached() == 1
        stop.resume()
        keyboard.press()
        assert keyboard.reached() == 2
        assert not stop.paused
        assert not stop.stopped

    def test_the_runs_own_press_reaches_the_application_and_pauses_nothing(self, keyboard: Keyboard) -> None:
        stop = Stop()
        with keyboard.key.armed(stop):
            for _ in range(3):
                with keyboard.key.own_input():
                    keyboard.own_press()
            keyboard.later(0.1)
            assert keyboard.reached() == 3
            assert not stop.paused

    def test_after_the_runs_own_press_a_strangers_one_pauses(self, keyboard: Keyboard) -> None:
        stop = Stop()
        with keyboard.key.armed(stop):
            with keyboard.key.own_input():
                keyboard.own_press()
            keyboard.press()
            assert stop.wait_until(lambda: stop.paused, 1)
            assert not stop.stopped
            assert keyboard.reached() == 1

    def test_own_input_may_be_nested(self, keyboard: Keyboard) -> None:
        stop = Stop()
        with keyboard.key.armed(stop), keyboard.key.own_input():
            with keyboard.key.own_input():
                keyboard.own_press()
            keyboard.own_press()
            assert keyboard.reached() == 2
            assert not stop.paused

    def test_own_input_is_of_no_consequence_while_nothing_is_armed(self, keyboard: Keyboard) -> None:
        with keyboard.key.own_input():
            keyboard.own_press()
        assert keyboard.reached() == 1

    def test_it_can_be_armed_again(self, keyboard: Keyboard) -> None:
        for _ in range(2):
            stop = Stop()
            with keyboard.key.armed(stop) as armed:
                assert armed
                keyboard.press()
                keyboard.press()
                keyboard.later(0.1)
                assert stop.stopped


@pytest.mark.desktop(**SMALL)
class TestX11:
    def test_where_another_program_holds_esc_it_is_not_armed_and_says_so(self, real: X11Keyboard) -> None:
        assert real.take(0)
        stop = Stop()
        with real.key.armed(stop) as armed:
            assert not armed
            real.press()
            with real.key.own_input():
                real.own_press()
        assert not stop.paused
        assert not stop.stopped

    def test_a_window_manager_that_holds_alt_with_esc_is_not_in_the_way(self, real: X11Keyboard) -> None:
        from Xlib import X

        assert real.take(X.Mod1Mask)
        stop = Stop()
        with real.key.armed(stop) as armed:
            assert armed
            real.strange("key", "shift+Escape")
            assert stop.wait_until(lambda: stop.paused, 1)
        assert real.reached() == 0

    def test_without_a_display_it_is_not_armed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("DISPLAY")
        with X11PanicKey().armed(Stop()) as armed:
            assert not armed

    def test_nothing_stays_grabbed_after(self, real: X11Keyboard) -> None:
        from Xlib import X

        with real.key.armed(Stop()):
            assert not real.take(0)
        assert real.take(X.AnyModifier)

    def test_nothing_stays_grabbed_after_an_error_inside(self, real: X11Keyboard) -> None:
        with pytest.raises(ZeroDivisionError), real.key.armed(Stop()), real.key.own_input():
            raise ZeroDivisionError
        assert real.take(0)

    @pytest.mark.parametrize("lock", ["Caps_Lock", "Num_Lock"])
    def test_a_lock_that_is_on_changes_nothing(self, real: X11Keyboard, lock: str) -> None:
        real.strange("key", lock)
        stop = Stop()
        with real.key.armed(stop):
            real.press()
            assert stop.wait_until(lambda: stop.paused, 1)
        assert real.reached() == 0

    def test_modifiers_that_the_run_holds_change_nothing(self, real: X11Keyboard) -> None:
        stop = Stop()
        with real.key.armed(stop):
            real.strange("keydown", "ctrl", "key", "Escape", "keyup", "ctrl")
            assert stop.wait_until(lambda: stop.paused, 1)
        assert real.reached() == 0

    def test_a_key_held_down_is_one_press_and_keeps_no_other_key_from_the_application(self, real: X11Keyboard) -> None:
        stop = Stop()
        with real.key.armed(stop):
            real.strange("keydown", "Escape")
            Stop().wait(1.0)
            real.strange("key", "a")
            real.strange("keyup", "Escape")
            assert stop.paused
            assert not stop.stopped
        assert real.reached() == 0
        assert len(real.received()) == 1

    def test_it_pauses_while_a_menu_holds_the_keyboard(self, real: X11Keyboard) -> None:
        from Xlib import X

        stop = Stop()
        with real.key.armed(stop):
            real.window.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
            real.x.sync()
            real.press()
            assert stop.wait_until(lambda: stop.paused, 1)

    def test_own_input_from_many_threads_leaves_it_armed(self, real: X11Keyboard) -> None:
        stop = Stop()

        def let_through() -> None:
            for _ in range(20):
                with real.key.own_input():
                    pass

        with real.key.armed(stop):
            threads = [threading.Thread(target=let_through) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            real.press()
            assert stop.wait_until(lambda: stop.paused, 1)
        assert real.reached() == 0

    def test_the_end_of_the_display_is_survived(self) -> None:
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False) as other:
            key = X11PanicKey(other.display)
            with key.armed(Stop()) as armed:
                assert armed
                other.stop()
                began = time.monotonic()
                with key.own_input():
                    pass
                assert time.monotonic() - began < 1
        assert "panic key" not in {thread.name for thread in threading.enumerate()}
