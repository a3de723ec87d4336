"""Plans without a model: reads the task, finds what it names on the screen, and does one thing after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from app.builtin import saying
from app.builtin.grammar import read
from app.builtin.intents import Intent, Reading
from app.builtin.lexicon import Lexicon
from app.builtin.moves import next_move
from app.builtin.scene import Scene
from app.builtin.scrolling import is_behind
from app.builtin.view import GivenUp, Move, Unsure, View
from app.core.actions import Action, Answer, AskUser, Fail
from app.core.errors import TargetMissing
from app.core.messages import Message, message
from app.core.steps import Observation, Proposal, Reject, Reply, Risk, Step, TakeOver
from app.core.stop import Stop

MOST_FAILURES = 3
"""As often an action that could not be done in a row (the screen had changed, say) ends the attempts."""
MOST_QUESTIONS = 2


class BuiltinPlanner:
    """The Planner port for instructions in plain words of the languages given. It keeps nothing between proposals."""

    def __init__(self, lexicon: Lexicon, *others: Lexicon) -> None:
        self._lexicons = (lexicon, *others)
        self._understood = lru_cache(maxsize=8)(self._best_reading)
        self._understood("")

    def read(self, task: str) -> Reading:
        """What the task is understood to say; it can be shown before anything is done."""
        return self._understood(task)[0]

    def _best_reading(self, task: str) -> tuple[Reading, Lexicon]:
        """The reading in the first language in which all is clear, or in the one that leaves the least unclear."""
        readings: list[tuple[Reading, Lexicon]] = []
        for lexicon in self._lexicons:
            readings.append((read(task, lexicon), lexicon))
            if readings[-1][0].is_clear:
                return readings[-1]
        return min(readings, key=lambda pair: sum(map(len, pair[0].unclear)))

    def propose(self, observation: Observation, stop: Stop) -> Proposal:
        """The next action. Raises TargetMissing while its thing may still come, Stopped."""
        stop.check()
        reading, lexicon = self._understood(observation.task)
        if not reading.is_clear:
            return Proposal(action=Fail(reason=_unclear(reading)), plan=reading.lines)
        progress = Progress.of(observation.history)
        if ended := progress.ended:
            return _proposal(reading, lexicon, progress.index, Fail(reason=ended))
        if not observation.waited and is_behind(observation.history, observation.screen.elements):
            raise TargetMissing("builtin.still_moving")
        scene = Scene(observation.screen)
        for index in range(progress.index, len(reading.intents)):
            stop.check()
            view = self._view(observation, scene, lexicon, index)
            if move := self._move(reading.intents[index], view):
                return _proposal(reading, lexicon, index, move)
        return _proposal(reading, lexicon, len(reading.intents) - 1, Answer())

    def _view(self, observation: Observation, scene: Scene, lexicon: Lexicon, index: int) -> View:
        own = [step for step in observation.history if step.proposal.serves == index]
        return View(
            scene=scene,
            lexicon=lexicon,
            done=tuple(step for step in own if step.performed),
            tried=tuple(step for step in own if step.error is not None),
            answers=_answers(own),
            asked=sum(isinstance(step.action, AskUser) for step in own),
            waited=observation.waited,
            avoid=self.read(observation.task).avoid,
            history=observation.history,
        )

    def _move(self, intent: Intent, view: View) -> Move | None:
        try:
            return next_move(intent, view)
        except GivenUp as given_up:
            return Move(action=Fail(reason=given_up.reason))
        except Unsure as unsure:
            if view.asked >= MOST_QUESTIONS:
                return Move(action=Fail(reason=unsure.question))
            return Move(action=AskUser(question=unsure.question, choices=unsure.choices), completes=False)
        except TargetMissing as missing:
            if not view.waited:
                raise
            return Move(action=Fail(reason=missing.said))


def _proposal(reading: Reading, lexicon: Lexicon, index: int, move: Move | Action) -> Proposal:
    if not isinstance(move, Move):
        move = Move(action=move)
    return Proposal(
        action=move.action,
        thought=saying.line(reading.intents[index], lexicon) if reading.intents else "",
        target=move.target,
        element=move.element,
        plan=reading.lines,
        serves=index,
        completes=move.completes,
    )


@dataclass(frozen=True)
class Progress:
    """Which step is due, from what was done so far; `ended` is why nothing more is to be tried."""

    index: int = 0
    ended: Message | None = None

    @classmethod
    def of(cls, history: tuple[Step, ...]) -> Progress:
        index = 0
        for step in history:
            serves = step.proposal.serves
            if serves is None:
                continue
            if step.performed:
                edited = step.edited is not None and step.proposal.completes
                index = max(index, serves + edited)
            elif isinstance(step.decision, TakeOver):
                index = max(index, serves + step.proposal.completes)
        return cls(index, _ended(history))


def _ended(history: tuple[Step, ...]) -> Message | None:
    """Why the run can't go on: the person refused the last action, the rules forbid it, or it fails again and again."""
    if not history:
        return None
    last = history[-1]
    if last.verdict.risk is Risk.FORBIDDEN:
        return last.verdict.reason or message("builtin.forbidden")
    if isinstance(last.decision, Reject):
        return message("builtin.rejected", step=last.proposal.thought, why=last.decision.why)
    recent = history[-MOST_FAILURES:]
    if len(recent) == MOST_FAILURES and all(step.error for step in recent):
        return last.error
    return None


def _answers(steps: list[Step]) -> dict[str, str]:
    """What the person answered, by the words of the thing that was asked about."""
    found: dict[str, str] = {}
    for step in steps:
        if isinstance(step.action, AskUser) and isinstance(step.decision, Reply):
            question = step.action.question
            words = question.values.get("target", "") if isinstance(question, Message) else ""
            found[str(words)] = step.decision.text
    return found


def _unclear(reading: Reading) -> Message:
    if not reading.unclear:
        return message("builtin.nothing_to_do" if reading.avoid else "builtin.empty")
    return message("builtin.unclear", words=" · ".join(reading.unclear[:3]))
