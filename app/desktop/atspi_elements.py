"""From the objects of an accessibility tree to elements."""

from __future__ import annotations

from app.core.elements import Element, Role, State, Visibility
from app.desktop import atspi_roles as roles
from app.desktop.atspi_node import Node

SHOWING_THEIR_NAME = frozenset(
    {
        Role.BUTTON, Role.TOGGLE_BUTTON, Role.CHECK_BOX, Role.RADIO_BUTTON, Role.LINK, Role.TAB, Role.MENU_ITEM,
        Role.MENU, Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL,
        Role.COLUMN_HEADER, Role.ROW_HEADER, Role.HEADING, Role.COMBO_BOX, Role.LABEL, Role.PARAGRAPH, Role.TOOL_TIP,
    }
)  # fmt: skip
"""A text inside one of these that says no more than its name is no element of its own."""

NAMED_BY_HOLDER = frozenset({Role.BUTTON, Role.TOGGLE_BUTTON, Role.TEXT_FIELD, Role.COMBO_BOX, Role.SPINNER})
HOLDERS = frozenset({Role.PANEL, Role.TOOL_BAR, Role.GROUP})
HOLDER_SIZE = 3
"""A named panel of up to so many times the area of a nameless control in it is there for that control."""


def elements_of(application: Node, pid: int | None, any_active: bool) -> list[Element]:
    """Every element of the windows of this application that are drawn, parents before children.

    Where `any_active`, only an active window can hold the focus: others keep the state of their former focus.
    """
    found: list[Element] = []
    for window in application.children:
        if window.is_drawn:
            may_focus = not any_active or bool(window.states & roles.ACTIVE)
            _collect(window, None, None, _Of(application.name, pid, may_focus), found)
    return found


class _Of:
    """What all elements of a window have in common."""

    __slots__ = ("app", "may_focus", "pid")

    def __init__(self, app: str, pid: int | None, may_focus: bool) -> None:
        self.app, self.pid, self.may_focus = app, pid, may_focus


def _collect(node: Node, parent: Element | None, holder: Element | None, of: _Of, found: list[Element]) -> None:
    """Adds the element and those below it; what isn't drawn is kept only where something below it is.

    `holder` is the nearest named panel around it.
    """
    element = element_of(node, of.app, of.pid, parent.role if parent else None, of.may_focus)
    if parent and _says_nothing_new(element, node, parent):
        return
    if holder and _is_there_for(holder, element):
        element = element.model_copy(update={"name": holder.name})
    if element.name and element.role in HOLDERS:
        holder = element
    place = len(found)
    found.append(element)
    for child in node.children:
        _collect(child, element, holder, of, found)
    if element.visibility is Visibility.HIDDEN and len(found) == place + 1:
        del found[place]


def _is_there_for(holder: Element, element: Element) -> bool:
    nameless = not element.name and element.role in NAMED_BY_HOLDER
    return nameless and holder.box.area <= HOLDER_SIZE * element.box.area


def element_of(node: Node, app: str, pid: int | None, above: Role | None = None, may_focus: bool = True) -> Element:
    """`above` is the role of its parent."""
    role = roles.role_of(node.role, node.states)
    if role is Role.MENU_ITEM and above is Role.MENU_BAR:
        role = Role.MENU
    elif above is not None and (role is Role.WINDOW or node.role in roles.CHOOSERS):
        role = Role.PANEL
    states = roles.states_of(node.states, role)
    return Element(
        role=role,
        name=_shown(node.name),
        value=_shown(node.value),
        description=node.description if node.description != node.name else "",
        box=node.box,
        states=states if may_focus else states - {State.FOCUSED},
        visibility=node.visibility,
        path=node.path,
        handle=node.ref.bus_name + node.ref.path,
        app=app,
        pid=pid,
    )


def _says_nothing_new(element: Element, node: Node, parent: Element) -> bool:
    if element.role is not Role.LABEL or node.children:
        return False
    if not element.name:
        return node.role == roles.STATIC
    return parent.role in SHOWING_THEIR_NAME and element.name == parent.name


def _shown(text: str) -> str:
    """The text without the invisible marks of writing direction that some programs put into it."""
    return text.translate(_DIRECTION_MARKS) if not text.isascii() else text


_DIRECTION_MARKS = dict.fromkeys((0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
