"""How pictures are compared and encoded."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from app.core.steps import Pixels
from app.pictures.compare import NO_DIFFERENCE, difference, is_black, looks_different
from app.pictures.encode import decoded, jpeg, png


def grey(level: int = 200, width: int = 60, height: int = 40) -> Pixels:
    return np.full((height, width, 4), level, np.uint8)


def label(text: str, background: str = "#dddddd") -> Pixels:
    image = Image.new("RGB", (120, 30), background)
    ImageDraw.Draw(image).text((10, 8), text, fill="black")
    pixels = np.zeros((30, 120, 4), np.uint8)
    pixels[..., :3] = np.asarray(image)[..., ::-1]
    return pixels


@given(st.integers(0, 59), st.integers(0, 39), st.integers(1, 60), st.integers(1, 40))
def test_the_box_of_a_difference_is_exact(left: int, top: int, width: int, height: int) -> None:
    other = grey()
    other[top : top + height, left : left + width, 0] = 7
    right, bottom = min(60, left + width), min(40, top + height)
    found = difference(grey(), other)
    assert found.box == (left, top, right, bottom)
    assert found.count == (right - left) * (bottom - top)


def test_equal_pictures_do_not_differ_and_other_sizes_differ_everywhere() -> None:
    assert difference(grey(), grey()) is NO_DIFFERENCE
    assert not NO_DIFFERENCE.is_caret
    assert difference(grey(), grey(width=50)).count == 50 * 40


def test_a_caret_is_narrow_and_no_taller_than_a_line() -> None:
    caret, word = grey(), grey()
    caret[10:30, 5:7] = 0
    word[10:30, 5:40] = 0
    assert difference(grey(), caret).is_caret
    assert not difference(grey(), word).is_caret


def test_other_words_look_different_and_a_shade_or_a_caret_does_not() -> None:
    save = label("Save file")
    assert looks_different(save, label("Save file", "#c8d4e8")) < 0.2
    caret = save.copy()
    caret[5:25, 60:62] = 0
    assert looks_different(save, caret) == 0
    assert looks_different(save, label("Delete all")) > 0.5
    assert looks_different(save, grey()) == 1.0


def test_a_black_picture_is_known_and_one_lit_pixel_is_enough() -> None:
    black = grey(0)
    black[..., 3] = 255
    assert is_black(black)
    black[3, 3, 1] = 1
    assert not is_black(black)
    assert not is_black(grey())


@pytest.mark.parametrize("encode", [jpeg, png])
def test_encoded_pictures_come_back_in_their_colours(encode: object) -> None:
    assert callable(encode)
    pixels = grey()
    pixels[..., :3] = (10, 120, 230)
    back = decoded(encode(pixels))
    assert back.shape == pixels.shape
    assert np.abs(back[..., :3].astype(int) - pixels[..., :3]).max() <= 3


def test_a_cropped_view_is_encoded_like_its_copy() -> None:
    pixels = grey()
    pixels[:, 20:40, 2] = 0
    crop = pixels[5:35, 10:50]
    assert png(crop) == png(crop.copy())
