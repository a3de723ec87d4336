"""What the parts of Handrail expect of each other; every port has one contract test that all its kinds pass."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from app.core.actions import Input
from app.core.elements import Element, WindowFacts
from app.core.geometry import Box, ScreenPoint, Viewport
from app.core.steps import Decision, End, Observation, Pixels, Proposal, Question, Screen, Screenshot, Step, TextLine
from app.core.stop import Stop


class Camera(Protocol):
    def monitors(self) -> tuple[Box, ...]:
        """The monitors in screen units, the main one first."""

    def capture(self) -> Screenshot:
        """The picture of what this camera was pointed at (one monitor, or all). Raises BadFrame, NoDesktop."""

    def close(self) -> None: ...


class Ocr(Protocol):
    def read(self, pixels: Pixels, stop: Stop) -> tuple[TextLine, ...]:
        """The lines of text on a picture, in reading order. Raises Stopped; an engine that fails gives no lines."""

    def close(self) -> None: ...


class Accessibility(Protocol):
    """What applications say is on the screen. Boxes are in screen units.

    An application that does not answer within its time is left out; it never holds a run up.
    """

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        """Every element of every window that is drawn, parents before children.

        `window` and `visibility` are not decided here beyond what the tree itself says. Raises Stopped.
        """

    def focused(self, stop: Stop) -> Element | None:
        """The element that has the keyboard focus now."""

    def text_of(self, element: Element) -> str | None:
        """The whole text the element holds now; None where it cannot be read (passwords are never read)."""

    def close(self) -> None: ...


class Reader(Protocol):
    def read(self, screenshot: Screenshot, stop: Stop) -> Screen:
        """What is on the picture. Raises Stopped."""


class Windows(Protocol):
    def list(self) -> tuple[WindowFacts, ...]:
        """Every window a person would call one, the topmost first."""

    def at(self, point: ScreenPoint) -> WindowFacts | None:
        """The window that a click at the point goes to; menus and pop-ups count as the window they belong to."""

    def focus(self, window: WindowFacts, stop: Stop) -> None:
        """Brings the window to the front with the focus. Raises InputFailed when that does not happen in 3 s."""

    def open_app(self, name: str, stop: Stop) -> None:
        """Starts the application a person calls `name`. Raises InputFailed when there is none."""


class Session(Protocol):
    def locked(self) -> bool:
        """Whether the session is locked or shows another user."""


class Hands(Protocol):
    def perform(self, action: Input, viewport: Viewport, stop: Stop) -> None:
        """Does it; returns when all input is sent. Raises InputFailed, FailSafe, Stopped; nothing stays held after."""

    def release_all(self) -> None:
        """Lets go of every key and button that Handrail holds, also of those an earlier process left held."""


class Clipboard(Protocol):
    def lent(self, text: str, stop: Stop) -> AbstractContextManager[None]:
        """Holds `text` inside the block; all that was there before, every kind of content, is back after."""

    def text(self) -> str | None:
        """The text on the clipboard; None where it holds none."""


class PanicKey(Protocol):
    def armed(self, stop: Stop) -> AbstractContextManager[bool]:
        """Inside, Esc pauses the run and a second Esc within 2 s stops it; False where it cannot be armed."""

    def own_input(self) -> AbstractContextManager[None]:
        """Inside the block Esc comes from Handrail's own hands and goes to the application."""


class Planner(Protocol):
    def propose(self, observation: Observation, stop: Stop) -> Proposal:
        """The next action. Raises TargetMissing (asked again for up to 3 s), UnreadableReply, ModelError, Stopped."""


class Approver(Protocol):
    def ask(self, question: Question, stop: Stop) -> Decision:
        """What the person decides; waits as long as it takes. Raises Stopped."""


class Recorder(Protocol):
    def picture(self, number: int, screenshot: Screenshot) -> None:
        """Keeps the picture that step `number` was decided on."""

    def record(self, step: Step) -> None:
        """Keeps what is known of the step so far; called again as more is known, and on disk when it returns."""

    def end(self, end: End) -> None: ...
