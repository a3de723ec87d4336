"""The words of one language: the data of resources/grammar/, made into patterns once."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

from app.builtin import forms
from app.builtin.cut import START
from app.builtin.intents import How
from app.core.actions import Button
from app.core.elements import Role
from app.core.geometry import Value
from app.core.keys import Key

Intention = Literal[
    "click",
    "hover",
    "type",
    "set",
    "clear",
    "choose",
    "tick",
    "menu",
    "press",
    "scroll",
    "scroll_end",
    "scroll_to",
    "wait",
    "wait_until",
    "open_app",
    "open",
    "switch",
    "close",
    "drag",
]
Side = Literal["top", "bottom", "left", "right"]


class Form(Value):
    """Ways to say one thing: literal words, <classes> of words, [what may be missing] and {slots}.

    The other fields are what the words themselves say of the step.
    """

    intent: Intention
    say: tuple[str, ...]
    button: Button = "left"
    count: Literal[1, 2, 3] = 1
    replace: bool | None = None
    on: bool = True
    direction: Literal["up", "down", "left", "right"] = "down"
    end: Literal["top", "bottom"] = "bottom"
    what: Literal["dialog", "window", "menu"] = "window"
    gone: bool = False
    soft: bool = False
    silent: bool = False
    wary: bool = False
    """Without quotes a text that starts with an article only describes what to enter ("the sum of both")."""

    chord: tuple[Key, ...] = ()
    unsure: bool = False
    """A form that is only right where its text is in quotes, or its field is or has a role."""


class Connectors(Value):
    """What stands between steps. `strong` ones always do, `weak` ones also stand inside a label or a text."""

    strong: tuple[str, ...]
    weak: tuple[str, ...]


class Purpose(Value):
    """How people say what a step is for: a marker and one of these verbs."""

    markers: tuple[str, ...]
    verbs: tuple[str, ...]
    always: tuple[str, ...]
    """Markers after which anything says what a step is for."""


class Lexicon(Value):
    """Everything the grammar knows of one language; see resources/grammar/README.md for the fields."""

    language: str
    classes: dict[str, tuple[str, ...]]
    connectors: Connectors
    articles: tuple[str, ...]
    pronouns: tuple[str, ...]
    same_again: tuple[str, ...]
    """Words for another thing of the kind spoken of last: "the one next to Bob"."""

    polite: tuple[str, ...]
    polite_ends: tuple[str, ...]
    prefaces: tuple[str, ...]
    polite_inside: tuple[str, ...]
    negations: tuple[str, ...]
    inner_negations: tuple[str, ...]
    """Words that negate a verb they stand behind ("klicke nicht auf …")."""

    exclusions: tuple[str, ...]
    places_in: tuple[str, ...]
    purpose: Purpose
    adjectives: tuple[str, ...]
    called: tuple[str, ...]
    empty_spots: tuple[str, ...]
    pages: tuple[str, ...]
    other_verbs: tuple[str, ...]
    """Verbs that plainly begin a step, though not one of the forms."""

    beyond: tuple[str, ...]
    """Beginnings of what sounds like a step that is understood and is not."""
    windows: tuple[str, ...]
    roles: dict[str, tuple[Role, ...]]
    ordinals: dict[str, int]
    numbers: dict[str, int]
    sides: dict[str, tuple[Side, ...]]
    relations: dict[How, tuple[str, ...]]
    keys: dict[str, Key]
    key_words: tuple[str, ...]
    times: dict[str, int]
    could_be_buttons: tuple[Key, ...]
    closing: tuple[str, ...]
    applications: dict[str, tuple[str, ...]]
    on_words: tuple[str, ...]
    off_words: tuple[str, ...]
    forms: tuple[Form, ...]
    says: dict[str, str]

    @cached_property
    def patterns(self) -> tuple[tuple[re.Pattern[str], Form], ...]:
        """Every way to say a step, in the order of the file, with what it means."""
        return tuple((forms.pattern(way, self.classes), form) for form in self.forms for way in form.say)

    @cached_property
    def patterns_by_word(self) -> dict[str, tuple[tuple[re.Pattern[str], Form], ...]]:
        """The patterns by the first word that a clause must have for them, in lower case."""
        found: dict[str, list[tuple[re.Pattern[str], Form]]] = {}
        for form in self.forms:
            for way in form.say:
                pattern = forms.pattern(way, self.classes)
                for word in forms.first_words(way, self.classes):
                    found.setdefault(word, []).append((pattern, form))
        return {word: tuple(pairs) for word, pairs in found.items()}

    @cached_property
    def relation_patterns(self) -> tuple[tuple[re.Pattern[str], How], ...]:
        return tuple((forms.pattern(way, self.classes), how) for how, ways in self.relations.items() for way in ways)

    @cached_property
    def exclusion(self) -> re.Pattern[str]:
        """Finds "X, not Y" with the groups t and x."""
        return re.compile(rf"(?is)^(?P<t>.+?),?\s+(?:{forms.words(self.exclusions)})\s+(?P<x>.+)$")

    @cached_property
    def negation(self) -> re.Pattern[str]:
        return re.compile(rf"(?is)^(?:{forms.words(self.negations)})\s+(?P<rest>.+)$")

    @cached_property
    def inner_negation(self) -> re.Pattern[str]:
        """Finds a verb with a negation behind it, as the groups verb and rest; never where there are no such words."""
        words = forms.words(self.inner_negations) or "(?!)"
        return re.compile(rf"(?is)^(?P<verb>\S+(?:\s+\S+)?)\s+(?:{words})\s+(?P<rest>.+)$")

    @cached_property
    def negated(self) -> re.Pattern[str]:
        words = forms.words(self.inner_negations) or "(?!)"
        return re.compile(rf"(?i)(?<!\w)(?:{words})(?!\w)")

    @cached_property
    def courtesy(self) -> re.Pattern[str]:
        """Finds "bitte" behind the verb, as the groups verb and rest."""
        words = forms.words(self.polite_inside) or "(?!)"
        return re.compile(rf"(?is)^(?P<verb>\S+(?:\s+\S+)?)\s+(?:{words})\s+(?P<rest>.+)$")

    @cached_property
    def start(self) -> re.Pattern[str]:
        """Politeness and the like in front of a step."""
        return re.compile(rf"(?i)^(?:(?:{forms.words(self.polite)})(?:,\s*|\s+|$))+")

    @cached_property
    def end(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)(?:,?\s+(?:{forms.words(self.polite_ends)}))+$")

    @cached_property
    def preface(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^\s*(?:{forms.words(self.prefaces)})\s*:\s*")

    @cached_property
    def for_a_purpose(self) -> re.Pattern[str]:
        """Finds "… to see more" at the end of a clause."""
        return re.compile(rf"(?is),?\s+(?:{self._purpose}).*$")

    @cached_property
    def starts_with_purpose(self) -> re.Pattern[str]:
        return re.compile(rf"(?is)^(?:{self._purpose})")

    @property
    def _purpose(self) -> str:
        some = rf"(?:{forms.words(self.purpose.markers)})\s+(?:{forms.words(self.purpose.verbs)})(?![\w:-])"
        return rf"{some}|(?:{forms.words(self.purpose.always)})\s"

    @cached_property
    def article(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^(?:(?:{forms.words(self.articles)})\s+)+")

    @cached_property
    def only_within(self) -> re.Pattern[str]:
        """Finds "in the window X" where that is all, up to eight words."""
        return re.compile(rf"(?is)^(?:{forms.words(self.places_in)})\s+(?P<place>\S+(?:\s+\S+){{0,7}})$")

    @cached_property
    def window_end(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)(?:^|\s+)(?:{forms.words(self.windows)})$")

    @cached_property
    def opens_block(self) -> re.Pattern[str]:
        """Finds "type" or "type the following into …:" at the end of a line."""
        verbs = forms.words((*self.classes["type"], *self.classes["enter"]))
        following, into = forms.words(self.classes["following"]), forms.words(self.classes["into"])
        what = rf"\s*:?|\s+(?:{following})(?:\s+[^.!?;]{{1,80}})?\s*:?|\s+(?:{into})\s[^.!?;:]{{1,80}}:"
        return re.compile(rf"(?i)(?<!\w)(?:{verbs})(?:{what})\s*$")

    @cached_property
    def separator(self) -> re.Pattern[str]:
        """What can stand between two steps: punctuation, line breaks, list marks and connecting words, as one run."""
        linking = forms.words((*self.connectors.strong, *self.connectors.weak))
        mark = r"(?:[ \t]*(?:\d{1,3}[.)]|[-*•])(?=[ \t]))"
        stops = rf"(?<=\S)[,;](?=\s|$)|(?<=[^\s.])[.!?](?=\s|$)|\n{mark}?|(?<=[,.;:!]\s)\d{{1,2}}[.)](?=\s)|^{mark}"
        return re.compile(rf"(?i)(?<!\s)(?:\s*(?:{stops}|(?:(?<=\s)|^)(?:{linking})(?=[,\s])))+\s*")

    @cached_property
    def strong(self) -> re.Pattern[str]:
        """Whether a separator plainly parts two steps."""
        return re.compile(rf"(?i)[.;!?\n]|(?<!\w)(?:{forms.words(self.connectors.strong)})(?!\w)")

    @cached_property
    def role_start(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^(?P<role>{forms.words(tuple(self.roles))})(?!\w)\s*")

    @cached_property
    def role_end(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)(?:^|\s+|(?<=\w)-)(?P<role>{forms.words(tuple(self.roles))})$")

    @cached_property
    def ordinal(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^(?P<ordinal>{forms.words(tuple(self.ordinals))})(?:\s+|$)")

    @cached_property
    def side(self) -> re.Pattern[str]:
        return re.compile(rf"(?is)^(?P<t>.+?),?\s+(?P<side>{forms.words(tuple(self.sides))})$")

    @cached_property
    def called_so(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^(?:{forms.words(self.called)})\s+")

    @cached_property
    def empty_spot(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^(?:{forms.words(self.empty_spots)})$")

    @cached_property
    def fillers(self) -> frozenset[str]:
        """Words beside a quoted label that say nothing more."""
        linking = {word.casefold() for words in (*self.called, *self.articles) for word in words.split()}
        return frozenset(linking | {word.casefold() for word in (*self.adjectives, *self.windows)})

    @cached_property
    def foreign_step(self) -> re.Pattern[str]:
        """Finds a verb of no form with a thing it is for: "sort the list"."""
        return re.compile(rf"(?i)^(?:{forms.words(self.other_verbs)})\s+{self._thing}")

    @cached_property
    def linked_step(self) -> re.Pattern[str]:
        """Finds "… and sort the list": more than one thing."""
        return re.compile(rf"(?i)(?<!\w)(?:{forms.words(self.linking)})\s+[^\W\d_]+\s+{self._thing}")

    @property
    def _thing(self) -> str:
        pointing = forms.words((*self.articles, *self.pronouns, "all", "everything"))
        return rf"(?:(?:{pointing})(?!\w)|{START})"

    @cached_property
    def linking(self) -> frozenset[str]:
        return frozenset((*self.connectors.strong, *self.connectors.weak))

    @cached_property
    def too_much(self) -> re.Pattern[str]:
        return re.compile(rf"(?i)^(?:{forms.words(self.beyond)})(?!\w)")
