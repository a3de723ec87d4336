"""How two pictures of one place differ."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.core.steps import Pixels

CLEARLY = 40
"""Levels of 255 in one channel that make a pixel look different; hover shades and anti-aliasing stay below."""


@dataclass(frozen=True)
class Difference:
    """`count` pixels differ, all inside `box`: (left, top, right, bottom) in pixels, None where nothing differs."""

    count: int
    box: tuple[int, int, int, int] | None

    @property
    def is_caret(self) -> bool:
        """Whether it can be a text caret that went on or off: narrow, and no taller than a line of large text."""
        if self.box is None:
            return False
        left, top, right, bottom = self.box
        return right - left <= 4 and bottom - top <= 80


NO_DIFFERENCE = Difference(0, None)


def difference(one: Pixels, other: Pixels) -> Difference:
    """Compares two pictures pixel for pixel; pictures of different sizes differ everywhere (that of `other`)."""
    if one.shape != other.shape:
        height, width = other.shape[:2]
        return Difference(height * width, (0, 0, width, height))
    unequal = _words(one) != _words(other)
    rows = np.flatnonzero(unequal.any(axis=1))
    if not rows.size:
        return NO_DIFFERENCE
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(unequal[top:bottom].any(axis=0))
    box = (int(columns[0]), top, int(columns[-1]) + 1, bottom)
    return Difference(int(np.count_nonzero(unequal[top:bottom])), box)


def looks_different(one: Pixels, other: Pixels) -> float:
    """The share (0 to 1) of what can be made out on two crops that looks clearly different on them.

    Measured over the pixels that stand out from their crop's background, not over the area: half a word replaced counts
    half, on a wide button as on a narrow one. A shade laid over all of it, or a caret, is no difference.
    """
    if one.shape != other.shape:
        return 1.0
    marks = _stands_out(one) | _stands_out(other)
    changed = np.abs(one[..., :3].astype(np.int16) - other[..., :3]).max(axis=-1) > CLEARLY
    content, lost = int(np.count_nonzero(marks | changed)), int(np.count_nonzero(changed))
    if lost <= _CARET_PIXELS:
        return 0.0
    return lost / content


def is_black(pixels: Pixels) -> bool:
    """Whether not one pixel of the picture is anything but black."""
    return not pixels[::8, ::8, :3].any() and not pixels[..., :3].any()


_CARET_PIXELS = 100


def _words(pixels: Pixels) -> NDArray[np.uint32]:
    return np.ascontiguousarray(pixels).view(np.uint32)[..., 0]


def _stands_out(pixels: Pixels) -> NDArray[np.bool_]:
    colours = pixels[..., :3].astype(np.int16)
    background = np.median(colours.reshape(-1, 3), axis=0)
    stands: NDArray[np.bool_] = np.abs(colours - background).max(axis=-1) > CLEARLY
    return stands
