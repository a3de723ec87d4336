"""The numbers of AT-SPI for roles, states and relations, and what they are called here."""

from __future__ import annotations

from app.core.elements import Role, State

# Numbers as in AtspiRole, AtspiStateType and AtspiRelationType of at-spi2-core's atspi-constants.h.
ALERT, CALENDAR, CANVAS, CHECK_MENU_ITEM, COMBO_BOX, DRAWING_AREA = 2, 5, 6, 8, 11, 18
FRAME, ICON, IMAGE, INTERNAL_FRAME, LABEL, LAYERED_PANE, LIST, LIST_ITEM = 23, 26, 27, 28, 29, 30, 31, 32
MENU, MENU_BAR, MENU_ITEM, PAGE_TAB, PAGE_TAB_LIST, PANEL, PASSWORD_TEXT, POPUP_MENU = 33, 34, 35, 37, 38, 39, 40, 41
PROGRESS_BAR, PUSH_BUTTON, RADIO_MENU_ITEM, ROOT_PANE, SCROLL_BAR, SEPARATOR, SLIDER = 42, 43, 45, 46, 48, 50, 51
SPIN_BUTTON, STATUS_BAR, TABLE, TABLE_CELL, TERMINAL, TEXT, TOGGLE_BUTTON, TREE, TREE_TABLE = (
    52, 54, 55, 56, 60, 61, 62, 65, 66,
)  # fmt: skip
WINDOW, PARAGRAPH, APPLICATION, ENTRY, DOCUMENT_FRAME, HEADING, LINK, TREE_ITEM = 69, 73, 75, 79, 82, 83, 88, 91
DOCUMENT_WEB, LIST_BOX, STATIC, LEVEL_BAR, CHECK_BOX, RADIO_BUTTON, DIAL = 95, 98, 116, 103, 7, 44, 15

_OF_ROLE: dict[Role, tuple[int, ...]] = {
    Role.APPLICATION: (APPLICATION,),
    Role.WINDOW: (FRAME, WINDOW, INTERNAL_FRAME, 14),
    Role.DIALOG: (9, 16, 19, 22),  # colour, dialog, file and font choosers
    Role.ALERT: (ALERT, 101, 102),  # alert, notification, info bar
    Role.BUTTON: (PUSH_BUTTON, 129),
    Role.TOGGLE_BUTTON: (TOGGLE_BUTTON, 130),
    Role.CHECK_BOX: (CHECK_BOX,),
    Role.RADIO_BUTTON: (RADIO_BUTTON,),
    Role.COMBO_BOX: (COMBO_BOX,),
    Role.TEXT_FIELD: (TEXT, ENTRY, 12, 76, 77),  # text, entry, date editor, autocomplete, edit bar
    Role.PASSWORD_FIELD: (PASSWORD_TEXT,),
    Role.SPINNER: (SPIN_BUTTON,),
    Role.SLIDER: (SLIDER, DIAL),
    Role.LINK: (LINK,),
    Role.MENU_BAR: (MENU_BAR,),
    Role.MENU: (MENU, POPUP_MENU),
    Role.MENU_ITEM: (MENU_ITEM, 59),
    Role.CHECK_MENU_ITEM: (CHECK_MENU_ITEM,),
    Role.RADIO_MENU_ITEM: (RADIO_MENU_ITEM,),
    Role.TAB: (PAGE_TAB,),
    Role.TAB_LIST: (PAGE_TAB_LIST,),
    Role.LIST: (LIST, LIST_BOX, 121),
    Role.LIST_ITEM: (LIST_ITEM, 13, 122, 123),  # list item, desktop icon, description term and value
    Role.TREE: (TREE, TREE_TABLE),
    Role.TREE_ITEM: (TREE_ITEM,),
    Role.TABLE: (TABLE, CALENDAR),
    Role.ROW: (90,),
    Role.CELL: (TABLE_CELL,),
    Role.COLUMN_HEADER: (10, 57),
    Role.ROW_HEADER: (47, 58),
    Role.HEADING: (HEADING,),
    Role.LABEL: (LABEL, STATIC, 1, 81, 107, 115),  # label, static, accelerator, caption, marks, timer
    Role.PARAGRAPH: (PARAGRAPH, 105),
    Role.IMAGE: (IMAGE, 3, 80, 100, 113),  # image, animation, chart, image map, formula
    Role.ICON: (ICON,),
    Role.DOCUMENT: (DOCUMENT_FRAME, DOCUMENT_WEB, 25, 84, 92, 93, 94, 96, 109),
    Role.TERMINAL: (TERMINAL,),
    Role.CANVAS: (CANVAS, DRAWING_AREA),
    Role.PANEL: (PANEL, 17, 20, 24, LAYERED_PANE, 36, ROOT_PANE, 53, 68, 78),  # and filler, split pane, viewport
    Role.GROUP: (85, 99, 110, 71, 72, 97, 106),  # section, grouping, landmark, header, footer, comment
    Role.TOOL_BAR: (63,),
    Role.STATUS_BAR: (STATUS_BAR, 111),
    Role.SCROLL_BAR: (SCROLL_BAR,),
    Role.SCROLL_AREA: (49,),
    Role.SEPARATOR: (SEPARATOR,),
    Role.PROGRESS_BAR: (PROGRESS_BAR, LEVEL_BAR),
    Role.TOOL_TIP: (64,),
    Role.FORM: (87,),
}
ROLES = {number: role for role, numbers in _OF_ROLE.items() for number in numbers}

_BITS = {
    State.ACTIVE: 1, State.CHECKED: 4, State.EDITABLE: 7, State.EXPANDABLE: 9, State.EXPANDED: 10, State.FOCUSABLE: 11,
    State.FOCUSED: 12, State.MODAL: 16, State.MULTI_LINE: 17, State.PRESSED: 20, State.SELECTED: 23,
    State.CHECKABLE: 41,
}  # fmt: skip

ACTIVE, DEFUNCT, EDITABLE, FOCUSED, MULTI_LINE, SELECTED, SHOWING, VISIBLE, MANAGES_DESCENDANTS = (
    1 << 1, 1 << 6, 1 << 7, 1 << 12, 1 << 17, 1 << 23, 1 << 25, 1 << 30, 1 << 31,
)  # fmt: skip
ENABLED = 1 << 8 | 1 << 24
"""Either of the two bits that toolkits use for it."""

LABELLED_BY, DESCRIBED_BY = 2, 18

MENU_ITEMS = frozenset({MENU, MENU_ITEM, CHECK_MENU_ITEM, RADIO_MENU_ITEM})
"""Those of an open submenu do not always say that they are showing."""

CHOOSERS = frozenset({9, 19, 22})
"""Of colours, files and fonts: dialogs, or the greater part of one."""

WITHOUT_CHILDREN = frozenset({SEPARATOR, SCROLL_BAR, STATIC, IMAGE, PROGRESS_BAR, LEVEL_BAR, SLIDER})
COUNTED_FIRST = frozenset({TABLE, TREE_TABLE, TREE, LIST, LIST_BOX, CALENDAR})
"""Roles whose objects may have more children than can be read."""

HOLDING_TEXT = frozenset({TEXT, ENTRY, PARAGRAPH})
HOLDING_NUMBERS = frozenset({SLIDER, SPIN_BUTTON, PROGRESS_BAR, LEVEL_BAR, DIAL})
NAMED_BY_TEXT = frozenset({LABEL, STATIC, ICON, TABLE_CELL, HEADING, STATUS_BAR, TREE_ITEM})
"""Where these have no name, it is the text they show."""

CONTROLS = frozenset(
    {
        PUSH_BUTTON, TOGGLE_BUTTON, CHECK_BOX, RADIO_BUTTON, COMBO_BOX, TEXT, ENTRY, PASSWORD_TEXT, SPIN_BUTTON, SLIDER,
        DIAL, ICON, IMAGE, LINK, LIST, LIST_BOX, TABLE, TREE, TREE_TABLE, PAGE_TAB, MENU,
    }
)  # fmt: skip
"""What may have its name in a label beside it, or in a tool tip."""

CHECKABLE_ROLES = frozenset({Role.CHECK_BOX, Role.RADIO_BUTTON, Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM})


def role_of(number: int, states: int) -> Role:
    """The role of an object; a read-only text of one line is a label."""
    role = ROLES.get(number, Role.OTHER)
    if number == TEXT and not states & (EDITABLE | MULTI_LINE):
        return Role.LABEL
    return role


def states_of(bits: int, role: Role) -> frozenset[State]:
    found = {state for state, bit in _BITS.items() if bits >> bit & 1}
    if bits & ENABLED:
        found.add(State.ENABLED)
    if role in CHECKABLE_ROLES:
        found.add(State.CHECKABLE)
    return frozenset(found)
