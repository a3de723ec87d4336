"""What is on a screen: elements with one closed set of roles, and windows."""

from __future__ import annotations

from enum import StrEnum

from app.core.geometry import Box, Value


class Role(StrEnum):
    """What an element is for, over AT-SPI, UI Automation and AX. OTHER is everything that has no row of its own."""

    APPLICATION = "application"
    WINDOW = "window"
    DIALOG = "dialog"
    BUTTON = "button"
    TOGGLE_BUTTON = "toggle button"
    CHECK_BOX = "check box"
    RADIO_BUTTON = "radio button"
    COMBO_BOX = "combo box"
    TEXT_FIELD = "text field"
    PASSWORD_FIELD = "password field"  # noqa: S105 - the name of a role
    SPINNER = "spinner"
    SLIDER = "slider"
    LINK = "link"
    MENU_BAR = "menu bar"
    MENU = "menu"
    MENU_ITEM = "menu item"
    CHECK_MENU_ITEM = "check menu item"
    RADIO_MENU_ITEM = "radio menu item"
    TAB = "tab"
    TAB_LIST = "tab list"
    LIST = "list"
    LIST_ITEM = "list item"
    TREE = "tree"
    TREE_ITEM = "tree item"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    COLUMN_HEADER = "column header"
    ROW_HEADER = "row header"
    HEADING = "heading"
    LABEL = "label"
    PARAGRAPH = "paragraph"
    IMAGE = "image"
    ICON = "icon"
    DOCUMENT = "document"
    TERMINAL = "terminal"
    CANVAS = "canvas"
    PANEL = "panel"
    GROUP = "group"
    TOOL_BAR = "tool bar"
    STATUS_BAR = "status bar"
    SCROLL_BAR = "scroll bar"
    SCROLL_AREA = "scroll area"
    SEPARATOR = "separator"
    PROGRESS_BAR = "progress bar"
    TOOL_TIP = "tool tip"
    ALERT = "alert"
    FORM = "form"
    OTHER = "other"


class State(StrEnum):
    CHECKED = "checked"
    CHECKABLE = "checkable"
    SELECTED = "selected"
    FOCUSED = "focused"
    FOCUSABLE = "focusable"
    EDITABLE = "editable"
    ENABLED = "enabled"
    EXPANDED = "expanded"
    EXPANDABLE = "expandable"
    PRESSED = "pressed"
    ACTIVE = "active"
    MODAL = "modal"
    MULTI_LINE = "multi line"


class Source(StrEnum):
    TREE = "tree"
    OCR = "ocr"


class Visibility(StrEnum):
    """VISIBLE: its middle can be clicked. HIDDEN: not drawn. OFFSCREEN: scrolled or moved out of sight.

    COVERED: drawn, but another window or dialog lies over its middle.
    """

    VISIBLE = "visible"
    HIDDEN = "hidden"
    OFFSCREEN = "offscreen"
    COVERED = "covered"


class Element(Value):
    """One thing on the screen. `box` is in screen units; `value` is the text, number or choice it holds.

    `path` leads to it: child numbers from the desktop down, so that the parent's path is `path[:-1]` (empty for OCR).
    `handle` is the accessibility system's own name for it and means nothing to anyone else ("" for OCR).
    `window` is the number of the window it belongs to, where that is known; `pid` that of the process that shows it.
    """

    role: Role
    name: str = ""
    value: str = ""
    description: str = ""
    box: Box
    states: frozenset[State] = frozenset()
    source: Source = Source.TREE
    visibility: Visibility = Visibility.VISIBLE
    path: tuple[int, ...] = ()
    handle: str = ""
    app: str = ""
    window: int | None = None
    pid: int | None = None


class WindowFacts(Value):
    """A top-level window. `number` is the window system's own, `box` its frame in screen units.

    `app` is the name of the program that owns it, `own` is true for Handrail's own windows.
    """

    number: int
    title: str
    app: str = ""
    pid: int | None = None
    box: Box
    active: bool = False
    minimized: bool = False
    own: bool = False
