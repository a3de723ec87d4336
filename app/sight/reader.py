"""What is on the screen: the accessibility tree first, and text read from pixels where the tree is blank."""

from __future__ import annotations

import time

from app.core.elements import Element, Role, Source, Visibility
from app.core.geometry import Box, Viewport
from app.core.ports import Accessibility, Ocr, Windows
from app.core.steps import Screen, Screenshot, TextLine
from app.core.stop import Stop
from app.sight.blanks import Blank, blanks
from app.sight.ocr_memory import OcrMemory
from app.sight.visibility import sighted

LARGEST_READING = 2_200_000
"""Pixels: a whole screen of full HD."""

SHARED = 0.3
"""A line that shares more of its area with an element is the text of that element."""

LONGEST_READING = 6.0
"""Seconds after which no further part is begun in one step."""


class ScreenReader:
    """The Reader port: elements of the trees with their windows and visibility, then lines of text as labels.

    Where `ocr` is None nothing is read from pixels. Handrail's own windows are left out. At most `largest_reading`
    pixels are read as text in one step, if it isn't one part alone; what is left over is read in the next steps.
    """

    def __init__(
        self,
        accessibility: Accessibility,
        ocr: Ocr | None,
        windows: Windows,
        largest_reading: int = LARGEST_READING,
    ) -> None:
        self._accessibility, self._windows, self._largest = accessibility, windows, largest_reading
        self._memory = OcrMemory(ocr) if ocr is not None else None

    def read(self, screenshot: Screenshot, stop: Stop) -> Screen:
        stop.check()
        windows = self._windows.list()
        area = screenshot.viewport.area
        seen = sighted(self._accessibility.elements(stop), windows, area)
        lines: tuple[Element, ...] = ()
        if self._memory is not None:
            found = self._lines(self._memory, screenshot, blanks(seen, windows, area), stop)
            lines = tuple(line for blank, line in found if not _told_by_tree(line, blank, seen.elements))
        return Screen(screenshot, (*seen.elements, *lines), windows)

    def _lines(
        self, memory: OcrMemory, screenshot: Screenshot, places: tuple[Blank, ...], stop: Stop
    ) -> list[tuple[Blank, Element]]:
        memory.read_pixels, end = 0, time.monotonic() + LONGEST_READING
        found: list[tuple[Blank, Element]] = []
        for blank in places:
            left, top, right, bottom = screenshot.viewport.to_image_box(blank.box)
            picture = screenshot.pixels[top:bottom, left:right]
            if picture.size == 0:
                continue
            place = (blank.window.number, blank.box)
            due = memory.cost(place, picture)
            full = memory.read_pixels + due > self._largest or time.monotonic() > end
            if due and memory.read_pixels and full:
                continue
            lines = memory.lines(place, picture, stop)
            found += [(blank, _label(line, left, top, screenshot.viewport, blank)) for line in lines]
        return found


def _told_by_tree(line: Element, blank: Blank, elements: tuple[Element, ...]) -> bool:
    """Whether the line is the text of an element that lies over the blank part, as a button over a canvas does."""
    for element in elements:
        if element.window != line.window or not (element.name or element.value):
            continue
        shared = element.box.overlap(line.box).area
        lies_over = element.visibility is Visibility.VISIBLE and element.box.overlap(blank.box) != blank.box
        if lies_over and shared > SHARED * line.box.area:
            return True
    return False


def _label(line: TextLine, left: int, top: int, viewport: Viewport, blank: Blank) -> Element:
    """The line as an element; its box is in pixels of a crop whose corner is at (left, top) of the picture."""
    area, scale_x, scale_y = viewport.area, viewport.scale_x, viewport.scale_y
    x1, y1, x2, y2 = line.box
    box = Box(
        left=area.left + round((left + x1) / scale_x),
        top=area.top + round((top + y1) / scale_y),
        width=max(1, round((x2 - x1) / scale_x)),
        height=max(1, round((y2 - y1) / scale_y)),
    )
    return Element(
        role=Role.LABEL,
        name=line.text,
        box=box,
        source=Source.OCR,
        app=blank.window.app,
        window=blank.window.number,
        pid=blank.window.pid,
    )
