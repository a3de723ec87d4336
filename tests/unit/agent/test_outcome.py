"""What is said about the change an action made."""

from __future__ import annotations

import pytest

from app.agent import outcome
from app.core.actions import Click, Drag, Wait
from app.core.errors import BadFrame
from app.core.geometry import Box, ImagePoint
from app.core.steps import Outcome, Screen
from tests.fakes import FakeDesktop, window

CLICK = Click(at=ImagePoint(x=100, y=100))


def look(desktop: FakeDesktop) -> Screen:
    return Screen(desktop.capture(), windows=desktop.windows)


def test_nothing_changed_is_said_as_that(desktop: FakeDesktop) -> None:
    result = outcome.compare(CLICK, look(desktop), look(desktop), settled=True)
    assert result == Outcome(near=0.0)
    assert result.nothing_changed


def test_a_change_at_the_target_and_one_far_away_are_told_apart(desktop: FakeDesktop) -> None:
    before = look(desktop)
    desktop.paint((90, 90, 110, 110), 0)
    result = outcome.compare(CLICK, before, look(desktop), settled=False)
    assert result.near == pytest.approx(400 / 96**2)
    assert result.changed == Box(left=90, top=90, width=20, height=20)
    assert not result.settled
    far = outcome.compare(Click(at=ImagePoint(x=300, y=20)), before, look(desktop), settled=True)
    assert far.near == 0
    assert far.whole == pytest.approx(400 / (320 * 240))


def test_a_drag_counts_at_both_ends_and_a_wait_nowhere(desktop: FakeDesktop) -> None:
    before = look(desktop)
    desktop.paint((290, 200, 310, 220), 0)
    drag = Drag(start=ImagePoint(x=10, y=10), end=ImagePoint(x=300, y=210))
    assert outcome.compare(drag, before, look(desktop), settled=True).near
    assert outcome.compare(Wait(seconds=1), before, look(desktop), settled=True).near is None


def test_a_caret_is_no_change(desktop: FakeDesktop) -> None:
    before = look(desktop)
    desktop.paint((50, 50, 52, 70), 0)
    assert outcome.compare(Wait(seconds=1), before, look(desktop), settled=True).nothing_changed


def test_windows_that_came_and_went_are_named(desktop: FakeDesktop) -> None:
    before = look(desktop)
    desktop.windows = (*desktop.windows, window(2, "Save as"))
    opened = outcome.compare(CLICK, before, look(desktop), settled=True)
    assert opened.new_windows == ("Save as",)
    assert not opened.nothing_changed
    closed = outcome.compare(CLICK, look(desktop), before, settled=True)
    assert closed.closed_windows == ("Save as",)


def test_windows_that_come_and_go_on_a_picture_that_stands_still_mean_it_is_frozen(desktop: FakeDesktop) -> None:
    before = look(desktop)
    desktop.windows = (window(2, "Other"),)
    with pytest.raises(BadFrame):
        outcome.compare(CLICK, before, look(desktop), settled=True)


def test_a_screen_of_another_size_changed_everywhere(desktop: FakeDesktop) -> None:
    before = look(desktop)
    desktop.resize(300, 240)
    result = outcome.compare(CLICK, before, look(desktop), settled=True)
    assert (result.near, result.whole) == (1.0, 1.0)
