"""`handrail runs` lists, shows, exports and deletes what was recorded."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from app.core.actions import Click, TypeText
from app.core.elements import Element, Role
from app.core.geometry import Box, ImagePoint
from app.core.messages import message
from app.core.steps import Allow, End, Outcome, Proposal, Risk, Status, Step, Verdict
from app.store.runs import RunFolder
from tests.fakes import FakeDesktop, window
from tests.unit.cli.conftest import Handrail

DESKTOP = FakeDesktop()
SAVE = Element(role=Role.BUTTON, name="Save", box=Box(left=0, top=0, width=20, height=20))
STEP = Step(
    number=1,
    proposal=Proposal(action=Click(at=ImagePoint(x=3, y=4)), element=SAVE),
    verdict=Verdict(risk=Risk.ROUTINE),
    decision=Allow(),
    performed=True,
    outcome=Outcome(whole=0.02, new_windows=("Save As",)),
    viewport=DESKTOP.viewport,
    elements=(SAVE,),
    windows=(window(1, "Letter", app="mousepad"),),
)


@pytest.fixture
def run(home: Path) -> RunFolder:
    made = RunFolder.create(home / "runs", "Save the letter\x1b[31m", planner="builtin")
    made.picture(1, DESKTOP.capture())
    made.record(STEP)
    made.record(STEP.model_copy(update={"number": 2, "proposal": Proposal(action=TypeText(text="a<b>"))}))
    made.end(End(status=Status.FAILED, reason=message("run.limit_steps", limit=2), steps=2))
    return made


def test_with_no_runs_it_says_so(handrail: Handrail, home: Path) -> None:
    assert handrail("runs", "list").out == f"No runs in {home / 'runs'} yet.\n"
    assert handrail("runs", "list", "--json").out == ""


def test_the_list_has_a_line_a_run(handrail: Handrail, run: RunFolder) -> None:
    told = handrail("runs", "list")
    assert run.path.name in told.out
    assert "not done" in told.out
    assert "\x1b" not in told.out


def test_the_list_as_json_has_an_object_a_run(handrail: Handrail, run: RunFolder) -> None:
    told = json.loads(handrail("runs", "list", "--json").out)
    assert (told["run"], told["state"], told["step_count"]) == (run.path.name, "failed", 2)
    assert told["reason"]["id"] == "run.limit_steps"


def test_a_damaged_run_is_named_beside_the_list(handrail: Handrail, run: RunFolder) -> None:
    (run.path / "run.json").write_text("{", "utf-8")
    told = handrail("runs", "list")
    assert str(run.path) in told.err


@pytest.mark.usefixtures("run")
def test_a_run_is_shown_step_by_step_in_plain_words(handrail: Handrail) -> None:
    told = handrail("runs", "show", "last").out
    assert "  1  Click “Save” in Mousepad\n" in told
    assert "routine · approved by you · done; 2 % of the screen changed · new window: Save As" in told
    assert told.endswith("The task was not done within 2 steps.\n")


def test_a_run_as_json_has_its_steps(handrail: Handrail, run: RunFolder) -> None:
    told = json.loads(handrail("runs", "show", run.path.name, "--json").out)
    assert [step["proposal"]["action"]["kind"] for step in told["steps"]] == ["click", "type_text"]


@pytest.mark.usefixtures("run")
def test_a_page_is_written_and_its_place_told(handrail: Handrail, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    told = handrail("runs", "show", "last", "--html", str(page))
    assert told.out == f"Written: {page}\n"
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert page.stat().st_mode & 0o777 == 0o600


@pytest.mark.usefixtures("run")
def test_a_page_that_cannot_be_written_is_one_sentence(handrail: Handrail, tmp_path: Path) -> None:
    told = handrail("runs", "show", "last", "--html", str(tmp_path / "missing" / "run.html"))
    assert told.code == 1
    assert "cannot be written" in told.err


def test_a_run_is_exported_and_deleted(handrail: Handrail, run: RunFolder, tmp_path: Path) -> None:
    assert handrail("runs", "export", "last", str(tmp_path / "run.zip")).code == 0
    with zipfile.ZipFile(tmp_path / "run.zip") as archive:
        assert f"{run.path.name}/run.json" in archive.namelist()
    told = handrail("runs", "delete", run.path.name)
    assert told.out == f"Deleted {run.path.name}.\n"
    assert not run.path.exists()


def test_nothing_is_deleted_when_one_of_the_runs_is_not_found(handrail: Handrail, run: RunFolder) -> None:
    assert handrail("runs", "delete", run.path.name, "nothing").code == 2
    assert run.path.exists()


def test_a_folder_of_runs_can_be_given(handrail: Handrail, run: RunFolder, tmp_path: Path) -> None:
    assert handrail("runs", "list", "--runs-dir", str(run.path.parent)).out.startswith(run.path.name)
    assert handrail("runs", "show", "last", "--runs-dir", str(tmp_path / "none")).code == 2
