"""`handrail bench ocr`: what text readers find on pictures of real windows, and what that costs."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydantic import TypeAdapter, ValidationError
from rapidfuzz.distance import Levenshtein

from app.bench.ocr_engines import OTHERS, Engine, Found, Read, handrail
from app.core.errors import UsageError
from app.core.geometry import Value
from app.sight.ocr import models_folder

PICTURES = Path(__file__).parents[2] / "tests" / "data" / "ocr"
CLOSE = 0.8
"""A text this similar (0 to 1, blanks ignored) is found by a planner that looks for it."""
FULL, CROP = "web.png", (700, 100, 1300, 400)
"""The picture the cost of a whole screen is measured on, and the part for that of a crop: left, top, right, bottom."""

Edges = tuple[int, int, int, int]


class Text(Value):
    """A text on a picture; `box` is the control that holds it, in pixels, where known."""

    text: str
    box: Edges | None = None


Texts = TypeAdapter(dict[str, tuple[Text, ...]])


@dataclass(frozen=True)
class Score:
    """Of `texts` on the pictures `exact` were read letter for letter, `close` well enough to be found (the exact ones
    among them), `joined` as a part of a longer line; the rest was missed.
    """

    texts: int = 0
    exact: int = 0
    close: int = 0
    joined: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(*(a + b for a, b in zip(asdict(self).values(), asdict(other).values(), strict=True)))


@dataclass(frozen=True)
class Cost:
    cpu_s: float
    wall_s: float


@dataclass(frozen=True)
class Row:
    engine: str
    megabytes: float
    score: Score
    by_picture: Mapping[str, Score]
    all_pictures: Cost
    full: Cost
    crop: Cost


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", nargs="?", type=Path, default=PICTURES, help="pictures and their texts.json")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    parser.add_argument("--only", action="append", metavar="ENGINE", help="only engines whose name begins so")
    parser.add_argument(
        "--models", action="append", type=Path, default=[], help="try Handrail's way with these as well"
    )
    parser.add_argument("--misses", action="store_true", help="list what was not read exactly")


def run(arguments: argparse.Namespace) -> int:
    """Compares the engines that are installed and says what the others lack. Raises UsageError."""
    texts = _texts(arguments.folder)
    engines = [handrail(models) for models in (models_folder(), *arguments.models)] + list(OTHERS)
    only = tuple(arguments.only or [""])
    rows, absent = [], {}
    for engine in (engine for engine in engines if engine.name.startswith(only)):
        if lacks := engine.missing():
            absent[engine.name] = lacks
            print(f"{engine.name}: not installed ({lacks})")
        else:
            rows.append(_row(engine, arguments.folder, texts, misses=arguments.misses))
            print(_line(rows[-1]), flush=True)
    if arguments.json:
        report = {"engines": [asdict(row) for row in rows], "not_installed": absent, "machine": _machine()}
        arguments.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
    return 0


def scored(texts: Sequence[Text], found: Sequence[Found]) -> tuple[Score, list[tuple[str, str]]]:
    """How well the lines hold the texts, and the (text, what was read there) of those that are not exact."""
    score, misses = Score(), []
    left = list(found)
    for text in sorted(texts, key=lambda text: text.box is None):
        wanted = _letters(text.text)
        here = [line for line in left if text.box is None or _middle_in(line[1], text.box)]
        best = max(here, key=lambda line: _similarity(wanted, line[0]), default=None)
        likeness = _similarity(wanted, best[0]) if best else 0.0
        within = [line for line in found if wanted in _letters(line[0]) and _covers(line[1], text.box)]
        score += Score(1, likeness == 1, likeness >= CLOSE, likeness < CLOSE and bool(within))
        if best and likeness == 1:
            left.remove(best)
        else:
            misses.append((text.text, within[0][0] if within else best[0] if best else ""))
    return score, misses


def _row(engine: Engine, folder: Path, texts: Mapping[str, Sequence[Text]], *, misses: bool) -> Row:
    read = engine.load()
    pictures = {name: _pixels(folder / name) for name in texts}
    read(next(iter(pictures.values())))  # the first call of some builds what later ones use
    scores, costs = {}, {}
    for name, picture in pictures.items():
        found, costs[name] = _timed(read, picture)
        scores[name], missed = scored(texts[name], found)
        if misses:
            print(*(f"  {name}: {text!r} read as {line!r}" for text, line in missed), sep="\n")
    left, top, right, bottom = CROP
    whole = pictures.get(FULL, next(iter(pictures.values())))
    _, crop = _timed(read, np.ascontiguousarray(whole[top:bottom, left:right]))
    together = Cost(sum(cost.cpu_s for cost in costs.values()), sum(cost.wall_s for cost in costs.values()))
    full = costs.get(FULL, together)
    return Row(engine.name, engine.megabytes(), sum(scores.values(), Score()), scores, together, full, crop)


def _timed(read: Read, picture: NDArray[np.uint8]) -> tuple[list[Found], Cost]:
    processor, clock = _processor_seconds(), time.perf_counter()
    found = read(picture)
    return found, Cost(_processor_seconds() - processor, time.perf_counter() - clock)


def _processor_seconds() -> float:
    """Of this process with its threads and of the programs it has waited for."""
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system


def _line(row: Row) -> str:
    score = row.score
    return (
        f"{row.engine:24} {row.megabytes:5.0f} MB  exact {score.exact}, close {score.close}, joined {score.joined} "
        f"of {score.texts}  screen {row.full.cpu_s:.2f} s CPU ({row.full.wall_s:.2f} s)  "
        f"crop {row.crop.cpu_s:.2f} s CPU ({row.crop.wall_s:.2f} s)  all {row.all_pictures.cpu_s:.1f} s CPU"
    )


def _texts(folder: Path) -> dict[str, tuple[Text, ...]]:
    path = folder / "texts.json"
    try:
        return Texts.validate_json(path.read_bytes())
    except (OSError, ValidationError) as trouble:
        raise UsageError("ocr.no_pictures", path=str(path), why=str(trouble)) from trouble


def _pixels(path: Path) -> NDArray[np.uint8]:
    with Image.open(path) as image:
        return np.ascontiguousarray(np.asarray(image.convert("RGB"))[..., ::-1])


def _letters(text: str) -> str:
    return "".join(text.split())


def _similarity(wanted: str, text: str) -> float:
    return Levenshtein.normalized_similarity(wanted, _letters(text))


def _middle_in(edges: Edges, box: Edges) -> bool:
    left, top, right, bottom = edges
    return box[0] - 3 <= (left + right) / 2 <= box[2] + 3 and box[1] - 3 <= (top + bottom) / 2 <= box[3] + 3


def _covers(edges: Edges, box: Edges | None) -> bool:
    return box is None or _middle_in(box, edges)


def _machine() -> dict[str, str | int | None]:
    return {"system": platform.platform(), "python": sys.version.split()[0], "cores": os.cpu_count()}
