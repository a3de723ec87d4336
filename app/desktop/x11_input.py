"""What an X11 server says of pointer, modifiers and monitors, and the sure way to let go of a key or button."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from app.core.errors import NoDesktop
from app.core.geometry import FAIL_SAFE_MARGIN, Box, ScreenPoint

BUTTONS = {"left": 1, "middle": 2, "right": 3}

MODIFIER_BITS = {"shift": 1 << 0, "ctrl": 1 << 2, "alt": 1 << 3, "win": 1 << 6, "altgr": 1 << 7}
BUTTON_BITS = {"left": 1 << 8, "middle": 1 << 9, "right": 1 << 10}
LOCK_BIT = 1 << 1


class X11Input:
    """A connection to the X server of `display`. Raises NoDesktop where there is none or it lacks XTEST."""

    def __init__(self, display: str | None = None) -> None:
        from Xlib.display import Display
        from Xlib.error import DisplayError, XauthError

        try:
            self.display: Any = Display(display)
        except (DisplayError, XauthError, OSError) as trouble:
            raise NoDesktop("hands.no_display") from trouble
        if not self.display.has_extension("XTEST"):
            raise NoDesktop("hands.no_xtest")
        self._root = self.display.screen().root

    def close(self) -> None:
        """Also where the display has gone already."""
        from Xlib.error import ConnectionClosedError

        with suppress(ConnectionClosedError, OSError):
            self.display.close()

    def pointer(self) -> ScreenPoint:
        asked = self._root.query_pointer()
        return ScreenPoint(x=asked.root_x, y=asked.root_y)

    def down(self) -> frozenset[str]:
        """The modifiers and buttons that are down, whoever holds them."""
        mask = int(self._root.query_pointer().mask)
        return frozenset(name for name, bit in {**MODIFIER_BITS, **BUTTON_BITS}.items() if mask & bit)

    def caps_lock(self) -> bool:
        return bool(int(self._root.query_pointer().mask) & LOCK_BIT)

    def monitors(self) -> tuple[Box, ...]:
        """The monitors in pixels; the whole screen where the server knows none."""
        screen = self.display.screen()
        whole = Box(left=0, top=0, width=screen.width_in_pixels, height=screen.height_in_pixels)
        if not self.display.has_extension("RANDR"):
            return (whole,)
        found = self._root.xrandr_get_monitors().monitors
        return tuple(
            Box(left=one.x, top=one.y, width=one.width_in_pixels, height=one.height_in_pixels) for one in found
        ) or (whole,)

    def let_go(self, codes: Iterable[int], buttons: Iterable[str]) -> None:
        """Sends the releases straight away, wherever the pointer is; for what is not down it does nothing."""
        from Xlib import X
        from Xlib.ext import xtest

        for button in buttons:
            if button in BUTTONS:
                xtest.fake_input(self.display, X.ButtonRelease, BUTTONS[button])
        for code in codes:
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    def tap(self, code: int) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        for kind in (X.KeyPress, X.KeyRelease):
            xtest.fake_input(self.display, kind, code)
        self.display.sync()

    def nudge(self, to: ScreenPoint) -> None:
        """Moves the pointer, also out of a fail-safe corner."""
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self.display, X.MotionNotify, x=to.x, y=to.y)
        self.display.sync()


def dead_ends(monitors: Sequence[Box]) -> frozenset[tuple[int, int]]:
    """The corner pixels a pushed pointer gets stuck in: no monitor goes on there, neither across nor up or down.

    >>> two = [Box(left=0, top=0, width=10, height=10), Box(left=10, top=0, width=5, height=8)]
    >>> sorted(dead_ends(two))
    [(0, 0), (0, 9), (9, 9), (14, 0), (14, 7)]
    """
    found = set()
    for box in monitors:
        for x, across in ((box.left, -1), (box.right - 1, 1)):
            for y, along in ((box.top, -1), (box.bottom - 1, 1)):
                beside = ScreenPoint(x=x + across, y=y), ScreenPoint(x=x, y=y + along)
                if not any(other.contains(point) for other in monitors for point in beside):
                    found.add((x, y))
    return frozenset(found)


def clear_of(corners: Iterable[tuple[int, int]], point: ScreenPoint, monitors: Sequence[Box]) -> ScreenPoint:
    """The point, moved along x towards the middle of its monitor where it is within 3 pixels of a dead end."""
    for x, y in corners:
        if abs(point.x - x) < FAIL_SAFE_MARGIN and abs(point.y - y) < FAIL_SAFE_MARGIN:
            home = next((box for box in monitors if box.contains(point)), None)
            towards = -1 if home and x > home.middle.x else 1
            return ScreenPoint(x=x + towards * FAIL_SAFE_MARGIN, y=point.y)
    return point
