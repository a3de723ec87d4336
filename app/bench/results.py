"""What came of each task, and how it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from app.bench.setting import Change
from app.core.errors import HandrailError
from app.core.geometry import Value
from app.core.messages import render
from app.store import resources

UNAVAILABLE = "unavailable"
CLAIMED = "finished"


class Denied(Value):
    """A check that does not hold, and what was found in its place."""

    check: str
    found: str


class Result(Value):
    """`status` is that of the run's end, "unavailable" where packages are missing, "error" where there was no run.

    `seconds` is what the run took, `setup_seconds` what it took before that until the task's programs were ready.
    """

    id: str
    solved: bool = False
    status: str
    reason: str = ""
    answer: str = ""
    steps: int = 0
    seconds: float = 0.0
    setup_seconds: float = 0.0
    denied: tuple[Denied, ...] = ()
    side_effects: tuple[Change, ...] = ()
    run: str = ""

    @property
    def claimed_wrongly(self) -> bool:
        return self.status == CLAIMED and not self.solved


class Totals(Value):
    """`claimed_wrongly` are the runs that said they had finished what the checks deny."""

    tasks: int
    solved: int
    unavailable: int
    claimed_wrongly: int
    with_side_effects: int
    steps: int
    seconds: float


class Report(Value):
    tasks: tuple[Result, ...]
    totals: Totals
    planner: str
    machine: dict[str, str | int] = {}


def totals(results: Sequence[Result]) -> Totals:
    return Totals(
        tasks=len(results),
        solved=sum(result.solved for result in results),
        unavailable=sum(result.status == UNAVAILABLE for result in results),
        claimed_wrongly=sum(result.claimed_wrongly for result in results),
        with_side_effects=sum(bool(result.side_effects) for result in results),
        steps=sum(result.steps for result in results),
        seconds=round(sum(result.seconds for result in results), 1),
    )


def sentence(trouble: HandrailError) -> str:
    """What an error says; measurements speak English."""
    return render(trouble.said, resources.catalogue("en"))


def heading(width: int) -> str:
    return f"{'task':{width}}  solved  {'status':11}  steps  seconds  reason"


def line(result: Result, width: int) -> str:
    """One line of the table, and one more for each check that a finished run's word is denied by."""
    solved = "yes" if result.solved else "-" if result.status == UNAVAILABLE else "no"
    reason = result.reason or (f"answer: {result.answer}" if result.answer else "")
    shown = f"{result.id:{width}}  {solved:6}  {result.status:11}  {result.steps:5}  {result.seconds:7.1f}  {reason}"
    lines = [shown.rstrip()]
    if result.claimed_wrongly:
        lines += [f"    said to be done, but not so: {one.check}: {one.found}" for one in result.denied]
    lines += [f"    beside the task: {change.path} was {change.how}" for change in result.side_effects]
    return "\n".join(lines)


def summary(total: Totals) -> str:
    """The last lines of the table."""
    possible = total.tasks - total.unavailable
    lines = [f"{total.solved} of {possible} solved, {total.steps} steps in {total.seconds:.0f} s"]
    if total.unavailable:
        lines.append(f"{total.unavailable} not tried: packages are missing")
    lines.append(f"{total.claimed_wrongly} said to be done that were not")
    if total.with_side_effects:
        lines.append(f"{total.with_side_effects} changed files that they should not have touched")
    return "\n".join(lines)
