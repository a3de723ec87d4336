"""What can be clicked, and what is hidden, scrolled away or covered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.sight.visibility import sighted
from tests.unit.sight.trees import SCREEN, element, window

FRAME = (100, 100, 400, 300)
ROOT = element((0, 0), Role.WINDOW, "Notes", FRAME)
NOTES = window(1, "Notes", FRAME, active=True)


def seen(*elements: Element, windows: tuple[WindowFacts, ...] = (NOTES,)) -> dict[str, Element]:
    return {one.name: one for one in sighted((ROOT, *elements), windows, SCREEN).elements}


def visibility(*elements: Element, windows: tuple[WindowFacts, ...] = (NOTES,)) -> dict[str, Visibility]:
    return {name: one.visibility for name, one in seen(*elements, windows=windows).items()}


def button(name: str, at: tuple[int, int, int, int], path: tuple[int, ...] = (0, 0, 0)) -> Element:
    return element(path, Role.BUTTON, name, at)


def test_a_button_in_its_window_is_visible_and_belongs_to_it() -> None:
    found = seen(button("Save", (120, 120, 60, 20)))["Save"]
    assert found.visibility is Visibility.VISIBLE
    assert found.window == 1


@pytest.mark.parametrize(
    "at", [(120, 120, 0, 20), (-(2**31), -(2**31), 1, 1), (120, 120, 60, 0)], ids=["no width", "stale", "no height"]
)
def test_what_has_no_place_on_any_screen_is_hidden(at: tuple[int, int, int, int]) -> None:
    assert visibility(button("Save", at))["Save"] is Visibility.HIDDEN


def test_what_the_tree_calls_hidden_or_scrolled_away_stays_so() -> None:
    gone = element((0, 0, 0), Role.BUTTON, "Gone", (120, 120, 60, 20), visibility=Visibility.HIDDEN)
    below = element((0, 0, 1), Role.BUTTON, "Below", (120, 150, 60, 20), visibility=Visibility.OFFSCREEN)
    assert visibility(gone, below) == {
        "Notes": Visibility.VISIBLE,
        "Gone": Visibility.HIDDEN,
        "Below": Visibility.OFFSCREEN,
    }


def test_what_lies_outside_its_scroll_area_is_offscreen() -> None:
    area = element((0, 0, 0), Role.SCROLL_AREA, "Area", (100, 100, 400, 100))
    inner = element((0, 0, 0, 0), Role.LIST, "List", (100, 100, 400, 1000))
    above, under = button("In", (110, 150, 50, 20), (0, 0, 0, 0, 0)), button("Out", (110, 250, 50, 20), (0, 0, 0, 0, 1))
    found = visibility(area, inner, above, under)
    assert (found["In"], found["Out"]) == (Visibility.VISIBLE, Visibility.OFFSCREEN)


def test_what_lies_outside_its_window_or_the_picture_is_offscreen() -> None:
    far = window(1, "Notes", (800, 100, 400, 300), active=True)
    root = element((0, 0), Role.WINDOW, "Notes", (800, 100, 400, 300))
    beyond = button("Beyond", (1050, 200, 50, 20))
    found = sighted((root, beyond), (far,), SCREEN).elements
    assert found[1].visibility is Visibility.OFFSCREEN
    assert visibility(button("Outside", (600, 200, 50, 20)))["Outside"] is Visibility.OFFSCREEN


def test_what_lies_under_another_window_is_covered() -> None:
    over = window(2, "Over", (100, 100, 200, 200), pid=8)
    found = visibility(
        button("Under", (120, 120, 60, 20)), button("Beside", (400, 120, 60, 20), (0, 0, 1)), windows=(over, NOTES)
    )
    assert (found["Under"], found["Beside"]) == (Visibility.COVERED, Visibility.VISIBLE)


def test_windows_below_minimized_or_our_own_cover_nothing() -> None:
    same = (100, 100, 400, 300)
    below, small = window(2, "Below", same, pid=8), window(3, "Small", same, pid=8, minimized=True)
    own = window(4, "Handrail", same, pid=9, own=True)
    found = visibility(button("Save", (120, 120, 60, 20)), windows=(own, small, NOTES, below))
    assert found["Save"] is Visibility.VISIBLE


def test_trees_of_our_own_and_of_minimized_windows_are_left_out() -> None:
    for facts in ({"own": True}, {"minimized": True}):
        hidden = NOTES.model_copy(update=facts)
        assert seen(button("Save", (120, 120, 60, 20)), windows=(hidden,)) == {}


def test_a_button_fully_under_a_dialog_of_the_page_is_covered_though_it_says_that_it_shows() -> None:
    page = element((0, 0, 0), Role.DOCUMENT, "Page", FRAME)
    under = button("Subscribe", (220, 220, 60, 20), (0, 0, 0, 0))
    after = button("Drawn over it", (240, 260, 60, 20), (0, 0, 0, 2))
    dialog = element((0, 0, 0, 1), Role.DIALOG, "News", (200, 200, 200, 150))
    inside = button("No thanks", (220, 230, 60, 20), (0, 0, 0, 1, 0))
    beside = button("Download", (120, 120, 60, 20), (0, 0, 0, 3))
    found = visibility(page, under, dialog, inside, after, beside)
    assert found["Subscribe"] is Visibility.COVERED
    assert {found[name] for name in ("News", "No thanks", "Drawn over it", "Download")} == {Visibility.VISIBLE}


def test_under_a_modal_dialog_nothing_else_of_the_page_can_be_used_but_the_toolbar_can() -> None:
    tools = button("Back", (110, 105, 30, 20), (0, 0, 0))
    page = element((0, 0, 1), Role.DOCUMENT, "Page", (100, 140, 400, 260))
    beside = button("Download", (120, 150, 60, 20), (0, 0, 1, 0))
    dialog = element((0, 0, 1, 1), Role.DIALOG, "News", (200, 200, 200, 150), State.MODAL)
    inside = button("No thanks", (220, 230, 60, 20), (0, 0, 1, 1, 0))
    late = button("Later", (210, 240, 60, 20), (0, 0, 1, 2))
    found = visibility(tools, page, beside, dialog, inside, late)
    assert found["Download"] is found["Later"] is Visibility.COVERED
    assert found["Back"] is found["No thanks"] is found["Page"] is Visibility.VISIBLE


def test_of_two_modal_dialogs_the_one_on_top_can_be_used() -> None:
    page = element((0, 0, 0), Role.DOCUMENT, "Page", FRAME)
    first = element((0, 0, 0, 0), Role.DIALOG, "First", (200, 200, 200, 150), State.MODAL)
    second = element((0, 0, 0, 1), Role.DIALOG, "Second", (150, 110, 100, 80), State.MODAL)
    yes, no = button("Yes", (220, 230, 60, 20), (0, 0, 0, 0, 0)), button("No", (160, 120, 60, 20), (0, 0, 0, 1, 0))
    found = visibility(page, first, yes, second, no)
    assert (found["Yes"], found["No"]) == (Visibility.COVERED, Visibility.VISIBLE)


def test_items_of_an_open_submenu_are_visible_also_outside_the_window_and_cover_what_is_under_them() -> None:
    menu = element((0, 0, 0), Role.MENU, "View", (110, 110, 40, 20))
    sub = element((0, 0, 0, 0), Role.MENU, "Sort", (110, 130, 150, 20))
    item = element((0, 0, 0, 0, 0), Role.MENU_ITEM, "By name", (480, 130, 150, 20))
    last = element((0, 0, 0, 1), Role.MENU_ITEM, "Filter", (110, 150, 150, 20))
    under, beside = button("Under", (120, 140, 80, 20), (0, 0, 1)), button("Beside", (300, 300, 50, 20), (0, 0, 2))
    found = visibility(menu, sub, item, last, under, beside)
    assert found["Under"] is Visibility.COVERED
    assert {found[name] for name in ("View", "Sort", "By name", "Filter", "Beside")} == {Visibility.VISIBLE}


def test_items_of_an_open_menu_are_over_windows_in_front() -> None:
    over = window(2, "Over", (100, 130, 300, 300), pid=8)
    menu = element((0, 0, 0), Role.MENU, "File", (110, 110, 40, 20))
    item = element((0, 0, 0, 0), Role.MENU_ITEM, "Open", (110, 140, 150, 20))
    assert visibility(menu, item, windows=(over, NOTES))["Open"] is Visibility.VISIBLE


def test_an_item_under_an_open_submenu_is_covered() -> None:
    menu = element((0, 0, 0), Role.MENU, "View", (110, 110, 40, 20))
    sub = element((0, 0, 0, 0), Role.MENU, "Sort", (110, 130, 150, 20))
    item = element((0, 0, 0, 0, 0), Role.MENU_ITEM, "By name", (120, 150, 150, 20))
    last = element((0, 0, 0, 1), Role.MENU_ITEM, "Filter", (110, 150, 150, 20))
    found = visibility(menu, sub, item, last)
    assert (found["By name"], found["Filter"]) == (Visibility.VISIBLE, Visibility.COVERED)


def test_a_context_menu_in_a_window_of_its_own_covers_what_is_under_it() -> None:
    popup = element((0, 1), Role.WINDOW, "", (200, 200, 100, 60))
    menu = element((0, 1, 0), Role.MENU, "Menu", (200, 200, 100, 60))
    item = element((0, 1, 0, 0), Role.MENU_ITEM, "Paste", (200, 200, 100, 20))
    found = seen(button("Under", (210, 205, 40, 20)), popup, menu, item)
    assert found["Under"].visibility is Visibility.COVERED
    assert found["Paste"].visibility is Visibility.VISIBLE
    assert found["Paste"].window == 1


def test_entries_of_a_list_that_opens_in_an_empty_window_elsewhere_in_the_tree_are_visible() -> None:
    chooser = element((0, 0, 0), Role.COMBO_BOX, "Size", (200, 180, 100, 20))
    listing = element((0, 0, 0, 0), Role.MENU, "List", (200, 180, 100, 10))
    entry = element((0, 0, 0, 0, 0), Role.MENU_ITEM, "Large", (200, 220, 100, 20))
    under = button("Under", (210, 230, 40, 20), (0, 0, 1))
    popup = element((0, 1), Role.WINDOW, "", (200, 200, 100, 60))
    found = visibility(chooser, listing, entry, under, popup)
    assert (found["Large"], found["Under"]) == (Visibility.VISIBLE, Visibility.COVERED)


def test_icons_of_the_desktop_itself_are_under_every_window() -> None:
    icons = element((1, 0), Role.PANEL, "Desktop", (0, 0, 1000, 800), pid=5)
    trash = element((1, 0, 0), Role.ICON, "Trash", (10, 10, 40, 40), pid=5)
    lost = element((1, 0, 1), Role.ICON, "Lost", (200, 200, 40, 40), pid=5)
    found = visibility(icons, trash, lost)
    assert (found["Trash"], found["Lost"]) == (Visibility.VISIBLE, Visibility.COVERED)


def test_only_the_active_window_keeps_its_focus() -> None:
    field = element((0, 0, 0), Role.TEXT_FIELD, "Name", (120, 120, 60, 20), State.FOCUSED)
    assert State.FOCUSED in seen(field)["Name"].states
    idle, other = NOTES.model_copy(update={"active": False}), window(2, "Other", (600, 0, 90, 90), pid=8, active=True)
    assert State.FOCUSED not in seen(field, windows=(other, idle))["Name"].states


@given(st.lists(st.tuples(st.integers(-50, 900), st.integers(-50, 900), st.integers(0, 300), st.integers(0, 300))))
def test_a_visible_element_has_its_middle_on_the_picture_and_in_its_window(
    places: list[tuple[int, int, int, int]],
) -> None:
    buttons = [button(str(index), place, (0, 0, index)) for index, place in enumerate(places)]
    for one in sighted((ROOT, *buttons), (NOTES,), SCREEN).elements:
        if one.visibility is Visibility.VISIBLE:
            assert SCREEN.contains(one.box.middle)
            assert NOTES.box.contains(one.box.middle)
