"""Short ways to write trees, windows and pictures for the tests of sight."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.core.geometry import Box, Size, Viewport
from app.core.steps import Pixels, Screenshot, TextLine
from app.core.stop import Stop

SCREEN = Box(left=0, top=0, width=1000, height=800)


def box(left: int, top: int, width: int, height: int) -> Box:
    return Box(left=left, top=top, width=width, height=height)


def element(
    path: tuple[int, ...],
    role: Role,
    name: str = "",
    at: tuple[int, int, int, int] = (0, 0, 100, 20),
    *states: State,
    value: str = "",
    pid: int | None = 7,
    visibility: Visibility = Visibility.VISIBLE,
) -> Element:
    return Element(
        role=role,
        name=name,
        value=value,
        box=box(*at),
        states=frozenset(states),
        path=path,
        pid=pid,
        app="editor",
        visibility=visibility,
    )


def window(number: int, title: str, at: tuple[int, int, int, int], pid: int | None = 7, **facts: bool) -> WindowFacts:
    return WindowFacts(number=number, title=title, app="editor", pid=pid, box=box(*at), **facts)


def blank_picture(width: int = 1000, height: int = 800) -> Pixels:
    return np.full((height, width, 4), 255, np.uint8)


def write(picture: Pixels, text: int, at: tuple[int, int, int, int]) -> None:
    """Writes a line that PaintedOcr reads as the number `text` (1 to 99)."""
    left, top, right, bottom = at
    picture[top:bottom, left:right, :3] = text


def screenshot(picture: Pixels, area: Box = SCREEN) -> Screenshot:
    height, width = picture.shape[:2]
    return Screenshot(picture, Viewport(area=area, image=Size(width=width, height=height)), taken=0.0)


@dataclass
class PaintedOcr:
    """Reads dark bars on white: a bar of the level 42 is the line "42". Bars must not stand side by side."""

    sizes: list[tuple[int, int]] = field(default_factory=list)

    def read(self, pixels: Pixels, stop: Stop) -> tuple[TextLine, ...]:
        stop.check()
        self.sizes.append((pixels.shape[1], pixels.shape[0]))
        marked = pixels[..., 0] < 100
        rows = np.flatnonzero(np.diff(np.concatenate(([0], marked.any(axis=1).astype(int), [0]))))
        found = []
        for top, bottom in zip(rows[::2], rows[1::2], strict=True):
            columns = np.flatnonzero(marked[top])
            left, right = int(columns[0]), int(columns[-1]) + 1
            found.append(TextLine(str(int(pixels[top, left, 0])), (left, int(top), right, int(bottom)), 0.9))
        return tuple(found)

    def close(self) -> None:
        pass
