"""Finds and reads text with two PP-OCR models on onnxruntime."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.sight.ocr_lines import Glyph, Line, cut_at_rules, in_reading_order, joined, split
from app.sight.ocr_regions import Region, regions

if TYPE_CHECKING:
    import onnxruntime

DETECTION, RECOGNITION, CHARACTERS = "detection.onnx", "recognition.onnx", "characters.txt"
READABLE = 0.5
"""Lines of less mean confidence than this are no text."""

BAND, OVERLAP = 1100, 64
"""Rows looked at in one go, and more above and below for text on the seam: a 4K picture takes half the memory."""

_MEAN = np.array([123.675, 116.28, 103.53], np.float32)
_DEVIATION = np.array([58.395, 57.12, 57.375], np.float32)
_HALF = np.float32(127.5)
_GRID = 32
"""The detector takes sides that are multiples of this."""
_LINE_HEIGHT = 48
"""The recogniser takes lines of this height and gives one answer for about every 8 columns."""

_Colours = NDArray[np.uint8]


class PpOcr:
    """Reads level text: Latin letters with accents, digits, signs, Chinese.

    The folder `models` holds detection.onnx, recognition.onnx (what their inference.yml calls BGR input) and
    characters.txt, one character a line in the recogniser's order.
    """

    def __init__(self, models: Path, threads: int) -> None:
        self._detector = _session(models / DETECTION, threads)
        # lines are small: two of them side by side use two cores better than one shared out
        self._recogniser = _session(models / RECOGNITION, 1)
        characters = (models / CHARACTERS).read_text(encoding="utf-8").rstrip("\n").split("\n")
        self._characters = ("", *characters, " ")
        self._pool = ThreadPoolExecutor(threads)

    def read(self, picture: _Colours) -> list[Line]:
        """The lines on a picture of shape (height, width, 3), blue green red, in reading order."""
        found = self._pool.map(lambda region: self._lines(region, picture), joined(self._regions(picture)))
        return in_reading_order([line for lines in found for line in lines if line.confidence >= READABLE])

    def _regions(self, picture: _Colours) -> list[Region]:
        return [region for top in range(0, len(picture), BAND) for region in self._regions_of_band(picture, top)]

    def _regions_of_band(self, picture: _Colours, top: int) -> list[Region]:
        """The text whose middle lies in the rows from `top` to `top` + BAND."""
        first = max(0, top - OVERLAP)
        band = picture[first : top + BAND + OVERLAP]
        height, width = band.shape[:2]
        padded = np.pad(band, ((0, -height % _GRID), (0, -width % _GRID), (0, 0)), mode="edge")
        scaled = (padded.astype(np.float32) - _MEAN) / _DEVIATION
        found = regions(_run(self._detector, scaled)[0, 0], width, height)
        moved = [region._replace(top=region.top + first, bottom=region.bottom + first) for region in found]
        return [region for region in moved if top <= (region.top + region.bottom) // 2 < top + BAND]

    def _lines(self, region: Region, picture: _Colours) -> list[Line]:
        parts = cut_at_rules(region, _part(picture, region))
        return [line for part in parts for line in self._read_line(part, _part(picture, part))]

    def _read_line(self, region: Region, own: _Colours) -> list[Line]:
        return split(region, self._glyphs(own), own)

    def _glyphs(self, line: _Colours) -> list[Glyph]:
        height, width = line.shape[:2]
        columns = max(8, round(width * _LINE_HEIGHT / height))
        resized = Image.fromarray(line).resize((columns, _LINE_HEIGHT), Image.Resampling.BILINEAR)
        likelihood = _run(self._recogniser, (np.asarray(resized).astype(np.float32) - _HALF) / _HALF)[0]
        best, sure = likelihood.argmax(axis=1), likelihood.max(axis=1)
        # the same character twice in a row is one; 0 is "no character here"
        starts = np.flatnonzero((best != 0) & (best != np.r_[0, best[:-1]]))
        step = width / len(best)
        return [Glyph(self._characters[best[at]], (at + 0.5) * step, float(sure[at])) for at in starts]


def _part(picture: _Colours, region: Region) -> _Colours:
    return np.ascontiguousarray(picture[region.top : region.bottom, region.left : region.right])


def _session(model: Path, threads: int) -> onnxruntime.InferenceSession:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    # waiting threads would otherwise burn the core that the desktop needs
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def _run(session: onnxruntime.InferenceSession, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a model says of a picture of shape (height, width, 3)."""
    batch = np.ascontiguousarray(picture.transpose(2, 0, 1)[None])
    name = session.get_inputs()[0].name
    return cast("NDArray[np.float32]", session.run(None, {name: batch})[0])
