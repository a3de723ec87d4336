"""What counts as one line of text: pieces put together, neighbours taken apart, reading order."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.sight.ocr_regions import Region

EVEN = 24
"""Levels of 255 in one channel that still pass for one colour."""
NARROWEST = 4
"""Pixels between two rules that can hold a letter."""
STANDS_OUT = 40
"""Levels of 255 in one channel between ink and the paper around it."""


class Glyph(NamedTuple):
    """One recognised character; `x` is its middle in pixels from the left of the line's picture."""

    text: str
    x: float
    confidence: float


class Line(NamedTuple):
    text: str
    region: Region
    confidence: float


def joined(parts: Sequence[Region]) -> list[Region]:
    """The regions with those put together that overlap side by side: the detector cuts some lines into words."""
    lines: list[Region] = []
    for part in sorted(parts):
        match = next((index for index, line in enumerate(lines) if _continues(line, part)), None)
        if match is None:
            lines.append(part)
        else:
            lines[match] = _around(lines[match], part)
    return lines


def cut_at_rules(line: Region, picture: NDArray[np.uint8]) -> list[Region]:
    """The parts of a line between upright rules, such as the borders of cells and buttons.

    A rule is a column of one colour over nearly all the height, which no letter is; `picture` has the line's pixels.
    """
    edge = round(0.1 * len(picture))
    columns = picture[edge : len(picture) - edge].astype(np.int16)
    paper = np.median(columns.reshape(-1, 3), axis=0)
    even = (columns.max(axis=0) - columns.min(axis=0)).max(axis=1) <= EVEN
    other = np.abs(np.median(columns, axis=0) - paper).max(axis=1) > EVEN
    rules = np.flatnonzero(even & other)
    edges = np.r_[-1, rules, line.width]
    return [
        Region(line.left + before + 1, line.top, line.left + after, line.bottom)
        for before, after in pairwise(edges.tolist())
        if after - before > NARROWEST
    ]


def split(line: Region, glyphs: Sequence[Glyph], picture: NDArray[np.uint8]) -> list[Line]:
    """The texts of a recognised line, cut where a gap is too wide for a space: the entries of a menu bar, the labels of
    icons side by side, columns. `picture` has the line's pixels, shape (height, width, 3).
    """
    if not glyphs:
        return []
    cuts = _wide_gaps(glyphs, _ink(picture))
    bounds = [0, *(edge for cut in cuts for edge in cut), line.width]
    pieces = []
    for left, right in zip(bounds[::2], bounds[1::2], strict=True):
        own = [glyph for glyph in glyphs if _side(glyph.x, cuts) == _side((left + right) / 2, cuts)]
        text = _cleaned("".join(glyph.text for glyph in own))
        if text:
            region = Region(line.left + left, line.top, line.left + right, line.bottom)
            pieces.append(Line(text, region, sum(glyph.confidence for glyph in own) / len(own)))
    return pieces


def in_reading_order(lines: Sequence[Line]) -> list[Line]:
    """From the top row to the bottom one, each from left to right."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.region.top + line.region.bottom):
        middle = (line.region.top + line.region.bottom) / 2
        if rows and rows[-1][0].region.top <= middle < rows[-1][0].region.bottom:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.region.left)]


def _continues(line: Region, part: Region) -> bool:
    shared = min(line.bottom, part.bottom) - max(line.top, part.top)
    smaller, larger = sorted((line.height, part.height))
    return part.left <= line.right and shared >= 0.6 * smaller and larger <= 1.6 * smaller


def _around(one: Region, other: Region) -> Region:
    return Region(
        min(one.left, other.left), min(one.top, other.top), max(one.right, other.right), max(one.bottom, other.bottom)
    )


def _ink(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which columns hold ink, looking at the middle rows only: underlines and frames would bridge every gap."""
    height = len(picture)
    band = picture[int(0.15 * height) : max(1, int(0.82 * height))].astype(np.int16)
    paper = np.median(band.reshape(-1, 3), axis=0)
    ink: NDArray[np.bool_] = (np.abs(band - paper).max(axis=2) > STANDS_OUT).any(axis=0)
    return ink


def _wide_gaps(glyphs: Sequence[Glyph], ink: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The (first, beyond last) blank columns between two glyphs that are no space between words."""
    columns = np.flatnonzero(ink)
    steps = np.diff(columns)
    after = np.flatnonzero(steps > 1)
    if not after.size:
        return []
    starts, ends = columns[after] + 1, columns[after + 1]
    gaps = ends - starts
    advance = _advance(glyphs, columns, gaps)
    limit = advance * _widest_space(columns, after, advance)
    return [(int(start), int(end)) for start, end in zip(starts, ends, strict=True) if end - start >= limit]


def _advance(glyphs: Sequence[Glyph], columns: NDArray[np.intp], gaps: NDArray[np.intp]) -> float:
    """The mean width of a glyph in pixels, spaces and wide gaps left out."""
    units = sum(_units(glyph.text) for glyph in glyphs)
    span = int(columns[-1] - columns[0]) + 1
    usual = span / max(1, units)
    words = span - int(gaps[gaps > 0.5 * usual].sum())
    return max(2.0, words / max(1, units))


def _units(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else not char.isspace() for char in text)


PROPORTIONAL, UNSURE, MONOSPACED = 1.4, 1.8, 2.15
"""A gap so many glyphs wide parts two texts. A space is about 0.7 wide; in a font with one width for all it reaches 2
with the blank sides of its neighbours.
"""


def _widest_space(columns: NDArray[np.intp], after: NDArray[np.intp], advance: float) -> float:
    """Looks whether the middles of the separate strokes sit on a regular grid about one glyph wide."""
    firsts, lasts = columns[np.r_[0, after + 1]], columns[np.r_[after, len(columns) - 1]]
    single = lasts - firsts < 1.3 * advance
    middles = ((firsts + lasts) / 2)[single]
    if len(middles) < 6:
        return UNSURE
    pitches = np.linspace(0.9 * advance, 1.35 * advance, 200)
    turns = np.exp(2j * np.pi * (middles - middles[0])[None, :] / pitches[:, None])
    agreement = float(np.abs(turns.mean(axis=1)).max())
    # the fewer the strokes the better they agree by chance; measured: 0.5 to 0.85 against 0.9 to 1.0
    return MONOSPACED if agreement > 0.75 + 1 / len(middles) else PROPORTIONAL


def _side(x: float, cuts: Sequence[tuple[int, int]]) -> int:
    return sum(x > (start + end) / 2 for start, end in cuts)


def _cleaned(text: str) -> str:
    """Without the marks that check boxes and small icons beside Latin words are read as."""
    text = text.strip()
    while len(text) > 3 and _is_odd(text[0]) and not any(_is_odd(char) for char in text[1:]):
        text = text[1:].strip()
    return text


def _is_odd(char: str) -> bool:
    return unicodedata.category(char) in {"So", "Lo", "No"} and char not in "ªº²³¹½¼¾°©®™"
