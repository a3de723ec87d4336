"""Reads task files: what is laid out, what is asked, and what must hold afterwards."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Discriminator, Field, Tag, ValidationError

from app.core.errors import UsageError
from app.core.geometry import Value


def _inside(name: str) -> str:
    """A path that stays inside the task's folder."""
    path = PurePosixPath(name)
    if not name.strip() or path.is_absolute() or ".." in path.parts:
        raise ValueError(f"{name!r} is not a path inside the task's folder")
    return name


def _decoded(text: str) -> str:
    try:
        base64.b64decode(text, validate=True)
    except binascii.Error as trouble:
        raise ValueError("it is not base64") from trouble
    return text


def _as_tuple(entry: object) -> object:
    return entry if isinstance(entry, (list, tuple)) else (entry,)


InsidePath = Annotated[str, AfterValidator(_inside)]
Texts = Annotated[tuple[str, ...], BeforeValidator(_as_tuple)]


class Binary(Value):
    """A file that is no text."""

    base64: Annotated[str, AfterValidator(_decoded)]

    @property
    def content(self) -> bytes:
        return base64.b64decode(self.base64)


class FileCheck(Value):
    """What a file holds (newlines at its end do not count), or that it is not there."""

    file: InsidePath
    equals: str | None = None
    contains: str | None = None
    not_contains: str | None = None
    matches: str | None = None
    absent: bool = False


class FolderCheck(Value):
    dir: InsidePath


class WindowCheck(Value):
    """A window is open whose title contains this."""

    window: str


class NoWindowCheck(Value):
    no_window: str


class ElementWanted(Value):
    """`role` is AT-SPI's name, `text` all that it holds, `line` one of its lines, `state` a word or "not" a word."""

    app: str
    role: str
    name: str | None = None
    text: str | None = None
    line: str | None = None
    state: str | None = None


class ElementCheck(Value):
    element: ElementWanted


class CellWanted(Value):
    file: InsidePath
    ref: Annotated[str, Field(pattern=r"^[A-Z]+[1-9][0-9]*$")]
    value: float | str
    formula: bool = False


class CellCheck(Value):
    cell: CellWanted


class ColumnWanted(Value):
    file: InsidePath
    ref: Annotated[str, Field(pattern=r"^[A-Z]+$")]
    hidden: bool


class ColumnCheck(Value):
    column: ColumnWanted


class GsettingsCheck(Value):
    gsettings: tuple[str, str]
    equals: str


class XfconfCheck(Value):
    xfconf: tuple[str, str]
    equals: str


class PixelWanted(Value):
    file: InsidePath
    at: tuple[int, int]
    rgb: tuple[int, int, int]
    tolerance: int = 0


class PixelCheck(Value):
    pixel: PixelWanted


class AnswerCheck(Value):
    """The answer contains one of these texts (case and thousands separators do not count)."""

    answer_contains: Texts


class PageCheck(Value):
    """JavaScript that is true in the page of the browser on the task's port."""

    page: str


class OutcomeCheck(Value):
    """The assistant ended as not able to do it; its reason then is the answer."""

    outcome: Literal["failed", "done"]


KINDS = (
    "file", "dir", "window", "no_window", "element", "cell", "column", "gsettings", "xfconf", "pixel",
    "answer_contains", "page", "outcome",
)  # fmt: skip


def _kind(check: object) -> str | None:
    """Which check it is: the one of its words that names a kind."""
    if isinstance(check, dict):
        return next((kind for kind in KINDS if kind in check), None)
    return next((kind for kind in KINDS if hasattr(check, kind)), None)


Check = Annotated[
    Annotated[FileCheck, Tag("file")]
    | Annotated[FolderCheck, Tag("dir")]
    | Annotated[WindowCheck, Tag("window")]
    | Annotated[NoWindowCheck, Tag("no_window")]
    | Annotated[ElementCheck, Tag("element")]
    | Annotated[CellCheck, Tag("cell")]
    | Annotated[ColumnCheck, Tag("column")]
    | Annotated[GsettingsCheck, Tag("gsettings")]
    | Annotated[XfconfCheck, Tag("xfconf")]
    | Annotated[PixelCheck, Tag("pixel")]
    | Annotated[AnswerCheck, Tag("answer_contains")]
    | Annotated[PageCheck, Tag("page")]
    | Annotated[OutcomeCheck, Tag("outcome")],
    Discriminator(_kind),
]


class Ready(Value):
    """A window to wait for: by accessible application and part of its title, or by part of its X title alone."""

    app: str = ""
    name: str = ""
    title: str = ""


class Task(Value):
    """One task. `start` are command lines in which {work}, {port} and {python} are filled in."""

    model_config = ConfigDict(extra="ignore")

    id: Annotated[str, Field(pattern=r"^[\w.-]+$")]
    level: str = ""
    packages: tuple[str, ...] = ()
    files: dict[InsidePath, str | Binary | None] = {}
    start: tuple[Annotated[tuple[str, ...], Field(min_length=1)], ...] = ()
    ready: Annotated[tuple[Ready, ...], BeforeValidator(_as_tuple)] = ()
    task: Annotated[str, Field(min_length=1)]
    max_steps: Annotated[int, Field(gt=0)] = 30
    check: Annotated[tuple[Check, ...], Field(min_length=1)]

    @property
    def checked_files(self) -> frozenset[str]:
        """The paths that its checks speak of, as they stand in a listing of the task's folder."""
        found = set[str]()
        for check in self.check:
            match check:
                case FileCheck(file=path) | FolderCheck(dir=path):
                    found.add(path)
                case CellCheck(cell=wanted):
                    found.add(wanted.file)
                case ColumnCheck(column=of):
                    found.add(of.file)
                case PixelCheck(pixel=seen):
                    found.add(seen.file)
                case _:
                    pass
        return frozenset(str(PurePosixPath(path)) for path in found)


def load(path: Path, only: Sequence[str] = ()) -> tuple[Task, ...]:
    """The tasks of a file with one JSON object a line; with `only`, those with these ids.

    Raises UsageError for a file that cannot be read, a line that is no task, and an id that is missing or there twice.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as trouble:
        why = (trouble.strerror if isinstance(trouble, OSError) else None) or str(trouble)
        raise UsageError("bench.unreadable", file=str(path), why=why) from trouble
    tasks = [_read(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not tasks:
        raise UsageError("bench.no_tasks", file=str(path))
    ids = [task.id for task in tasks]
    twice = next((id for id in ids if ids.count(id) > 1), None)
    if twice:
        raise UsageError("bench.id_twice", file=str(path), id=twice)
    missing = next((id for id in only if id not in ids), None)
    if missing:
        raise UsageError("bench.no_such_task", file=str(path), id=missing, ids=", ".join(ids))
    return tuple(task for task in tasks if not only or task.id in only)


def _read(path: Path, number: int, line: str) -> Task:
    try:
        return Task.model_validate_json(line)
    except ValidationError as trouble:
        first = trouble.errors()[0]
        why = f"{'.'.join(str(part) for part in first['loc']) or 'line'}: {first['msg']}"
        raise UsageError("bench.bad_task", file=str(path), line=number, why=why) from trouble
