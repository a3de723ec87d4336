"""What presses of the stop key mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.stop import Stop
from app.desktop.stop_presses import AGAIN_MS, StopPresses


@pytest.mark.parametrize(
    ("presses", "stopped"),
    [
        ([100], False),
        ([100, 200], True),
        ([100, 100 + AGAIN_MS], True),
        ([100, 101 + AGAIN_MS], False),
        ([0, 2500, 5000], False),
        ([0, 2500, 4000], True),
        ([2**32 - 500, 300], True),
    ],
)
def test_two_presses_within_two_seconds_stop(presses: list[int], stopped: bool) -> None:
    stop = Stop()
    counted = StopPresses(stop)
    for at in presses:
        counted.pressed(at)
    assert stop.paused
    assert stop.stopped is stopped


@given(st.lists(st.integers(min_value=AGAIN_MS + 1, max_value=60_000), max_size=20))
def test_presses_far_apart_never_stop(gaps: list[int]) -> None:
    stop = Stop()
    counted = StopPresses(stop)
    now = 0
    for gap in gaps:
        now += gap
        counted.pressed(now % 2**32)
    assert not stop.stopped
