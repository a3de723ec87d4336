"""One turn: the only place where its order is written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import get_args

from app.agent import outcome, risk
from app.agent.parts import Parts
from app.core.actions import Action, AskUser, Input
from app.core.errors import InputFailed, Stale, TargetMissing
from app.core.messages import Message
from app.core.steps import (
    Allow,
    Decision,
    Edited,
    Observation,
    Outcome,
    Proposal,
    Question,
    Reject,
    Risk,
    Screen,
    Step,
    Verdict,
)
from app.core.stop import Stop

MISSING_SECONDS = 3.0
"""How long a target that is not on the screen yet is looked for: slow dialogs."""
MISSING_POLL_SECONDS = 0.15
LOCKED_POLL_SECONDS = 0.5


@dataclass(frozen=True)
class Turn:
    """What a turn starts from. `complaint` is what was wrong with the turn before."""

    task: str
    history: tuple[Step, ...]
    complaint: Message | None
    parts: Parts
    stop: Stop
    ms: dict[str, float] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return len(self.history) + 1

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + (time.perf_counter() - start) * 1000


def take(turn: Turn) -> Step:
    """Looks, plans, judges, asks, looks again, acts, waits and compares; all of it is on disk when this returns.

    Raises UnreadableReply, DesktopError, ModelError, FailSafe, StoreError, Stopped.
    """
    parts, stop = turn.parts, turn.stop
    screen, proposal = _seen_and_proposed(turn)
    aim = parts.guard.aim(proposal.action, screen)
    parts.recorder.picture(turn.number, screen.screenshot)
    verdict, decision = _judged_and_decided(turn, screen, proposal)
    step = _recorded(turn, _step(turn, screen, proposal, verdict, decision))
    stop.checkpoint()
    action = step.action
    if not (isinstance(decision, Allow | Edited) and isinstance(action, get_args(Input))):
        return step
    if step.edited is not None:
        aim = parts.guard.aim(action, screen)
    try:
        with turn.timed("guard"):
            fresh = parts.guard.recheck(action, aim, screen, proposal.element)
        with turn.timed("act"):
            parts.hands.perform(action, screen.screenshot.viewport, stop)
    except (Stale, InputFailed) as failed:
        return _recorded(turn, step.model_copy(update={"error": failed.said}))
    with turn.timed("settle"):
        result = _outcome(turn, action, replace(screen, screenshot=fresh))
    return _recorded(turn, step.model_copy(update={"performed": True, "outcome": result}))


def ask(turn: Turn, question: AskUser) -> Step:
    """A turn that only asks the person something. Raises DesktopError, StoreError, Stopped."""
    screen = Screen(turn.parts.camera.capture())
    verdict, decision = _judged_and_decided(turn, screen, Proposal(action=question))
    return _recorded(turn, _step(turn, screen, Proposal(action=question), verdict, decision))


def _seen_and_proposed(turn: Turn) -> tuple[Screen, Proposal]:
    """The screen and the planner's action for it; a missing target is looked for again until its time is up."""
    end = turn.parts.clock() + MISSING_SECONDS
    while True:
        screen = _seen(turn)
        waited = turn.parts.clock() >= end
        observation = Observation(turn.task, screen, turn.history, turn.complaint, waited=waited)
        try:
            with turn.timed("propose"):
                return screen, turn.parts.planner.propose(observation, turn.stop)
        except TargetMissing:
            if waited:
                raise
            turn.stop.wait(MISSING_POLL_SECONDS)


def _seen(turn: Turn) -> Screen:
    """What is on the screen now. A locked session is a pause: it is waited for, however long."""
    turn.stop.checkpoint()
    while turn.parts.session.locked():
        turn.stop.wait(LOCKED_POLL_SECONDS)
    with turn.timed("capture"):
        screenshot = turn.parts.camera.capture()
    with turn.timed("read"):
        return turn.parts.reader.read(screenshot, turn.stop)


def _judged_and_decided(turn: Turn, screen: Screen, proposal: Proposal) -> tuple[Verdict, Decision]:
    """The verdict that counts and the decision. What the person makes of an action is judged, and asked, again."""
    verdict = risk.judge(proposal.action, screen, turn.parts.rules)
    with turn.timed("decide"):
        decision = turn.parts.approval.decide(Question(turn.number, proposal, verdict, screen), turn.stop)
    if not isinstance(decision, Edited):
        return verdict, decision
    again = risk.judge(decision.action, screen, turn.parts.rules)
    if again.risk is Risk.FORBIDDEN:
        return again, Reject()
    if again.risk is verdict.risk or again.risk is Risk.ROUTINE:
        return again, decision
    verdict, answer = _judged_and_decided(turn, screen, proposal.model_copy(update={"action": decision.action}))
    return verdict, decision if isinstance(answer, Allow) else answer


def _outcome(turn: Turn, action: Action, before: Screen) -> Outcome:
    settled = turn.parts.settle.wait(before.screenshot, before.active, turn.stop)
    after = Screen(settled.screenshot, windows=turn.parts.windows.list())
    return outcome.compare(action, before, after, settled=settled.settled)


def _step(turn: Turn, screen: Screen, proposal: Proposal, verdict: Verdict, decision: Decision) -> Step:
    return Step(
        number=turn.number,
        proposal=proposal,
        verdict=verdict,
        decision=decision,
        edited=decision.action if isinstance(decision, Edited) else None,
        viewport=screen.screenshot.viewport,
        elements=screen.elements,
        windows=screen.windows,
    )


def _recorded(turn: Turn, step: Step) -> Step:
    step = step.model_copy(update={"ms": dict(turn.ms)})
    turn.parts.recorder.record(step)
    return step
