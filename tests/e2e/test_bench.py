"""`handrail bench desktop` on the project's own tasks, each on a real application."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.bench.results import Report, Result

ROOT = Path(__file__).parents[2]
OWN = ROOT / "tests/tasks/own.jsonl"


def bench(folder: Path, *words: str, code: int) -> dict[str, Result]:
    out = folder / "out.json"
    command = [sys.executable, "-m", "app.cli.main", "bench", "desktop", str(OWN), "--json", str(out)]
    done = subprocess.run(
        [*command, "--runs-dir", str(folder / "runs"), *words],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    report = Report.model_validate_json(out.read_text(encoding="utf-8"))
    assert {one["id"] for one in json.loads(out.read_text(encoding="utf-8"))["tasks"]} <= {
        line.split()[0] for line in done.stdout.splitlines() if line and not line.startswith(" ")
    }
    return {one.id: one for one in report.tasks}


@pytest.mark.desktop
def test_tasks_on_real_applications_are_done_and_checked(tmp_path: Path) -> None:
    found = bench(tmp_path, "--jobs", "2", code=0)
    assert found["own-missing-package"].status == "unavailable"
    assert found["own-not-there"].status == "failed"
    assert "Teapot" in found["own-not-there"].reason
    for id in ("own-editor", "own-calculator", "own-no-tree", "own-not-there"):
        assert found[id].solved, found[id]
        assert (tmp_path / f"runs/{id}.png").stat().st_size > 1000
        assert Path(found[id].run).is_relative_to(tmp_path / "runs" / id)
    beside = [(change.path, change.how) for change in found["own-no-tree"].side_effects]
    assert beside == [("beside.txt", "created")]
    assert found["own-editor"].side_effects == ()


@pytest.mark.desktop
def test_a_run_that_takes_too_long_is_ended_and_said_so(tmp_path: Path) -> None:
    found = bench(tmp_path, "--only", "own-calculator", "--task-seconds", "0.2", code=1)
    assert found["own-calculator"].status == "error"
    assert "hung" in found["own-calculator"].reason
    assert not found["own-calculator"].solved
