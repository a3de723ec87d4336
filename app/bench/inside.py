"""Does one task on the desktop it is started on and checks it; `bench desktop` starts it, one task a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO

from pydantic import BaseModel, ValidationError

from app.bench.checks import Checker, Held
from app.bench.results import Denied, Result, sentence
from app.bench.setting import Scene, changes, free_port, lay_out, snapshot, start_programs
from app.bench.tasks import Task
from app.core.errors import HandrailError
from app.core.geometry import Value
from app.core.stop import Stop
from app.desktop import select
from app.pictures.encode import png

ROOT = Path(__file__).parents[2]
CHECK_SECONDS = {True: 3.0, False: 1.0}
"""How long the checks may take to hold, after a run that says it is done and after another.

A program may still be writing its file when the run is over.
"""


class Asked(Value):
    """What this process is told on its standard input. `planner` are the words for `handrail run`."""

    task: Task
    folder: Path
    runs_dir: Path
    picture: Path
    planner: tuple[str, ...]
    seconds: float


class Event(BaseModel):
    """A line of `run --json`, as far as it counts here."""

    event: str = ""
    status: str = ""
    reason: str | None = None
    answer: str | None = None
    steps: int = 0
    run: str | None = None


def main() -> int:
    asked = Asked.model_validate_json(sys.stdin.read())
    with ExitStack() as stack:
        scene = Scene(
            folder=asked.folder,
            port=free_port(),
            accessibility=stack.enter_context(closing(select.accessibility())),
            windows=stack.enter_context(closing(select.windows())),
        )
        result = _done(asked, scene, Stop())
        _keep_picture(asked.picture)
    print(result.model_dump_json(), flush=True)
    return 0


def _done(asked: Asked, scene: Scene, stop: Stop) -> Result:
    began = time.monotonic()
    task = asked.task
    try:
        lay_out(task, scene.folder)
        ready = start_programs(task, scene, stop)
    except HandrailError as trouble:
        return Result(id=task.id, status="error", reason=sentence(trouble))
    except OSError as trouble:
        return Result(id=task.id, status="error", reason=f"the task's files could not be written: {trouble}")
    if not ready:
        return Result(id=task.id, status="error", reason="the task's programs did not come up")
    laid_out, before = time.monotonic(), snapshot(scene.folder)
    end = run_task(task.task, task.max_steps, asked)
    ran = time.monotonic()
    denied = _denied(task, scene, end, stop)
    return Result(
        id=task.id,
        solved=not denied,
        status=end.status,
        reason=end.reason or "",
        answer=end.answer or "",
        steps=end.steps,
        seconds=round(ran - laid_out, 2),
        setup_seconds=round(laid_out - began, 2),
        denied=denied,
        side_effects=changes(before, snapshot(scene.folder), task.checked_files),
        run=end.run or "",
    )


def run_task(task: str, max_steps: int, asked: Asked) -> Event:
    """Runs `handrail run` as a child until it ends, or its time is up; its last word."""
    command = [sys.executable, "-m", "app.cli.main", "run", task, "--json", "--approve", "all", *asked.planner]
    limits = ["--max-steps", str(max_steps), "--runs-dir", str(asked.runs_dir)]
    log = asked.picture.with_suffix(".log")
    with log.open("wb") as errors, (asked.picture.with_suffix(".jsonl")).open("w+b") as events:
        child = subprocess.Popen(
            [*command, *limits],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=events,
            stderr=errors,
            start_new_session=True,
        )
        try:
            child.wait(asked.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            return Event(status="error", reason=f"the run hung: no end after {asked.seconds:.0f} s")
        finally:
            events.seek(0)
            last = _last_event(events)
    if last.event != "end":
        words = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        why = words[-1] if words else "it said nothing"
        return Event(status="error", reason=f"the run ended with code {child.returncode} and no result: {why}")
    return last


def _last_event(lines: IO[bytes]) -> Event:
    last = Event()
    for line in lines:
        try:
            last = Event.model_validate_json(line)
        except ValidationError:
            continue
    return last


def _denied(task: Task, scene: Scene, end: Event, stop: Stop) -> tuple[Denied, ...]:
    """The checks that do not hold, also after a short wait."""
    done = end.status == "finished"
    checker = Checker(scene, "done" if done else end.status, (end.answer if done else end.reason) or "")
    found: list[tuple[Denied, ...]] = []

    def all_hold() -> bool:
        looked = [(check, checker.held(check, stop)) for check in task.check]
        found.append(
            tuple(_entry(check.model_dump_json(exclude_defaults=True), held) for check, held in looked if not held.ok)
        )
        return not found[-1]

    stop.wait_until(all_hold, CHECK_SECONDS[done], every=0.3)
    return found[-1]


def _entry(check: str, held: Held) -> Denied:
    return Denied(check=check, found=held.found)


def _keep_picture(file: Path) -> None:
    try:
        with closing(select.camera(None)) as camera:
            file.write_bytes(png(camera.capture().pixels))
    except HandrailError as trouble:
        print(f"no picture of the end: {sentence(trouble)}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
