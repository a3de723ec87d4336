"""Which key of an X11 keyboard gives which character or name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.core.stop import Stop

SETTLE_SECONDS = 0.1
"""What applications get to take in a changed keyboard map before its keys are pressed."""

LINGER_SECONDS = 0.3
"""What a slow application gets to look up the last key before the map goes back."""

KEYSYMS = {
    "ctrl": 0xFFE3, "shift": 0xFFE1, "alt": 0xFFE9, "win": 0xFFEB, "enter": 0xFF0D, "tab": 0xFF09, "space": 0x20,
    "backspace": 0xFF08, "delete": 0xFFFF, "insert": 0xFF63, "esc": 0xFF1B, "up": 0xFF52, "down": 0xFF54,
    "left": 0xFF51, "right": 0xFF53, "home": 0xFF50, "end": 0xFF57, "pageup": 0xFF55, "pagedown": 0xFF56,
    "capslock": 0xFFE5, "numlock": 0xFF7F, "scrolllock": 0xFF14, "printscreen": 0xFF61, "pause": 0xFF13, "menu": 0xFF67,
    "volumeup": 0x1008FF13, "volumedown": 0x1008FF11, "volumemute": 0x1008FF12, "playpause": 0x1008FF14,
    "nexttrack": 0x1008FF17, "prevtrack": 0x1008FF16, **{f"f{n}": 0xFFBD + n for n in range(1, 25)},
}  # fmt: skip
"""X11's number for each named key (keysymdef.h and XF86keysym.h of the X.Org project)."""

ALTGR = 0xFE03
SHIFT = KEYSYMS["shift"]


@dataclass(frozen=True)
class Stroke:
    """A key by its code, and the codes of the modifiers that must be down with it."""

    code: int
    modifiers: tuple[int, ...] = ()


class Keymap:
    """The keyboard map of the server behind `display`, as it is when `read` is called."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._first = int(display.display.info.min_keycode)
        self._rows: list[list[int]] = []
        self._strokes: dict[int, Stroke] = {}
        self._other_layout: dict[int, int] = {}

    def read(self) -> None:
        """Takes in the current map, for the layout that is chosen now."""
        count = int(self._display.display.info.max_keycode) - self._first + 1
        self._rows = [list(row) for row in self._display.get_keyboard_mapping(self._first, count)]
        shift, altgr = self._column(0).get(SHIFT), self._column(0).get(ALTGR)
        # A layout has its third and fourth level behind the first two of both layouts.
        own = 2 * self._layout()
        self._strokes = {}
        self._add_levels((own, ()), (own + 1, (shift,)))
        self._add_levels((own + 4, (altgr,)), (own + 5, (shift, altgr)))
        self._other_layout = self._column(0)

    def stroke(self, key: str) -> Stroke | None:
        """How a named key or a character is pressed; None where the keyboard has no such key."""
        return self._strokes.get(keysym_of(key))

    def shortcut(self, key: str) -> Stroke | None:
        """How it is pressed as part of a shortcut, for which Latin letters also count in layouts that lack them."""
        code = self._other_layout.get(keysym_of(key))
        return self.stroke(key) or (Stroke(code) if code else None)

    @contextmanager
    def extended(self, keys: Iterable[str], stop: Stop) -> Iterator[Mapping[str, Stroke]]:
        """Inside, all `keys` can be pressed: what the map lacks lies on unused key codes, after one single change.

        Keys for which no unused code is left are missing from the mapping that is given.
        """
        wanted = dict.fromkeys(keys)
        lacking = [key for key in wanted if self.stroke(key) is None]
        spare = [self._first + index for index, row in enumerate(self._rows) if not any(row)]
        added = dict(zip(lacking, spare, strict=False))
        known = {key: stroke for key in wanted if (stroke := self.stroke(key))}
        if not added:
            yield known
            return
        first, last = min(added.values()), max(added.values())
        before = self._rows[first - self._first : last - self._first + 1]
        after = [list(row) for row in before]
        for key, code in added.items():
            after[code - first] = [keysym_of(key)] * len(before[0])
        try:
            self._change(first, after)
            stop.wait(SETTLE_SECONDS)
            yield known | {key: Stroke(code) for key, code in added.items()}
            stop.wait(LINGER_SECONDS)
        finally:
            self._change(first, before)

    @property
    def spare(self) -> int:
        """How many keys can be added."""
        return sum(not any(row) for row in self._rows)

    def _change(self, first: int, rows: list[list[int]]) -> None:
        """One request: every single one makes all clients read the whole map again."""
        self._display.change_keyboard_mapping(first, rows)
        self._display.sync()

    def _add_levels(self, *levels: tuple[int, tuple[int | None, ...]]) -> None:
        """Adds what the keys give in these columns of the map, with these modifiers; the lowest key code counts."""
        for index, row in enumerate(self._rows):
            for column, modifiers in levels:
                needed = tuple(code for code in modifiers if code is not None)
                if column < len(row) and row[column] and len(needed) == len(modifiers):
                    self._strokes.setdefault(row[column], Stroke(self._first + index, needed))

    def _column(self, column: int) -> dict[int, int]:
        """The code of the first key that has each keysym in this column of the map."""
        found: dict[int, int] = {}
        for index, row in enumerate(self._rows):
            if column < len(row) and row[column]:
                found.setdefault(row[column], self._first + index)
        return found

    def _layout(self) -> int:
        """0, or 1 where the second of several layouts is chosen (XKB shows it in bits 13 and 14 of the state)."""
        return min(1, int(self._display.screen().root.query_pointer().mask) >> 13 & 3)


def keysym_of(key: str) -> int:
    """X11's number for a named key or a character.

    >>> hex(keysym_of("enter")), hex(keysym_of("é")), hex(keysym_of("€"))
    ('0xff0d', '0xe9', '0x10020ac')
    """
    if key in KEYSYMS:
        return KEYSYMS[key]
    code = ord(key)
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else 0x0100_0000 | code
