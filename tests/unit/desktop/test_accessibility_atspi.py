"""Reading trees over the accessibility bus, against one in memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.core.elements import Element, Role, State, Visibility
from app.core.errors import Stopped
from app.core.geometry import Box
from app.core.stop import Stop
from app.desktop import atspi_roles as roles
from app.desktop.accessibility_atspi import AtspiAccessibility
from tests.unit.desktop.atspi_server import SHOWN, AtspiServer, Widget

STOP = Stop()
HIDDEN = (-(2**31), -(2**31), 1, 1)
FOCUSED, SELECTED = roles.FOCUSED, roles.SELECTED


def editor(*inside: Widget) -> Widget:
    frame = Widget(roles.FRAME, "Editor", (0, 0, 800, 600), SHOWN | roles.ACTIVE, list(inside))
    return Widget(roles.APPLICATION, "editor", None, children=[frame])


class Shown:
    """A bus with these programs, and a reader on it."""

    def __init__(self, server: AtspiServer, accessibility: AtspiAccessibility) -> None:
        self.server, self.accessibility = server, accessibility

    def elements(self) -> list[Element]:
        return list(self.accessibility.elements(STOP))

    def named(self) -> dict[str, Element]:
        return {one.name: one for one in self.elements()}


Show = Callable[..., Shown]


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    shown: list[Shown] = []

    def start(**programs: Widget) -> Shown:
        server = AtspiServer(tmp_path, {f":1.{index}": root for index, root in enumerate(programs.values(), 2)})
        shown.append(Shown(server, AtspiAccessibility(server.address)))
        return shown[0]

    yield start
    for one in shown:
        one.accessibility.close()
        one.server.close()


def test_an_element_has_what_the_application_says(show: Show) -> None:
    found = show(one=editor(Widget(roles.PUSH_BUTTON, " Save ", (10, 20, 60, 30)))).named()
    save = found["Save"]
    assert (save.role, save.box, save.path) == (Role.BUTTON, Box(left=10, top=20, width=60, height=30), (0, 0, 0))
    assert (save.app, save.pid, State.ENABLED in save.states) == ("editor", 1000, True)


def test_kinds_of_values(show: Show) -> None:
    large, label = Widget(roles.MENU_ITEM, "Large"), Widget(roles.LABEL, "Size")
    found = show(
        one=editor(
            Widget(roles.TEXT, "Note", text="Bread\n" * 100, states=SHOWN | roles.EDITABLE),
            Widget(roles.PASSWORD_TEXT, "Secret", text="12345", states=SHOWN | roles.EDITABLE),
            Widget(roles.SLIDER, "Volume", value=0.5),
            label,
            Widget(roles.COMBO_BOX, "", selected=large, labelled_by=[label], children=[large]),
            Widget(roles.LABEL, "", text="Ready"),
        )
    ).named()
    assert found["Note"].value == ("Bread\n" * 100)[:400]
    assert found["Secret"].value == ""
    assert found["Volume"].value == "0.5"
    assert (found["Size"].role, found["Size"].value) == (Role.COMBO_BOX, "Large")
    assert "Ready" in found


def test_the_text_of_a_password_field_is_not_even_asked_for(show: Show) -> None:
    shown = show(one=editor(Widget(roles.PASSWORD_TEXT, "Secret", text="12345", states=SHOWN | roles.EDITABLE)))
    assert shown.accessibility.text_of(shown.named()["Secret"]) is None
    assert shown.server.calls[":1.2", "GetText"] == 0


def test_hidden_parts_are_not_entered_and_a_closed_menu_is_only_looked_at(show: Show) -> None:
    items = [Widget(roles.MENU_ITEM, f"Item {n}", HIDDEN, 1 << 30) for n in range(40)]
    page = Widget(roles.PANEL, "Page", HIDDEN, 0, [Widget(roles.PUSH_BUTTON, "Deep")])
    shown = show(one=editor(Widget(roles.MENU, "File", children=items), page))
    assert sorted(shown.named()) == ["Editor", "File"]
    assert shown.server.calls[":1.2", "GetRole"] < 12


def test_an_open_menu_is_read_whole_with_its_submenu(show: Show) -> None:
    by = [Widget(roles.CHECK_MENU_ITEM, f"By {n}", (300, 20 * n, 90, 20), 1 << 30 | 1 << 24) for n in range(1, 9)]
    tear_off = Widget(59, "", HIDDEN, 1 << 24)
    sort = Widget(roles.MENU, "Sort", (50, 40, 90, 20), 1 << 30 | 1 << 24, [tear_off, *by])
    items = [Widget(roles.MENU_ITEM, f"Item {n}", (50, 60 + 20 * n, 90, 20), 1 << 30 | 1 << 24) for n in range(9)]
    found = show(one=editor(Widget(roles.MENU, "View", children=[sort, *items], states=SHOWN | SELECTED))).named()
    assert {f"By {n}" for n in range(1, 9)} | {f"Item {n}" for n in range(9)} <= set(found)
    assert {found["By 1"].visibility, found["Item 3"].visibility} == {Visibility.VISIBLE}
    assert State.CHECKABLE in found["By 1"].states


def test_of_a_table_that_says_it_has_two_thousand_million_cells_those_in_sight_are_read(show: Show) -> None:
    cells = {
        (row, column): Widget(
            roles.TABLE_CELL,
            f"{'ABC'[column]}{row + 1}",
            (50 + 100 * column, 100 + 20 * row, 100, 20),
            text="here" if (row, column) == (1, 2) else "",
        )
        for row in range(5)
        for column in range(3)
    }
    table = Widget(
        roles.TABLE,
        "Sheet",
        (50, 100, 300, 100),
        SHOWN | roles.MANAGES_DESCENDANTS,
        count=2**31 - 1,
        at=lambda x, y: cells.get(((y - 100) // 20, (x - 50) // 100)),
    )
    shown = show(one=editor(table))
    found = [one for one in shown.elements() if one.role is Role.CELL]
    assert [one.name for one in found] == [f"{letter}{row}" for row in range(1, 6) for letter in "ABC"]
    assert {one.name: one.value for one in found if one.value} == {"C2": "here"}
    assert found[4].box == Box(left=150, top=120, width=100, height=20)
    assert shown.server.calls[":1.2", "GetChildren"] == 2


def test_of_a_long_list_what_is_in_or_near_sight_is_read(show: Show) -> None:
    rows = [Widget(roles.LIST_ITEM, f"Row {n}", (0, 20 * n - 2000, 200, 20)) for n in range(1000)]
    shown = show(one=editor(Widget(roles.LIST, "Rows", (0, -2000, 200, 20_000), children=rows)))
    found = [one.name for one in shown.elements() if one.role is Role.LIST_ITEM]
    assert (found[0], found[-1]) == ("Row 85", "Row 144")
    assert shown.server.calls[":1.2", "GetRole"] < 80


def test_texts_that_repeat_the_name_of_what_they_stand_in_are_no_elements(show: Show) -> None:
    button = Widget(roles.PUSH_BUTTON, "Save", children=[Widget(roles.STATIC, "Save"), Widget(roles.STATIC, "  ")])
    assert [one.name for one in show(one=editor(button)).elements()] == ["Editor", "Save"]


def test_a_nameless_field_takes_the_name_of_the_panel_that_is_there_for_it(show: Show) -> None:
    field = Widget(roles.TEXT, "", (0, 0, 80, 20), SHOWN | roles.EDITABLE, text="Sans")
    inner = Widget(roles.PANEL, "", (0, 0, 100, 20), children=[field])
    bar = Widget(
        63, "Formatting", (0, 0, 800, 20), children=[Widget(roles.PANEL, "Font", (0, 0, 100, 20), children=[inner])]
    )
    found = show(one=editor(bar)).elements()
    assert next(one for one in found if one.role is Role.TEXT_FIELD).name == "Font"


def test_a_window_that_is_not_drawn_is_left_out(show: Show) -> None:
    root = editor()
    root.children.append(Widget(roles.FRAME, "Hidden", (0, 0, 10, 10), 0, [Widget(roles.PUSH_BUTTON, "No")]))
    assert [one.name for one in show(one=root).elements()] == ["Editor"]


def test_a_program_that_hangs_costs_a_second_once_and_holds_nobody_up(show: Show) -> None:
    shown = show(one=editor(Widget(roles.PUSH_BUTTON, "Save")), two=editor(Widget(roles.PUSH_BUTTON, "Late")))
    assert {"Save", "Late"} <= set(shown.named())
    shown.server.hung.add(":1.3")
    start = time.monotonic()
    assert "Save" in (first := shown.named())
    middle = time.monotonic()
    assert "Save" in shown.named()
    end = time.monotonic()
    assert "Late" not in first
    assert 0.9 < middle - start < 2
    assert end - middle < 0.6
    assert shown.server.calls[":1.3", "GetRole"] < 8
    shown.server.hung.clear()
    assert "Late" in shown.named()


def test_a_stop_is_seen_while_a_program_hangs(show: Show) -> None:
    shown = show(one=editor())
    shown.server.hung.add(":1.2")
    start = time.monotonic()

    class Late(Stop):
        def check(self) -> None:
            if time.monotonic() - start > 0.2:
                raise Stopped

    with pytest.raises(Stopped):
        shown.accessibility.elements(Late())
    assert time.monotonic() - start < 0.5


def test_a_bus_that_goes_away_is_looked_for_again(show: Show) -> None:
    shown = show(one=editor(Widget(roles.PUSH_BUTTON, "Save")))
    assert "Save" in shown.named()
    shown.server.drop()
    assert "Save" in shown.named()


def test_once_known_a_tree_is_read_the_same(show: Show) -> None:
    field = Widget(roles.TEXT, "Note", text="one", states=SHOWN | roles.EDITABLE)
    panel = Widget(roles.PANEL, "", children=[field])
    shown = show(one=editor(panel))
    first = shown.elements()
    assert shown.elements() == first
    field.text = "two"
    panel.children.append(Widget(roles.PUSH_BUTTON, "New"))
    found = shown.named()
    assert (found["Note"].value, "New" in found) == ("two", True)
    panel.children.remove(field)
    assert "Note" not in shown.named()


def test_the_focus_is_where_the_last_event_said_and_else_where_the_tree_says(show: Show) -> None:
    one = Widget(roles.TEXT, "One", (0, 0, 50, 20), SHOWN | FOCUSED | roles.EDITABLE, text="1")
    two = Widget(roles.TEXT, "Two", (0, 30, 50, 20), SHOWN | roles.EDITABLE, text="2")
    shown = show(one=editor(one, two))

    def focused() -> str:
        found = shown.accessibility.focused(STOP)
        return found.name if found else ""

    assert focused() == "One"
    one.states, two.states = SHOWN | roles.EDITABLE, SHOWN | FOCUSED | roles.EDITABLE
    shown.server.focus(two)
    assert STOP.wait_until(lambda: focused() == "Two", 2)
    two.states = SHOWN
    assert focused() == ""


def test_the_text_of_a_document_is_that_of_its_paragraphs(show: Show) -> None:
    paragraphs = [Widget(roles.PARAGRAPH, "", text=text) for text in ("One", "", "Two")]
    shown = show(one=editor(Widget(94, "Letter", children=paragraphs)))
    assert shown.accessibility.text_of(shown.named()["Letter"]) == "One\n\nTwo"


def test_a_text_is_read_up_to_its_limit_and_without_marks_of_objects(show: Show) -> None:
    text = Widget(roles.TEXT, "Long", text="a￼" + "b" * 200_000, states=SHOWN | roles.EDITABLE)
    shown = show(one=editor(text))
    read = shown.accessibility.text_of(shown.named()["Long"])
    assert read is not None
    assert read.startswith("ab")
    assert len(read) == 99_999


def test_of_several_focused_things_of_a_program_the_one_that_takes_text_counts(show: Show) -> None:
    states = SHOWN | FOCUSED
    field = Widget(roles.TEXT, "Page", states=states | roles.EDITABLE)
    panel, tab = Widget(roles.PANEL, "Around", states=states), Widget(roles.PAGE_TAB, "Tab", states=states)
    shown = show(one=editor(field, panel, tab))
    shown.elements()
    found = shown.accessibility.focused(STOP)
    assert found is not None
    assert found.name == "Page"


def test_an_editor_whose_lines_are_parts_is_read_whole_and_one_of_mixed_parts_not_at_all(show: Show) -> None:
    def lines(*texts: str) -> list[Widget]:
        return [Widget(roles.PANEL, "", text=text) for text in texts]

    states = SHOWN | roles.EDITABLE | roles.MULTI_LINE
    whole = Widget(roles.TEXT, "Whole", text="\ufffc\ufffc\ufffc", states=states, children=lines("one", "\n", "two"))
    mixed = Widget(roles.TEXT, "Mixed", text="one\ufffc", states=states, children=lines("two"))
    shown = show(one=editor(whole, mixed))
    found = shown.named()
    assert shown.accessibility.text_of(found["Whole"]) == "one\n\ntwo"
    assert shown.accessibility.text_of(found["Mixed"]) is None
