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
ALIKE = 88.0
"""From 0 to 100: how much of a program's name the words must hold where nothing else fits."""


def windows_for(target: Target, windows: Iterable[WindowFacts], lexicon: Lexicon) -> list[WindowFacts]:
    """The windows the words fit best, all equally well; none where they fit none."""
    names = target.names or target.labels
    ranked = [(max((_fit(name, w, lexicon) for name in names), default=0.0), w) for w in windows if not w.own]
    best = max((score for score, _window in ranked), default=0.0)
    return [window for score, window in ranked if score == best] if best else []


def _fit(name: str, window: WindowFacts, lexicon: Lexicon) -> float:
    """How well a name fits a window: its title, a part of it, its program, then what kind of program it is."""
    whole = fit(name, window.title)
    parts = max((fit(name, part) for part in _PARTS.split(window.title)), default=Fit.NONE)
    program = fit(name, window.app)
    for score, fits in ((6.0, whole), (5.0, parts), (5.0, program)):
        if fits >= Fit.NEAR:
            return score
    if whole is Fit.PART or program is Fit.PART:
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
