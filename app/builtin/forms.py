"""Ways of saying things, made into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from app.builtin.cut import END, START

_PART = re.compile(r"<(\w+)>|\{(\w+)\}|([^\s<>{}]+)")
_PIECE = re.compile(r"\[([^\]]+)\]|(\S+)")
_GREEDY = frozenset({"text", "option"})
"""Slots that reach as far as they can: what follows them is the last "into …" or "in …" of the clause."""

QUOTED = "quoted"
"""The slot that takes one quoted text and nothing else."""

VERB = "does"
"""The class of verbs that can be the name of a button themselves; which one it was is kept like a slot."""

Classes = Mapping[str, tuple[str, ...]]


def words(texts: Iterable[str]) -> str:
    r"""A pattern for any of the texts, the longest first; each of their spaces stands for any white space.

    >>> words(("all", "all of"))
    'all\\s+of|all'
    """
    return "|".join(re.escape(text).replace(r"\ ", r"\s+") for text in sorted(texts, key=len, reverse=True))


def pattern(way: str, classes: Classes) -> re.Pattern[str]:
    """A pattern for a whole clause, with a group for every {slot}; <name> is any of the texts of that class.

    >>> pattern("<go> [over] to {place}", {"go": ("go", "walk")}).match("Walk to the shop")["place"]
    'the shop'
    """
    built, started = "", False
    for optional, plain in _PIECE.findall(way):
        parts = _PART.findall(optional or plain)
        piece = r"\s+".join(_part(name, slot, literal, classes) for name, slot, literal in parts)
        if plain:
            built += rf",?\s+{piece}" if started else piece
            started = True
        else:
            built += rf"(?:,?\s+(?:{piece}))?" if started else rf"(?:(?:{piece})\s+)?"
    return re.compile(rf"(?is)^{built}$")


def first_words(way: str, classes: Classes) -> frozenset[str]:
    """The first words, in lower case, of what is said in this way. Raises ValueError where it starts with a slot."""
    found: set[str] = set()
    for optional, plain in _PIECE.findall(way):
        name, slot, literal = _PART.findall(optional or plain)[0]
        if slot:
            raise ValueError(f"{way!r} starts with a slot")
        found |= {text.split()[0].casefold() for text in _texts(name, literal, classes)}
        if plain:
            break
    return frozenset(found)


def _part(name: str, slot: str, literal: str, classes: Classes) -> str:
    if name == VERB:
        return f"(?P<{VERB}>{words(classes[name])})"
    if slot == QUOTED:
        return rf"(?P<{slot}>{START}\d+{END})"
    if slot:
        return rf"(?P<{slot}>\S.*)" if slot in _GREEDY else rf"(?P<{slot}>\S.*?)"
    return f"(?:{words(_texts(name, literal, classes))})"


def _texts(name: str, literal: str, classes: Classes) -> tuple[str, ...]:
    return classes[name] if name else tuple(literal.replace("_", " ").split("|"))
