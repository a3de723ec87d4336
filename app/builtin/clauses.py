"""Reads one clause: the steps it asks for, or what it says about the steps around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from app.builtin.building import build
from app.builtin.cut import Kept, is_kept
from app.builtin.intents import (
    Choose,
    Clear,
    ClickOn,
    DragTo,
    HoverOver,
    Intent,
    Kind,
    OpenMenu,
    OpenThing,
    SetTo,
    SwitchTo,
    Target,
    Tick,
    TypeInto,
)
from app.builtin.lexicon import Form, Lexicon
from app.builtin.slots import Slots
from app.builtin.targets import TargetReader
from app.core.elements import Role

LONGEST = 3000
"""Characters: a longer clause is only read where it types a text."""
LONGEST_PLACE = 8
_FIELDS = frozenset({Role.TEXT_FIELD, Role.PASSWORD_FIELD, Role.SPINNER, Role.DOCUMENT})
_HOLDERS = frozenset({Role.COMBO_BOX, Role.LIST, Role.TREE, Role.TABLE})


@dataclass(frozen=True)
class Clause:
    """What a clause says: a step, a window or part that steps are in, things to leave alone, or only a reason.

    `head` are the words before the first slot, which carry over to a next clause without a verb. `open` is a text that
    would go on if more words followed.
    """

    intent: Intent | None = None
    head: str = ""
    form: Form | None = None
    within: Target | None = None
    avoid: tuple[Target, ...] = ()
    open: bool = False


@dataclass(frozen=True)
class ClauseReader:
    lexicon: Lexicon
    kept: Kept

    def read(self, text: str, it: Target | None) -> Clause | None:
        """What the clause means; None where it is not understood. `it` is the thing spoken of last."""
        text = self.lexicon.start.sub("", text.strip()).strip()
        if polite := self.lexicon.courtesy.match(text):
            text = f"{polite['verb']} {polite['rest']}"
        if not text:
            return Clause()
        if (found := self.lexicon.inner_negation.match(text)) and self._starts_with_verb(text):
            return self._prohibition(f"{found['verb']} {found['rest']}", it)
        if self._starts_with_verb(text) and (said := self._step(text, it)):
            return said
        if found := self.lexicon.negation.match(text):
            return self._prohibition(found["rest"], it)
        if self.lexicon.starts_with_purpose.match(text):
            return Clause()
        return self._placed(text, it)

    def starts_step(self, text: str) -> bool:
        """Whether the text starts with the verb of a step, a place that steps are in, or a prohibition."""
        text = self.lexicon.start.sub("", text.strip()).strip()
        return bool(self._starts_with_verb(text) or self.lexicon.negation.match(text) or self._is_in_a_place(text))

    def is_foreign(self, text: str) -> bool:
        """Whether the text plainly begins a step, but one of no known form."""
        return self.lexicon.foreign_step.match(self.lexicon.start.sub("", text.strip())) is not None

    def _is_in_a_place(self, text: str) -> bool:
        return self.lexicon.only_within.match(" ".join(text[:LONGEST].split()[:3])) is not None

    def _starts_with_verb(self, text: str) -> bool:
        first = re.match(r"[^\s,]+", text)
        return bool(first and first[0].casefold() in self.lexicon.patterns_by_word)

    def _step(self, text: str, it: Target | None) -> Clause | None:
        """The step without what it is for and "please"; where words of a label look like that, they count too."""
        if self.lexicon.too_much.match(text):
            return None
        full = self._said(text, it)
        if full and full.open:
            return full
        shorter = self.lexicon.for_a_purpose.sub("", self.lexicon.end.sub("", text))
        if shorter == text or not (short := self._said(shorter, it)):
            return full
        if full and isinstance(full.intent, ClickOn) and isinstance(short.intent, ClickOn):
            labels = tuple(dict.fromkeys((*full.intent.target.labels, *short.intent.target.labels)))
            target = short.intent.target.model_copy(update={"labels": labels})
            return replace(short, intent=short.intent.model_copy(update={"target": target}))
        return short

    def _said(self, text: str, it: Target | None) -> Clause | None:
        first = re.match(r"[^\s,]+", text)
        for pattern, form in self.lexicon.patterns_by_word.get(first[0].casefold() if first else "", ()):
            if form.intent != "type" and len(text) > LONGEST:
                continue
            found = pattern.match(text)
            if not found:
                continue
            slots = {name: words for name, words in found.groupdict().items() if words is not None}
            if intent := build(Slots(slots, form, self.lexicon, self.kept, it)):
                head = text[: min((found.start(name) for name in slots), default=len(text))]
                words = self.kept.restored(text)
                typed = slots.get("quoted") or slots.get("text") or ""
                ends_open = isinstance(intent, TypeInto) and not intent.field and not is_kept(typed)
                if ends_open and self._goes_too_far(text, it):
                    return None
                intent = _in_its_window(intent.model_copy(update={"words": words}))
                return Clause(intent, head, form, open=ends_open)
        return None

    def _goes_too_far(self, text: str, it: Target | None) -> bool:
        """Whether a text would reach over its field and on into a step of a verb nobody knows."""
        linked = self.lexicon.linked_step.search(text)
        said = self._said(text[: linked.start()].rstrip(" ,"), it) if linked else None
        return said is not None and isinstance(said.intent, TypeInto) and said.intent.field is not None

    def _prohibition(self, text: str, it: Target | None) -> Clause | None:
        if place := self.lexicon.only_within.match(text):
            window = TargetReader(self.lexicon, self.kept).window(place["place"])
            return Clause(avoid=(window,)) if window else None
        said = self.read(text, it)
        if not said or not said.intent:
            return None
        return Clause(avoid=tuple(touched(said.intent)))

    def _placed(self, text: str, it: Target | None) -> Clause | None:
        """A step after "in the window X", or that place alone."""
        if not self._is_in_a_place(text):
            return None
        words = list(re.finditer(r"\S+", text))
        for end in range(1, min(len(words) - 1, LONGEST_PLACE + 1)):
            rest = text[words[end].end() :].strip()
            if self._starts_with_verb(rest) and (place := self._place(text[: words[end].end()].rstrip(","))):
                said = self._step(rest, it)
                if said and said.intent:
                    return self._put_in(said, place)
        place = self._place(text)
        return Clause(within=place) if place else None

    def _place(self, text: str) -> Target | None:
        found = self.lexicon.only_within.match(text)
        if not found:
            return None
        reader, place = TargetReader(self.lexicon, self.kept), found["place"]
        if self.lexicon.window_end.search(place) and not reader.lexicon.role_end.search(place):
            return reader.window(place)
        return reader.read(place)

    def _put_in(self, said: Clause, place: Target) -> Clause:
        intent = placed(said.intent, place) if said.intent else None
        return replace(said, intent=intent, within=place, open=said.open)


def _in_its_window(intent: Intent) -> Intent:
    """The step in the window that its thing is said to be in."""
    for name in ("target", "field", "option", "source"):
        target = getattr(intent, name, None)
        if not isinstance(target, Target):
            continue
        if windows := [near.what for near in target.near if near.what.kind is Kind.WINDOW]:
            near = tuple(near for near in target.near if near.what.kind is not Kind.WINDOW)
            freed = target.model_copy(update={"near": near})
            return intent.model_copy(update={name: freed, "within": windows[0]})
    return intent


def placed(intent: Intent, place: Target) -> Intent:
    """The step done in this place: the place itself is the field or list where the step lacks one."""
    if intent.within is not None or place.kind is Kind.PAGE or place in touched(intent):
        return intent
    roles = set(place.roles)
    if isinstance(intent, Choose) and intent.holder == place:
        return intent
    if isinstance(intent, OpenMenu) and intent.path[0] == place:
        return intent
    if isinstance(intent, TypeInto) and not intent.field and roles & _FIELDS:
        return intent.model_copy(update={"field": place})
    named_menu = place.names and place.by_role == "no" and Role.MENU in roles and not roles & _HOLDERS
    if named_menu and isinstance(intent, Choose | ClickOn):
        item = intent.option if isinstance(intent, Choose) else intent.target
        return OpenMenu(path=(place, item), words=intent.words)
    if isinstance(intent, Choose) and not intent.holder and roles & _HOLDERS:
        return intent.model_copy(update={"holder": place})
    return intent.model_copy(update={"within": place})


def touched(intent: Intent) -> list[Target]:
    """The things that a step is about, the main one last."""
    match intent:
        case ClickOn() | HoverOver() | Tick() | SetTo() | OpenThing():
            return [intent.target]
        case TypeInto() | Clear():
            field = intent.field if isinstance(intent, TypeInto) else intent.target
            return [field] if field else []
        case Choose():
            return [intent.option]
        case DragTo():
            return [intent.goal, intent.source]
        case SwitchTo():
            return [intent.window]
        case _:
            return _others_touched(intent)


def _others_touched(intent: Intent) -> list[Target]:
    if intent.kind == "menu":
        return [intent.path[-1]]
    if intent.kind in {"scroll_to", "wait_until"}:
        return [intent.target]
    if intent.kind == "press" and intent.button:
        return [intent.button]
    return []
