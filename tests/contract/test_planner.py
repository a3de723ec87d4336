"""The Planner port: what the scripted one and the built-in one have in common."""

from __future__ import annotations

import pytest

from app.core.actions import Answer, Click, Fail
from app.core.elements import Element, Role, State
from app.core.errors import Stopped, TargetMissing
from app.core.geometry import Box, ImagePoint
from app.core.ports import Planner
from app.core.steps import Observation
from app.core.stop import Stop
from app.wiring import builtin_planner
from tests.fakes import ScriptedPlanner, screen, window

BOX = Box(left=100, top=100, width=80, height=20)
SAVE = Element(role=Role.BUTTON, name="Save", box=BOX, states=frozenset({State.ENABLED}), path=(0, 0, 0), window=1)
SEEN = Observation("Click Save.", screen(SAVE, windows=(window(1),)))
EMPTY = Observation("Click Save.", screen(windows=(window(1),)))


class PlannerContract:
    def test_it_proposes_an_action_inside_the_picture(self, planner: Planner) -> None:
        action = planner.propose(SEEN, Stop()).action
        assert isinstance(action, Click)
        assert BOX.contains(SEEN.screen.screenshot.viewport.to_screen(action.at))

    def test_a_stop_is_seen(self, planner: Planner) -> None:
        stop = Stop()
        stop.stop()
        with pytest.raises(Stopped):
            planner.propose(SEEN, stop)


class TestScripted(PlannerContract):
    @pytest.fixture
    def planner(self) -> Planner:
        return ScriptedPlanner([Click(at=ImagePoint(x=140, y=110)), Answer()])


class TestBuiltin(PlannerContract):
    @pytest.fixture
    def planner(self) -> Planner:
        return builtin_planner()

    def test_what_is_not_there_is_missing_first_and_a_failure_once_it_was_waited_for(self, planner: Planner) -> None:
        with pytest.raises(TargetMissing):
            planner.propose(EMPTY, Stop())
        waited = Observation(EMPTY.task, EMPTY.screen, waited=True)
        assert isinstance(planner.propose(waited, Stop()).action, Fail)
