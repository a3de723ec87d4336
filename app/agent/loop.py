"""A whole run: turns until the task is done, can't be done, or is ended; limits and repeats."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.agent import stuck
from app.agent.parts import Limits, Parts
from app.agent.step import Turn, take
from app.core.actions import Answer, AskUser, Fail
from app.core.errors import FailSafe, HandrailError, Stopped, TargetMissing, UnreadableReply, UsageError
from app.core.messages import Message, message
from app.core.steps import (
    End,
    Reject,
    Risk,
    Status,
    Step,
    StopRun,
    Unanswered,
)
from app.core.stop import Stop

Tell = Callable[[Step], None]


def run(task: str, parts: Parts, stop: Stop, limits: Limits | None = None, tell: Tell = lambda _step: None) -> End:
    """Works on a task until it ends; `tell` hears of each step once it is over. How it ended is on disk too.

    Everything held is let go of in any case. Raises what made going on impossible (HandrailError) after recording it.
    """
    run_limits = limits or Limits()
    history: list[Step] = []
    try:
        if not task.strip():
            raise UsageError("run.empty_task")
        end = _turns(task, parts, stop, run_limits, history, tell)
    except (Stopped, FailSafe) as stopped:
        end = End(status=Status.STOPPED, reason=stopped.said)
    except TargetMissing as missing:
        end = End(status=Status.FAILED, reason=missing.said)
    except HandrailError as error:
        parts.recorder.end(End(status=Status.ERROR, reason=error.said, steps=len(history)))
        raise
    finally:
        parts.hands.release_all()
    end = end.model_copy(update={"steps": len(history)})
    parts.recorder.end(end)
    return end


def _turns(task: str, parts: Parts, stop: Stop, limits: Limits, history: list[Step], tell: Tell) -> End:
    complaint: Message | None = None
    unreadable = 0
    deadline = time.monotonic() + limits.seconds
    while True:
        if time.monotonic() >= deadline:
            return _failed(message("run.limit_seconds", limit=round(limits.seconds)))
        try:
            step = take(Turn(task, tuple(history), complaint, parts, stop))
        except UnreadableReply as reply:
            complaint, unreadable = reply.said, unreadable + 1
            if unreadable >= limits.in_a_row:
                raise
            continue
        unreadable = 0
        history.append(step)
        tell(step)
        if end := _ending(step) or _gone_wrong(history, limits):
            return end
        complaint = _complaint(history)


def _ending(step: Step) -> End | None:
    """How this step ends the run, if it does."""
    match step.decision:
        case StopRun():
            return End(status=Status.STOPPED, reason=message("run.stopped"))
        case Reject(why="") if step.verdict.risk is not Risk.FORBIDDEN:
            return End(status=Status.REJECTED, reason=message("run.rejected"))
        case Unanswered():
            return _failed(_question(step))
    match step.action:
        case Answer(text=text):
            return End(status=Status.FINISHED, answer=text)
        case Fail(reason=reason):
            return _failed(message("run.planner_gave_up", reason=reason))
        case _:
            return None


def _gone_wrong(history: list[Step], limits: Limits) -> End | None:
    """A run that only fails, only repeats itself or has used up its steps ends here."""
    bad = _bad_in_a_row(history)
    if bad >= limits.in_a_row:
        return _failed(history[-1].error or history[-1].verdict.reason or message("run.forbidden"))
    if stuck.repeats(tuple(history)) >= stuck.ASKED_AFTER:
        return _failed(message("run.stuck", times=stuck.ASKED_AFTER))
    if len(history) >= limits.steps:
        return _failed(message("run.limit_steps", limit=limits.steps))
    return None


def _bad_in_a_row(history: list[Step]) -> int:
    count = 0
    for step in reversed(history):
        if step.error is None and step.verdict.risk is not Risk.FORBIDDEN:
            break
        count += 1
    return count


def _complaint(history: list[Step]) -> Message | None:
    """What the planner is told about the step that was: it failed, may not be, was refused, or changes nothing."""
    last = history[-1]
    if last.error is not None:
        return last.error
    if last.verdict.risk is Risk.FORBIDDEN:
        return last.verdict.reason
    if isinstance(last.decision, Reject):
        return message("run.person_rejected", why=last.decision.why)
    times = stuck.repeats(tuple(history))
    return message("run.repeats", times=times) if times >= stuck.TOLD_AFTER else None


def _question(step: Step) -> Message:
    if isinstance(step.action, AskUser):
        return message("run.question", question=step.action.question)
    return message("run.nobody_to_ask")


def _failed(reason: Message) -> End:
    return End(status=Status.FAILED, reason=reason)
