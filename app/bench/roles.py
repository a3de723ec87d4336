"""Which of Handrail's roles the names in task files stand for: they are AT-SPI's."""

from __future__ import annotations

from app.core.elements import Role

MEANT: dict[str, frozenset[Role]] = {
    "push button": frozenset({Role.BUTTON}),
    "button": frozenset({Role.BUTTON}),
    "text": frozenset({Role.TEXT_FIELD, Role.LABEL, Role.DOCUMENT}),
    "entry": frozenset({Role.TEXT_FIELD}),
    "password text": frozenset({Role.PASSWORD_FIELD}),
    "spin button": frozenset({Role.SPINNER}),
    "page tab": frozenset({Role.TAB}),
    "page tab list": frozenset({Role.TAB_LIST}),
    "list box": frozenset({Role.LIST}),
    "tree table": frozenset({Role.TREE, Role.TABLE}),
    "table cell": frozenset({Role.CELL, Role.TREE_ITEM, Role.LIST_ITEM}),
    "table row": frozenset({Role.ROW}),
    "table column header": frozenset({Role.COLUMN_HEADER}),
    "table row header": frozenset({Role.ROW_HEADER}),
    "static": frozenset({Role.LABEL}),
    "section": frozenset({Role.GROUP, Role.PANEL, Role.OTHER}),
    "frame": frozenset({Role.WINDOW}),
    "window": frozenset({Role.WINDOW}),
    "file chooser": frozenset({Role.DIALOG}),
    "scroll pane": frozenset({Role.SCROLL_AREA}),
    "drawing area": frozenset({Role.CANVAS}),
    "document frame": frozenset({Role.DOCUMENT}),
    "document web": frozenset({Role.DOCUMENT}),
    "document text": frozenset({Role.DOCUMENT}),
    "document spreadsheet": frozenset({Role.DOCUMENT}),
    "popup menu": frozenset({Role.MENU}),
    "filler": frozenset({Role.PANEL, Role.GROUP, Role.OTHER}),
}
"""Those that are not called the same; several where Handrail's roles tell apart what AT-SPI's do not."""


def means(word: str, role: Role) -> bool:
    """Whether an element with this role can be what a task file calls by this word."""
    return role == word or role in MEANT.get(word, frozenset())
