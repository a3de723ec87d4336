"""The record of a run: a folder that is written as things happen and can be read at any moment."""

from __future__ import annotations

import os
import platform
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

import app
from app.core.errors import StoreError
from app.core.steps import End, Screenshot, Step
from app.pictures import encode
from app.store import files, masking
from app.store.records import Ended, RunInfo, RunState, Seen, fitted, from_json, parsed, process_start, to_json

INFO, END, STEPS, STEP, SCREEN, PICTURE = "run.json", "end.json", "steps", "step.json", "screen.json", "picture.jpg"


def utc_now() -> datetime:
    return datetime.now(UTC)


class RunFolder:
    """One run on disk; it is a Recorder (core.ports) and gives back what was recorded.

        run.json                  RunInfo            end.json                  Ended, once it has ended
        steps/0001/picture.jpg    what was seen      steps/0001/screen.json    Seen
        steps/0001/step.json      the Step, without what screen.json has

    Every file is whole or not there, so a run whose process was killed can be read up to its last step. Texts typed
    into password fields are masked everywhere in it, also in what was written before they were typed.
    """

    def __init__(self, path: Path, info: RunInfo, now: Callable[[], datetime] = utc_now) -> None:
        self.path = path
        self.info = info
        self._now = now
        self._secrets: frozenset[str] = frozenset()
        self._seen: dict[int, Seen] = {}

    @classmethod
    def create(
        cls,
        runs_dir: Path,
        task: str,
        *,
        planner: str,
        approve: str = "ask",
        desktop: str = "",
        now: Callable[[], datetime] = utc_now,
    ) -> Self:
        """A new folder in `runs_dir`, named by the time (UTC) and a short id. Raises StoreError."""
        started = now()
        id = f"{started.astimezone(UTC):%Y-%m-%dT%H-%M-%SZ}-{secrets.token_hex(2)}"
        path = runs_dir / id
        files.make_folder(runs_dir)
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            return cls.create(runs_dir, task, planner=planner, approve=approve, desktop=desktop, now=now)
        except OSError as trouble:
            raise files.cannot_write(path, trouble) from trouble
        files.make_folder(path / STEPS)
        info = RunInfo(
            id=id,
            task=task,
            planner=planner,
            approve=approve,
            program=app.__version__,
            system=platform.platform(),
            desktop=desktop,
            started=started,
            pid=os.getpid(),
            process_started=process_start(),
        )
        run = cls(path, info, now)
        run._write(INFO, info.model_dump(mode="json"))
        return run

    @classmethod
    def open(cls, path: Path) -> Self:
        """The run in the folder `path`. Raises StoreError where it is none, or is damaged or of a later Handrail."""
        if not (path / INFO).is_file():
            raise StoreError("store.not_a_run", path=files.shown(path))
        return cls(path, from_json(RunInfo, path / INFO))

    def picture(self, number: int, screenshot: Screenshot) -> None:
        """Keeps the picture as a JPEG file. Raises StoreError."""
        files.make_folder(self._folder(number))
        files.write(self._folder(number) / PICTURE, encode.jpeg(screenshot.pixels))

    def record(self, step: Step) -> None:
        """Raises StoreError."""
        new = masking.secrets_of(step) - self._secrets
        if new:
            self._secrets |= new
            self._mask_what_is_written()
        self._write_step(masking.masked(step, self._secrets))

    def end(self, end: End) -> None:
        """Raises StoreError."""
        ended = Ended(end=masking.masked(end, self._secrets), at=self._now())
        self._write(END, ended.model_dump(mode="json"))

    def steps(self) -> tuple[Step, ...]:
        """Every recorded step, the first one first. Raises StoreError."""
        return tuple(self._read_step(number) for number in self.numbers())

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps that were recorded."""
        found = (path.parent.name for path in (self.path / STEPS).glob(f"[0-9]*/{STEP}"))
        return tuple(sorted(int(name) for name in found if name.isascii() and name.isdigit()))

    def picture_of(self, number: int) -> bytes | None:
        """The bytes of the JPEG picture step `number` was decided on; None where none was kept. Raises StoreError."""
        path = self._folder(number) / PICTURE
        return files.read(path) if path.is_file() else None

    def ended(self) -> Ended | None:
        """How and when it ended; None while it runs, or where it was interrupted. Raises StoreError."""
        path = self.path / END
        return from_json(Ended, path) if path.is_file() else None

    @property
    def state(self) -> RunState:
        """Raises StoreError."""
        # The process first: a run that ends in between must not count as interrupted.
        lives = self.info.recorder_lives
        if ended := self.ended():
            return RunState(ended.end.status.value)
        return RunState.RUNNING if lives else RunState.INTERRUPTED

    def _folder(self, number: int) -> Path:
        return self.path / STEPS / f"{number:04}"

    def _write(self, name: str, content: object, indent: int | None = 1) -> None:
        files.write(self.path / name, to_json(content, indent))

    def _write_step(self, step: Step) -> None:
        folder = self._folder(step.number)
        files.make_folder(folder)
        seen = Seen(elements=step.elements, windows=step.windows)
        if self._seen.get(step.number) != seen:
            files.write(folder / SCREEN, to_json(seen.model_dump(mode="json"), indent=None))
            self._seen = {step.number: seen}
        files.write(folder / STEP, to_json(step.model_dump(mode="json", exclude={"elements", "windows"})))

    def _read_step(self, number: int) -> Step:
        folder = self._folder(number)
        content, seen = parsed(folder / STEP), parsed(folder / SCREEN)
        if not isinstance(content, dict) or not isinstance(seen, dict):
            raise StoreError("store.run_damaged", path=files.shown(folder))
        return fitted(Step, content | seen, folder / STEP)

    def _mask_what_is_written(self) -> None:
        """A password that is typed now may have stood in the task, or in a plan, all along."""
        task = masking.masked_text(self.info.task, self._secrets)
        if task != self.info.task:
            self.info = self.info.model_copy(update={"task": task})
            self._write(INFO, self.info.model_dump(mode="json"))
        for step in self.steps():
            self._write_step(masking.masked(step, self._secrets))
