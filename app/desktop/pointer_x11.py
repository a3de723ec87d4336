"""Moves the pointer, clicks, drags and scrolls on an X11 desktop."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

from app.core.actions import Button
from app.core.errors import InputFailed
from app.core.geometry import ScreenPoint
from app.core.stop import Stop
from app.desktop.held import Held
from app.desktop.x11_input import X11Input, clear_of, dead_ends

APART_SECONDS = 0.55
NEAR_PIXELS = 8
"""Two clicks nearer than this in place and time are a double click to every toolkit."""

BETWEEN_CLICKS_SECONDS = 0.04
STEP_SECONDS = 0.012
STEP_PIXELS = 14
GRIP_SECONDS = 0.06
"""What applications get between pressing, moving and letting go, without which some see no drag."""

DROP_SECONDS = 0.12
NOTCH_SECONDS = 0.01

TRIES = 5
YIELD_SECONDS = 1.0
"""How long a drag waits for a person who is moving the pointer: long enough to push it into a corner."""


@dataclass(frozen=True)
class LastClick:
    at: ScreenPoint
    button: Button
    when: float


class X11Pointer:
    """The pointer through `gui` (pyautogui), whose fail-safe looks at the corners of all monitors.

    Places are in screen units. Raises InputFailed where the pointer does not go to its place, Stopped, and
    pyautogui.FailSafeException.
    """

    def __init__(self, gui: Any, x: X11Input, held: Held) -> None:
        self._gui, self._x, self._held = gui, x, held
        self._last: LastClick | None = None
        self._resting: ScreenPoint | None = None
        self.look_at_monitors()
        start = x.pointer()
        if (start.x, start.y) in self._corners:
            self._resting = start

    def look_at_monitors(self) -> None:
        self._monitors = self._x.monitors()
        self._corners = dead_ends(self._monitors)
        self._gui.FAILSAFE_POINTS = list(self._corners)

    def check_fail_safe(self) -> None:
        """Raises pyautogui.FailSafeException when the pointer was put into a corner.

        One that has been there since before the first action was not put there to stop anything.
        """
        if self._resting is not None:
            if self._x.pointer() == self._resting:
                self._x.nudge(clear_of(self._corners, self._resting, self._monitors))
            self._resting = None
        self._gui.failSafeCheck()

    def move(self, to: ScreenPoint, stop: Stop) -> ScreenPoint:
        """Where it went: the place itself, or next to it where that is a fail-safe corner."""
        to = clear_of(self._corners, to, self._monitors)
        if self._held.buttons:
            self._glide(to, stop)
        for _ in range(TRIES):
            stop.check()
            # Two events: the first one into a window can go into noticing that the pointer has come.
            self._gui.moveTo(to.x + 1, to.y, _pause=False)
            self._gui.moveTo(to.x, to.y, _pause=False)
            if self._x.pointer() == to:
                return to
            stop.wait(0.02)
        raise InputFailed("hands.pointer_elsewhere", x=to.x, y=to.y)

    def click(self, at: ScreenPoint, button: Button, count: int, stop: Stop) -> None:
        at = self.move(at, stop)
        self._wait_apart(at, button, stop)
        for number in range(count):
            if number:
                stop.wait(BETWEEN_CLICKS_SECONDS)
            with self._held.during(buttons=(button,)):
                self._gui.mouseDown(at.x, at.y, button=button)
                self._gui.mouseUp(at.x, at.y, button=button)
        self._last = LastClick(at, button, time.monotonic())

    def press(self, at: ScreenPoint, button: Button, stop: Stop) -> None:
        at = self.move(at, stop)
        self._held.down(buttons=(button,))
        self._gui.mouseDown(at.x, at.y, button=button)

    def release(self, at: ScreenPoint, button: Button, stop: Stop) -> None:
        at = self.move(at, stop)
        stop.wait(DROP_SECONDS)
        self._gui.mouseUp(at.x, at.y, button=button)
        self._held.up(buttons=(button,))

    def drag(self, start: ScreenPoint, end: ScreenPoint, button: Button, stop: Stop) -> None:
        self._wait_apart(start, button, stop)
        self.press(start, button, stop)
        stop.wait(GRIP_SECONDS)
        self.release(end, button, stop)

    def scroll(self, at: ScreenPoint, down: int, right: int, stop: Stop) -> None:
        """In notches of the wheel."""
        at = self.move(at, stop)
        for turn, notches in ((self._gui.vscroll, -down), (self._gui.hscroll, right)):
            for _ in range(abs(notches)):
                turn(int(math.copysign(1, notches)), at.x, at.y)
                stop.wait(NOTCH_SECONDS)

    def _glide(self, to: ScreenPoint, stop: Stop) -> None:
        """Goes there in small steps, as a hand would, and lets a person who pulls the pointer away have it."""
        start = self._x.pointer()
        across, along = to.x - start.x, to.y - start.y
        count = max(8, min(40, int(math.hypot(across, along) / STEP_PIXELS)))
        at = start
        for number in range(1, count + 1):
            self._yield_to_person(at, stop)
            at = ScreenPoint(x=start.x + across * number // count, y=start.y + along * number // count)
            self._gui.moveTo(at.x, at.y, _pause=False)
            stop.wait(STEP_SECONDS)

    def _yield_to_person(self, left_at: ScreenPoint, stop: Stop) -> None:
        """Where the pointer is not where it was left, waits until nobody moves it any more."""
        self._gui.failSafeCheck()
        seen = self._x.pointer()
        end = time.monotonic() + YIELD_SECONDS
        while seen != left_at and time.monotonic() < end:
            stop.wait(0.05)
            self._gui.failSafeCheck()
            left_at, seen = seen, self._x.pointer()

    def _wait_apart(self, at: ScreenPoint, button: Button, stop: Stop) -> None:
        """Two clicks of two actions must not be taken for a double click."""
        last = self._last
        if last is None or last.button != button:
            return
        if abs(last.at.x - at.x) < NEAR_PIXELS and abs(last.at.y - at.y) < NEAR_PIXELS:
            stop.wait(last.when + APART_SECONDS - time.monotonic())
