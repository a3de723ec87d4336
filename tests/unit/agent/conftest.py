"""What the agent's tests work with."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from app.agent.approval import Approval, Mode
from app.agent.guard import Guard
from app.agent.loop import Run
from app.agent.parts import Limits, Parts
from app.agent.risk import RiskRules
from app.agent.settle import Settle
from app.core.actions import Action
from app.core.errors import HandrailError
from app.core.steps import Allow, Decision, Proposal
from app.core.stop import Stop
from tests.fakes import FakeClock, FakeDesktop, MemoryRecorder, ScriptedApprover, ScriptedPlanner, window

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def rules() -> RiskRules:
    return RiskRules.model_validate(tomllib.loads((ROOT / "resources/risk/rules.toml").read_text(encoding="utf-8")))


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def desktop() -> FakeDesktop:
    return FakeDesktop(windows=(window(1, "Letter"),))


Script = Sequence[Proposal | Action | HandrailError]


class MakeRun(Protocol):
    def __call__(
        self,
        script: Script,
        *,
        decisions: list[Decision] | None = None,
        mode: Mode = "ask",
        limits: Limits | None = None,
        task: str = "Do it",
        stop: Stop | None = None,
    ) -> Run: ...


@pytest.fixture
def make_run(desktop: FakeDesktop, clock: FakeClock, rules: RiskRules) -> MakeRun:
    def make(
        script: Script,
        *,
        decisions: list[Decision] | None = None,
        mode: Mode = "ask",
        limits: Limits | None = None,
        task: str = "Do it",
        stop: Stop | None = None,
    ) -> Run:
        parts = Parts(
            camera=desktop,
            reader=desktop,
            planner=ScriptedPlanner(script),
            windows=desktop,
            session=desktop,
            hands=desktop,
            approval=Approval(ScriptedApprover(decisions or [Allow()]), mode),
            guard=Guard(desktop, desktop, desktop),
            settle=Settle(desktop, clock=clock),
            rules=rules,
            recorder=MemoryRecorder(),
            clock=clock,
        )
        return Run(task, parts, stop or clock.stop(), limits or Limits())

    return make


@pytest.fixture
def paints(desktop: FakeDesktop) -> Callable[[], None]:
    """From now on each action paints something new on the desktop."""

    def start() -> None:
        def paint(desk: FakeDesktop, _action: object) -> None:
            level = 10 * (len(desk.performed) + 1)
            desk.paint((100, 100, 200, 200), level)

        desktop.reactions.append(paint)

    return start
