"""The composition root: from settings to the parts a run works with."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.agent.approval import Approval, Mode
from app.agent.guard import Guard
from app.agent.loop import Run
from app.agent.parts import Limits, Parts
from app.agent.risk import RiskRules
from app.agent.settle import Settle
from app.builtin.lexicon import Lexicon
from app.builtin.planner import BuiltinPlanner
from app.core.elements import WindowFacts
from app.core.errors import UsageError
from app.core.messages import Message, message
from app.core.ports import (
    Accessibility,
    Approver,
    Camera,
    Hands,
    Ocr,
    PanicKey,
    Planner,
    Reader,
    Recorder,
    Session,
    Windows,
)
from app.core.steps import Screen, Step
from app.core.stop import Stop
from app.desktop import facts, select
from app.desktop.turn_lock import TurnLock
from app.pictures.encode import decoded
from app.sight import ocr as text_readers
from app.sight.reader import ScreenReader
from app.sight.still import screen_of
from app.store import paths, resources, settings


@dataclass(frozen=True)
class Desk:
    """What captures, reads, points and types on this desktop."""

    camera: Camera
    accessibility: Accessibility
    ocr: Ocr
    reader: Reader
    windows: Windows
    session: Session
    hands: Hands
    panic_key: PanicKey
    busy: Callable[[WindowFacts], bool]


@contextmanager
def desk(monitor: int | None = None) -> Iterator[Desk]:
    """The parts for this desktop, pointed at one monitor (1 is the first) or all; closed at the end of the block.

    Raises NoDesktop where this desktop cannot be used, UsageError where it has no such monitor.
    """
    with ExitStack() as stack:
        camera = stack.enter_context(closing(select.camera(monitor)))
        accessibility = stack.enter_context(closing(select.accessibility()))
        windows = stack.enter_context(closing(select.windows()))
        ocr = stack.enter_context(closing(text_readers.installed()))
        session = stack.enter_context(closing(select.session()))
        panic_key = select.panic_key()
        held = paths.state_folder() / "held.json"
        hands = stack.enter_context(closing(select.hands(accessibility, windows, panic_key, held)))
        reader = ScreenReader(accessibility, ocr, windows)
        yield Desk(camera, accessibility, ocr, reader, windows, session, hands, panic_key, select.busy())


def lexicons(language: str) -> tuple[Lexicon, ...]:
    """What the built-in planner knows of words, one entry a language; the preferred one first."""
    order = sorted(resources.LANGUAGES, key=lambda spoken: spoken != language)
    return tuple(resources.load(Lexicon, "grammar", f"{spoken}.toml") for spoken in order)


def risk_rules() -> RiskRules:
    return resources.load(RiskRules, "risk", "rules.toml")


def builtin_planner() -> BuiltinPlanner:
    """It reads every language that Handrail speaks; what is the same in several counts as the person's own."""
    return BuiltinPlanner(*lexicons(settings.load().spoken(os.environ)))


def still_screen(image: Path, stop: Stop) -> Screen:
    """What a picture file shows, read without a desktop. Raises UsageError for a file that is no picture."""
    try:
        pixels = decoded(image.read_bytes())
    except (OSError, ValueError) as trouble:
        raise UsageError("cli.no_picture", path=str(image), why=str(trouble)) from trouble
    with closing(text_readers.installed()) as ocr:
        return screen_of(pixels, ocr, stop)


@dataclass(frozen=True)
class Job:
    """One task and the terms on which it is done. `record` makes its recorder, once the desktop is known to work."""

    task: str
    planner: Planner
    approver: Approver
    record: Callable[[], Recorder]
    mode: Mode
    limits: Limits
    monitor: int | None = None


@contextmanager
def run(job: Job, stop: Stop, tell: Callable[[Step], None], warn: Callable[[Message], None]) -> Iterator[Run]:
    """A run on this desktop, ready to go: nobody else's turn, the stop key armed, leftovers of a crash let go of.

    `warn` hears of a protection that is not available here. Raises DesktopError, UsageError, StoreError.
    """
    here = facts.here()
    with TurnLock(here.display), desk(job.monitor) as parts, parts.panic_key.armed(stop) as armed:
        if not armed:
            warn(message("desktop.stop_key_not_armed"))
        parts.hands.release_all()
        guard = Guard(parts.camera, parts.windows, parts.session)
        approval = Approval(job.approver, job.mode, here.private)
        yield Run(
            job.task,
            Parts(
                camera=parts.camera,
                reader=parts.reader,
                planner=job.planner,
                windows=parts.windows,
                session=parts.session,
                hands=parts.hands,
                approval=approval,
                guard=guard,
                settle=Settle(parts.camera, parts.busy),
                rules=risk_rules(),
                recorder=job.record(),
            ),
            stop,
            job.limits,
            tell,
        )
