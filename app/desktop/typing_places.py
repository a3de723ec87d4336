"""What kind of place typed text goes to, and what that asks of the text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, auto

from app.core.elements import Element, Role, State
from app.core.errors import InputFailed

TERMINALS = frozenset(
    "alacritty aterm blackbox console contour cool-retro-term deepin-terminal eterm foot ghostty gnome-terminal "
    "gnome-terminal-server guake hyper kgx kitty konsole lxterminal mate-terminal mlterm org.gnome.console "
    "org.gnome.ptyxis org.wezfurlong.wezterm ptyxis qterminal rio roxterm rxvt sakura st stterm st-256color tabby "
    "termite terminator terminology tilda tilix urxvt uxterm warp wezterm xfce4-terminal xterm yakuake".split()
)
"""Programs whose windows are terminals, by the name they give themselves, in lower case."""

NO_PASTE_SHORTCUT = frozenset("aterm eterm mlterm rxvt st stterm st-256color urxvt uxterm xterm".split())
"""Terminals in which ctrl+shift+v does not paste."""

PASSWORD_PROMPTS = ("pinentry", "ssh-askpass", "ksshaskpass", "gcr-prompter", "polkit", "kdesu", "gksu")

AUTOCORRECTING = ("libreoffice", "soffice", "abiword", "calligra", "onlyoffice", "wps", "gnumeric")
"""Programs that change typed text while it is typed; they leave pasted text as it is."""

SPREADSHEETS = ("libreoffice-calc", "gnumeric", "calligrasheets")

PRESSED_BY_TYPING = frozenset(
    {
        Role.BUTTON, Role.TOGGLE_BUTTON, Role.CHECK_BOX, Role.RADIO_BUTTON, Role.LINK, Role.MENU_ITEM, Role.MENU,
        Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM, Role.SLIDER, Role.SCROLL_BAR,
    }
)  # fmt: skip
"""Roles on which a space or a letter acts, so that text must never go there."""


class Kind(Enum):
    LINE = auto()  # a field of one line
    LINES = auto()  # a field or document of many lines
    PASSWORD = auto()
    TERMINAL = auto()
    CELL = auto()  # a cell of a spreadsheet that is not being edited
    NO_FIELD = auto()  # a list, a picture: it may still take keys
    CONTROL = auto()  # a button and the like
    UNKNOWN = auto()  # the application says nothing


@dataclass(frozen=True)
class Place:
    """Where the focus is. `element` is None where the application does not say; `app` is in lower case."""

    kind: Kind
    element: Element | None = None
    app: str = ""

    @property
    def is_paragraph(self) -> bool:
        return self.element is not None and self.element.role is Role.PARAGRAPH

    @property
    def autocorrects(self) -> bool:
        return self.is_paragraph or self.app.startswith(AUTOCORRECTING)

    @property
    def pastes_by_shortcut(self) -> bool:
        return self.app not in NO_PASTE_SHORTCUT


def place_of(element: Element | None, app: str) -> Place:
    """The place where the focus is on `element` and the active window belongs to the program `app`."""
    app = (app or (element.app if element else "")).lower()
    return Place(_kind(element, app), element, app)


def fitted(text: str, place: Place, submit: bool) -> str:
    """The text as it is sent there: newlines of one kind, and in a field of one line a space for them.

    In a terminal newlines run commands: one at the end is left out, others raise InputFailed unless `submit` is asked.
    Raises InputFailed for characters no keyboard or clipboard brings into a field.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for character in text:
        if character not in "\n\t" and unicodedata.category(character) == "Cc":
            raise InputFailed("typing.control_character", code=f"U+{ord(character):04X}")
    if place.kind in (Kind.LINE, Kind.PASSWORD):
        return re.sub(r"[ \t]*\n\s*", " ", text.strip("\n"))
    if place.kind is Kind.TERMINAL:
        text = text.removesuffix("\n")
        if "\n" in text and not submit:
            raise InputFailed("typing.terminal_lines")
    return text


def _kind(element: Element | None, app: str) -> Kind:
    if app in TERMINALS or (element is not None and element.role is Role.TERMINAL):
        return Kind.TERMINAL
    if app.startswith(PASSWORD_PROMPTS) or (element is not None and element.role is Role.PASSWORD_FIELD):
        return Kind.PASSWORD
    if element is None:
        return Kind.CELL if app.startswith(SPREADSHEETS) else Kind.UNKNOWN
    if element.role in (Role.TABLE, Role.CELL) and (app.startswith(SPREADSHEETS) or _is_office(element)):
        return Kind.CELL
    if State.EDITABLE in element.states:
        return Kind.LINES if State.MULTI_LINE in element.states else Kind.LINE
    return Kind.CONTROL if element.role in PRESSED_BY_TYPING else Kind.NO_FIELD


def _is_office(element: Element) -> bool:
    return element.app.lower().startswith(AUTOCORRECTING)
