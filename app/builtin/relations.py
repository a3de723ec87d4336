"""Which of several things is meant, by where they are."""

from __future__ import annotations

from collections.abc import Sequence

from app.builtin.intents import How, Target
from app.builtin.scene import Scene, in_reading_order, is_under, shared_path
from app.core.elements import Element, Role
from app.core.geometry import Box

CLEARLY = 1.5
"""How many times nearer the nearest of several must be than the next, to be the one that is meant."""


def related(how: How, candidates: Sequence[Element], anchors: Sequence[Element], scene: Scene) -> list[Element]:
    """The candidates that are so from one of the anchors."""
    found: list[Element] = []
    for anchor in anchors:
        others = [e for e in candidates if e is not anchor and (how is How.INSIDE or not is_under(anchor, e))]
        found += [e for e in _related(how, others, anchor, scene) if e not in found]
    return found


def _related(how: How, candidates: list[Element], anchor: Element, scene: Scene) -> list[Element]:
    match how:
        case How.ROW:
            return _in_row(candidates, anchor, scene)
        case How.INSIDE:
            return scene.inside(anchor, candidates) or _in_row(candidates, anchor, scene)
        case How.BESIDE:
            return _nearest(anchor, [e for e in candidates if _same_line(e.box, anchor.box)] or candidates)
        case How.BELOW | How.ABOVE | How.LEFT | How.RIGHT:
            return _nearest(anchor, [e for e in candidates if _lies(how, e.box, anchor.box)])


def _in_row(candidates: list[Element], anchor: Element, scene: Scene) -> list[Element]:
    """Those in the same row or card: by the nearest thing that holds both, then by line, then by distance."""
    rows = [
        e for e in scene.screen.elements if e.role is Role.ROW and e is not anchor and is_under(anchor, e) and e.path
    ]
    if rows:
        row = max(rows, key=lambda e: len(e.path))
        return [e for e in candidates if is_under(e, row)]
    lines = [e for e in candidates if _same_line(e.box, anchor.box)]
    if not anchor.path or not all(e.path for e in candidates):
        return lines or _nearest(anchor, candidates)
    shared = [shared_path(e.path, anchor.path) if e.app == anchor.app else 0 for e in candidates]
    deepest = max(shared, default=0)
    closest = [e for e, depth in zip(candidates, shared, strict=True) if depth == deepest]
    if len(closest) < len(candidates):
        return closest
    return lines or _in_section(candidates, anchor, scene) or _nearest(anchor, closest)


def things_of(part: Element, elements: Sequence[Element], scene: Scene) -> list[Element]:
    """The elements in a part of a window: inside of it, or after it where the part is only a heading."""
    if part.role in {Role.HEADING, Role.LABEL, Role.PARAGRAPH} and part.path:
        return _in_section(list(elements), part, scene)
    return scene.inside(part, elements)


def _in_section(candidates: list[Element], anchor: Element, scene: Scene) -> list[Element]:
    """Those that come after a heading and before the next one like it, where nothing else holds them together."""
    alike = [
        e.path
        for e in scene.screen.elements
        if e.role is anchor.role and e.app == anchor.app and e.path > anchor.path and e.box.left == anchor.box.left
    ]
    end = min(alike, default=None)
    return [e for e in candidates if e.path > anchor.path and (end is None or e.path < end)]


def _same_line(box: Box, other: Box) -> bool:
    overlap = min(box.bottom, other.bottom) - max(box.top, other.top)
    return overlap * 2 >= min(box.height, other.height) > 0


def _lies(how: How, box: Box, anchor: Box) -> bool:
    across = min(box.right, anchor.right) - max(box.left, anchor.left) > 0
    match how:
        case How.BELOW:
            return box.middle.y > anchor.bottom and across
        case How.ABOVE:
            return box.middle.y < anchor.top and across
        case How.LEFT:
            return box.middle.x < anchor.left and _same_line(box, anchor)
        case How.RIGHT:
            return box.middle.x > anchor.right and _same_line(box, anchor)
        case _:
            return False


def _nearest(anchor: Element, candidates: list[Element]) -> list[Element]:
    """The nearest one; all that are about as near where it is not clearly the nearest."""
    ranked = sorted((distance(anchor.box, e.box), n) for n, e in enumerate(candidates))
    if not ranked:
        return []
    limit = max(8.0, ranked[0][0] * CLEARLY)
    near = [candidates[n] for far, n in ranked if far < limit]
    return near if len(near) > 1 and ranked[1][0] < limit else [candidates[ranked[0][1]]]


def distance(box: Box, other: Box) -> float:
    """Between the nearest edges, in screen units."""
    across = max(box.left - other.right, other.left - box.right, 0)
    down = max(box.top - other.bottom, other.top - box.bottom, 0)
    return float((across**2 + down**2) ** 0.5)


def on_sides(target: Target, candidates: list[Element], scene: Scene) -> list[Element]:
    """The candidates in the named part of their window, or the outermost of them where all or none are there."""
    if not target.sides or len(candidates) < 2:
        return candidates
    left = sorted(candidates, key=lambda e: _how_far(e, target, scene))
    best, second = _how_far(left[0], target, scene), _how_far(left[1], target, scene)
    return left[:1] if best < second else candidates


def _how_far(element: Element, target: Target, scene: Scene) -> int:
    window = scene.window_of(element)
    box = window.box if window else scene.screen.screenshot.viewport.area
    middle = element.box.middle
    edges = {
        "top": middle.y - box.top,
        "bottom": box.bottom - middle.y,
        "left": middle.x - box.left,
        "right": box.right - middle.x,
    }
    return sum(edges[side] for side in target.sides)


def picked(ordinal: int, candidates: Sequence[Element]) -> list[Element]:
    """The one with this number in reading order; none where there are not so many."""
    ordered = in_reading_order(candidates)
    at = ordinal - 1 if ordinal > 0 else len(ordered) + ordinal
    return [ordered[at]] if 0 <= at < len(ordered) else []
