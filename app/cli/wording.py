"""Renders messages and describes actions and what came of them in plain words, in the person's language."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import TextIO

from app.core.errors import SettingsError
from app.core.messages import Message, MessageValue, message, render
from app.store import resources, settings

Words = Mapping[str, str]
"""A catalogue: templates by id."""

_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of writing; they could make a name read as another one."""
_PICTURES = {"\x7f": "\u2421", "\u2028": "\u23ce", "\u2029": "\u23ce", "\n": "\u23ce", "\t": "\u21e5"}


@cache
def words() -> Words:
    """The catalogue of the language the person set, or else of the environment."""
    try:
        language = settings.load().spoken(os.environ)
    except SettingsError:
        language = resources.language_of(os.environ)
    return resources.catalogue(language)


def sentence(said: Message | str, catalogue: Words | None = None) -> str:
    """A message in words; what came from elsewhere is made visible in it. An unknown id is shown as it is."""
    if isinstance(said, str):
        return visible(said, lines=True)
    shown = {name: _value(value) for name, value in said.values.items()}
    try:
        return render(Message(id=said.id, values=shown), words() if catalogue is None else catalogue)
    except (KeyError, ValueError, IndexError):
        return visible(f"{said.id} {said.values or ''}".strip())


def visible(text: str, *, lines: bool = False) -> str:
    r"""`text` with what could act on a terminal or hide in a page made visible: an escape becomes "␛".

    Line ends become "⏎" as well, unless `lines` may stay lines.

    >>> visible("a\x1b[31m\nb")
    'a␛[31m⏎b'
    """
    kept = "\n\t" if lines else ""
    return "".join(char if char in kept else _visible(char) for char in text if char not in _DIRECTIONS)


def shortened(text: str, most: int) -> str:
    """At most `most` characters: the beginning, and the end as well where something was left out."""
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail - 3]} … {text[-tail:]}"


def say(said: Message | str, catalogue: Words | None = None) -> None:
    """Prints it for the person, at once."""
    _print(sentence(said, catalogue), sys.stdout)


def complain(said: Message | str, catalogue: Words | None = None) -> None:
    """Prints it where diagnostics go, at once."""
    _print(f"handrail: {sentence(said, catalogue)}", sys.stderr)


def term(family: str, name: str, catalogue: Words, **values: MessageValue) -> str:
    """The words for one of our own names of a family, such as the role "menu item" or the risk "sensitive"."""
    return sentence(message(f"{family}.{name.replace(' ', '_')}", **values), catalogue)


def _print(text: str, stream: TextIO) -> None:
    stream.write(f"{text}\n")
    stream.flush()


def _value(value: MessageValue) -> MessageValue:
    return visible(value, lines=True) if isinstance(value, str) else value


def _visible(char: str) -> str:
    if char in _PICTURES:
        return _PICTURES[char]
    match unicodedata.category(char):
        case "Cc":
            return chr(0x2400 + ord(char)) if ord(char) < 0x20 else "\N{REPLACEMENT CHARACTER}"
        case "Cs":
            return "\N{REPLACEMENT CHARACTER}"
        case _:
            return char
