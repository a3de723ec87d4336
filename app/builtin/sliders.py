"""Moves a slider to a value: no one says where its ends are, so it is measured while it moves."""

from __future__ import annotations

from app.builtin.intents import SetTo
from app.builtin.values import number
from app.builtin.view import GivenUp, Move, View
from app.core.actions import Drag, PressKeys
from app.core.elements import Element
from app.core.geometry import ScreenPoint
from app.core.messages import Message, message
from app.core.steps import Step

MOST_MOVES = 8
FEW_KEYS = 30
INSET = 8
"""About half the width of a slider's handle, in screen units: its middle does not reach the ends of its box."""


def set_slider(slider: Element, intent: SetTo, view: View) -> Move | None:
    """The next drag or key presses; None once the value is right, or as near as its steps allow."""
    wanted, value = number(intent.value), number(slider.value)
    if wanted is None or value is None:
        raise GivenUp(message("builtin.no_value", target=intent.target.words))
    moves = view.done
    step = _key_step(moves, slider, value)
    if abs(value - wanted) < (abs(step) / 2 if step else 1e-6) + 1e-6:
        return None
    if len(moves) >= MOST_MOVES:
        raise GivenUp(_not_set(slider, intent))
    action: Drag | PressKeys
    if moves and _is_stale(moves, len(moves) - 1, slider, value):
        if isinstance(moves[-1].action, PressKeys):
            raise GivenUp(_not_set(slider, intent))
        action = PressKeys(keys=("right",))
    elif moves and _is_close(wanted - value, step):
        action = _keys(wanted - value, step)
    else:
        action = _drag(slider, wanted, value, moves, view)
    return Move(action=action, target=intent.target.words, element=slider, completes=False)


def _not_set(slider: Element, intent: SetTo) -> Message:
    return message("builtin.value_not_set", target=intent.target.words, value=intent.value, now=slider.value)


def _is_stale(moves: tuple[Step, ...], at: int, slider: Element, value: float) -> bool:
    """Whether a move left the value as it was: browsers do not always tell of a new one before the next key."""
    after = _value_before(moves[at + 1], slider) if at + 1 < len(moves) else value
    return _value_before(moves[at], slider) == after


def _is_close(way: float, step: float | None) -> bool:
    return abs(way / (step or 1.0)) <= FEW_KEYS


def _keys(way: float, step: float | None) -> PressKeys:
    times = round(abs(way / (step or 1.0)))
    forward = (way > 0) is ((step or 1.0) > 0)
    return PressKeys(keys=("right" if forward else "left",), times=max(1, min(times, 100)))


def _key_step(moves: tuple[Step, ...], slider: Element, value: float) -> float | None:
    """What one press of the right arrow key adds, from the last presses; None where none were seen."""
    for at in range(len(moves) - 1, -1, -1):
        action = moves[at].action
        if not isinstance(action, PressKeys) or (at and _is_stale(moves, at - 1, slider, value)):
            continue
        before = _value_before(moves[at], slider)
        after = _value_before(moves[at + 1], slider) if at + 1 < len(moves) else value
        if before is not None and after is not None and before != after:
            return (after - before) / action.times * (1 if action.keys == ("right",) else -1)
    return None


def _value_before(step: Step, slider: Element) -> float | None:
    for element in step.elements:
        if element.role is slider.role and element.path == slider.path and element.app == slider.app:
            return number(element.value)
    return None


def _drag(slider: Element, wanted: float, value: float, moves: tuple[Step, ...], view: View) -> Drag:
    low, high = _range(slider, wanted, value, moves, view)
    start, end = _place(slider, value, low, high), _place(slider, wanted, low, high)
    return Drag(start=view.place(start), end=view.place(end))


def _range(slider: Element, wanted: float, value: float, moves: tuple[Step, ...], view: View) -> tuple[float, float]:
    """The values at the two ends: measured from where drags ended, else the most usual ones."""
    ends = _measured(slider, value, moves, view)
    if len(ends) >= 2:
        (x1, v1), (x2, v2) = ends[-2], ends[-1]
        slope = (v2 - v1) / (x2 - x1)
        left, right = _track(slider)
        return v1 + (left - x1) * slope, v1 + (right - x1) * slope
    if 0 <= wanted <= 100 and 0 <= value <= 100:
        return 0.0, 100.0
    most = max(abs(wanted), abs(value))
    return (-most * 1.25, most * 1.25) if min(wanted, value) < 0 else (0.0, most * 1.25)


def _measured(slider: Element, value: float, moves: tuple[Step, ...], view: View) -> list[tuple[int, float]]:
    found: list[tuple[int, float]] = []
    for at, move in enumerate(moves):
        if not isinstance(move.action, Drag) or _is_stale(moves, at, slider, value):
            continue
        after = _value_before(moves[at + 1], slider) if at + 1 < len(moves) else value
        x = view.scene.screen.screenshot.viewport.to_screen(move.action.end).x
        if after is not None and all(x != other and after != known for other, known in found):
            found.append((x, after))
    return found


def _track(slider: Element) -> tuple[int, int]:
    inset = min(INSET, slider.box.width // 4)
    return slider.box.left + inset, slider.box.right - inset


def _place(slider: Element, value: float, low: float, high: float) -> ScreenPoint:
    left, right = _track(slider)
    share = min(1.0, max(0.0, (value - low) / (high - low))) if high != low else 0.5
    return ScreenPoint(x=round(left + share * (right - left)), y=slider.box.middle.y)
