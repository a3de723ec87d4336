"""Whether typed text is in a field, by what the field held before and holds after."""

from __future__ import annotations

from enum import Enum, auto

SAME = str.maketrans({"\r": "\n", "\u2028": "\n", "\u2029": "\n", "\u00a0": " ", "\ufffc": None})
"""What applications put for line breaks and for spaces that must not be lost, and for embedded objects."""


class Arrival(Enum):
    ALL = auto()
    NOTHING = auto()  # provably nothing
    OTHER = auto()  # something, but not this text
    UNCLEAR = auto()  # the field held the text before and has not changed
    UNREADABLE = auto()


def arrival(before: str | None, after: str | None, text: str) -> Arrival:
    r"""What came of typing `text` into a field.

    >>> [arrival("old ", after, "new").name for after in ("old new", "old ", "old nw", "new", None)]
    ['ALL', 'NOTHING', 'OTHER', 'ALL', 'UNREADABLE']

    Where a field's text lies in parts of its own (U+FFFC stands for each), what they hold is not known.

    >>> arrival("\ufffc", "\ufffc", "new").name
    'UNREADABLE'

    A field that held the text before may have had it selected, and typing over it changes nothing.

    >>> arrival("new", "new", "new").name
    'UNCLEAR'
    """
    if before is None or after is None:
        return Arrival.UNREADABLE
    in_parts = "\ufffc" in before + after
    before, after, text = _plain(before), _plain(after), _plain(text)
    typed_over = after != before and text in after and len(after) <= len(before)
    if typed_over or after.count(text) > before.count(text):
        return Arrival.ALL
    if in_parts:
        return Arrival.UNREADABLE
    if after != before:
        return Arrival.OTHER
    return Arrival.UNCLEAR if text in before else Arrival.NOTHING


def completed(before: str | None, after: str | None, text: str) -> bool:
    """Whether the field, empty before, has added an end of its own to the text.

    >>> completed("", "github.com", "git"), completed("", "git", "git"), completed("my ", "my git", "git")
    (True, False, False)
    """
    if before is None or after is None or _plain(before).strip():
        return False
    return _plain(after).startswith(_plain(text)) and _plain(after).strip() != _plain(text).strip()


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").translate(SAME)
