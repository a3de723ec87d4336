"""From a map of how likely each pixel is text to boxes around the runs of text."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

LIKELY = 0.3
"""A pixel this likely to be text belongs to a region."""
CERTAIN = 0.5
"""A region counts as text when its pixels are this likely on average."""
REACH = 1.5
"""The map shows text shrunk by its detector; area x REACH / outline is how far each side has to go out again."""

_Ints = NDArray[np.intp]


class Region(NamedTuple):
    """A rectangle in whole pixels: left and top belong to it, right and bottom do not."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


def regions(likelihood: NDArray[np.float32], width: int, height: int) -> list[Region]:
    """The boxes of text on a map of shape (rows, columns), cut to a picture of `width` x `height` pixels.

    Text on screens is level, so that upright boxes are enough.
    """
    found = []
    for left, top, right, bottom in components(likelihood > LIKELY):
        across, down = right - left, bottom - top
        if min(across, down) < 3 or likelihood[top:bottom, left:right].mean() < CERTAIN:
            continue
        out = across * down * REACH / (2 * (across + down))
        grown = (max(0, left - out), max(0, top - out), min(width, right + out), min(height, bottom + out))
        region = Region(*(round(edge) for edge in grown))
        if region.width > 0 and region.height > 0:
            found.append(region)
    return found


def components(mask: NDArray[np.bool_]) -> list[Region]:
    """The boxes around the patches of a mask of shape (rows, columns); pixels that touch, also by a corner, are one.

    >>> components(np.array([[1, 0, 0, 1], [0, 1, 0, 1]], bool))
    [Region(left=0, top=0, right=2, bottom=2), Region(left=3, top=0, right=4, bottom=2)]
    """
    rows, columns = mask.shape
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, start = np.nonzero(edges == 1)
    end = np.nonzero(edges == -1)[1]
    _, patch = np.unique(_labels(row, start, end, columns), return_inverse=True)
    count = int(patch.max(initial=-1)) + 1
    low = np.full((2, count), max(rows, columns))
    high = np.zeros((2, count), np.intp)
    for axis, (first, last) in enumerate(((start, end), (row, row + 1))):
        np.minimum.at(low[axis], patch, first)
        np.maximum.at(high[axis], patch, last)
    edges_of = zip(*low.tolist(), *high.tolist(), strict=True)
    return [Region(*sides) for sides in edges_of]


def _labels(row: _Ints, start: _Ints, end: _Ints, columns: int) -> _Ints:
    """A number for each run of pixels (in reading order), the same for all runs that hang together."""
    upper, lower = _touching(row, start, end, columns)
    label = np.arange(len(row))
    while True:
        before = label.copy()
        smaller = np.minimum(label[upper], label[lower])
        for runs in (label[upper], label[lower], upper, lower):
            np.minimum.at(label, runs, smaller)
        label = label[label]
        if np.array_equal(label, before):
            return label


def _touching(row: _Ints, start: _Ints, end: _Ints, columns: int) -> tuple[_Ints, _Ints]:
    """The pairs of runs that lie over each other in neighbouring rows."""
    stride = columns + 4  # room for one run to end and the next row's to begin without their keys meeting
    first = np.searchsorted(row * stride + end, (row + 1) * stride + start, side="left")
    beyond = np.searchsorted(row * stride + start, (row + 1) * stride + end, side="right")
    count = np.maximum(beyond - first, 0)
    upper = np.repeat(np.arange(len(row)), count)
    within = np.arange(len(upper)) - np.repeat(np.cumsum(count) - count, count)
    return upper, np.repeat(first, count) + within
