"""Says in plain words what was decided about a step and what came of it."""

from __future__ import annotations

from typing import get_args

from app.cli.wording import Words, sentence, shortened, visible
from app.core.actions import Input
from app.core.messages import Message, message
from app.core.steps import Allow, Outcome, Reject, Reply, Risk, Step

LONGEST_TITLE = 60


def decision_of(step: Step, words: Words) -> list[str]:
    """What was decided about the step; nothing where it was not decided yet."""
    if step.verdict.risk is Risk.FORBIDDEN:
        return [sentence(message("decision.never"), words)]
    match step.decision:
        case None:
            return []
        case Allow():
            said = message(f"decision.allow_{step.decision.by}")
        case Reject() if step.decision.why:
            said = message("decision.reject_why", why=step.decision.why)
        case Reply():
            said = message("decision.reply", text=step.decision.text)
        case _:
            said = message(f"decision.{step.decision.kind}")
    return [sentence(said, words)]


def outcome_of(step: Step, words: Words) -> list[str]:
    """What came of the step, in one or several short parts; nothing for what is not performed, as an answer."""
    if step.error is not None:
        return [sentence(message("outcome.not_done"), words), sentence(step.error, words)]
    if not isinstance(step.action, get_args(Input)):
        return []
    if not step.performed:
        return [sentence(message("outcome.not_done"), words)]
    return [sentence(said, words) for said in _changes(step.outcome)]


def _changes(outcome: Outcome | None) -> list[Message]:
    if outcome is None:
        return [message("outcome.done")]
    said = [message("outcome.nothing_changed")]
    if not outcome.nothing_changed:
        percent = "<1" if 0 < outcome.whole < 0.01 else f"{outcome.whole * 100:.0f}"
        said = [message("outcome.changed", percent=percent)]
    if outcome.new_windows:
        said.append(message("outcome.opened", titles=_titles(outcome.new_windows)))
    if outcome.closed_windows:
        said.append(message("outcome.closed", titles=_titles(outcome.closed_windows)))
    if not outcome.settled:
        said.append(message("outcome.unsettled"))
    return said


def _titles(titles: tuple[str, ...]) -> str:
    return ", ".join(visible(shortened(title, LONGEST_TITLE)) for title in titles)
