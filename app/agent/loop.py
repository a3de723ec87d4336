"""A whole run: turns until the task is done, can't be done, or is ended; limits and repeats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.agent import step as turns
from app.agent import stuck
from app.agent.parts import Limits, Parts
from app.core.actions import Answer, AskUser, Fail
from app.core.errors import FailSafe, HandrailError, Stopped, TargetMissing, UnreadableReply, UsageError
from app.core.messages import Message, message
from app.core.steps import End, Reject, Reply, Risk, Status, Step, StopRun, Unanswered
from app.core.stop import Stop

GO_ON, GIVE_UP = "yes", "no"


@dataclass
class Run:
    """One task on one desktop; `tell` hears of each step once it is over."""

    task: str
    parts: Parts
    stop: Stop
    limits: Limits = field(default_factory=Limits)
    tell: Callable[[Step], None] = lambda _step: None
    history: list[Step] = field(default_factory=list)
    complaint: Message | None = None

    def until_end(self) -> End:
        """Works until the run ends, lets go of everything held and records how it ended.

        Raises what made going on impossible (HandrailError), recorded as an error.
        """
        try:
            if not self.task.strip():
                raise UsageError("run.empty_task")
            end = self._turns()
        except (Stopped, FailSafe) as stopped:
            end = End(status=Status.STOPPED, reason=stopped.said)
        except TargetMissing as missing:
            end = _failed(missing.said)
        except HandrailError as error:
            self.parts.recorder.end(End(status=Status.ERROR, reason=error.said, steps=self._count))
            raise
        finally:
            self.parts.hands.release_all()
        end = end.model_copy(update={"steps": self._count, "reason": end.reason or self._caveat(end)})
        self.parts.recorder.end(end)
        return end

    def _caveat(self, end: End) -> Message | None:
        """What is said beside "finished" where the last thing done left no trace on the screen."""
        outcomes = [step.outcome for step in self.history if step.outcome is not None]
        unseen = end.status is Status.FINISHED and bool(outcomes) and outcomes[-1].nothing_changed
        return message("run.unseen") if unseen else None

    @property
    def _count(self) -> int:
        """Steps as the person counts them: saying that it is done is none."""
        return sum(not isinstance(step.action, Answer | Fail) for step in self.history)

    def _turns(self) -> End:
        unreadable, deadline = 0, self.parts.clock() + self.limits.seconds
        while self.parts.clock() < deadline:
            try:
                self._add(turns.take(self._turn()))
            except UnreadableReply as reply:
                self.complaint, unreadable = reply.said, unreadable + 1
                if unreadable >= self.limits.in_a_row:
                    raise
                continue
            unreadable = 0
            if end := _ending(self.history[-1]) or self._gone_wrong() or self._going_in_circles():
                return end
            self.complaint = self._complaint()
        return _failed(message("run.limit_seconds", limit=round(self.limits.seconds)))

    def _turn(self) -> turns.Turn:
        return turns.Turn(self.task, tuple(self.history), self.complaint, self.parts, self.stop)

    def _add(self, step: Step) -> None:
        self.history.append(step)
        self.tell(step)

    def _gone_wrong(self) -> End | None:
        """A run that only fails, or has used up its steps, ends here."""
        recent = self.history[-self.limits.in_a_row :]
        if len(recent) == self.limits.in_a_row and all(_went_wrong(step) for step in recent):
            return _failed(recent[-1].error or recent[-1].verdict.reason or message("run.forbidden"))
        if len(self.history) >= self.limits.steps:
            return _failed(message("run.limit_steps", limit=self.limits.steps))
        return None

    def _going_in_circles(self) -> End | None:
        """The planner was told and goes on all the same: the person says whether that makes sense."""
        times = stuck.repeats(tuple(self.history))
        if times < stuck.ASKED_AFTER:
            return None
        question = AskUser(question=message("run.stuck", times=times), choices=(GO_ON, GIVE_UP))
        self._add(turns.ask(self._turn(), question))
        if self.history[-1].decision == Reply(text=GIVE_UP):
            return _failed(message("run.stopped"))
        return _ending(self.history[-1])

    def _complaint(self) -> Message | None:
        """What the planner is told about the turn that was: it failed, may not be, was refused, or changes nothing."""
        last = self.history[-1]
        if _went_wrong(last):
            return last.error or last.verdict.reason
        if isinstance(last.decision, Reject):
            return message("run.person_rejected", why=last.decision.why)
        times = stuck.repeats(tuple(self.history))
        return message("run.repeats", times=times) if times >= stuck.TOLD_AFTER else None


def _ending(step: Step) -> End | None:
    """How this step ends the run, if it does."""
    match step.decision:
        case StopRun():
            return End(status=Status.STOPPED, reason=message("run.stopped"))
        case Reject(why="") if step.verdict.risk is not Risk.FORBIDDEN:
            return End(status=Status.REJECTED, reason=message("run.rejected"))
        case Unanswered():
            return _failed(_question(step))
        case _:
            return _ending_of_planner(step)


def _ending_of_planner(step: Step) -> End | None:
    match step.action:
        case Answer(text=text):
            return End(status=Status.FINISHED, answer=text)
        case Fail(reason=reason):
            return _failed(_sentence(reason))
        case _:
            return None


def _question(step: Step) -> Message:
    if isinstance(step.action, AskUser):
        return _sentence(step.action.question)
    return message("run.nobody_to_ask")


def _sentence(said: str | Message) -> Message:
    return said if isinstance(said, Message) else message("run.said", text=said)


def _went_wrong(step: Step) -> bool:
    return step.error is not None or step.verdict.risk is Risk.FORBIDDEN


def _failed(reason: Message) -> End:
    return End(status=Status.FAILED, reason=reason)
