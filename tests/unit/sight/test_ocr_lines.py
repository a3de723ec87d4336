"""What belongs to one line, and what does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from app.bench.ocr import PICTURES
from app.sight.ocr import missing, models_folder
from app.sight.ocr_lines import Glyph, Line, cut_at_rules, in_reading_order, joined, split
from app.sight.ocr_models import PpOcr
from app.sight.ocr_regions import Region

Drawn = tuple[Region, list[Glyph], NDArray[np.uint8]]


def drawn(text: str, widths: dict[str, int], usual: int, space: int) -> Drawn:
    """A line of bars for letters, 20 pixels high: each `usual` wide or as `widths` says, 2 pixels apart."""
    x, glyphs, bars = 4, [], []
    for char in text:
        width = space if char == " " else widths.get(char, usual)
        glyphs.append(Glyph(char, x + width / 2, 0.9))
        bars += [] if char == " " else [(x, x + width)]
        x += width + 2
    picture = np.full((20, x + 4, 3), 240, np.uint8)
    for left, right in bars:
        picture[6:12, left:right] = 20
    return Region(100, 50, 100 + x + 4, 70), glyphs, picture


NARROW = {"i": 1, "l": 1, "t": 2, "e": 5, "m": 8, "w": 7}


def texts(line: Drawn) -> list[str]:
    return [piece.text for piece in split(*line)]


def test_entries_of_a_menu_bar_are_lines_of_their_own() -> None:
    assert texts(drawn("File Edit View Document Help", NARROW, 4, 12)) == ["File", "Edit", "View", "Document", "Help"]


def test_words_of_a_sentence_stay_one_line() -> None:
    sentence = "the quiet wizards will fix the little jukebox"
    assert texts(drawn(sentence, NARROW, 4, 2)) == [sentence]


def test_wide_spaces_between_letters_of_one_width_are_spaces() -> None:
    code = "if value in table return value"
    assert texts(drawn(code, {}, 6, 6)) == [code]


def test_columns_of_letters_of_one_width_are_parted() -> None:
    assert texts(drawn("anna  users  notes", {}, 6, 6)) == ["anna", "users", "notes"]


def test_pieces_cover_their_own_part_of_the_line() -> None:
    pieces = split(*drawn("File Edit", NARROW, 4, 14))
    assert [piece.region.top for piece in pieces] == [50, 50]
    assert 100 == pieces[0].region.left < pieces[0].region.right < pieces[1].region.left
    assert pieces[0].confidence == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("read", "text"), [("□ Show grid", "Show grid"), ("№ 5", "№ 5"), ("取消", "取消"), ("½ cup", "½ cup")]
)
def test_the_mark_of_a_check_box_is_no_part_of_its_label(read: str, text: str) -> None:
    assert texts(drawn(read, NARROW, 5, 3)) == [text]


def test_nothing_recognised_is_no_line() -> None:
    assert split(Region(0, 0, 9, 9), [], np.zeros((9, 9, 3), np.uint8)) == []
    assert texts(drawn("   ", NARROW, 4, 3)) == []


def test_the_border_between_two_cells_parts_them() -> None:
    picture = np.full((20, 60, 3), 255, np.uint8)
    picture[5:14, 10:20] = picture[5:14, 40:50] = 0
    picture[:, 30] = 190
    assert cut_at_rules(Region(5, 0, 65, 20), picture) == [Region(5, 0, 35, 20), Region(36, 0, 65, 20)]


def test_words_that_the_detector_cut_apart_are_put_together() -> None:
    assert joined([Region(0, 0, 30, 20), Region(28, 1, 60, 19), Region(80, 0, 99, 20)]) == [
        Region(0, 0, 60, 20),
        Region(80, 0, 99, 20),
    ]
    assert len(joined([Region(0, 0, 30, 20), Region(10, 18, 40, 38)])) == 2


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), unique=True))
def test_rows_come_from_top_to_bottom_and_each_from_left_to_right(places: list[tuple[int, int]]) -> None:
    lines = [
        Line(f"{row} {column}", Region(column * 30, row * 20, column * 30 + 25, row * 20 + 15), 1.0)
        for row, column in places
    ]
    assert [line.text for line in in_reading_order(lines)] == [f"{row} {column}" for row, column in sorted(places)]


def pixels(picture: Path) -> NDArray[np.uint8]:
    with Image.open(picture) as image:
        return np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1])


@pytest.mark.skipif(missing() is not None, reason="no engine is installed")
@pytest.mark.parametrize(
    ("picture", "there"),
    [
        (
            "tk.png",
            ["File", "Edit", "View", "Image", "Colours", "Help", "New", "Undo", "Größe (px)", "Show grid", "OK"],
        ),
        ("pcmanfm.png", ["Edit", "View", "Bookmarks", "archive.tar.gz", "Angebot.txt", "señal.wav", "todo"]),
        ("xterm-dark.png", ["total 48", "4096 Feb 28 11:15 tests", "$ git status"]),
    ],
)
def test_what_can_be_clicked_in_a_real_window_is_a_line(picture: str, there: list[str]) -> None:
    engine = PpOcr(models_folder(), 2)
    found = {line.text for line in engine.read(pixels(PICTURES / picture))}
    assert set(there) <= found


@pytest.mark.skipif(missing() is not None, reason="no engine is installed")
def test_text_on_the_seam_of_a_tall_picture_is_read_once() -> None:
    window = pixels(PICTURES / "tk.png")
    tall = np.full((1400, window.shape[1], 3), 217, np.uint8)
    tall[930 : 930 + len(window)] = window[: 1400 - 930]
    texts = [line.text for line in PpOcr(models_folder(), 2).read(tall)]
    assert [texts.count(text) for text in ("Show grid", "Snap to pixels", "Lock ratio", "Deckkraft")] == [1] * 4
