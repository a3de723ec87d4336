"""The tree first, and text from pixels where it is blank."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.core.elements import Element, Role, Source, WindowFacts
from app.core.errors import Stopped
from app.core.geometry import Box
from app.core.stop import Stop
from app.sight.reader import ScreenReader
from tests.fakes import FakeAccessibility, FakeDesktop
from tests.unit.sight.trees import SCREEN, PaintedOcr, blank_picture, box, element, screenshot, window, write

TREE = (
    element((0, 0), Role.WINDOW, "Notes", (500, 100, 400, 300)),
    element((0, 0, 0), Role.BUTTON, "Save", (520, 120, 60, 20)),
)
NOTES, TERMINAL = window(1, "Notes", (500, 100, 400, 300)), window(2, "xterm", (0, 0, 300, 200), pid=8, active=True)


@dataclass
class Scene:
    ocr: PaintedOcr
    reader: ScreenReader


def scene(tree: tuple[Element, ...] = TREE, windows: tuple[WindowFacts, ...] = (TERMINAL, NOTES)) -> Scene:
    ocr = PaintedOcr()
    return Scene(ocr, ScreenReader(FakeAccessibility(tree), ocr, FakeDesktop(windows=windows)))


def test_a_window_without_a_tree_is_read_from_its_pixels() -> None:
    made, picture = scene(), blank_picture()
    write(picture, 33, (20, 40, 90, 52))
    screen = made.reader.read(screenshot(picture), Stop())
    assert [one.name for one in screen.elements] == ["Notes", "Save", "33"]
    line = screen.elements[-1]
    assert (line.role, line.source, line.window, line.box) == (Role.LABEL, Source.OCR, 2, box(20, 40, 70, 12))
    assert screen.windows == (TERMINAL, NOTES)


def test_places_of_lines_are_in_screen_units_whatever_the_scale_and_origin_of_the_picture() -> None:
    area = Box(left=-1000, top=0, width=1000, height=800)
    made = scene((), (window(2, "xterm", (-900, 100, 300, 200)),))
    picture = blank_picture(2000, 1600)
    write(picture, 33, (240, 240, 300, 280))
    (line,) = made.reader.read(screenshot(picture, area), Stop()).elements
    assert line.box == box(-880, 120, 30, 20)


def test_nothing_that_stayed_the_same_is_read_twice() -> None:
    made, picture = scene(), blank_picture()
    write(picture, 33, (20, 40, 90, 52))
    for _ in range(3):
        made.reader.read(screenshot(picture), Stop())
    assert len(made.ocr.sizes) == 1


def test_without_a_text_reader_there_is_just_the_tree() -> None:
    plain = ScreenReader(FakeAccessibility(TREE), None, FakeDesktop(windows=(TERMINAL, NOTES)))
    picture = blank_picture()
    write(picture, 33, (20, 40, 90, 52))
    assert [one.name for one in plain.read(screenshot(picture), Stop()).elements] == ["Notes", "Save"]


def test_what_is_too_much_for_one_step_is_read_in_the_next() -> None:
    desktop = FakeDesktop(windows=(TERMINAL, window(3, "Tk", (0, 400, 300, 200), pid=9)))
    small = ScreenReader(FakeAccessibility(), PaintedOcr(), desktop, largest_reading=70_000)
    picture = blank_picture()
    write(picture, 33, (20, 40, 90, 52))
    write(picture, 44, (20, 440, 90, 452))
    first, second = (small.read(screenshot(picture), Stop()) for _ in range(2))
    assert [one.name for one in first.elements] == ["33"]
    assert [one.name for one in second.elements] == ["33", "44"]


def test_the_text_of_a_button_over_a_canvas_is_not_read_a_second_time() -> None:
    canvas = element((0, 0, 1), Role.CANVAS, "", (500, 200, 400, 200))
    over = element((0, 0, 2), Role.BUTTON, "Help", (800, 220, 60, 20))
    made, picture = scene((*TREE, canvas, over), (NOTES,)), blank_picture()
    write(picture, 33, (810, 225, 850, 235))
    write(picture, 44, (520, 300, 590, 312))
    names = [one.name for one in made.reader.read(screenshot(picture), Stop()).elements]
    assert names == ["Notes", "Save", "", "Help", "44"]


def test_a_stop_ends_the_reading() -> None:
    stopped = Stop()
    stopped.stop()
    with pytest.raises(Stopped):
        scene().reader.read(screenshot(blank_picture()), stopped)


def test_the_whole_picture_is_the_limit() -> None:
    made = scene((), (window(2, "xterm", (900, 700, 300, 200)),))
    picture = blank_picture()
    write(picture, 33, (920, 740, 970, 752))
    assert made.reader.read(screenshot(picture), Stop()).elements[0].box == box(920, 740, 50, 12)
    assert made.ocr.sizes == [(120, 120)]
    assert SCREEN.area == 800_000
