"""What goes through one step: what was seen, proposed, judged, decided, done, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from app.core.actions import Action
from app.core.elements import Element, WindowFacts
from app.core.geometry import Box, ScreenPoint, Value, Viewport
from app.core.messages import Message

Pixels = NDArray[np.uint8]
"""A picture as captured: shape (height, width, 4), uint8, blue green red and an unused byte."""


@dataclass(frozen=True)
class Screenshot:
    """One captured picture. `taken` is time.monotonic() in seconds."""

    pixels: Pixels
    viewport: Viewport
    taken: float

    def __post_init__(self) -> None:
        height, width, channels = self.pixels.shape
        image = self.viewport.image
        if (width, height, channels) != (image.width, image.height, 4) or self.pixels.dtype != np.uint8:
            raise ValueError(f"a picture of shape {self.pixels.shape} does not fit {image}")


@dataclass(frozen=True)
class TextLine:
    """A line of text found on a picture: (left, top, right, bottom) in its pixels; `confidence` from 0 to 1."""

    text: str
    box: tuple[int, int, int, int]
    confidence: float


@dataclass(frozen=True)
class Screen:
    """A picture and what is on it. `windows` has the topmost first; `elements` are in tree order, OCR last."""

    screenshot: Screenshot
    elements: tuple[Element, ...] = ()
    windows: tuple[WindowFacts, ...] = ()

    @property
    def active(self) -> WindowFacts | None:
        return next((window for window in self.windows if window.active), None)

    @property
    def focused(self) -> Element | None:
        return next((element for element in reversed(self.elements) if "focused" in element.states), None)

    def window_at(self, point: ScreenPoint) -> WindowFacts | None:
        return next((w for w in self.windows if not w.minimized and w.box.contains(point)), None)


class Proposal(Value):
    """The next action a planner wants. `target` says in words what it is for; `element` is it, where the planner knows.

    `plan` numbers the whole way as the planner sees it, in words; `serves` is the index in it that this action belongs
    to, and `completes` whether that part is done once the action is.
    """

    action: Action
    thought: str = ""
    note: str = ""
    target: str = ""
    element: Element | None = None
    plan: tuple[str, ...] = ()
    serves: Annotated[int, Field(ge=0)] | None = None
    completes: bool = True


class Risk(StrEnum):
    ROUTINE = "routine"
    SENSITIVE = "sensitive"
    FORBIDDEN = "forbidden"


class Verdict(Value):
    risk: Risk
    reason: Message | None = None


class Allow(Value):
    kind: Literal["allow"] = "allow"
    by: Literal["person", "grant", "mode"] = "person"


class Edited(Value):
    """The person wants this action in place of the proposed one; it is judged again."""

    kind: Literal["edited"] = "edited"
    action: Action


class Reject(Value):
    kind: Literal["reject"] = "reject"
    why: str = ""


class TakeOver(Value):
    """The person did this part by hand; look again and go on."""

    kind: Literal["take_over"] = "take_over"


class Reply(Value):
    """What the person said to a question of the planner."""

    kind: Literal["reply"] = "reply"
    text: str


class StopRun(Value):
    kind: Literal["stop"] = "stop"


class Unanswered(Value):
    """Nobody can be asked here; the question ends the run."""

    kind: Literal["unanswered"] = "unanswered"


Decision = Annotated[
    Allow | Edited | Reject | TakeOver | Reply | StopRun | Unanswered,
    Field(discriminator="kind"),
]


@dataclass(frozen=True)
class Question:
    """What a person is asked before an action is performed, or when a planner has a question (an AskUser action)."""

    number: int
    proposal: Proposal
    verdict: Verdict
    screen: Screen


class Outcome(Value):
    """What an action changed on the picture: advice, never an error. Shares go from 0 to 1.

    `near` is the share of changed pixels in the square around the target, `whole` that of the whole picture, `changed`
    the smallest box (screen units) around all of it. `settled` is whether the screen came to rest in time.
    """

    near: float | None = None
    whole: float = 0.0
    changed: Box | None = None
    settled: bool = True
    new_windows: tuple[str, ...] = ()
    closed_windows: tuple[str, ...] = ()

    @property
    def nothing_changed(self) -> bool:
        return self.whole == 0 and not self.new_windows and not self.closed_windows


class Step(Value):
    """One turn as it is recorded. `edited` is the person's action where it replaced the proposed one.

    `performed` says whether the hands did it, `error` why not. `ms` holds milliseconds by part.
    """

    number: int
    proposal: Proposal
    verdict: Verdict
    decision: Decision | None = None
    edited: Action | None = None
    performed: bool = False
    outcome: Outcome | None = None
    error: Message | None = None
    viewport: Viewport
    elements: tuple[Element, ...] = ()
    windows: tuple[WindowFacts, ...] = ()
    ms: dict[str, float] = {}

    @property
    def action(self) -> Action:
        """The action that counts: the person's where there is one."""
        return self.edited if self.edited is not None else self.proposal.action


@dataclass(frozen=True)
class Observation:
    """What a planner sees. `history` has the oldest step first; `complaint` is what was wrong with its last reply.

    `waited` is true once a missing target has been waited for as long as it may be.
    """

    task: str
    screen: Screen
    history: tuple[Step, ...] = ()
    complaint: Message | None = None
    waited: bool = False


class Status(StrEnum):
    FINISHED = "finished"
    FAILED = "failed"
    REJECTED = "rejected"
    STOPPED = "stopped"
    ERROR = "error"


class End(Value):
    """How a run ended. `reason`: why it did not finish, or what is to be known beside; `answer`: what was asked."""

    status: Status
    reason: Message | None = None
    answer: str = ""
    steps: int = 0
