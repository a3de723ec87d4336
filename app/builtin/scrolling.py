"""The moves of steps that scroll, and of all steps whose thing is out of sight."""

from __future__ import annotations

from app.builtin import matching
from app.builtin.intents import ScrollBy, ScrollTo, ScrollToEnd, Target
from app.builtin.panes import SCROLLED, scrolled_area
from app.builtin.scene import is_under
from app.builtin.view import GivenUp, Move, OutOfSight, View
from app.core.actions import Scroll
from app.core.elements import Element
from app.core.errors import TargetMissing
from app.core.geometry import Box, ScreenPoint
from app.core.messages import message
from app.core.steps import Step

PAGE, FAR = 5, 30
"""Notches: about a page, and as far as one action goes."""
NOTCH = 100
"""Screen units that a notch moves a page by, about."""
MOST = 15
LEAST, ENOUGH = 15, 40
"""Screen units that things move by for each notch at least, and that are enough for any number of notches."""
FEW = 3
"""Things that must be in what is scrolled for their places to tell whether it moved."""
BARELY = 0.0005
"""The share of the picture below which a scroll has moved nothing (a clock, a scroll bar that lights up)."""


def scroll_by(intent: ScrollBy, view: View) -> Move | None:
    if view.did(Scroll):
        return None
    amount = intent.amount or PAGE
    down = {"down": amount, "up": -amount}.get(intent.direction, 0)
    right = {"right": amount, "left": -amount}.get(intent.direction, 0)
    return _scroll(scrolled_area(view.scene, view.part), view, down=down, right=right)


def scroll_to_end(intent: ScrollToEnd, view: View) -> Move | None:
    done = view.did(Scroll)
    if done and moved_nothing(done[-1]):
        return None
    if len(done) >= MOST:
        raise GivenUp(message("builtin.no_end", times=len(done)))
    down = FAR if intent.end == "bottom" else -FAR
    return _scroll(scrolled_area(view.scene, view.part), view, down=down, completes=False)


def scroll_to(intent: ScrollTo, view: View) -> Move | None:
    """Scrolls until the thing is in sight: down to the end first, then up to the top."""
    try:
        view.the(intent.target, matching.ANCHOR)
    except OutOfSight as hidden:
        return toward(hidden, view)
    except TargetMissing:
        return search(intent.target, view)
    return None


def toward(hidden: OutOfSight, view: View) -> Move:
    """Scrolls to where the tree says that the thing is. Raises GivenUp where that does not bring it into sight."""
    done = view.did(Scroll)
    if len(done) >= MOST or (len(done) > 1 and moved_nothing(done[-1]) and moved_nothing(done[-2])):
        raise GivenUp(message("builtin.out_of_sight", target=hidden.target.words))
    area = scrolled_area(view.scene, hidden.element)
    down, right = _way(hidden.element.box, area)
    return _scroll(area, view, down=down, right=right, target=hidden.target.words, completes=False)


def search(target: Target, view: View) -> Move | None:
    """Scrolls on to look for a thing that nothing says the place of. Raises GivenUp when all was seen."""
    done = view.did(Scroll)
    ends = [step for step in done if moved_nothing(step)]
    if len(ends) > 1 or len(done) >= MOST:
        raise GivenUp(message("builtin.not_found_by_scrolling", target=target.words))
    down = PAGE if not ends else -FAR
    return _scroll(scrolled_area(view.scene, view.part), view, down=down, target=target.words, completes=False)


def moved_nothing(step: Step) -> bool:
    return step.outcome is not None and (step.outcome.nothing_changed or step.outcome.whole < BARELY)


def _way(box: Box, area: Box) -> tuple[int, int]:
    """Notches down and right that bring the box near the middle of the area."""
    down = round((box.middle.y - area.middle.y) / NOTCH)
    right = round((box.middle.x - area.middle.x) / NOTCH)
    if area.left <= box.middle.x < area.right:
        right = 0
    if area.top <= box.middle.y < area.bottom and right:
        down = 0
    if not (down or right):
        down = 1 if box.middle.y >= area.middle.y else -1
    return max(-FAR, min(FAR, down)), max(-FAR, min(FAR, right))


def _scroll(area: Box, view: View, *, down: int = 0, right: int = 0, target: str = "", completes: bool = True) -> Move:
    return Move(action=Scroll(at=view.place(area.middle), down=down, right=right), target=target, completes=completes)


def is_behind(history: tuple[Step, ...], elements: tuple[Element, ...]) -> bool:
    """Whether the tree does not know of the last scroll yet: the picture moved, and nothing in the tree did so far.

    Browsers tell of new places up to a second after they have drawn them; a click by the old ones would miss.
    """
    last = history[-1] if history else None
    if last is None or not isinstance(last.action, Scroll) or not last.performed or moved_nothing(last):
        return False
    before = _places_in_scrolled(last, last.viewport.to_screen(last.action.at))
    if len(before) < FEW:
        return False
    ways = [_far(before[e.handle], e.box) for e in elements if e.handle in before]
    notches = abs(last.action.down) + abs(last.action.right)
    return bool(ways) and max(ways) < min(ENOUGH, LEAST * notches)


def _places_in_scrolled(step: Step, point: ScreenPoint) -> dict[str, Box]:
    """Where the things were that lie in the area that was scrolled, by their handles."""
    areas = [e for e in step.elements if e.role in SCROLLED and e.path and e.box.contains(point)]
    if not areas:
        return {}
    area = max(areas, key=lambda e: len(e.path))
    return {e.handle: e.box for e in step.elements if e.handle and e is not area and is_under(e, area)}


def _far(box: Box, other: Box) -> int:
    return max(abs(box.left - other.left), abs(box.top - other.top))
