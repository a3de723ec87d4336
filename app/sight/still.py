"""Reads what is on a picture of a screen: its text, as there is no tree to ask."""

from __future__ import annotations

from app.core.elements import Element, Role, Source, WindowFacts
from app.core.geometry import Box, Size, Viewport
from app.core.ports import Ocr
from app.core.steps import Pixels, Screen, Screenshot, TextLine
from app.core.stop import Stop

WHOLE = 1
"""The number of the one window that the whole picture counts as."""


def screen_of(pixels: Pixels, ocr: Ocr, stop: Stop) -> Screen:
    """The screen a picture shows, shape (height, width, 4): every line of text is a label. Raises Stopped."""
    height, width = pixels.shape[:2]
    area = Box(left=0, top=0, width=width, height=height)
    viewport = Viewport(area=area, image=Size(width=width, height=height))
    window = WindowFacts(number=WHOLE, title="", box=area, active=True)
    elements = tuple(_label(line) for line in ocr.read(pixels, stop))
    return Screen(Screenshot(pixels, viewport, taken=0.0), elements, (window,))


def _label(line: TextLine) -> Element:
    left, top, right, bottom = line.box
    box = Box(left=left, top=top, width=max(0, right - left), height=max(0, bottom - top))
    return Element(role=Role.LABEL, name=line.text, box=box, source=Source.OCR, window=WHOLE)
