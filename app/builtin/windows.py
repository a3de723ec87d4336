"""Which window words mean."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import fuzz

from app.builtin.intents import Target
from app.builtin.lexicon import Lexicon
from app.builtin.names import Fit, fit
from app.core.elements import WindowFacts

_PARTS = re.compile(r"\s+[-–—|:]\s+")
_FOLDERS = re.compile(r"(?:~|[A-Za-z]:)?[/\\](?:[^/\\]*[/\\])+")
"""The folders of a path in a title name the document's place, not the window."""

ALIKE = 88.0
"""From 0 to 100: how much of a program's name the words must hold where nothing else fits."""


def windows_for(target: Target, windows: Iterable[WindowFacts], lexicon: Lexicon) -> list[WindowFacts]:
    """The windows the words fit best, all equally well; none where they fit none."""
    names = target.names or target.labels
    ranked = [(max((_fit(name, w, lexicon) for name in names), default=0.0), w) for w in windows if not w.own]
    best = max((score for score, _window in ranked), default=0.0)
    return [window for score, window in ranked if score == best] if best else []


def _fit(name: str, window: WindowFacts, lexicon: Lexicon) -> float:
    """How well a name fits a window: all of its title, a part of it, its program, then what kind of program it is."""
    title = _FOLDERS.sub("", window.title)
    parts = _PARTS.split(title)
    if fit(name, window.title) >= Fit.SAME or fit(name, title) >= Fit.NEAR:
        return 6.0
    if max(fit(name, text) for text in (*parts, window.app)) >= Fit.NEAR:
        return 5.0
    if Fit.PART in {fit(name, parts[-1]), fit(name, window.app)}:
        return 4.5
    if fit(name, title) is Fit.PART:
        return 4.0
    return _fit_of_program(name, window, lexicon)


def _fit_of_program(name: str, window: WindowFacts, lexicon: Lexicon) -> float:
    wanted = name.casefold().strip()
    program, title = window.app.casefold(), window.title.casefold()
    for kind in lexicon.applications.get(wanted, ()):
        if program.startswith(kind) or re.search(rf"(?<!\w){re.escape(kind)}(?!\w)", title):
            return 3.0
    if len(wanted) >= 4 and program and fuzz.partial_ratio(wanted, program) >= ALIKE:
        return 2.0
    return 0.0
