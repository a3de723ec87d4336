"""The switch that pauses and stops a run."""

from __future__ import annotations

import threading

import pytest

from app.core.errors import Stopped
from app.core.stop import Stop


def later(seconds: float, action: object) -> threading.Timer:
    assert callable(action)
    timer = threading.Timer(seconds, action)
    timer.start()
    return timer


def test_a_stop_is_raised_by_every_look_at_the_switch() -> None:
    stop = Stop()
    stop.check()
    stop.wait(0)
    stop.stop()
    assert stop.stopped
    for look in (stop.check, stop.checkpoint, lambda: stop.wait(1), lambda: stop.wait_until(lambda: False, 1)):
        with pytest.raises(Stopped):
            look()


def test_a_stop_ends_a_wait_at_once() -> None:
    stop = Stop()
    timer = later(0.05, stop.stop)
    with pytest.raises(Stopped):
        stop.wait(30)
    timer.join()


def test_a_pause_holds_at_the_next_checkpoint_until_it_is_over() -> None:
    stop = Stop()
    stop.pause()
    stop.check()
    assert stop.paused
    timer = later(0.05, stop.resume)
    stop.checkpoint()
    assert not stop.paused
    timer.join()


def test_the_person_is_asked_once_per_pause() -> None:
    asked: list[bool] = []
    stop = Stop(when_paused=lambda switch: asked.append(switch.paused))
    stop.pause()
    timer = later(0.15, stop.resume)
    stop.checkpoint()
    assert asked == [True]
    timer.join()


def test_a_stop_ends_a_pause() -> None:
    stop = Stop(when_paused=lambda switch: switch.stop())
    stop.pause()
    with pytest.raises(Stopped):
        stop.checkpoint()


def test_a_condition_is_waited_for() -> None:
    stop = Stop()
    answers = iter([False, False, True])
    assert stop.wait_until(lambda: next(answers), seconds=5, every=0)
    assert not stop.wait_until(lambda: False, seconds=0.01, every=0.001)
