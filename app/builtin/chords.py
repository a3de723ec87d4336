"""Words for keys, as in "Ctrl+S" or "the down arrow three times"."""

from __future__ import annotations

import re

from app.builtin import forms
from app.builtin.cut import Kept
from app.builtin.lexicon import Lexicon
from app.core.geometry import Value
from app.core.keys import MODIFIERS, Key, key_name

LONGEST = 60
"""Characters: what is longer names no keys."""


class Chords(Value):
    chords: tuple[tuple[Key, ...], ...]
    times: int = 1
    named_key: bool = False
    """Whether the words say that it is a key."""


def chords(words: str, kept: Kept, lexicon: Lexicon) -> Chords | None:
    """The keys the words name, pressed one chord after the other; None where they name none."""
    if len(words) > LONGEST:
        return None
    text, times = _without_times(kept.content(words).strip(), lexicon)
    text = lexicon.article.sub("", text)
    plain = re.sub(rf"(?i)\s*\b(?:{forms.words(lexicon.key_words)})$", "", text)
    plain = re.sub(rf"(?i)^(?:{forms.words(lexicon.key_words)})\s+", "", plain)
    if not 1 <= times <= 100:
        return None
    found = [_chord(one, lexicon) for one in _spoken(plain, lexicon).split()]
    chorded = tuple(one for one in found if one)
    if not found or len(chorded) < len(found):
        return None
    return Chords(chords=chorded, times=times, named_key=plain != text)


def _without_times(text: str, lexicon: Lexicon) -> tuple[str, int]:
    for words, count in lexicon.times.items():
        if text.casefold().startswith(words + " "):
            return text[len(words) + 1 :].strip(), count
        if text.casefold().endswith(" " + words):
            return text[: -len(words) - 1], count
    if found := re.search(r"(?i)^(.+?)\s+(\d{1,3})\s*(?:times|x|mal|veces)$", text):
        return found[1], int(found[2])
    return text, 1


def _spoken(text: str, lexicon: Lexicon) -> str:
    """The keys with one word a key and "+" without spaces between those pressed together."""
    for name, key in lexicon.keys.items():
        text = re.sub(rf"(?i)(?<![\w+-]){forms.words((name,))}(?![\w-])", key, text)
    text = re.sub(r"\s*\+\s*(?=\S)", "+", text) if len(text) > 1 else text
    first, *others = text.split() or [""]
    joined = [first]
    for word in others:
        before = joined[-1]
        if not _is_modifier(before.rsplit("+", 1)[-1]):
            joined.append(word)
        elif word != "+" and word.casefold() not in lexicon.connectors.weak:
            joined[-1] = f"{before}+{word}"
    return " ".join(joined)


def _chord(word: str, lexicon: Lexicon) -> tuple[Key, ...] | None:
    """The keys of one chord: "Ctrl+Shift+s", "ctrl-s"; the last may be "+" or "-" itself."""
    parts = [word] if len(word) == 1 else re.split(r"(?<=.)\+(?=.)|(?<=[a-zA-Z])-(?=.)", word)
    keys: list[Key] = []
    for part in parts:
        try:
            keys.append(key_name(lexicon.keys.get(part.casefold(), part)))
        except ValueError:
            return None
    if any(key not in MODIFIERS for key in keys[:-1]) or len(keys) > 5:
        return None
    if len(keys) > 1 and len(keys[-1]) == 1:
        keys[-1] = keys[-1].lower()
    return tuple(keys)


def _is_modifier(word: str) -> bool:
    try:
        return key_name(word) in MODIFIERS
    except ValueError:
        return False
