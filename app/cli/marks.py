"""Where a step's marks go on its picture: the places of its action, the element meant, the way of a drag."""

from __future__ import annotations

import math
from dataclasses import dataclass

from app.core.actions import Action, Drag, Scroll, places
from app.core.steps import Step

_CLOSE_UP = (0.42, 260)
"""The close-up is this share of the picture's width, and at least so many pixels wide."""
_CLOSE_UP_RATIO = 0.4
_RING = 1.25
"""The radius of the ring around a place, in units."""


@dataclass(frozen=True)
class Rectangle:
    """In pixels of the picture."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Place:
    """In pixels of the picture. `replaced` is a place of the proposed action that the person changed."""

    x: int
    y: int
    number: int = 0
    replaced: bool = False


@dataclass(frozen=True)
class Way:
    """From one place to the next."""

    start: Place
    end: Place


@dataclass(frozen=True)
class Drawing:
    """All marks of one picture of `width` x `height` pixels; `unit` is a length that looks alike on any picture."""

    width: int
    height: int
    unit: float
    element: Rectangle | None
    places: tuple[Place, ...]
    ways: tuple[Way, ...]
    close_up: Rectangle | None


def drawing(step: Step) -> Drawing:
    """The marks for a step's picture."""
    image = step.viewport.image
    replaced = _places(step.proposal.action, replaced=True) if step.edited is not None else ()
    aimed = _places(step.action)
    return Drawing(
        width=image.width,
        height=image.height,
        unit=image.width / 100,
        element=_element(step),
        places=(*(place for place in replaced if _at(place) not in {_at(p) for p in aimed}), *aimed),
        ways=_ways(step.action, aimed, image.width / 100),
        close_up=_close_up(aimed, image.width, image.height),
    )


def _places(action: Action, *, replaced: bool = False) -> tuple[Place, ...]:
    points = places(action)
    several = len(points) > 1
    return tuple(
        Place(point.x, point.y, number if several else 0, replaced) for number, point in enumerate(points, start=1)
    )


def _at(place: Place) -> tuple[int, int]:
    return place.x, place.y


def _element(step: Step) -> Rectangle | None:
    """The box of the element that was meant: the planner's, as long as the person did not aim elsewhere."""
    element = step.proposal.element
    if element is None or (step.edited is not None and places(step.edited) != places(step.proposal.action)):
        return None
    left, top, right, bottom = step.viewport.to_image_box(element.box)
    return Rectangle(left, top, right - left, bottom - top) if right > left and bottom > top else None


def _ways(action: Action, aimed: tuple[Place, ...], unit: float) -> tuple[Way, ...]:
    """The arrow of a drag, from ring to ring, or of a scroll, out of its ring."""
    if isinstance(action, Drag):
        start, end = aimed
        return (Way(_towards(end, start, _RING * unit), _towards(start, end, _RING * unit)),)
    if isinstance(action, Scroll):
        start = aimed[0]
        tip = Place(start.x + _length(action.right, unit), start.y + _length(action.down, unit))
        return (Way(_towards(tip, start, _RING * unit), tip),)
    return ()


def _towards(start: Place, end: Place, before: float) -> Place:
    """The place that many pixels before `end` on the way from `start`."""
    far = math.hypot(end.x - start.x, end.y - start.y)
    share = max(0.0, 1 - before / far) if far else 1.0
    return Place(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share))


def _length(notches: int, unit: float) -> int:
    """Of the arrow that shows a scroll, in pixels: longer for more notches, but never far away."""
    return round(max(-10.0, min(10.0, 2.5 * notches + math.copysign(2, notches) if notches else 0.0)) * unit)


def _close_up(aimed: tuple[Place, ...], width: int, height: int) -> Rectangle | None:
    """A part of the picture around the first place; None where it would show nearly all of the picture."""
    share, least = _CLOSE_UP
    wide = min(width, max(least, round(width * share)))
    high = min(height, round(wide * _CLOSE_UP_RATIO))
    inside = [place for place in aimed if 0 <= place.x < width and 0 <= place.y < height]
    if not inside or wide > 0.8 * width:
        return None
    place = inside[0]
    left = max(0, min(place.x - wide // 2, width - wide))
    top = max(0, min(place.y - high // 2, height - high))
    return Rectangle(left, top, wide, high)
