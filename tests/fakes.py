"""Stand-ins for the ports: each passes the contract test of its port."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from app.core.actions import Action, Input
from app.core.elements import Element, Role, State, WindowFacts
from app.core.errors import HandrailError, InputFailed
from app.core.geometry import Box, ScreenPoint, Size, Viewport
from app.core.steps import (
    Decision,
    End,
    Observation,
    Pixels,
    Proposal,
    Question,
    Screen,
    Screenshot,
    Step,
    TextLine,
)
from app.core.stop import Stop
from app.desktop.stop_presses import StopPresses


@dataclass
class FakeDesktop:
    """A desktop in memory: grey pixels, windows, elements, a lock, and what a click or key does to them.

    It is Camera, Reader, Windows, Session and Hands at once. `reactions` are called with the desktop and each action.
    """

    size: tuple[int, int] = (320, 240)
    windows: tuple[WindowFacts, ...] = ()
    elements: tuple[Element, ...] = ()
    is_locked: Callable[[], bool] = lambda: False
    reactions: list[Callable[[FakeDesktop, Input], None]] = field(default_factory=list)
    performed: list[Input] = field(default_factory=list)
    released: int = 0
    on_capture: Callable[[FakeDesktop], None] = lambda _desktop: None
    closed: bool = False

    def __post_init__(self) -> None:
        self.resize(*self.size)

    def resize(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.pixels: Pixels = np.full((height, width, 4), 200, np.uint8)

    @property
    def viewport(self) -> Viewport:
        width, height = self.size
        return Viewport(area=Box(left=0, top=0, width=width, height=height), image=Size(width=width, height=height))

    def paint(self, box: tuple[int, int, int, int], level: int) -> None:
        left, top, right, bottom = box
        self.pixels = self.pixels.copy()
        self.pixels[top:bottom, left:right, :3] = level

    # Camera
    def monitors(self) -> tuple[Box, ...]:
        return (self.viewport.area,)

    def capture(self) -> Screenshot:
        self.on_capture(self)
        return Screenshot(pixels=self.pixels, viewport=self.viewport, taken=0.0)

    def close(self) -> None:
        self.closed = True

    # Reader
    def read(self, screenshot: Screenshot, stop: Stop) -> Screen:
        stop.check()
        return Screen(screenshot, self.elements, self.windows)

    # Windows
    def list(self) -> tuple[WindowFacts, ...]:
        return self.windows

    def at(self, point: ScreenPoint) -> WindowFacts | None:
        return next((w for w in self.windows if not w.minimized and w.box.contains(point)), None)

    def focus(self, window: WindowFacts, stop: Stop) -> None:
        stop.check()
        if window.number not in {w.number for w in self.windows}:
            raise InputFailed("windows.gone", window=window.title)
        others = tuple(w.model_copy(update={"active": False}) for w in self.windows if w.number != window.number)
        self.windows = (window.model_copy(update={"active": True, "minimized": False}), *others)

    def open_app(self, name: str, stop: Stop) -> None:
        stop.check()
        raise InputFailed("windows.no_such_app", name=name)

    # Session
    def locked(self) -> bool:
        return self.is_locked()

    # Hands
    def perform(self, action: Input, viewport: Viewport, stop: Stop) -> None:
        stop.check()
        assert viewport == self.viewport
        for reaction in self.reactions:
            reaction(self, action)
        self.performed.append(action)

    def release_all(self) -> None:
        self.released += 1


@dataclass
class ScriptedPlanner:
    """Gives the next entry of the script at each call: a proposal, an action, or an error to raise."""

    script: Sequence[Proposal | Action | HandrailError]
    seen: list[Observation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._next: Iterator[Proposal | Action | HandrailError] = iter(list(self.script))

    def propose(self, observation: Observation, stop: Stop) -> Proposal:
        stop.check()
        self.seen.append(observation)
        entry = next(self._next)
        if isinstance(entry, HandrailError):
            raise entry
        return entry if isinstance(entry, Proposal) else Proposal(action=entry)


@dataclass
class ScriptedApprover:
    """Gives the next decision of the script at each question; the last one again once the script is used up."""

    script: list[Decision]
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question, stop: Stop) -> Decision:
        stop.check()
        self.asked.append(question)
        return self.script[min(len(self.asked), len(self.script)) - 1]


@dataclass
class MemoryRecorder:
    """Keeps everything in lists."""

    pictures: dict[int, Screenshot] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    ended: End | None = None

    def picture(self, number: int, screenshot: Screenshot) -> None:
        self.pictures[number] = screenshot

    def record(self, step: Step) -> None:
        self.steps = [kept for kept in self.steps if kept.number != step.number] + [step]

    def end(self, end: End) -> None:
        self.ended = end


@dataclass
class FakeClock:
    """A clock that stands still until it is moved, and a Stop whose waits move it."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now

    def stop(self) -> Stop:
        return _ClockStop(self)


class _ClockStop(Stop):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__()
        self._clock = clock

    def wait(self, seconds: float) -> None:
        self.check()
        self._clock.now += seconds


def window(number: int, title: str = "", **facts: object) -> WindowFacts:
    """A window over the whole of a FakeDesktop's default size, active unless `facts` say otherwise."""
    box = Box(left=0, top=0, width=320, height=240)
    plain = WindowFacts(number=number, title=title or f"Window {number}", app="editor", box=box, active=True)
    return replace_facts(plain, facts)


def replace_facts(plain: WindowFacts, facts: dict[str, object]) -> WindowFacts:
    return WindowFacts.model_validate({**plain.model_dump(), **facts})


def screen(*elements: Element, windows: tuple[WindowFacts, ...] = ()) -> Screen:
    """What FakeDesktop's default picture shows with these elements on it."""
    desktop = FakeDesktop(elements=elements, windows=windows)
    return desktop.read(replace(desktop.capture()), Stop())


@dataclass
class FakeClipboard:
    """A clipboard in memory; `lent_texts` are the texts it was lent with, in order."""

    content: str | None = None
    lent_texts: list[str] = field(default_factory=list)
    refuses: bool = False

    @contextmanager
    def lent(self, text: str, stop: Stop) -> Iterator[None]:
        stop.check()
        if self.refuses:
            raise InputFailed("clipboard.not_lent")
        before, self.content = self.content, text
        self.lent_texts.append(text)
        try:
            yield
        finally:
            if self.content == text:
                self.content = before

    def text(self) -> str | None:
        return self.content


@dataclass
class FakePanicKey:
    """A stop key in memory. `press` is somebody's Esc, `at` seconds; `reached` counts those the application got."""

    can_be_armed: bool = True
    reached: int = 0
    own: int = 0
    presses: StopPresses | None = None

    @contextmanager
    def armed(self, stop: Stop) -> Iterator[bool]:
        self.presses = StopPresses(stop) if self.can_be_armed else None
        try:
            yield self.can_be_armed
        finally:
            self.presses = None

    @contextmanager
    def own_input(self) -> Iterator[None]:
        self.own += 1
        try:
            yield
        finally:
            self.own -= 1

    def press(self, at: float = 0.0) -> None:
        if self.presses is None or self.own:
            self.reached += 1
        else:
            self.presses.pressed(int(at * 1000))


@dataclass
class FakeOcr:
    """Finds the lines it was given, as far as they fit on the picture."""

    lines: tuple[TextLine, ...] = ()
    reads: int = 0
    closed: bool = False

    def read(self, pixels: Pixels, stop: Stop) -> tuple[TextLine, ...]:
        stop.check()
        self.reads += 1
        height, width = pixels.shape[:2]
        return (
            () if self.closed else tuple(line for line in self.lines if line.box[2] <= width and line.box[3] <= height)
        )

    def close(self) -> None:
        self.closed = True


@dataclass
class FakeAccessibility:
    """Says what it was given: elements, and texts by handle. A password is never told."""

    tree: tuple[Element, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    closed: bool = False

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        stop.check()
        return () if self.closed else self.tree

    def focused(self, stop: Stop) -> Element | None:
        return next((one for one in reversed(self.elements(stop)) if State.FOCUSED in one.states), None)

    def text_of(self, element: Element) -> str | None:
        return None if element.role is Role.PASSWORD_FIELD else self.texts.get(element.handle)

    def close(self) -> None:
        self.closed = True
