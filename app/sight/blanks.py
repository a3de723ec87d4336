"""Finds what is on the screen but in no tree: windows without one, canvases, views and documents without text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.core.geometry import Box
from app.sight.visibility import Path, Sighted

SMALLEST = (40, 20)
"""Screen units across and down; less than that is not read."""

PICTURE = (80, 30)
VIEW = (120, 60)

DRAWN_INSIDE = frozenset({Role.CANVAS, Role.DOCUMENT, Role.TERMINAL})
"""What draws its own content: its own name says nothing about that."""

SHOWING_A_WORD = frozenset({Role.IMAGE, Role.BUTTON, Role.TOGGLE_BUTTON, Role.COMBO_BOX})
"""Where these are large but nameless, they are likely to show what they are in letters."""

VIEWS = frozenset({Role.PANEL, Role.SCROLL_AREA, Role.GROUP, Role.OTHER, Role.LIST, Role.TREE, Role.TABLE})


@dataclass(frozen=True)
class Blank:
    """A part of a window, in screen units, of which no tree says what is drawn there."""

    box: Box
    window: WindowFacts


def blanks(sighted: Sighted, windows: Sequence[WindowFacts], seen: Box) -> tuple[Blank, ...]:
    """The blank parts that can be seen, those of the active window first. `windows` has the topmost first."""
    shown = [window for window in windows if not window.minimized and not window.own]
    texts = _with_text_inside(sighted.elements)
    trees = {home.window.number for home in sighted.homes if home.window and not home.popup and home.root.path in texts}
    found = []
    for index, window in sorted(enumerate(shown), key=lambda entry: not entry[1].active):
        if window.number in trees:
            boxes = [element.box for element in sighted.elements if _is_blank(element, window, texts)]
        else:
            boxes = [window.box]
        over = [above.box for above in shown[:index]]
        over += [cover.box for cover in sighted.covers if cover.box and cover.within is None]
        for box in boxes:
            found += [Blank(piece, window) for piece in _pieces(box.overlap(window.box).overlap(seen), over)]
    return tuple(found)


def _with_text_inside(elements: Iterable[Element]) -> frozenset[Path]:
    """The paths of all that has an element with text below it."""
    return frozenset(
        element.path[:length]
        for element in elements
        if (element.name or element.value) and element.visibility is not Visibility.HIDDEN
        for length in range(1, len(element.path))
    )


def _is_blank(element: Element, window: WindowFacts, texts: frozenset[Path]) -> bool:
    if element.window != window.number or element.path in texts or element.value:
        return False
    if element.visibility not in (Visibility.VISIBLE, Visibility.COVERED):
        return False
    if element.role in DRAWN_INSIDE:
        return True
    if element.role is Role.STATUS_BAR:
        return not element.name
    if element.role in SHOWING_A_WORD:
        return not element.name and not element.description and _holds(element.box, PICTURE)
    is_view = State.FOCUSABLE in element.states or element.role is Role.OTHER
    return element.role in VIEWS and is_view and _holds(element.box, VIEW)


def _holds(box: Box, size: tuple[int, int]) -> bool:
    return box.width >= size[0] and box.height >= size[1]


def _pieces(box: Box, over: Iterable[Box]) -> list[Box]:
    """What is left of `box` beside the boxes that lie over it, in parts large enough to be read."""
    left = [box]
    for cover in over:
        left = [piece for part in left for piece in _beside(part, cover)]
    return [piece for piece in left if _holds(piece, SMALLEST)]


def _beside(box: Box, cover: Box) -> list[Box]:
    """The parts of `box` above, below, left and right of the part of it that `cover` covers."""
    hole = box.overlap(cover)
    if hole.area == 0:
        return [box]
    return [
        Box(left=box.left, top=box.top, width=box.width, height=hole.top - box.top),
        Box(left=box.left, top=hole.bottom, width=box.width, height=box.bottom - hole.bottom),
        Box(left=box.left, top=hole.top, width=hole.left - box.left, height=hole.height),
        Box(left=hole.right, top=hole.top, width=box.right - hole.right, height=hole.height),
    ]
