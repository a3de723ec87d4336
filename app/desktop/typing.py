"""Puts exactly the asked text into the focused field, and reads it back where that can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Protocol

from app.core.actions import TypeText
from app.core.elements import Element, State
from app.core.errors import InputFailed
from app.core.geometry import ScreenPoint
from app.core.ports import Accessibility, Clipboard, Windows
from app.core.stop import Stop
from app.desktop.typing_check import Arrival, arrival, completed
from app.desktop.typing_places import Kind, Place, fitted, place_of

PLAIN = re.compile(r"[A-Za-z0-9 .,:;_@/+=?!%&*#~|^$-]{1,40}")
"""Text that is typed by keys: short, and without characters that editors complete (brackets, quotes)."""

KEYS_LIMIT = 2000
"""More than this is never typed by keys: it would take longer than anyone waits."""

TERMINAL_KEYS = 300
"""Longer text is pasted into a terminal where it is a single line."""

FOCUS_SECONDS = 0.6
EMPTY_SECONDS = 1.0
ARRIVE_SECONDS = 1.5

SHOWN = 80
"""How many characters of what arrived are shown in an error."""


class Keyboard(Protocol):
    """What typing needs of a keyboard; each system's hands have one."""

    def chord(self, keys: Sequence[str], times: int, stop: Stop) -> None: ...

    def type(self, text: str, stop: Stop) -> None: ...

    def is_on_keyboard(self, text: str) -> bool: ...


class Typist:
    """Types into whatever has the focus.

    Short plain text goes by keys, the rest by the clipboard, which is given back; passwords, and what goes into
    terminals, go by keys. A text that provably did not arrive is sent once more in the other way, never twice in one.
    """

    def __init__(
        self,
        keyboard: Keyboard,
        clipboard: Clipboard,
        accessibility: Accessibility | None,
        windows: Windows | None,
        shortcut: str = "ctrl",
    ) -> None:
        self._keyboard, self._clipboard = keyboard, clipboard
        self._accessibility, self._windows, self._shortcut = accessibility, windows, shortcut

    def type(self, action: TypeText, clicked: ScreenPoint | None, stop: Stop) -> None:
        """Types `action.text`; `clicked` is where its field has just been clicked.

        Raises InputFailed, saying what arrived where that is known; Stopped.
        """
        place = self._place(clicked, stop)
        text = fitted(action.text, place, action.submit)
        _check_field(place, action.replace)
        if action.replace and self._empty(place, text, stop):
            # Where a document was emptied, its paragraph is not the one it was.
            place = self._place(None, stop)
        if action.submit and place.kind is Kind.LINES and place.autocorrects:
            # Enter would make a word processor correct the last word. A pasted line break does not, but it is only
            # taken where something follows it.
            self._send(place, f"{text}\n.", stop)
            self._keyboard.chord(("backspace",), 1, stop)
            return
        self._send(place, text, stop)
        if action.submit:
            self._keyboard.chord(("enter",), 1, stop)

    def _place(self, clicked: ScreenPoint | None, stop: Stop) -> Place:
        """Where the focus is; after a click it is given a moment to get there."""
        app = self._active_app()
        element = self._focused(stop)
        if clicked and self._accessibility:

            def settled() -> bool:
                nonlocal element
                element = self._focused(stop)
                return element is None or (State.EDITABLE in element.states and element.box.contains(clicked))

            if not settled():
                stop.wait_until(settled, FOCUS_SECONDS, every=0.05)
        return place_of(element, app)

    def _send(self, place: Place, text: str, stop: Stop) -> None:
        match place.kind:
            case Kind.CELL:
                self._fill_cells(text, stop)
            case Kind.TERMINAL:
                self._send_to_terminal(place, text, stop)
            case Kind.PASSWORD:
                self._keyboard.type(text, stop)
            case _:
                self._send_checked(place, text, stop)

    def _send_checked(self, place: Place, text: str, stop: Stop) -> None:
        if not text:
            return
        before = self._read(place)
        by_keys = self._prefers_keys(place, text)
        arrived = self._send_once(place, text, before, by_keys, stop)
        if arrived is Arrival.NOTHING and (by_keys or _can_go_by_keys(text)):
            arrived = self._send_once(place, text, before, not by_keys, stop)
        if arrived is Arrival.NOTHING:
            raise InputFailed("typing.nothing_arrived")
        if arrived is Arrival.OTHER:
            raise InputFailed("typing.other_arrived", arrived=_shown(self._read(place) or ""))
        if completed(before, self._read(place), text):
            # A completion stands selected behind the text, and Enter would take it.
            self._keyboard.chord(("delete",), 1, stop)

    def _send_once(self, place: Place, text: str, before: str | None, by_keys: bool, stop: Stop) -> Arrival:
        with ExitStack() as loan:
            # The text stays on the clipboard until it has been seen to arrive: an application may fetch it late.
            if by_keys or not self._lent(text, loan, stop):
                self._keyboard.type(text, stop)
            else:
                self._keyboard.chord((self._shortcut, "v"), 1, stop)
                if self._arrived(place, before, text, stop) is Arrival.ALL:
                    return Arrival.ALL
        return self._arrived(place, before, text, stop)

    def _lent(self, text: str, loan: ExitStack, stop: Stop) -> bool:
        """Whether the clipboard holds the text now. Raises InputFailed where it can neither be lent nor gone around."""
        try:
            loan.enter_context(self._clipboard.lent(text, stop))
        except InputFailed:
            if not _can_go_by_keys(text):
                raise
            return False
        return True

    def _arrived(self, place: Place, before: str | None, text: str, stop: Stop) -> Arrival:
        """What can be seen of the text within 1.5 s."""
        seen = Arrival.UNREADABLE

        def certain() -> bool:
            nonlocal seen
            seen = arrival(before, self._read(place), text)
            if seen in (Arrival.NOTHING, Arrival.OTHER) and place.is_paragraph:
                # In word processors each paragraph is an element, and the focus is in the last one of the text.
                seen = self._arrived_elsewhere(place, text, stop) or seen
            return seen in (Arrival.ALL, Arrival.UNREADABLE)

        stop.wait_until(certain, ARRIVE_SECONDS, every=0.03)
        if seen in (Arrival.NOTHING, Arrival.OTHER):
            return self._arrived_elsewhere(place, text, stop) or seen
        return seen

    def _arrived_elsewhere(self, place: Place, text: str, stop: Stop) -> Arrival | None:
        """What the element holds that has the focus by now; None where that is still the same one."""
        focused = self._focused(stop)
        if focused is None or self._accessibility is None:
            return Arrival.UNREADABLE
        if place.element and focused.handle == place.element.handle:
            return None
        held = self._accessibility.text_of(focused) or ""
        return Arrival.ALL if text.rpartition("\n")[2] in held else Arrival.UNCLEAR

    def _prefers_keys(self, place: Place, text: str) -> bool:
        if place.kind is Kind.NO_FIELD:
            return len(text) <= KEYS_LIMIT and self._keyboard.is_on_keyboard(text)
        return bool(PLAIN.fullmatch(text)) and not place.autocorrects and self._keyboard.is_on_keyboard(text)

    def _send_to_terminal(self, place: Place, text: str, stop: Stop) -> None:
        if place.pastes_by_shortcut and len(text) > TERMINAL_KEYS and "\n" not in text:
            with self._clipboard.lent(text, stop):
                self._keyboard.chord(("ctrl", "shift", "v"), 1, stop)
        else:
            self._keyboard.type(text, stop)

    def _fill_cells(self, text: str, stop: Stop) -> None:
        """One cell after the other: tabs go right, newlines to the row below, as in any table on a clipboard.

        Pasted at once it would bring up a question, and typed it would be completed from the cells above.
        """
        for row, line in enumerate(text.split("\n")):
            if row:
                self._keyboard.chord(("down",), 1, stop)
            cells = line.split("\t")
            for column, cell in enumerate(cells):
                if column:
                    self._keyboard.chord(("right",), 1, stop)
                if cell:
                    with self._clipboard.lent(cell, stop):
                        self._keyboard.chord((self._shortcut, "v"), 1, stop)
            if len(cells) > 1 and row < text.count("\n"):
                self._keyboard.chord(("left",), len(cells) - 1, stop)

    def _empty(self, place: Place, text: str, stop: Stop) -> bool:
        """Whether the field was emptied now; otherwise the text will be typed over what is there.

        Raises InputFailed where it does not get empty.
        """
        match place.kind:
            case Kind.CELL:
                if not text:
                    self._keyboard.chord(("delete",), 1, stop)
            case Kind.TERMINAL:
                self._keyboard.chord(("ctrl", "e"), 1, stop)
                self._keyboard.chord(("ctrl", "u"), 1, stop)
            case Kind.UNKNOWN:
                # Nothing is deleted where nobody says what would be: the line is selected and typed over.
                if not text:
                    raise InputFailed("typing.unknown_field")
                self._keyboard.chord(("end",), 1, stop)
                self._keyboard.chord(("shift", "home"), 1, stop)
            case _:
                return self._empty_field(place, stop)
        return False

    def _empty_field(self, place: Place, stop: Stop) -> bool:
        ways = (((self._shortcut, "a"),), ((self._shortcut, "home"), (self._shortcut, "shift", "end")))
        pressed = False
        for way in ways:
            if self._is_empty(place):
                return pressed
            for keys in way:
                self._keyboard.chord(keys, 1, stop)
            self._keyboard.chord(("delete",), 1, stop)
            pressed = True
            if stop.wait_until(lambda: self._is_empty(place) is not False, EMPTY_SECONDS, every=0.03):
                return True
        raise InputFailed("typing.not_emptied", arrived=_shown(self._read(place) or ""))

    def _is_empty(self, place: Place) -> bool | None:
        """Whether it is empty; None where it cannot be read (a paragraph or a part says nothing of its document)."""
        held = None if place.is_paragraph else self._read(place)
        if held is None or (held and not held.strip("\n\ufffc") and "\ufffc" in held):
            return None
        return not held.strip("\n")

    def _read(self, place: Place) -> str | None:
        """What the field holds; None where it cannot be read or must not be."""
        if self._accessibility is None or place.element is None or place.kind not in (Kind.LINE, Kind.LINES):
            return None
        return self._accessibility.text_of(place.element)

    def _focused(self, stop: Stop) -> Element | None:
        return self._accessibility.focused(stop) if self._accessibility else None

    def _active_app(self) -> str:
        windows = self._windows.list() if self._windows else ()
        return next((window.app for window in windows if window.active), "")


def _check_field(place: Place, replace: bool) -> None:
    """Raises InputFailed where typing would press something, or emptying would delete more than a text."""
    no_field = place.kind is Kind.CONTROL or (place.kind is Kind.NO_FIELD and replace)
    if no_field and place.element:
        raise InputFailed("typing.not_a_field", name=place.element.name or place.element.role.value)


def _can_go_by_keys(text: str) -> bool:
    """Tabs and newlines would leave the field or send the form."""
    return len(text) <= KEYS_LIMIT and "\t" not in text and "\n" not in text


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
