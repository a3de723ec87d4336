"""A screen built by hand, and a run on it: what the planner proposes, and what was done so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from app.builtin.lexicon import Lexicon
from app.builtin.planner import BuiltinPlanner
from app.core.actions import Action, AskUser, Input
from app.core.elements import Element, Role, Source, State, Visibility, WindowFacts
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.messages import Message
from app.core.steps import (
    Allow,
    Decision,
    Observation,
    Outcome,
    Proposal,
    Reply,
    Risk,
    Screen,
    Screenshot,
    Step,
    Verdict,
)
from app.core.stop import Stop

WIDTH, HEIGHT = 800, 600
AREA = Box(left=0, top=0, width=WIDTH, height=HEIGHT)
VIEWPORT = Viewport(area=AREA, image=Size(width=WIDTH, height=HEIGHT))
CHANGED, UNCHANGED = Outcome(whole=0.1), Outcome()
ON = frozenset({State.ENABLED, State.FOCUSABLE})


def thing(
    role: Role,
    name: str = "",
    box: tuple[int, int, int, int] = (10, 10, 80, 20),
    path: tuple[int, ...] = (),
    value: str = "",
    states: frozenset[State] = frozenset(),
    *,
    visibility: Visibility = Visibility.VISIBLE,
    window: int | None = 1,
    source: Source = Source.TREE,
) -> Element:
    """An enabled element; its handle is its path."""
    left, top, width, height = box
    return Element(
        role=role,
        name=name,
        value=value,
        box=Box(left=left, top=top, width=width, height=height),
        states=ON | states,
        path=path,
        handle=".".join(map(str, path)),
        app="editor",
        window=window,
        visibility=visibility,
        source=source,
    )


def changed(element: Element, **facts: object) -> Element:
    return Element.model_validate({**element.model_dump(), **facts})


def window(number: int = 1, title: str = "Notes", app: str = "editor", *, active: bool = True) -> WindowFacts:
    return WindowFacts(number=number, title=title, app=app, pid=number, box=AREA, active=active)


def screen(*elements: Element, windows: tuple[WindowFacts, ...] = (window(),)) -> Screen:
    pixels = np.full((HEIGHT, WIDTH, 4), 250, np.uint8)
    return Screen(Screenshot(pixels, VIEWPORT, taken=0.0), elements, windows)


@dataclass
class Run:
    """One task; `propose` asks for the next action, `did` puts it into the history as performed."""

    task: str
    lexicon: Lexicon
    history: list[Step] = field(default_factory=list)
    proposal: Proposal | None = None
    seen: Screen | None = None

    def propose(self, shown: Screen, *, waited: bool = False) -> Proposal:
        planner = BuiltinPlanner(self.lexicon)
        self.seen = shown
        self.proposal = planner.propose(Observation(self.task, shown, tuple(self.history), waited=waited), Stop())
        return self.proposal

    def action(self, shown: Screen, *, waited: bool = False) -> Action:
        return self.propose(shown, waited=waited).action

    def did(self, outcome: Outcome = CHANGED, **facts: object) -> None:
        self._add(**{"performed": True, "outcome": outcome, "decision": Allow(), **facts})

    def failed(self, error: Message) -> None:
        self._add(error=error, decision=Allow())

    def decided(self, decision: Decision) -> None:
        self._add(decision=decision)

    def forbidden(self, reason: Message) -> None:
        self._add(verdict=Verdict(risk=Risk.FORBIDDEN, reason=reason))

    def answered(self, text: str) -> None:
        assert self.proposal is not None
        assert isinstance(self.proposal.action, AskUser)
        self.decided(Reply(text=text))

    def step(self, shown: Screen, outcome: Outcome = CHANGED) -> Input:
        """Proposes and does it."""
        action = self.action(shown)
        assert not isinstance(action, AskUser)
        self.did(outcome)
        return action  # type: ignore[return-value]

    def _add(self, **facts: object) -> None:
        assert self.proposal is not None
        assert self.seen is not None
        plain = {
            "number": len(self.history) + 1,
            "proposal": self.proposal,
            "verdict": Verdict(risk=Risk.ROUTINE),
            "viewport": VIEWPORT,
            "elements": self.seen.elements,
            "windows": self.seen.windows,
        }
        self.history.append(Step.model_validate({**plain, **facts}))


def at(element: Element) -> ImagePoint:
    return VIEWPORT.to_image(element.box.middle)
