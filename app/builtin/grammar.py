"""Reads an instruction: cuts it into clauses where the next step plainly begins, and says what was understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.builtin import saying
from app.builtin.clauses import Clause, ClauseReader, placed, touched
from app.builtin.cut import KEPT, Kept, Parting, cut, is_kept
from app.builtin.intents import Choose, Intent, Kind, Press, Reading, Target
from app.builtin.lexicon import Lexicon
from app.core.keys import MODIFIERS

LOOK_AHEAD = 3
"""How many separators a step may hold in its own words while its end is looked for."""
SHOWN = 80
LISTED_WORDS, LISTED_SIZE = 6, 400
"""How many words one more thing for the same verb may have, and characters the clause before it."""
LISTED = frozenset({"click", "choose", "tick", "press", "hover"})
"""What is often said of several things with one verb."""


def read(task: str, lexicon: Lexicon) -> Reading:
    """What the instruction says; never raises. Nothing of it may be done where the reading is not clear."""
    probe = ClauseReader(lexicon, Kept())
    masked, kept = cut(task, lexicon.opens_block, lambda line: _parting(line, lexicon, probe))
    masked = lexicon.preface.sub("", masked)
    steps = _Steps(lexicon, kept)
    for text, link in _Splitter(masked, lexicon, steps).clauses():
        steps.add(text, link)
    return steps.reading()


def _parting(line: str, lexicon: Lexicon, probe: ClauseReader) -> Parting:
    separator = lexicon.separator.match(line)
    rest = line[separator.end() :] if separator else line
    end = lexicon.separator.search(rest)
    step = rest[: end.start()] if end else rest
    if not probe.starts_step(rest) or not probe.read(step, Target(words="")):
        return Parting.NONE
    if not separator:
        return Parting.VERB
    return Parting.LINKED if re.search(r"[^\W\d_]", separator[0]) else Parting.MARK


@dataclass
class _Splitter:
    """Cuts a masked instruction into clauses, each with the separator before it; `steps` are those read so far."""

    text: str
    lexicon: Lexicon
    steps: _Steps

    def clauses(self) -> Iterator[tuple[str, str]]:
        marks = [found for found in self.lexicon.separator.finditer(self.text) if found[0].strip() or "\n" in found[0]]
        start, link = 0, ""
        for number, mark in enumerate(marks):
            if not self.text[start : mark.start()].strip():
                start, link = mark.end(), link + mark[0]
            elif (end := self._cut_at(start, link, number, marks)) is not None:
                yield self.text[start:end], link
                start, link = mark.end(), mark[0]
        if self.text[start:].strip():
            yield self.text[start:], link

    def _cut_at(self, start: int, link: str, number: int, marks: list[re.Match[str]]) -> int | None:
        """Where the clause from `start` ends if the next begins after this separator; None where it goes on."""
        mark = marks[number]
        if mark.end() == len(self.text):
            return self._last_end(start, mark)
        strong = self.lexicon.strong.search(mark[0]) is not None
        if not (strong or self._may_begin(mark.start() - start, mark, number, marks)):
            return None
        left = self.steps.understood(self.text[start : mark.start()], link)
        if left and left.open:
            return self._text_end(mark) if self._begins(mark, number, marks) else None
        if strong:
            return mark.start()
        return mark.start() if left and self._weakly_parts(left, mark, number, marks) else None

    def _may_begin(self, size: int, mark: re.Match[str], number: int, marks: list[re.Match[str]]) -> bool:
        """A cheap look at whether a step could begin here, after a clause of that many characters."""
        right = self._after(mark, number, marks, 1)
        if self.steps.reader.starts_step(right) or self.steps.reader.is_foreign(right):
            return True
        return size <= LISTED_SIZE and len(right) <= LISTED_SIZE and len(right.split()) <= LISTED_WORDS

    def _begins(self, mark: re.Match[str], number: int, marks: list[re.Match[str]]) -> bool:
        """Whether what follows is a step with a verb of its own."""
        if self.steps.reader.is_foreign(self._after(mark, number, marks, 1)):
            return True
        if not self.steps.reader.starts_step(self._after(mark, number, marks, 1)):
            return False
        for size in range(1, LOOK_AHEAD + 1):
            said = self.steps.reader.read(self._after(mark, number, marks, size), Target(words=""))
            if said and (said.intent or said.avoid):
                return True
        return False

    def _weakly_parts(self, left: Clause, mark: re.Match[str], number: int, marks: list[re.Match[str]]) -> bool:
        if _is_modifiers(left.intent):
            return False
        right = self._after(mark, number, marks, 1)
        if not left.intent:
            return True
        if self.lexicon.exclusion.match(f"x {right}") and not self._begins(mark, number, marks):
            return False
        return self._begins(mark, number, marks) or self._goes_on(left, right, mark[0]) or self._is_place(right)

    def _goes_on(self, left: Clause, right: str, link: str) -> bool:
        """Whether what follows is one more thing for the verb of the clause before."""
        if not self.steps.could_be_thing(right):
            return False
        said = self.steps.reader.read(left.head + right, Target(words=""))
        if not (left.form and said and said.form and said.form.intent == left.form.intent):
            return False
        if is_kept(right) or len(right.strip()) <= 2 or left.form.intent in {"tick", "press"}:
            return True
        if isinstance(left.intent, Choose) and isinstance(said.intent, Choose) and left.intent.holder:
            return said.intent.holder is not None
        if left.form.intent in LISTED:
            return "," in link and not self.lexicon.article.match(right)
        return said.form == left.form and left.form.intent in {"type", "set", "drag"} and not said.open

    def _is_place(self, text: str) -> bool:
        said = self.steps.reader.read(text, None)
        return bool(said and (said.within or (said.avoid and not said.intent)))

    def _after(self, mark: re.Match[str], number: int, marks: list[re.Match[str]], size: int) -> str:
        end = marks[number + size].start() if number + size < len(marks) else len(self.text)
        return self.text[mark.end() : end]

    def _text_end(self, mark: re.Match[str]) -> int:
        """A text keeps its full stop or exclamation mark where the sentence plainly goes on after it."""
        goes_on = re.match(r"[.!?]\s+[a-z]", mark[0])
        return mark.start() + 1 if goes_on or mark[0].startswith(("!", "?")) else mark.start()

    def _last_end(self, start: int, mark: re.Match[str]) -> int:
        left = self.steps.reader.read(self.text[start : mark.start()], Target(words=""))
        return self._text_end(mark) if left and left.open else mark.start()


def _is_modifiers(intent: Intent | None) -> bool:
    return isinstance(intent, Press) and all(key in MODIFIERS for chord in intent.chords for key in chord)


@dataclass
class _Steps:
    """The steps read so far, and what carries over from one clause to the next."""

    lexicon: Lexicon
    kept: Kept
    intents: list[Intent] = field(default_factory=list)
    avoid: list[Target] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)
    before: Clause | None = None
    within: Target | None = None
    it: Target | None = None
    waiting: str = ""
    """A place that was named and that no step came for yet."""

    def add(self, text: str, link: str) -> None:
        if "." in link or "\n" in link:
            self.within = self.within if self.within and not self.within.roles else None
        said = self.understood(text, link)
        if said is None:
            self.unclear.append(_shortened(self.kept.restored(text.strip())))
            return
        self.avoid += said.avoid
        self.waiting = text if said.within and not said.intent else "" if said.intent else self.waiting
        if said.within:
            self.within = None if said.within.kind is Kind.PAGE else said.within
        if said.intent:
            carried = None if said.within or not self.within else self.within.model_copy(update={"soft": True})
            self.intents.append(placed(said.intent, carried) if carried else said.intent)
            self.before = said
            named = [target for target in touched(said.intent) if target.names or target.roles]
            self.it = named[-1] if named else self.it

    @property
    def reader(self) -> ClauseReader:
        return ClauseReader(self.lexicon, self.kept)

    def understood(self, text: str, link: str) -> Clause | None:
        """The clause, with the verb of the one before where it has none; None where it makes no sense."""
        said = self.reader.read(text, self.it)
        if said and said.within and not said.intent and self.before:
            return self._carried_over(text, link) or said
        return said or self._carried_over(text, link)

    def _carried_over(self, text: str, link: str) -> Clause | None:
        """The clause with the verb of the one before: "click 7, then 8"."""
        if not self.before or not self.before.form or re.search(r"[.;!?]", link) or len(text.split()) > LISTED_WORDS:
            return None
        text = self.lexicon.start.sub("", text.strip())
        if not self.could_be_thing(text):
            return None
        for head in self._heads(self.before.head, text):
            said = self.reader.read(head + text, self.it)
            if said and said.form and said.form.intent == self.before.form.intent and not said.open:
                return said
        return None

    def _heads(self, head: str, text: str) -> tuple[str, ...]:
        """The words to put before what lacks a verb; a preposition that stands in both is said once."""
        words, first = head.split(), text.split()[:1]
        if words[1:] and [words[-1].casefold()] == [word.casefold() for word in first]:
            return (" ".join(words[:-1]) + " ", head)
        return (head,)

    def could_be_thing(self, text: str) -> bool:
        """Whether words without a known verb look like a thing and not like a verb nobody knows ("frob the box")."""
        if self.reader.is_foreign(text):
            return False
        first, *others = text.split() or [""]
        plain = re.search(r"[^\W\d_]", first) is None or first[:1].isupper() or KEPT.match(first) or len(first) <= 2
        if plain or self.lexicon.article.match(f"{first} ") or self.lexicon.ordinal.match(first):
            return True
        before = self.before.intent.words.split()[-1:] if self.before and self.before.intent else []
        return not any(self.lexicon.article.match(f"{word} ") for word in others) and bool(
            others or (before and not before[0][:1].isupper())
        )

    def reading(self) -> Reading:
        if self.waiting:
            self.unclear.append(_shortened(self.kept.restored(self.waiting.strip())))
        lines = tuple(saying.line(intent, self.lexicon) for intent in self.intents)
        avoided = tuple(saying.avoided(target, self.lexicon) for target in self.avoid)
        return Reading(
            intents=tuple(self.intents),
            avoid=tuple(self.avoid),
            lines=(*lines, *avoided),
            unclear=tuple(self.unclear),
        )


def _shortened(words: str) -> str:
    return words if len(words) <= SHOWN else f"{words[: SHOWN - 1].rstrip()}…"
