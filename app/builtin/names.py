"""How well words fit a name on the screen."""

from __future__ import annotations

import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

_MARKS = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc]")
_WORD = re.compile(r"\w+", re.UNICODE)


class Fit(IntEnum):
    """NONE · WIDER: all of the name stands in the words · PART: all of the words stand in the name, with more beside
    them · NEAR: the same but for a slip of the pen · SAME: equal but for case, "…", ":" and marked letters · EXACT.
    """

    NONE = 0
    WIDER = 1
    PART = 2
    NEAR = 3
    SAME = 4
    EXACT = 5


@lru_cache(maxsize=20_000)
def plain(name: str) -> str:
    """The name in lower case without marks of a keyboard letter, "…", a colon at its end, and shortcuts after a tab."""
    text = unicodedata.normalize("NFC", _MARKS.sub("", name)).split("\t")[0].strip()
    text = re.sub(r"\s+", " ", text).replace("’", "'").replace("…", "...")
    text = re.sub(r"(?<!\w)[_&](?=\w)", "", text).casefold()
    return re.sub(r"(?<=\w)[\s:.*]+$", "", text)


def fit(words: str, name: str) -> Fit:
    """How well a name on the screen fits the words."""
    if not words or not name:
        return Fit.NONE
    if words.strip() == name.strip():
        return Fit.EXACT
    wanted, there = plain(words), plain(name)
    if wanted == there or wanted.replace("_", "") == there.replace("_", ""):
        return Fit.SAME
    return _fit_of_words(wanted, there)


def _fit_of_words(wanted: str, there: str) -> Fit:
    mine, theirs = _WORD.findall(wanted), _WORD.findall(there)
    if not mine or not theirs:
        return Fit.NONE
    if mine == theirs:
        return Fit.SAME if _signs(wanted) == _signs(there) else Fit.NONE
    if len(mine) == len(theirs) and all(map(_slip, mine, theirs)):
        return Fit.NEAR
    if _stands_in(mine, theirs):
        return Fit.PART
    return Fit.WIDER if _stands_in(theirs, mine) else Fit.NONE


def _signs(text: str) -> str:
    """What stands before and after the words apart from spaces and brackets: "+5" is not "5"."""
    return re.sub(r"[\w\s()\[\]\"'.,:;!?-]", "", text)


def _slip(word: str, other: str) -> bool:
    """The same word but for one slip (two in long words): never in digits or at its start."""
    if word == other:
        return True
    shorter = min(len(word), len(other))
    if shorter < 4 or word[0] != other[0] or re.sub(r"\D", "", word) != re.sub(r"\D", "", other):
        return False
    return DamerauLevenshtein.distance(word, other) <= (1 if shorter < 8 else 2)


def _stands_in(part: list[str], whole: list[str]) -> bool:
    size = len(part)
    return size < len(whole) and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


def likeness(words: str, name: str) -> float:
    """How alike they look, from 0 to 100: to name what is nearest where nothing fits."""
    from rapidfuzz import fuzz

    return fuzz.WRatio(plain(words), plain(name))
