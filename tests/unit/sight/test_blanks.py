"""Where the trees say nothing of what is drawn."""

from __future__ import annotations

from app.core.elements import Element, Role, State, WindowFacts
from app.core.geometry import Box
from app.sight.blanks import blanks
from app.sight.visibility import sighted
from tests.unit.sight.trees import SCREEN, box, element, window

FRAME = (100, 100, 400, 300)
ROOT = element((0, 0), Role.WINDOW, "Notes", FRAME)
LABEL = element((0, 0, 0), Role.LABEL, "A label", (110, 110, 50, 20))
NOTES = window(1, "Notes", FRAME, active=True)


def boxes(*elements: Element, windows: tuple[WindowFacts, ...] = (NOTES,)) -> list[Box]:
    return [blank.box for blank in blanks(sighted(elements, windows, SCREEN), windows, SCREEN)]


def test_a_window_without_a_tree_is_blank_as_a_whole() -> None:
    assert boxes() == [NOTES.box]


def test_a_window_whose_tree_says_nothing_is_blank_as_a_whole() -> None:
    assert boxes(ROOT, element((0, 0, 0), Role.PANEL, "", FRAME)) == [NOTES.box]


def test_a_window_with_a_tree_is_not_blank() -> None:
    assert boxes(ROOT, LABEL) == []


def test_only_what_can_be_seen_of_a_blank_window_counts() -> None:
    over = window(2, "Over", (300, 50, 300, 200), pid=8)
    tree = (
        element((1, 0), Role.WINDOW, "Over", (300, 50, 300, 200), pid=8),
        element((1, 0, 0), Role.LABEL, "x", pid=8),
    )
    assert boxes(*tree, windows=(over, NOTES)) == [box(100, 250, 400, 150), box(100, 100, 200, 150)]


def test_an_open_menu_over_a_blank_part_is_not_part_of_it() -> None:
    menu = element((0, 0, 1), Role.MENU, "File", (100, 100, 40, 20))
    item = element((0, 0, 1, 0), Role.MENU_ITEM, "Open", (100, 120, 100, 100))
    canvas = element((0, 0, 2), Role.CANVAS, "", (100, 120, 400, 100))
    assert boxes(ROOT, LABEL, menu, item, canvas) == [box(200, 120, 300, 100)]


def test_minimized_windows_and_our_own_are_not_read() -> None:
    for facts in ({"minimized": True}, {"own": True}):
        assert boxes(windows=(NOTES.model_copy(update=facts),)) == []


def test_the_active_window_comes_first() -> None:
    front, behind = window(2, "Front", (600, 0, 100, 100), pid=8), NOTES
    assert boxes(windows=(front, behind)) == [behind.box, front.box]


def test_canvases_documents_views_and_status_bars_without_text_are_blank() -> None:
    for role, name, states in (
        (Role.CANVAS, "Drawing", ()),
        (Role.DOCUMENT, "Title", ()),
        (Role.PANEL, "", (State.FOCUSABLE,)),
        (Role.OTHER, "", ()),
        (Role.STATUS_BAR, "", ()),
        (Role.IMAGE, "", ()),
        (Role.TOGGLE_BUTTON, "", ()),
    ):
        part = element((0, 0, 1), role, name, (120, 150, 300, 80), *states)
        assert boxes(ROOT, LABEL, part) == [part.box], role


def test_what_holds_text_or_is_a_plain_panel_is_not_blank() -> None:
    document = element((0, 0, 1), Role.DOCUMENT, "Title", (120, 150, 300, 80))
    paragraph = element((0, 0, 1, 0), Role.PARAGRAPH, "", (120, 150, 300, 20), value="Words")
    assert boxes(ROOT, LABEL, document, paragraph) == []
    assert boxes(ROOT, LABEL, element((0, 0, 1), Role.PANEL, "", (120, 150, 300, 80))) == []
    for role in (Role.IMAGE, Role.BUTTON):
        assert boxes(ROOT, LABEL, element((0, 0, 1), role, "A cat", (120, 150, 300, 80))) == []
    assert boxes(ROOT, LABEL, element((0, 0, 1), Role.TERMINAL, "", (120, 150, 300, 80), value="$ ")) == []


def test_what_is_too_small_to_hold_a_word_is_not_read() -> None:
    assert boxes(ROOT, LABEL, element((0, 0, 1), Role.CANVAS, "", (120, 150, 39, 200))) == []
    assert boxes(ROOT, LABEL, element((0, 0, 1), Role.CANVAS, "", (120, 150, 200, 19))) == []
    assert boxes(ROOT, LABEL, element((0, 0, 1), Role.IMAGE, "", (120, 150, 24, 24))) == []
