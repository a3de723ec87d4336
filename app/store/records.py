"""What stands in the files of a run, and how it becomes JSON and comes back."""

from __future__ import annotations

import json
import os
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AwareDatetime, BaseModel, Field, ValidationError

from app.core.elements import Element, WindowFacts
from app.core.errors import StoreError
from app.core.geometry import Value
from app.core.steps import End
from app.store import files

FORMAT = 1
"""The version of the run folder's format."""
_SAME_START_SECONDS = 2.0
"""Clocks are set now and then, and a process's start time moves with them."""

_Model = TypeVar("_Model", bound=BaseModel)


class RunState(StrEnum):
    """How a run stands. INTERRUPTED: it has no end, and the process that wrote it is gone."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FINISHED = "finished"
    FAILED = "failed"
    REJECTED = "rejected"
    STOPPED = "stopped"
    ERROR = "error"


class RunInfo(Value):
    """run.json: what was known when the run began. `program` is Handrail's version, `approve` the mode of asking.

    `pid` and `process_started` (epoch seconds) are those of the process that records it.
    """

    version: Annotated[int, Field(ge=1)] = FORMAT
    id: str
    task: str
    planner: str
    approve: str
    program: str
    system: str
    desktop: str
    started: AwareDatetime
    pid: int
    process_started: float

    @property
    def recorder_lives(self) -> bool:
        return abs(process_start(self.pid) - self.process_started) < _SAME_START_SECONDS


class Ended(Value):
    """end.json: how the run ended, and when."""

    end: End
    at: AwareDatetime


class Seen(Value):
    """screen.json: what was on the screen at a step; it is large and written once, apart from the step itself."""

    elements: tuple[Element, ...] = ()
    windows: tuple[WindowFacts, ...] = ()


def to_json(value: object, indent: int | None = 1) -> bytes:
    """UTF-8 JSON of what model_dump(mode="json") gave; what no UTF-8 can say (lone surrogates) is escaped."""
    try:
        return json.dumps(value, indent=indent, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, indent=indent).encode("ascii")


def from_json(model: type[_Model], path: Path) -> _Model:
    """The file as a `model`. Raises StoreError where it is missing, broken, or does not fit."""
    return fitted(model, parsed(path), path)


def parsed(path: Path) -> object:
    """The file's JSON. Raises StoreError."""
    raw = files.read(path)
    try:
        value: object = json.loads(raw)
    except ValueError as broken:
        raise StoreError("store.run_damaged", path=files.shown(path)) from broken
    return value


def fitted(model: type[_Model], value: object, path: Path) -> _Model:
    """`value`, read from `path`, as a `model`. Raises StoreError."""
    if isinstance(value, dict) and isinstance(found := value.get("version"), int) and found > FORMAT:
        raise StoreError("store.newer_format", path=files.shown(path), found=found, known=FORMAT)
    try:
        return model.model_validate(value)
    except ValidationError as wrong:
        raise StoreError("store.run_damaged", path=files.shown(path)) from wrong


def process_start(pid: int | None = None) -> float:
    """When the process (this one where None) started, in epoch seconds; 0 where there is none."""
    import psutil

    try:
        return float(psutil.Process(os.getpid() if pid is None else pid).create_time())
    except psutil.Error:
        return 0.0


def local(moment: datetime) -> str:
    """A moment in the person's own time zone, to the second."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M:%S")
