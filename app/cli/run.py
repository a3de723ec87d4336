"""`handrail run`: does a task on this desktop and asks before it acts."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app import wiring
from app.agent.parts import Limits
from app.cli import describing, main, outcomes, terminal, wording
from app.core.actions import Answer, Fail
from app.core.errors import HandrailError, UsageError
from app.core.messages import Message, message
from app.core.ports import Approver
from app.core.steps import End, Status, Step
from app.core.stop import Stop
from app.store import masking, settings
from app.store.runs import RunFolder

EXIT = {Status.FINISHED: 0, Status.FAILED: 1, Status.REJECTED: 3, Status.STOPPED: 4, Status.ERROR: 1}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", help="what should be done, in plain words")
    parser.add_argument("--planner", choices=["builtin"], help="who plans the actions")
    parser.add_argument("--approve", choices=["ask", "risky", "all"], help="which actions are asked about")
    parser.add_argument("--dry-run", action="store_true", help="print what would be done and act on nothing")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="where applications are started")
    parser.add_argument("--max-steps", type=int, metavar="N", help="give up after this many steps")
    parser.add_argument("--monitor", type=int, metavar="N", help="look at one monitor only (1 is the first)")
    parser.add_argument("--runs-dir", type=Path, metavar="DIR", help="where the record of the run is kept")
    parser.add_argument("--json", action="store_true", help="print one object a line")


def run(arguments: argparse.Namespace) -> int:
    """Raises SettingsError, UsageError, DesktopError, StoreError, ModelError, UnreadableReply."""
    if not arguments.task.strip():
        raise UsageError("run.empty_task")
    if arguments.dry_run:
        return _dry_run(arguments.task, as_json=arguments.json)
    report = _JsonReport() if arguments.json else _Report()
    approver, when_paused = terminal.approver(aside=arguments.json)
    stop = Stop(when_paused)
    job = _job(arguments, approver, report)
    try:
        with _interruptible(stop), wiring.run(job, stop, report.step, report.warn) as whole:
            end = whole.until_end()
    except HandrailError as error:
        report.end(End(status=Status.ERROR, reason=error.said))
        return main.exit_code(error)
    report.end(end)
    unanswered = end.status is Status.FAILED and report.unanswered
    return EXIT[Status.REJECTED] if unanswered else EXIT[end.status]


def _job(arguments: argparse.Namespace, approver: Approver, report: _Report) -> wiring.Job:
    """The arguments where they are given, the settings where they are not."""
    kept = settings.load()
    if arguments.folder:
        _enter(arguments.folder)
    mode, planner = arguments.approve or kept.approve, arguments.planner or kept.planner
    steps = kept.max_steps if arguments.max_steps is None else arguments.max_steps
    if steps < 1:
        raise UsageError("cli.max_steps", value=steps)
    runs_dir = (arguments.runs_dir or kept.runs_folder).absolute()

    def record() -> RunFolder:
        folder = RunFolder.create(
            runs_dir, arguments.task, planner=planner, approve=mode, desktop=os.environ.get("DISPLAY", "")
        )
        report.folder = folder.path
        return folder

    return wiring.Job(
        task=arguments.task,
        planner=wiring.builtin_planner(),
        approver=approver,
        record=record,
        mode=mode,
        limits=Limits(steps=steps, seconds=kept.max_seconds),
        monitor=arguments.monitor if arguments.monitor is not None else kept.monitor,
    )


def _enter(folder: Path) -> None:
    try:
        os.chdir(folder)
    except OSError as trouble:
        raise UsageError("cli.no_folder", path=str(folder), why=trouble.strerror or "") from trouble


@contextmanager
def _interruptible(stop: Stop) -> Iterator[None]:
    """Ctrl-C and a polite end stop the run, which lets go of everything and records how it ended."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: stop.stop()) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _dry_run(task: str, *, as_json: bool) -> int:
    """Prints the reading of the task; exit code 1 where some of it is not understood."""
    reading = wiring.builtin_planner().read(task)
    if as_json:
        told = {"event": "reading", "steps": reading.lines, "unclear": reading.unclear}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    else:
        wording.say(message("cli.understood"))
        for number, line in enumerate(reading.lines, 1):
            wording.say(f"  {number}. {line}")
        for words in reading.unclear:
            wording.say(message("cli.unclear", words=words))
    return 0 if reading.is_clear else 1


class _Report:
    """Tells the person how the run goes."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self.unanswered = False

    def step(self, step: Step) -> None:
        shown = masking.without_secrets(step)
        self.unanswered = shown.decision is not None and shown.decision.kind == "unanswered"
        self._tell_step(shown)

    def warn(self, warning: Message) -> None:
        wording.complain(warning)

    def end(self, end: End) -> None:
        if end.answer:
            wording.say(end.answer)
        if end.status is Status.FINISHED:
            wording.say(message("cli.end_finished", steps=end.steps))
            if end.reason:
                wording.say(end.reason)
        elif end.reason:
            wording.say(message(f"cli.end_{end.status}", reason=wording.sentence(end.reason), steps=end.steps))
        if self.folder:
            wording.say(message("cli.recorded", path=str(self.folder)))

    def _tell_step(self, step: Step) -> None:
        if isinstance(step.action, Answer | Fail):
            return
        words = wording.words()
        came_of = "; ".join(outcomes.outcome_of(step, words))
        wording.say(f"{step.number}. {describing.of_step(step, words)}{f' ({came_of})' if came_of else ''}")


class _JsonReport(_Report):
    """Tells a program how the run goes, one object a line."""

    def end(self, end: End) -> None:
        reason = wording.sentence(end.reason) if end.reason else ""
        told = {"status": end.status, "reason": reason, "answer": end.answer, "steps": end.steps}
        _print_event("end", **told, run=str(self.folder) if self.folder else "")

    def _tell_step(self, step: Step) -> None:
        _print_event(
            "step",
            n=step.number,
            thought=step.proposal.thought,
            action=step.action.model_dump(mode="json"),
            risk=step.verdict.risk,
            decision=step.decision.kind if step.decision else None,
            outcome=step.outcome.model_dump(mode="json") if step.outcome else None,
            error=wording.sentence(step.error) if step.error else None,
            ms={name: round(value, 1) for name, value in step.ms.items()},
        )


def _print_event(kind: str, **values: object) -> None:
    """One line of ASCII: what a window is called may hold characters that no encoding can write."""
    sys.stdout.write(json.dumps({"event": kind, **values}) + "\n")
    sys.stdout.flush()
