"""Kept runs are listed, found by a word, exported and deleted; nothing but a run is ever deleted."""

from __future__ import annotations

import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.core.errors import StoreError, UsageError
from app.core.steps import End, Status
from app.store import shelf
from app.store.records import RunState
from app.store.runs import RunFolder
from tests.unit.store.test_runs import DESKTOP, STEP

START = datetime(2026, 1, 31, 12, 0, 0, tzinfo=UTC)


def made(folder: Path, hour: int, *, over: bool = True) -> RunFolder:
    run = RunFolder.create(folder, f"Task {hour}", planner="builtin", now=lambda: START + timedelta(hours=hour))
    run.picture(1, DESKTOP.capture())
    run.record(STEP)
    if over:
        run.end(End(status=Status.FINISHED, steps=1))
    return run


def test_runs_are_listed_newest_first_with_how_they_stand(tmp_path: Path) -> None:
    made(tmp_path, 2, over=False)
    made(tmp_path, 1)
    listing = shelf.list_runs(tmp_path)
    assert [(run.info.task, run.state, run.steps) for run in listing.runs] == [
        ("Task 2", RunState.RUNNING, 1),
        ("Task 1", RunState.FINISHED, 1),
    ]
    assert listing.unreadable == ()


def test_a_damaged_run_does_not_hide_the_others(tmp_path: Path) -> None:
    made(tmp_path, 1)
    (made(tmp_path, 2).path / "run.json").write_text("{", "utf-8")
    listing = shelf.list_runs(tmp_path)
    assert [run.info.task for run in listing.runs] == ["Task 1"]
    assert len(listing.unreadable) == 1


def test_other_things_in_the_folder_are_no_runs(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "run.json").write_text("{}", "utf-8")
    assert shelf.list_runs(tmp_path) == shelf.Listing(())
    assert shelf.list_runs(tmp_path / "missing") == shelf.Listing(())


def test_a_run_is_found_by_name_part_path_or_as_the_last(tmp_path: Path) -> None:
    one, two = made(tmp_path, 1), made(tmp_path, 2)
    for word in (one.path.name, one.path.name[-4:], str(one.path), "T13-00"):
        assert shelf.find(tmp_path, word).path.resolve() == one.path
    assert shelf.find(tmp_path, "last").path == two.path


@pytest.mark.parametrize("word", ["", "nothing", "\x00", "a" * 300, "../.."])
def test_a_word_that_fits_no_run_says_so(tmp_path: Path, word: str) -> None:
    made(tmp_path, 1)
    with pytest.raises(UsageError) as raised:
        shelf.find(tmp_path, word)
    assert raised.value.said.id == "store.no_such_run"


def test_there_is_no_last_run_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        shelf.find(tmp_path, "last")


def test_a_word_that_fits_several_runs_names_them(tmp_path: Path) -> None:
    made(tmp_path, 1), made(tmp_path, 2)
    with pytest.raises(UsageError) as raised:
        shelf.find(tmp_path, "2026")
    assert raised.value.said.id == "store.which_run"


def test_a_run_that_is_over_can_be_deleted_with_pages_made_of_it(tmp_path: Path) -> None:
    run, other = made(tmp_path, 1), made(tmp_path, 2)
    (run.path / "page.html").write_text("", "utf-8")
    (run.path / "steps" / "0001" / "step.json.12.part").write_text("", "utf-8")
    shelf.delete(run)
    assert list(tmp_path.iterdir()) == [other.path]


def test_a_run_that_goes_on_is_not_deleted(tmp_path: Path) -> None:
    run = made(tmp_path, 1, over=False)
    with pytest.raises(UsageError):
        shelf.delete(run)
    assert run.path.exists()


@pytest.mark.parametrize("strange", ["letter.odt", "steps/letter.odt", "steps/0001/my photo.jpg", "more/step.json"])
def test_a_folder_with_anything_else_in_it_is_left_as_it_is(tmp_path: Path, strange: str) -> None:
    run = made(tmp_path, 1)
    path = run.path / strange
    path.parent.mkdir(exist_ok=True)
    path.write_text("mine", "utf-8")
    before = sorted(run.path.rglob("*"))
    with pytest.raises(UsageError) as raised:
        shelf.delete(run)
    assert raised.value.said.id == "store.more_than_a_run"
    assert sorted(run.path.rglob("*")) == before


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "step.json").write_text("mine", "utf-8")
    run = made(tmp_path / "runs", 1)
    (run.path / "steps" / "0002").symlink_to(mine)
    with pytest.raises(UsageError):
        shelf.delete(run)
    assert (mine / "step.json").exists()


def test_an_exported_run_can_be_read_where_it_is_unpacked(tmp_path: Path) -> None:
    run = made(tmp_path / "runs", 1)
    shelf.export(run, tmp_path / "run.zip")
    assert (tmp_path / "run.zip").stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(tmp_path / "run.zip") as archive:
        archive.extractall(tmp_path / "elsewhere")
    again = RunFolder.open(tmp_path / "elsewhere" / run.path.name)
    assert (again.info, again.steps(), again.state) == (run.info, (STEP,), RunState.FINISHED)
    assert again.picture_of(1) == run.picture_of(1)


def test_an_export_overwrites_nothing(tmp_path: Path) -> None:
    target = tmp_path / "letter.odt"
    target.write_text("mine", "utf-8")
    with pytest.raises(UsageError):
        shelf.export(made(tmp_path / "runs", 1), target)
    assert target.read_text("utf-8") == "mine"


def test_an_export_to_where_nothing_can_be_written_is_one_sentence(tmp_path: Path) -> None:
    run = made(tmp_path / "runs", 1)
    with pytest.raises(StoreError) as raised:
        shelf.export(run, tmp_path / "missing" / "run.zip")
    assert raised.value.said.id == "store.cannot_write"
