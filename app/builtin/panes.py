"""The main part of a window: where to scroll, and where nothing lies."""

from __future__ import annotations

import numpy as np

from app.builtin.scene import Scene, is_under, shared_path
from app.core.elements import Element, Role, Source, State, Visibility
from app.core.geometry import Box, ScreenPoint

SCROLLED = frozenset(
    {Role.DOCUMENT, Role.SCROLL_AREA, Role.TERMINAL, Role.TABLE, Role.TREE, Role.LIST, Role.CANVAS, Role.TEXT_FIELD}
)
EDGE = 24
"""Screen units kept free along the edges of a pane."""
GRID = 24
CLEAR = 14
"""Half the side of the square around an empty spot that must be of one colour."""


def scrolled_area(scene: Scene, inside: Element | None = None) -> Box:
    """The visible box to turn the wheel over: the innermost area around an element, else the largest of the window."""
    view = scene.screen.screenshot.viewport.area
    areas = [e for e in scene.screen.elements if _scrolls(e) and e.box.overlap(view).area]
    if inside is not None and (beside := _beside(inside, scene)):
        return beside
    if inside is not None:
        around = [e for e in areas if e is not inside and inside.path and is_under(inside, e)]
        if around:
            return _seen(max(around, key=lambda e: len(e.path)).box, scene)
    front = [e for e in areas if scene.in_front(e)] or areas
    boxes = [box for box in (_seen(e.box, scene) for e in front) if box.area]
    return max(boxes, key=lambda box: box.area, default=_window_box(scene))


def _beside(hidden: Element, scene: Scene) -> Box | None:
    """The box of something in sight that is closest to the hidden thing in the tree, and so scrolls with it."""
    if not hidden.path:
        return None
    kin = [(shared_path(e.path, hidden.path), e) for e in scene.visible if e.app == hidden.app and e.path]
    deepest = max((depth for depth, _e in kin), default=0)
    nearest = [e for depth, e in kin if depth == deepest and not is_under(hidden, e)]
    if not nearest:
        return None
    return sorted(nearest, key=lambda e: e.box.middle.y)[len(nearest) // 2].box


def _scrolls(element: Element) -> bool:
    if element.visibility not in {Visibility.VISIBLE, Visibility.COVERED}:
        return False
    return element.role in SCROLLED and (element.role is not Role.TEXT_FIELD or State.MULTI_LINE in element.states)


def empty_spot(scene: Scene) -> ScreenPoint | None:
    """A point of the main pane with nothing under it or near it; None where there is none."""
    pane = scrolled_area(scene)
    ys, xs = np.mgrid[pane.top + EDGE : pane.bottom - EDGE : GRID, pane.left + EDGE : pane.right - EDGE : GRID]
    gaps = np.full(xs.shape, GRID * 10)
    for box in [e.box for e in scene.visible if _is_thing(e, pane)]:
        across = np.maximum(box.left - xs, xs - box.right)
        down = np.maximum(box.top - ys, ys - box.bottom)
        np.minimum(gaps, np.maximum(across, down), out=gaps)
    for index in np.argsort(-gaps, axis=None, kind="stable"):
        if gaps.flat[index] < CLEAR:
            return None
        point = ScreenPoint(x=int(xs.flat[index]), y=int(ys.flat[index]))
        if _is_plain(point, scene):
            return point
    return None


def _is_thing(element: Element, pane: Box) -> bool:
    """Whether it is something in the pane, and not the pane itself or what holds it."""
    shared = element.box.overlap(pane).area
    return shared > 0 and (element.box.area * 3 < pane.area or element.source is Source.OCR)


def _is_plain(point: ScreenPoint, scene: Scene) -> bool:
    shot = scene.screen.screenshot
    left, top, right, bottom = shot.viewport.to_image_box(Box.around(point, CLEAR))
    patch = shot.pixels[top:bottom, left:right, :3]
    return patch.size > 0 and bool(np.all(patch == patch[0, 0]))


def _window_box(scene: Scene) -> Box:
    active = scene.screen.active
    return _seen(active.box, scene) if active else scene.screen.screenshot.viewport.area


def _seen(box: Box, scene: Scene) -> Box:
    seen = box.overlap(scene.screen.screenshot.viewport.area)
    active = scene.screen.active
    inner = seen.overlap(active.box) if active else seen
    return inner if inner.area else seen
