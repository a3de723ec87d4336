"""A run whose process is killed in the middle can be read up to its last step."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.stop import Stop
from app.store import shelf
from app.store.records import RunState
from app.store.runs import RunFolder

ROOT = Path(__file__).parents[2]

RECORDS_FOR_EVER = """
import itertools, sys
from pathlib import Path
from app.core.actions import TypeText
from app.core.elements import Element, Role
from app.core.geometry import Box
from app.core.steps import Allow, Proposal, Risk, Step, Verdict
from app.store.runs import RunFolder
from tests.fakes import FakeDesktop

desktop = FakeDesktop(size=(640, 480))
box = Box(left=0, top=0, width=9, height=9)
elements = tuple(Element(role=Role.BUTTON, name=f"Button {n}", box=box) for n in range(100))
run = RunFolder.create(Path(sys.argv[1]), "Type all day", planner="builtin")
print("recording", flush=True)
for number in itertools.count(1):
    run.picture(number, desktop.capture())
    step = Step(number=number, proposal=Proposal(action=TypeText(text="word " * 50)), decision=Allow(),
                verdict=Verdict(risk=Risk.ROUTINE), viewport=desktop.viewport, elements=elements)
    run.record(step)
    run.record(step.model_copy(update={"performed": True}))
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_killed_run_is_readable_and_counts_as_interrupted(tmp_path: Path, seed: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", RECORDS_FOR_EVER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == b"recording\n"
        assert shelf.list_runs(tmp_path).runs[0].state is RunState.RUNNING
        Stop().wait(random.Random(seed).uniform(0.05, 0.4))
        process.send_signal(signal.SIGKILL)
        process.stdout.read()
    (summary,) = shelf.list_runs(tmp_path).runs
    assert summary.state is RunState.INTERRUPTED
    run = RunFolder.open(summary.path)
    steps = run.steps()
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(run.picture_of(step.number) for step in steps)
    assert all(step.performed for step in steps[:-1])
    shelf.delete(run)
    assert list(tmp_path.iterdir()) == []
