"""The names of keys, and the other names people and models give them."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

NAMED_KEYS = frozenset(
    "ctrl shift alt win enter tab space backspace delete insert esc up down left right home end pageup pagedown "
    "capslock numlock scrolllock printscreen pause menu "
    "volumeup volumedown volumemute playpause nexttrack prevtrack".split()
) | {f"f{n}" for n in range(1, 25)}

MODIFIERS = ("ctrl", "shift", "alt", "win")

_OTHER_NAMES = {
    "control": "ctrl",
    "strg": "ctrl",
    "option": "alt",
    "super": "win",
    "meta": "win",
    "cmd": "win",
    "command": "win",
    "windows": "win",
    "return": "enter",
    "escape": "esc",
    "del": "delete",
    "ins": "insert",
    "pgup": "pageup",
    "page_up": "pageup",
    "pgdn": "pagedown",
    "page_down": "pagedown",
    "print": "printscreen",
    "spacebar": "space",
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    " ": "space",
    "\n": "enter",
    "\t": "tab",
}


def key_name(word: str) -> str:
    """The one name of a key: lower case for named keys ("Return" gives "enter"), a single character as it is.

    >>> key_name("Control"), key_name("ENTER"), key_name("%")
    ('ctrl', 'enter', '%')

    Raises ValueError for a word that names no key.
    """
    low = word.lower()
    name = _OTHER_NAMES.get(low, low)
    if name in NAMED_KEYS:
        return name
    if len(word) == 1 and word.isprintable():
        return word
    raise ValueError(f"no key is called {word!r}")


Key = Annotated[str, AfterValidator(key_name)]
