"""What is on the screen, looked up as a person would: what is in front, what names what, what lies in what."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from app.builtin.labels import labels_of
from app.builtin.names import plain
from app.core.elements import Element, Role, Source, State, Visibility, WindowFacts
from app.core.geometry import Box, ScreenPoint
from app.core.steps import Screen

FIELDS = frozenset({Role.TEXT_FIELD, Role.PASSWORD_FIELD, Role.SPINNER})
CHECKS = frozenset({Role.CHECK_BOX, Role.TOGGLE_BUTTON, Role.RADIO_BUTTON, Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM})
MENU_ITEMS = frozenset({Role.MENU, Role.MENU_ITEM, Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM})
ITEMS = MENU_ITEMS | {Role.LIST_ITEM, Role.TREE_ITEM, Role.RADIO_BUTTON, Role.TAB}
CONTROLS = (
    FIELDS | CHECKS | ITEMS | {Role.BUTTON, Role.COMBO_BOX, Role.LINK, Role.SLIDER, Role.COLUMN_HEADER, Role.ICON}
)
"""What is made to be clicked."""

CONTAINERS = frozenset(
    {
        Role.PANEL, Role.GROUP, Role.TOOL_BAR, Role.DIALOG, Role.ALERT, Role.LIST, Role.TABLE, Role.TREE, Role.FORM,
        Role.MENU, Role.MENU_BAR, Role.TAB_LIST, Role.DOCUMENT, Role.ROW, Role.CELL, Role.STATUS_BAR, Role.SCROLL_AREA,
        Role.COMBO_BOX, Role.LIST_ITEM, Role.TREE_ITEM,
    }
)  # fmt: skip
NOTHING = frozenset({Role.APPLICATION, Role.WINDOW, Role.SEPARATOR, Role.SCROLL_BAR})
"""What no words for a thing mean."""


class Scene:
    """The screen of one moment. Boxes and points are in screen units."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    @cached_property
    def visible(self) -> tuple[Element, ...]:
        return tuple(e for e in self.screen.elements if e.visibility is Visibility.VISIBLE and self._may_be_meant(e))

    @cached_property
    def offscreen(self) -> tuple[Element, ...]:
        return tuple(e for e in self.screen.elements if e.visibility is Visibility.OFFSCREEN and self._may_be_meant(e))

    @cached_property
    def covered(self) -> tuple[Element, ...]:
        return tuple(e for e in self.screen.elements if e.visibility is Visibility.COVERED and self._may_be_meant(e))

    def _may_be_meant(self, element: Element) -> bool:
        own = {window.number for window in self.screen.windows if window.own}
        return element.role not in NOTHING and element.window not in own

    @cached_property
    def _labels(self) -> dict[int, str]:
        return labels_of(self.visible)

    def names(self, element: Element) -> tuple[str, ...]:
        """What the element may be called: its name, the label beside it, what it says of itself."""
        label = self._labels.get(id(element), "")
        value = element.value if element.role in {Role.LABEL, Role.PARAGRAPH, Role.HEADING, Role.CELL} else ""
        return tuple(dict.fromkeys(name for name in (element.name, label, value, element.description) if name))

    @property
    def focused(self) -> Element | None:
        """The element with the keyboard focus in the front window."""
        found = [e for e in self.screen.elements if State.FOCUSED in e.states and self.in_front(e)]
        written_in = [e for e in found if State.EDITABLE in e.states]
        return next(reversed(written_in or found), None)

    def in_front(self, element: Element) -> bool:
        """Whether it belongs to the active window or to something that popped up from it."""
        active = self.screen.active
        if active is None or element.window == active.number:
            return True
        return element.window is None and element.pid is not None and element.pid == active.pid

    @cached_property
    def _menu_bars(self) -> tuple[Element, ...]:
        return tuple(e for e in self.screen.elements if e.role is Role.MENU_BAR and e.path)

    def in_open_menu(self, element: Element) -> bool:
        """Whether it is an item of a menu that is open now, not one of a menu bar."""
        if element.role not in MENU_ITEMS or element.visibility is not Visibility.VISIBLE:
            return False
        bars = [bar for bar in self._menu_bars if is_under(element, bar)]
        return all(len(element.path) > len(bar.path) + 1 for bar in bars)

    def window_of(self, element: Element) -> WindowFacts | None:
        known = next((w for w in self.screen.windows if w.number == element.window), None)
        return known or self.screen.window_at(element.box.middle)

    def inside(self, container: Element, elements: Iterable[Element]) -> list[Element]:
        """Those that lie in the container: by the tree, or by place where there is none."""
        return [e for e in elements if e is not container and is_under(e, container)]

    def again(self, element: Element) -> Element | None:
        """The same element as it is now; None where it is gone."""
        alike = [e for e in self.screen.elements if e.role is element.role and e.app == element.app]
        if element.handle:
            return next((e for e in alike if e.handle == element.handle), None)
        return next((e for e in alike if e.path == element.path and plain(e.name) == plain(element.name)), None)

    def point(self, element: Element) -> ScreenPoint:
        """Where to click it: the middle of its part that can be seen."""
        seen = element.box.overlap(self.screen.screenshot.viewport.area)
        window = self.window_of(element)
        if window and element.source is Source.TREE and element.role not in MENU_ITEMS:
            inner = seen.overlap(window.box)
            seen = inner if inner.area else seen
        return seen.middle if seen.area else element.box.middle


def is_under(element: Element, container: Element) -> bool:
    if element.path and container.path:
        return element.app == container.app and element.path[: len(container.path)] == container.path
    return container.box.contains(element.box.middle)


def shared_path(path: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many steps from the desktop down two paths have in common."""
    return next((n for n, (a, b) in enumerate(zip(path, other, strict=False)) if a != b), min(len(path), len(other)))


def in_reading_order(elements: Iterable[Element]) -> list[Element]:
    """Line by line from the top, each line from the left."""
    lines: list[list[Element]] = []
    for element in sorted(elements, key=lambda e: (e.box.middle.y, e.box.left)):
        line = lines[-1] if lines else None
        if line and _on_one_line(line[0].box, element.box):
            line.append(element)
        else:
            lines.append([element])
    return [element for line in lines for element in sorted(line, key=lambda e: e.box.left)]


def _on_one_line(box: Box, other: Box) -> bool:
    return abs(box.middle.y - other.middle.y) <= max(2, min(box.height, other.height) // 2)
