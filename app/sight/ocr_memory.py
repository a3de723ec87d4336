"""Text read from pixels, remembered by their content: what did not change is never read twice."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace

import numpy as np

from app.core.ports import Ocr
from app.core.steps import Pixels, TextLine
from app.core.stop import Stop
from app.pictures.compare import difference

Lines = tuple[TextLine, ...]

REMEMBERED = 200
"""Pictures whose lines are kept."""

PLACES = 12
"""Places of which the last picture itself is kept."""

PLAIN = 24
"""Levels of 255; a picture that varies by no more in any colour shows no text."""

WORTH_A_PART = 0.6
"""Where no more than this share of a picture changed, only that part is read again."""

LINE_MARGIN = 4
LOWEST_PART = 28
ROOM = 10
"""Pixels added around what is read: text close to an edge is found badly, and in a status bar not at all."""

UNSURE = 0.4
"""Lines that the engine is less sure of are left out."""


class OcrMemory:
    """Reads pictures by `ocr`. `read_pixels` counts the pixels that it was given since it was last set to 0."""

    def __init__(self, ocr: Ocr) -> None:
        self._ocr = ocr
        self._lines: OrderedDict[bytes, Lines] = OrderedDict()
        self._last: OrderedDict[Hashable, tuple[Pixels, Lines]] = OrderedDict()
        self.read_pixels = 0

    def lines(self, place: Hashable, picture: Pixels, stop: Stop) -> Lines:
        """The lines on `picture`, boxes in its pixels. `place` is where on the screen it is. Raises Stopped."""
        picture = np.ascontiguousarray(picture)
        key = hashlib.blake2b(picture.tobytes(), digest_size=16, salt=_size(picture)).digest()
        lines = self._lines.get(key)
        if lines is None:
            lines = () if _is_plain(picture) else self._read_again(place, picture, stop)
        self._keep(key, place, picture, lines)
        return lines

    def cost(self, place: Hashable, picture: Pixels) -> int:
        """How many pixels at most would have to be read for it now."""
        last = self._last.get(place)
        if last is not None and last[0].shape == picture.shape and np.array_equal(last[0], picture):
            return 0
        return _pixels(picture)

    def _read_again(self, place: Hashable, picture: Pixels, stop: Stop) -> Lines:
        """Reads only the part that changed since the last picture at this place, where that is a small one."""
        before, known = self._last.get(place, (None, ()))
        if before is None or before.shape != picture.shape:
            return self._read(picture, stop)
        changed = difference(before, picture)
        if changed.is_caret or changed.box is None:
            return known
        top, bottom = _whole_lines(changed.box[1], changed.box[3], known, picture.shape[0])
        if bottom - top > WORTH_A_PART * picture.shape[0]:
            return self._read(picture, stop)
        above = tuple(line for line in known if line.box[3] <= top)
        below = tuple(line for line in known if line.box[1] >= bottom)
        return (*above, *(_moved(line, 0, top) for line in self._read(picture[top:bottom], stop)), *below)

    def _read(self, picture: Pixels, stop: Stop) -> Lines:
        self.read_pixels += _pixels(picture)
        room = ((ROOM, ROOM), (ROOM, ROOM), (0, 0))
        lines = self._ocr.read(np.pad(picture, room, mode="edge"), stop)
        return tuple(_moved(line, -ROOM, -ROOM) for line in lines if line.confidence >= UNSURE)

    def _keep(self, key: bytes, place: Hashable, picture: Pixels, lines: Lines) -> None:
        self._lines[key] = lines
        self._lines.move_to_end(key)
        self._last[place] = (picture, lines)
        self._last.move_to_end(place)
        while len(self._lines) > REMEMBERED:
            self._lines.popitem(last=False)
        while len(self._last) > PLACES:
            self._last.popitem(last=False)


def _whole_lines(top: int, bottom: int, lines: Lines, height: int) -> tuple[int, int]:
    """The part from `top` to `bottom`, made higher until it cuts through none of these lines."""
    top, bottom = top - LINE_MARGIN, bottom + LINE_MARGIN
    grown = max(0, LOWEST_PART - (bottom - top))
    top, bottom = max(0, top - grown // 2), min(height, bottom + grown - grown // 2)
    cut = [line.box for line in lines if line.box[1] < bottom and line.box[3] > top]
    while cut and (min(box[1] for box in cut) < top or max(box[3] for box in cut) > bottom):
        top, bottom = min(top, *(box[1] for box in cut)), max(bottom, *(box[3] for box in cut))
        cut = [line.box for line in lines if line.box[1] < bottom and line.box[3] > top]
    return max(0, top), min(height, bottom)


def _moved(line: TextLine, across: int, down: int) -> TextLine:
    left, top, right, bottom = line.box
    return replace(line, box=(left + across, top + down, right + across, bottom + down))


def _is_plain(picture: Pixels) -> bool:
    colours = picture[..., :3].reshape(-1, 3)
    return int((colours.max(axis=0) - colours.min(axis=0)).max()) <= PLAIN


def _pixels(picture: Pixels) -> int:
    height, width = picture.shape[:2]
    return int(height) * int(width)


def _size(picture: Pixels) -> bytes:
    return f"{picture.shape[1]}x{picture.shape[0]}".encode()
