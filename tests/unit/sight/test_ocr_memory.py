"""What did not change is never read twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.stop import Stop
from app.sight.ocr_memory import ROOM, OcrMemory
from tests.unit.sight.trees import PaintedOcr, blank_picture, write

STOP = Stop()


def test_the_same_picture_is_read_once_wherever_it_is() -> None:
    ocr = PaintedOcr()
    memory, picture = OcrMemory(ocr), blank_picture(200, 100)
    write(picture, 11, (10, 10, 60, 20))
    first = memory.lines("here", picture, STOP)
    assert [(line.text, line.box) for line in first] == [("11", (10, 10, 60, 20))]
    assert memory.lines("here", picture.copy(), STOP) == memory.lines("there", picture, STOP) == first
    assert len(ocr.sizes) == 1


def test_a_plain_picture_is_not_read_at_all() -> None:
    ocr = PaintedOcr()
    assert OcrMemory(ocr).lines("here", blank_picture(200, 100), STOP) == ()
    assert ocr.sizes == []


def test_a_blinking_caret_is_no_reason_to_read_again() -> None:
    ocr = PaintedOcr()
    memory, picture = OcrMemory(ocr), blank_picture(200, 100)
    write(picture, 11, (10, 10, 60, 20))
    first = memory.lines("here", picture, STOP)
    blinked = picture.copy()
    write(blinked, 1, (70, 10, 72, 26))
    assert memory.lines("here", blinked, STOP) == first
    assert len(ocr.sizes) == 1


def test_of_a_picture_that_changed_in_one_line_only_that_line_is_read_again() -> None:
    ocr = PaintedOcr()
    memory, picture = OcrMemory(ocr), blank_picture(300, 400)
    for row in range(10):
        write(picture, 10 + row, (10, 20 + 35 * row, 90, 32 + 35 * row))
    memory.lines("here", picture, STOP)
    typed = picture.copy()
    write(typed, 77, (10, 20 + 35 * 4, 150, 32 + 35 * 4))
    lines = memory.lines("here", typed, STOP)
    assert [line.text for line in lines] == ["10", "11", "12", "13", "77", "15", "16", "17", "18", "19"]
    assert lines[4].box == (10, 160, 150, 172)
    assert ocr.sizes[1][1] < 60 + 2 * ROOM


def test_a_picture_that_changed_all_over_is_read_again_as_a_whole() -> None:
    ocr = PaintedOcr()
    memory, picture = OcrMemory(ocr), blank_picture(300, 400)
    write(picture, 10, (10, 20, 90, 30))
    memory.lines("here", picture, STOP)
    other = blank_picture(300, 400)
    write(other, 20, (10, 350, 90, 360))
    assert [line.text for line in memory.lines("here", other, STOP)] == ["20"]
    assert memory.read_pixels == 2 * 300 * 400


def test_the_cost_of_a_picture_that_is_still_there_is_nothing() -> None:
    memory, picture = OcrMemory(PaintedOcr()), blank_picture(30, 40)
    assert memory.cost("here", picture) == 1200
    memory.lines("here", picture, STOP)
    assert memory.cost("here", picture) == 0


rows = st.lists(st.integers(1, 99), min_size=12, max_size=12)


@settings(max_examples=40, deadline=None)
@given(st.lists(rows, min_size=1, max_size=4))
def test_what_is_remembered_is_what_a_fresh_reading_finds(screens: list[list[int]]) -> None:
    memory = OcrMemory(PaintedOcr())
    for texts in screens:
        picture = blank_picture(120, 12 * 30)
        for row, text in enumerate(texts):
            if text > 30:
                write(picture, text, (10, 30 * row + 8, 60 + text % 40, 30 * row + 20))
        fresh = OcrMemory(PaintedOcr()).lines("here", picture, STOP)
        assert memory.lines("here", picture, STOP) == fresh
