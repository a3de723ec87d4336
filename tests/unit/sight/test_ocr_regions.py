"""Patches on a map become boxes."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from app.sight.ocr_regions import Region, components, regions

masks = arrays(bool, array_shapes(min_dims=2, max_dims=2, max_side=12))


def flooded(mask: NDArray[np.bool_]) -> set[Region]:
    """The same by the plain way: one pixel after the other."""
    left, found = {(int(y), int(x)) for y, x in np.argwhere(mask)}, set()
    while left:
        patch, todo = set(), [left.pop()]
        while todo:
            y, x = todo.pop()
            patch.add((y, x))
            near = {(y + down, x + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} & left
            left -= near
            todo += near
        ys, xs = [y for y, _ in patch], [x for _, x in patch]
        found.add(Region(min(xs), min(ys), max(xs) + 1, max(ys) + 1))
    return found


@given(masks)
def test_the_boxes_are_those_of_the_patches(mask: NDArray[np.bool_]) -> None:
    assert set(components(mask)) == flooded(mask)


@given(st.integers(0, 60), st.integers(0, 30), st.integers(3, 40), st.integers(3, 10))
def test_a_region_reaches_around_what_the_map_shows_and_stays_on_the_picture(
    left: int, top: int, width: int, height: int
) -> None:
    likelihood = np.zeros((48, 128), np.float32)
    likelihood[top : top + height, left : left + width] = 0.9
    (region,) = regions(likelihood, 120, 40)
    assert 0 <= region.left <= left
    assert 0 <= region.top <= top
    assert min(120, left + width) <= region.right <= 120
    assert min(40, top + height) <= region.bottom <= 40


def test_specks_and_doubtful_patches_are_no_text() -> None:
    likelihood = np.zeros((32, 64), np.float32)
    likelihood[4:6, 4:40] = 1.0
    likelihood[12:20, 4:40] = 0.4
    assert regions(likelihood, 64, 32) == []
