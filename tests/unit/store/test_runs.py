"""A run's folder can be read at any moment, says how it stands, and tells one sentence of whatever is wrong with it."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.core.actions import Click
from app.core.errors import StoreError
from app.core.geometry import ImagePoint
from app.core.steps import End, Proposal, Risk, Status, Step, Verdict
from app.store import records
from app.store.records import RunState
from app.store.runs import RunFolder
from tests.fakes import FakeDesktop

NOW = datetime(2026, 3, 29, 1, 30, 5, tzinfo=UTC)
DESKTOP = FakeDesktop()
STEP = Step(
    number=1,
    proposal=Proposal(action=Click(at=ImagePoint(x=3, y=4))),
    verdict=Verdict(risk=Risk.ROUTINE),
    viewport=DESKTOP.viewport,
)


def all_of(path: Path) -> object:
    run = RunFolder.open(path)
    return run.steps(), run.ended()


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path / "runs", "Write to Ada", planner="builtin", now=lambda: NOW)


def test_its_name_sorts_by_time_and_differs_from_the_next_one(run: RunFolder) -> None:
    other = RunFolder.create(run.path.parent, "Again", planner="builtin", now=lambda: NOW)
    assert run.path.name.startswith("2026-03-29T01-30-05Z-")
    assert run.path != other.path


def test_only_its_owner_can_read_it(run: RunFolder) -> None:
    run.picture(1, DESKTOP.capture())
    run.record(STEP)
    run.end(End(status=Status.FINISHED))
    for path in (run.path, *run.path.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_it_knows_the_task_and_who_planned_and_when(run: RunFolder) -> None:
    info = RunFolder.open(run.path).info
    assert (info.task, info.planner, info.started, info.version) == ("Write to Ada", "builtin", NOW, 1)
    assert info.pid == os.getpid()


@pytest.mark.parametrize("task", ["", "ü\n你好 😀", "\udc80\ud83d", "\x00\x1b[31m", "word " * 10_000])
def test_any_task_is_kept(tmp_path: Path, task: str) -> None:
    assert RunFolder.open(RunFolder.create(tmp_path, task, planner="builtin").path).info.task == task


def test_a_run_goes_on_until_its_end(run: RunFolder) -> None:
    assert run.state is RunState.RUNNING
    run.end(End(status=Status.REJECTED))
    assert RunFolder.open(run.path).state is RunState.REJECTED


def test_a_run_without_an_end_whose_process_is_gone_was_interrupted(run: RunFolder) -> None:
    info = json.loads((run.path / "run.json").read_text("utf-8"))
    info["process_started"] -= 60
    (run.path / "run.json").write_text(json.dumps(info), "utf-8")
    assert RunFolder.open(run.path).state is RunState.INTERRUPTED


def test_every_way_to_end_is_a_state() -> None:
    assert {status.value for status in Status} < {state.value for state in RunState}


def test_a_process_that_does_not_exist_never_started() -> None:
    assert records.process_start(2**22 + 1) == 0.0


def test_a_step_without_its_record_yet_is_left_out(run: RunFolder) -> None:
    run.record(STEP)
    run.picture(2, DESKTOP.capture())
    assert RunFolder.open(run.path).steps() == (STEP,)
    assert RunFolder.open(run.path).picture_of(1) is None


def test_a_half_written_file_changes_nothing(run: RunFolder) -> None:
    run.record(STEP)
    (run.path / "steps" / "0001" / "step.json.7.part").write_text('{"number": 1', "utf-8")
    assert RunFolder.open(run.path).steps() == (STEP,)


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"number": "x"}', "null", '"\\ud800'])
def test_a_damaged_file_is_one_sentence(run: RunFolder, broken: str) -> None:
    run.record(STEP)
    for name in ("run.json", "steps/0001/step.json", "steps/0001/screen.json", "end.json"):
        path = run.path / name
        before = path.read_bytes() if path.exists() else b""
        path.write_text(broken, "utf-8")
        with pytest.raises(StoreError) as raised:
            all_of(run.path)
        assert raised.value.said.id == "store.run_damaged"
        path.write_bytes(before)


def test_a_run_of_a_later_handrail_says_so(run: RunFolder) -> None:
    info = json.loads((run.path / "run.json").read_text("utf-8"))
    (run.path / "run.json").write_text(json.dumps(info | {"version": 2, "colour": "red"}), "utf-8")
    with pytest.raises(StoreError) as raised:
        RunFolder.open(run.path)
    assert raised.value.said.id == "store.newer_format"


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as raised:
        RunFolder.open(tmp_path)
    assert raised.value.said.id == "store.not_a_run"


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StoreError) as raised:
        RunFolder.create(tmp_path / "file", "x", planner="builtin")
    assert raised.value.said.id == "store.cannot_write"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_one_sentence_and_leaves_no_half_file(run: RunFolder) -> None:
    folder = run.path / "steps" / "0001"
    folder.mkdir()
    full = folder / f"step.json.{os.getpid()}.part"
    full.symlink_to("/dev/full")
    with pytest.raises(StoreError) as raised:
        run.record(STEP)
    assert raised.value.said.id == "store.disk_full"
    assert sorted(path.name for path in folder.iterdir()) == ["screen.json"]


def test_a_run_whose_folder_was_taken_away_says_so(run: RunFolder) -> None:
    run.path.rename(run.path.with_name("elsewhere"))
    with pytest.raises(StoreError):
        run.end(End(status=Status.FINISHED))
