"""Notices that a run goes round in circles."""

from __future__ import annotations

from app.core.actions import Wait
from app.core.steps import Step

TOLD_AFTER = 2
"""As many times the same action without any change on the screen, and the planner is told."""
ASKED_AFTER = 4
"""And as many times, and the person is asked."""


def repeats(history: tuple[Step, ...]) -> int:
    """How many times the last action was done in a row, up to now, with nothing changing on the screen (0 or more)."""
    count = 0
    for step in reversed(history):
        if not step.performed or step.outcome is None or not step.outcome.nothing_changed:
            break
        if isinstance(step.action, Wait) or step.action != history[-1].action:
            break
        count += 1
    return count
