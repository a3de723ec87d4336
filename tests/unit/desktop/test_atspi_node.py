"""Where accessible objects really are, and what their states say."""

from __future__ import annotations

from app.core.elements import Visibility
from app.core.geometry import Box
from app.desktop import atspi_roles as roles
from app.desktop.atspi_cells import bands
from app.desktop.atspi_details import plain
from app.desktop.atspi_node import Node
from app.desktop.atspi_wire import RawBox, Ref


def node(raw: RawBox | None, role: int = roles.PANEL, parent: Node | None = None, states: int = 0) -> Node:
    made = Node(Ref(":1.1", "/"), (), parent=parent, role=role, states=states, raw=raw)
    made.place()
    return made


def test_libreoffice_places_its_own_controls_a_menu_bar_too_high_and_embedded_ones_right() -> None:
    panel = node((0, 44, 1920, 1006))
    pane = node((0, 19, 1920, 1006), roles.ROOT_PANE, panel)
    bar = node((0, 60, 300, 34), parent=pane)
    button = node((10, 62, 44, 30), roles.PUSH_BUTTON, bar)
    embedded = node((0, 85, 300, 34), parent=bar)
    field = node((4, 87, 100, 30), roles.TEXT, embedded)
    assert [one.box.top for one in (pane, bar, button, embedded, field)] == [44, 85, 87, 85, 87]


def test_a_root_pane_in_its_place_stays_there() -> None:
    assert node((0, 44, 100, 50), roles.ROOT_PANE, node((0, 44, 100, 50))).box.top == 44


def test_boxes_of_what_is_not_drawn_are_empty() -> None:
    for raw in (None, (-(2**31), -(2**31), 1, 1), (-1, -1, -1, -1), (5, 5, 0, 9)):
        assert node(raw, states=roles.SHOWING).box == Box(left=0, top=0, width=0, height=0)
        assert node(raw, states=roles.SHOWING).visibility is Visibility.HIDDEN


def test_menu_items_need_not_say_that_they_show_but_anything_else_is_scrolled_away_then() -> None:
    drawn = (5, 5, 50, 20)
    assert node(drawn, roles.MENU_ITEM, states=roles.VISIBLE).visibility is Visibility.VISIBLE
    assert node(drawn, roles.PUSH_BUTTON, states=roles.VISIBLE).visibility is Visibility.OFFSCREEN
    assert node(drawn, roles.MENU_ITEM).visibility is Visibility.HIDDEN
    assert node(drawn, roles.PUSH_BUTTON, states=roles.SHOWING).visibility is Visibility.VISIBLE


def test_bands_are_the_rows_in_sight_each_once() -> None:
    spans = [(0, 17), (17, 34), (0, 17), (34, 51), (0, 51), (-10, 0), (51, 90)]
    assert bands(spans, 0, 60) == [(0, 17), (17, 34), (34, 51), (51, 60)]


def test_tool_tips_lose_their_tags() -> None:
    assert plain("<p style='white-space:pre'>Next &amp; last (F3)</p>") == "Next & last (F3)"
    assert plain(" 3 < 4 ") == "3 < 4"
