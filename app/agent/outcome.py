"""What an action changed on the screen."""

from __future__ import annotations

from app.core.actions import Action, places
from app.core.errors import BadFrame
from app.core.geometry import Box, ImagePoint, Viewport
from app.core.steps import Outcome, Pixels, Screen
from app.pictures.compare import NO_DIFFERENCE, difference

NEAR_PIXELS = 48
"""Half the side of the square around the target, in pixels of the picture."""


def compare(action: Action, before: Screen, after: Screen, *, settled: bool) -> Outcome:
    """Compares pictures and windows from before and after; a caret that went on or off counts as nothing.

    Raises BadFrame where windows came and went and yet not one pixel changed: the picture is frozen.
    """
    old, fresh = before.screenshot.pixels, after.screenshot.pixels
    change = difference(old, fresh)
    new, closed = _titles(after, before), _titles(before, after)
    if change is NO_DIFFERENCE and new and closed:
        raise BadFrame("camera.frozen")
    if change.is_caret:
        change = NO_DIFFERENCE
    near = [_near(point, old, fresh) for point in places(action)]
    return Outcome(
        near=max(near, default=None),
        whole=change.count / (fresh.shape[0] * fresh.shape[1]),
        changed=_on_screen(change.box, after.screenshot.viewport) if change.box else None,
        settled=settled,
        new_windows=new,
        closed_windows=closed,
    )


def _titles(screen: Screen, but_not_on: Screen) -> tuple[str, ...]:
    known = {window.number for window in but_not_on.windows}
    return tuple(window.title for window in screen.windows if window.number not in known)


def _near(point: ImagePoint, before: Pixels, after: Pixels) -> float:
    if before.shape != after.shape:
        return 1.0
    rows = slice(max(0, point.y - NEAR_PIXELS), point.y + NEAR_PIXELS)
    columns = slice(max(0, point.x - NEAR_PIXELS), point.x + NEAR_PIXELS)
    crop = after[rows, columns]
    return difference(before[rows, columns], crop).count / max(1, crop[..., 0].size)


def _on_screen(box: tuple[int, int, int, int], viewport: Viewport) -> Box:
    left, top, right, bottom = box
    start = viewport.area.left + int(left / viewport.scale_x), viewport.area.top + int(top / viewport.scale_y)
    width, height = round((right - left) / viewport.scale_x), round((bottom - top) / viewport.scale_y)
    return Box(left=start[0], top=start[1], width=width, height=height)
