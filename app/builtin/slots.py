"""What the words of a clause leave open, and how each of it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.builtin.chords import Chords, chords
from app.builtin.cut import KEPT, Kept, is_kept
from app.builtin.forms import VERB
from app.builtin.intents import Target
from app.builtin.lexicon import Form, Lexicon
from app.builtin.targets import TargetReader
from app.core.elements import Role

_PATH = re.compile(r"\s+(?:>|»|›|→|⇒|->|=>|\|)\s*|\s*(?:→|⇒|›)\s*")
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?\s?%?")
MOST_TEXT = 90_000


@dataclass(frozen=True)
class Slots:
    """What the words of a clause left open, and how to read each; `it` is the thing spoken of last."""

    found: dict[str, str]
    form: Form
    lexicon: Lexicon
    kept: Kept
    it: Target | None

    @property
    def reader(self) -> TargetReader:
        return TargetReader(self.lexicon, self.kept, self.it)

    def target(self, name: str = "target") -> Target | None:
        words = self.found.get(name) or ""
        if words and (where := self.found.get("where")):
            if where.casefold() in self.lexicon.places_in:
                return None
            words = f"{words} {where}"
        return self.it if self.reader.is_pronoun(words) else self.reader.read(words)

    def done_by_button(self) -> Target | None:
        """The button for "save the settings": one called so, or just by the verb."""
        verb, target = self.found[VERB], self.target()
        if not target or target.near or target.ordinal or not target.names:
            return None
        names = (*(f"{verb} {name}" for name in target.names), verb)
        return Target(words=f"{verb} {target.words}", names=names, roles=(Role.BUTTON, Role.LINK, Role.MENU_ITEM))

    def window(self, name: str = "window") -> Target | None:
        return self.reader.window(self.found.get(name) or "")

    def keys(self, name: str = "keys") -> Chords | None:
        return chords(self.found[name], self.kept, self.lexicon)

    @property
    def typed(self) -> str:
        """The words of the text, as they stand in the clause."""
        return self.found.get("quoted") or self.found["text"]

    def text(self) -> str | None:
        """The text to the letter; None where it starts with a quote that is not all of it."""
        words = self.typed
        if not is_kept(words) and KEPT.match(words):
            return None
        text = self.kept.content(words)
        return text if len(text) <= MOST_TEXT else None

    def number(self, name: str) -> float | None:
        words = self.kept.content(self.found[name]).strip().casefold()
        if words in self.lexicon.numbers:
            return self.lexicon.numbers[words]
        return float(words.replace(",", ".").rstrip(" %")) if _NUMBER.fullmatch(words) else None

    def path(self, words: str) -> tuple[Target, ...] | None:
        """The items of a menu path like "File > Save as"; None where something in it can't be read."""
        parts = _PATH.split(self.kept.content(words) if is_kept(words) else words)
        read = [self.reader.read(part) for part in parts]
        targets = tuple(target for target in read if target)
        return targets if len(targets) == len(read) else None

    def has_path(self, name: str) -> bool:
        return _PATH.search(self.kept.content(self.found[name])) is not None

    def starts_with_place(self, name: str) -> bool:
        """Whether the words say where ("in the list …") before they name a thing."""
        first, _, rest = self.found.get(name, "").partition(" ")
        return first.casefold() in self.lexicon.places_in and self.lexicon.article.match(rest) is not None

    def is_number(self, name: str) -> bool:
        return _NUMBER.fullmatch(self.kept.content(self.found[name]).strip()) is not None
