"""What stops an approved action at the last moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.agent.guard import Guard
from app.core.actions import Action, Click, PressKeys, TypeText, Wait
from app.core.elements import Element, Role
from app.core.errors import Locked, LostFocus, OwnWindow, Stale, StaleScreen, WrongWindow
from app.core.geometry import Box, ImagePoint
from app.core.stop import Stop
from tests.fakes import FakeDesktop, window

CLICK = Click(at=ImagePoint(x=100, y=100))
BUTTON = Element(role=Role.BUTTON, name="Go", box=Box(left=80, top=90, width=60, height=20))


CHANGES: dict[str, Callable[[FakeDesktop], None]] = {
    "nothing": lambda _: None,
    "lock": lambda desktop: setattr(desktop, "is_locked", lambda: True),
    "other window": lambda desktop: setattr(desktop, "windows", (window(2, "Other"), *desktop.windows)),
    "own window": lambda desktop: setattr(desktop, "windows", (window(9, "Handrail", own=True), *desktop.windows)),
    "no window": lambda desktop: setattr(desktop, "windows", ()),
    "moved": lambda desktop: desktop.paint((60, 60, 140, 140), 0),
    "hover": lambda desktop: desktop.paint((80, 90, 140, 110), 225),
    "far away": lambda desktop: desktop.paint((0, 150, 320, 240), 0),
    "screen": lambda desktop: desktop.resize(300, 240),
}


def recheck(desktop: FakeDesktop, action: Action, change: str, element: Element | None = None) -> None:
    """Takes aim, changes the desktop in the named way, and looks again."""
    guard = Guard(desktop, desktop, desktop)
    screen = desktop.read(desktop.capture(), Stop())
    aim = guard.aim(action, screen)
    CHANGES[change](desktop)
    guard.recheck(action, aim, screen, element)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("lock", Locked),
        ("other window", WrongWindow),
        ("no window", WrongWindow),
        ("own window", OwnWindow),
        ("moved", StaleScreen),
        ("screen", StaleScreen),
    ],
)
def test_a_click_is_held_back(desktop: FakeDesktop, change: str, error: type[Stale]) -> None:
    with pytest.raises(error):
        recheck(desktop, CLICK, change)


@pytest.mark.parametrize("change", ["nothing", "hover", "far away"])
@pytest.mark.parametrize("element", [None, BUTTON])
def test_a_click_goes_ahead(desktop: FakeDesktop, change: str, element: Element | None) -> None:
    recheck(desktop, CLICK, change, element)


@pytest.mark.parametrize("action", [TypeText(text="a"), PressKeys(keys=("enter",))])
@pytest.mark.parametrize(
    ("change", "error"), [("other window", LostFocus), ("no window", LostFocus), ("own window", OwnWindow)]
)
def test_keys_are_held_back_when_the_focus_went_elsewhere(
    desktop: FakeDesktop, action: Action, change: str, error: type[Stale]
) -> None:
    with pytest.raises(error):
        recheck(desktop, action, change)


def test_keys_go_ahead_where_the_focus_stayed(desktop: FakeDesktop) -> None:
    recheck(desktop, PressKeys(keys=("enter",)), "moved")


def test_waiting_needs_no_focus(desktop: FakeDesktop) -> None:
    recheck(desktop, Wait(seconds=1), "other window")


def test_a_click_on_the_bare_desktop_goes_ahead_where_it_still_is_bare(desktop: FakeDesktop) -> None:
    desktop.windows = ()
    recheck(desktop, CLICK, "nothing")
    with pytest.raises(WrongWindow):
        recheck(desktop, CLICK, "other window")
    desktop.windows = ()
    recheck(desktop, PressKeys(keys=("enter",)), "nothing")
