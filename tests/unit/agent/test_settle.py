"""When a screen counts as being at rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.agent import settle
from app.agent.settle import Settle
from app.core.errors import Stopped
from app.core.stop import Stop
from tests.fakes import FakeClock, FakeDesktop, window

EDITOR = window(1)

Paint = Callable[[FakeDesktop, float], None]


def waited(clock: FakeClock, paint: Paint, waits: Settle | None = None) -> tuple[float, bool]:
    """How long was waited (seconds), and whether it settled, on a desktop painted as a function of time."""
    desktop = FakeDesktop()
    before, start = desktop.capture(), clock.now
    desktop.on_capture = lambda desk: paint(desk, clock.now - start)
    waits = waits or Settle(desktop, clock=clock)
    waits.camera = desktop
    result = waits.wait(before, EDITOR, clock.stop())
    return clock.now - start, result.settled


def still(_desktop: FakeDesktop, _now: float) -> None:
    pass


def dialog_at(when: float) -> Paint:
    def paint(desktop: FakeDesktop, now: float) -> None:
        if now >= when:
            desktop.paint((50, 50, 250, 200), 20)

    return paint


def test_a_screen_that_does_not_react_is_given_the_first_wait(clock: FakeClock) -> None:
    seconds, settled = waited(clock, still)
    assert settled
    assert settle.FIRST_WAIT_SECONDS <= seconds <= 0.4


def test_a_dialog_is_settled_shortly_after_its_last_change(clock: FakeClock) -> None:
    seconds, settled = waited(clock, dialog_at(0.2))
    assert settled
    assert 0.2 + settle.QUIET_SECONDS <= seconds <= 0.35


def test_a_blinking_caret_does_not_hold_it(clock: FakeClock) -> None:
    def caret(desktop: FakeDesktop, now: float) -> None:
        desktop.paint((10, 10, 12, 30), 0 if int(now / 0.05) % 2 else 255)

    assert waited(clock, caret)[0] <= 0.4


def test_a_clock_does_not_hold_it(clock: FakeClock) -> None:
    def seconds_hand(desktop: FakeDesktop, now: float) -> None:
        desktop.paint((280, 220, 300, 235), int(now) * 40)

    assert waited(clock, seconds_hand)[1]


def test_a_film_is_given_up_on_at_the_cap(clock: FakeClock) -> None:
    def film(desktop: FakeDesktop, now: float) -> None:
        desktop.paint((0, 0, 200, 200), int(now * 1000) % 251)

    seconds, settled = waited(clock, film)
    assert not settled
    assert seconds == pytest.approx(settle.CAP_SECONDS, abs=0.1)


def test_an_application_seen_to_be_slow_is_given_more_time(clock: FakeClock) -> None:
    waits = Settle(FakeDesktop(), clock=clock)
    waited(clock, dialog_at(0.25), waits)
    assert waited(clock, still, waits)[0] > 0.4


def test_an_application_seen_to_be_quick_is_given_less(clock: FakeClock) -> None:
    waits = Settle(FakeDesktop(), clock=clock)
    waited(clock, dialog_at(0.03), waits)
    assert waited(clock, still, waits)[0] <= 0.25


def test_an_application_that_still_computes_is_waited_for(clock: FakeClock) -> None:
    waits = Settle(FakeDesktop(), clock=clock, busy=lambda window: window == EDITOR and clock.now < 1.0)
    assert waited(clock, still, waits)[0] == pytest.approx(1.0, abs=0.1)


def test_a_stop_ends_the_wait(clock: FakeClock) -> None:
    stop = Stop()
    stop.stop()
    desktop = FakeDesktop()
    with pytest.raises(Stopped):
        Settle(desktop, clock=clock).wait(desktop.capture(), EDITOR, stop)
