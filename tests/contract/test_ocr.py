"""What every Ocr does: the real one and the fake."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from app.core.errors import Stopped
from app.core.ports import Ocr
from app.core.steps import Pixels, TextLine
from app.core.stop import Stop
from app.sight.ocr import ChildOcr, missing
from tests.fakes import FakeOcr

WRITTEN = {"Save as": (20, 20), "Cancel": (260, 20), "Size 12": (20, 70)}
EXPECTED = tuple(TextLine(text, (x, y, x + 100, y + 24), 1.0) for text, (x, y) in WRITTEN.items())


def picture(texts: dict[str, tuple[int, int]]) -> Pixels:
    image = Image.new("RGB", (400, 120), "white")
    font = ImageFont.load_default(16)
    for text, place in texts.items():
        ImageDraw.Draw(image).text(place, text, "black", font)
    pixels = np.zeros((120, 400, 4), np.uint8)
    pixels[..., :3] = np.asarray(image)[..., ::-1]
    return pixels


@pytest.fixture(params=["child", "fake"])
def ocr(request: pytest.FixtureRequest) -> Iterator[Ocr]:
    if request.param == "child" and missing():
        pytest.skip("no engine is installed")
    one: Ocr = ChildOcr() if request.param == "child" else FakeOcr(EXPECTED)
    yield one
    one.close()


def test_the_lines_of_a_picture_come_in_reading_order(ocr: Ocr) -> None:
    lines = ocr.read(picture(WRITTEN), Stop())
    assert [line.text for line in lines] == list(WRITTEN)


def test_each_box_lies_on_the_picture_around_its_text(ocr: Ocr) -> None:
    for line in ocr.read(picture(WRITTEN), Stop()):
        left, top, right, bottom = line.box
        x, y = WRITTEN[line.text]
        assert 0 <= left < right <= 400
        assert 0 <= top < bottom <= 120
        assert left <= x + 12 <= right
        assert top <= y + 10 <= bottom
        assert 0 < line.confidence <= 1


def test_part_of_a_picture_can_be_read_as_it_lies_in_memory(ocr: Ocr) -> None:
    part = picture(WRITTEN)[:60]
    part.setflags(write=False)
    assert [line.text for line in ocr.read(part, Stop())] == ["Save as", "Cancel"]


@pytest.mark.parametrize("shape", [(10, 10, 4), (1, 300, 4), (0, 0, 4), (0, 50, 4)])
def test_a_picture_without_text_has_no_lines(ocr: Ocr, shape: tuple[int, int, int]) -> None:
    assert ocr.read(np.full(shape, 255, np.uint8), Stop()) == ()


def test_a_stopped_run_reads_nothing_and_the_next_one_does(ocr: Ocr) -> None:
    stop = Stop()
    stop.stop()
    with pytest.raises(Stopped):
        ocr.read(picture(WRITTEN), stop)
    assert len(ocr.read(picture(WRITTEN), Stop())) == len(WRITTEN)


def test_after_closing_twice_there_are_no_lines(ocr: Ocr) -> None:
    ocr.read(picture(WRITTEN), Stop())
    ocr.close()
    ocr.close()
    assert ocr.read(picture(WRITTEN), Stop()) == ()
