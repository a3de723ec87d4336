"""Words for a thing on the screen: its name, what it is, which of several, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from app.builtin.cut import KEPT, Kept, is_kept
from app.builtin.intents import Kind, Near, Target
from app.builtin.lexicon import Lexicon

MOST_WORDS = 25
MOST_RELATIONS = 3
_ASIDE = re.compile(r"(?s)^(?P<t>.+?)\s*\((?P<aside>[^()]+)\)$")


@dataclass(frozen=True)
class TargetReader:
    """Reads targets of one instruction, whose quoted texts are in `kept`; `it` is the thing spoken of last."""

    lexicon: Lexicon
    kept: Kept
    it: Target | None = None

    def read(self, words: str) -> Target | None:
        """What the words mean; None where they can't be words for a thing, or only point back ("it")."""
        words = words.strip().rstrip(",")
        if not words or len(words.split()) > MOST_WORDS or self.is_pronoun(words):
            return None
        if self.lexicon.linked_step.search(words) or (self.lexicon.negated.search(words) and not self._excludes(words)):
            return None
        return self._read(words, MOST_RELATIONS)

    def _excludes(self, words: str) -> bool:
        return self.lexicon.exclusion.match(words) is not None

    def window(self, words: str) -> Target | None:
        """A window by its name or its kind: "the Writer window", "the calculator"."""
        target = self.read(words)
        if not target:
            return None
        bare = self.lexicon.article.sub("", words.strip())
        found = None if target.quoted else self.lexicon.window_end.search(bare)
        names = dict.fromkeys(name for name in (bare[: found.start()] if found else "", *target.names, bare) if name)
        return target.model_copy(
            update={"names": target.names if target.quoted else tuple(names), "kind": Kind.WINDOW, "labels": ()}
        )

    def is_pronoun(self, words: str) -> bool:
        return words.strip().casefold() in self.lexicon.pronouns

    def is_marked(self, words: str) -> bool:
        """Whether the words plainly are for a thing: quoted, with an article, with a role, or a capital letter."""
        return bool(
            KEPT.search(words)
            or self.lexicon.article.match(words)
            or self.lexicon.role_end.search(words)
            or words[:1].isupper()
            or self.lexicon.role_start.match(words)
        )

    def _read(self, words: str, relations: int) -> Target | None:
        if self.lexicon.empty_spot.match(words):
            return Target(words=words, kind=Kind.EMPTY_SPOT)
        bare = self.lexicon.article.sub("", words)
        if bare.casefold() in self.lexicon.linking:
            return None
        if bare.casefold() in self.lexicon.pages:
            return Target(words=words, kind=Kind.PAGE)
        for part in (self._with_aside, self._with_exclusion, self._with_side, self._with_relation):
            if relations and (found := part(words, relations)):
                return self._labelled(found, bare, words)
        return self._plain(words, bare)

    def _labelled(self, target: Target, bare: str, words: str) -> Target:
        """The same; all of the words may still be a label ("Log in to your account")."""
        label = () if KEPT.search(words) else (self.kept.restored(bare),)
        return target.model_copy(update={"words": self.kept.restored(words), "labels": label})

    def _with_exclusion(self, words: str, relations: int) -> Target | None:
        found = self.lexicon.exclusion.match(words)
        if not found or not (target := self._read(found["t"], relations - 1)):
            return None
        other = self._read(found["x"], 0)
        excluded = other.names if other else ()
        return target.model_copy(update={"excluded": (*target.excluded, *excluded)}) if excluded else None

    def _with_aside(self, words: str, relations: int) -> Target | None:
        found = _ASIDE.match(words)
        if not found or not (target := self._read(found["t"], relations - 1)):
            return None
        aside = found["aside"]
        if excluded := self.lexicon.exclusion.match(f"x {aside}"):
            other = self._read(excluded["x"], 0)
            return target.model_copy(update={"excluded": other.names}) if other else None
        other = self._read(aside, 1)
        if not other:
            return None
        names = tuple(dict.fromkeys((*target.names, *other.names)))
        return target.model_copy(update={"names": names, "excluded": (*target.excluded, *other.excluded)})

    def _with_side(self, words: str, relations: int) -> Target | None:
        found = self.lexicon.side.match(words)
        if not found or not (target := self._read(found["t"], relations - 1)):
            return None
        key = " ".join(found["side"].casefold().split())
        return target.model_copy(update={"sides": (*target.sides, *self.lexicon.sides[key])})

    def _with_relation(self, words: str, relations: int) -> Target | None:
        for pattern, how in self.lexicon.relation_patterns:
            found = pattern.match(words)
            if not found or not self._could_be_anchor(found["x"], found["t"]):
                continue
            target, anchor = self._read(found["t"], relations - 1), self._anchor(found["x"], relations - 1)
            if target and anchor and anchor.kind is Kind.PAGE:
                return target
            if target and self.it and self.lexicon.article.sub("", found["t"]).casefold() in self.lexicon.same_again:
                target = self.it.model_copy(update={"near": (), "ordinal": None})
            if target and anchor and (target.names or target.roles):
                return target.model_copy(update={"near": (*target.near, Near(how=how, what=anchor))})
        return None

    def _could_be_anchor(self, words: str, thing: str) -> bool:
        """Whether these words can say where a thing is: they are plainly for a thing, and for one only."""
        links = any(word.casefold() in self.lexicon.linking for word in words.split())
        return not links and bool(
            self.is_pronoun(words) or self.is_marked(words) or self.lexicon.role_end.search(thing)
        )

    def _anchor(self, words: str, relations: int) -> Target | None:
        if self.is_pronoun(words):
            return self.it
        if self.lexicon.window_end.search(words) and not self.lexicon.role_end.search(words):
            return self.window(words)
        return self._read(words, relations)

    def _plain(self, words: str, bare: str) -> Target | None:
        text, ordinal = bare, None
        if found := self.lexicon.ordinal.match(bare):
            text = bare[found.end() :]
            ordinal = self.lexicon.ordinals[" ".join(found["ordinal"].casefold().split())]
        named = (
            self._quoted(text)
            if KEPT.search(text)
            else self._unquoted(text, pointed_at=words != bare or ordinal is not None)
        )
        if named is None or not (named.names or named.roles or ordinal):
            return None
        label = () if named.quoted else (self.kept.restored(bare),)
        return named.model_copy(update={"words": self.kept.restored(words), "ordinal": ordinal, "labels": label})

    def _quoted(self, text: str) -> Target | None:
        """A label in quotes; all that stands beside it must be what it is, or a word that says nothing more."""
        names = self.kept.quoted(text)
        beside = [] if is_kept(text) else KEPT.sub("\n", text).split("\n")
        role = ""
        for part in beside:
            part_role, rest = self._role_of(part.strip())
            if any(word.casefold() not in self.lexicon.fillers for word in rest.split()):
                return None
            role = role or part_role
        roles = self.lexicon.roles.get(role, ())
        return Target(words=text, names=tuple(name.strip() for name in names if name.strip()), quoted=True, roles=roles)

    def _unquoted(self, text: str, *, pointed_at: bool) -> Target | None:
        """A name without quotes, with the word for what it is before or after it, or that word alone.

        "The file" is any file (`pointed_at`), "File" what is called so.
        """
        role, rest = self._role_of(text)
        if not rest and role:
            roles = self.lexicon.roles.get(role, ())
            by_role: Literal["places", "always"] = "always" if pointed_at or text.islower() else "places"
            # "The message box" may be the box called so, or the one called "message".
            names = (
                [text, " ".join(text.split()[:-1])]
                if text.rsplit(maxsplit=1)[-1].casefold() in self.lexicon.roles
                else [text]
            )
            named = tuple(self.kept.restored(name) for name in names if name)
            return Target(words=text, names=named, roles=roles, by_role=by_role)
        rest = self.lexicon.article.sub("", self.lexicon.called_so.sub("", rest))
        names = [rest] if rest else []
        if role and rest and text.casefold().startswith(role):
            names = [text, rest]
        without = rest.split()
        while len(without) > 1 and without[0].casefold() in self.lexicon.adjectives:
            without = without[1:]
            names.append(" ".join(without))
        describes = bool(rest and role) and all(word in self.lexicon.adjectives for word in rest.split())
        return Target(
            words=text,
            names=tuple(map(self.kept.restored, names)),
            roles=self.lexicon.roles.get(role, ()),
            by_role="places" if describes else "no",
        )

    def _role_of(self, text: str) -> tuple[str, str]:
        """What the thing is called ("button") and the words without that; "" where nothing says it."""
        if found := self.lexicon.role_end.search(text):
            return _key(found["role"]), text[: found.start()].strip()
        if found := self.lexicon.role_start.match(text):
            return _key(found["role"]), text[found.end() :].strip()
        return "", text


def _key(words: str) -> str:
    return " ".join(words.casefold().split())
