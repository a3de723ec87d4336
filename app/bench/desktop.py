"""`handrail bench desktop`: tasks on real applications, each on a private desktop of its own, done and checked."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from app.bench import results
from app.bench.inside import ROOT, Asked
from app.bench.results import UNAVAILABLE, Report, Result
from app.bench.setting import READY_SECONDS, missing_packages
from app.bench.tasks import Task, load
from app.core.errors import HandrailError, UsageError
from app.desktop.virtual import VirtualDesktop
from app.store import files

BESIDES_SECONDS = READY_SECONDS * 2 + 60
"""What a task may take beside its run: two programs that start slowly, and the checks."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a file with one task a line")
    parser.add_argument("--planner", default="builtin", help="who plans the actions (default: builtin)")
    parser.add_argument("--model", help="the model that plans")
    parser.add_argument("--only", action="append", default=[], metavar="ID", help="do this task only (repeatable)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many tasks at once (default: 1)")
    parser.add_argument("--task-seconds", type=float, default=300.0, help="end a run that takes longer (default: 300)")
    parser.add_argument("--runs-dir", type=Path, help="where the records of the runs and the end pictures are kept")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the results to this file")


def run(arguments: argparse.Namespace) -> int:
    """0 where every task that could be tried was solved, 1 where not. Raises UsageError, StoreError."""
    tasks = load(arguments.file, arguments.only)
    if arguments.jobs < 1:
        raise UsageError("bench.jobs", jobs=arguments.jobs)
    kept = arguments.runs_dir or Path(tempfile.gettempdir(), f"handrail-bench-{datetime.now(UTC):%Y%m%d-%H%M%S}")
    kept = kept.absolute()
    files.make_folder(kept)
    width = max(len(task.id) for task in tasks)
    done: list[Result] = []
    _report(arguments, tasks, done)
    print(results.heading(width), flush=True)
    for result in _all(tasks, arguments, kept):
        print(results.line(result, width), flush=True)
        done.append(result)
        _report(arguments, tasks, done)
    total = results.totals(done)
    print(results.summary(total))
    print(f"records and end pictures: {kept}")
    return 0 if total.solved == total.tasks - total.unavailable else 1


def _report(arguments: argparse.Namespace, tasks: Sequence[Task], done: Sequence[Result]) -> None:
    """Writes what is known so far: a file that cannot be written is said before anything is done."""
    if arguments.json:
        order = [task.id for task in tasks]
        ranked = tuple(sorted(done, key=lambda result: order.index(result.id)))
        whole = Report(tasks=ranked, totals=results.totals(done), planner=arguments.planner, machine=_machine())
        files.make_folder(arguments.json.absolute().parent)
        files.write(arguments.json, whole.model_dump_json(indent=1).encode())


def _all(tasks: Sequence[Task], arguments: argparse.Namespace, kept: Path) -> Iterator[Result]:
    """The results as they come."""
    if arguments.jobs == 1:
        yield from (_one(task, arguments, kept) for task in tasks)
        return
    with ThreadPoolExecutor(arguments.jobs) as pool:
        waiting = [pool.submit(_one, task, arguments, kept) for task in tasks]
        for each in as_completed(waiting):
            yield each.result()


def _one(task: Task, arguments: argparse.Namespace, kept: Path) -> Result:
    missing = missing_packages(task)
    if missing:
        return Result(id=task.id, status=UNAVAILABLE, reason=f"not installed: {', '.join(missing)}")
    planner = ["--planner", arguments.planner, *(["--model", arguments.model] if arguments.model else [])]
    try:
        with VirtualDesktop(keyring=True) as desktop:
            asked = Asked(
                task=task,
                folder=desktop.home / task.id,
                runs_dir=kept / task.id,
                picture=kept / f"{task.id}.png",
                planner=tuple(planner),
                seconds=arguments.task_seconds,
            )
            return _on(desktop, asked)
    except HandrailError as trouble:
        return Result(id=task.id, status="error", reason=results.sentence(trouble))


def _on(desktop: VirtualDesktop, asked: Asked) -> Result:
    """The result of the process that does the task on this desktop."""
    try:
        child = subprocess.run(
            [sys.executable, "-m", "app.bench.inside"],
            input=asked.model_dump_json(),
            env=desktop.env,
            cwd=ROOT,
            timeout=asked.seconds + BESIDES_SECONDS,
            capture_output=True,
            text=True,
            check=False,
        )
        return Result.model_validate_json(child.stdout.strip().rpartition("\n")[2])
    except subprocess.TimeoutExpired:
        return Result(id=asked.task.id, status="error", reason="the task hung")
    except ValidationError:
        words = child.stderr.strip().splitlines() or ["it said nothing"]
        return Result(id=asked.task.id, status="error", reason=f"the task's process failed: {words[-1]}")


def _machine() -> dict[str, str | int]:
    return {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count() or 0}
