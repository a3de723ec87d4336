"""Whether what a task asked for holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from pydantic import TypeAdapter

from app.bench.checks import Checker, answers
from app.bench.roles import means
from app.bench.setting import Scene
from app.bench.tasks import Check
from app.core.elements import Element, Role, State
from app.core.geometry import Box
from app.core.stop import Stop
from tests.fakes import FakeDesktop, window

check_from = TypeAdapter[Check](Check)
BOX = Box(left=0, top=0, width=10, height=10)


@dataclass
class ListedAccessibility:
    """The Accessibility port over a list; each element's text is its value."""

    listed: tuple[Element, ...] = ()

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        stop.check()
        return self.listed

    def focused(self, stop: Stop) -> Element | None:
        stop.check()
        return None

    def text_of(self, element: Element) -> str | None:
        return element.value or None

    def close(self) -> None: ...


def element(
    role: Role, name: str = "", value: str = "", states: tuple[State, ...] = (), app: str = "Editor"
) -> Element:
    return Element(role=role, name=name, value=value, box=BOX, states=frozenset(states), app=app)


ON_SCREEN = (
    element(Role.WINDOW, "letter.txt - Editor"),
    element(Role.TEXT_FIELD, value="Dear aunt,\nall is well.\n"),
    element(Role.BUTTON, "Save  as"),
    element(Role.CHECK_BOX, "Wrap lines", states=(State.CHECKED,)),
    element(Role.CHECK_BOX, "Spell check"),
    element(Role.CHECK_BOX, "Sound", states=(State.CHECKED,), app="Player"),
)


def holds(
    folder: Path,
    check: dict[str, object],
    outcome: str = "done",
    said: str = "",
    on_screen: tuple[Element, ...] = ON_SCREEN,
) -> bool:
    windows = FakeDesktop(windows=(window(1, "Untitled - Painter"), window(2, "Notes", minimized=True)))
    scene = Scene(folder=folder, port=1, accessibility=ListedAccessibility(on_screen), windows=windows)
    return Checker(scene, outcome, said).held(check_from.validate_python(check), Stop()).ok


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ({"file": "a.txt", "equals": "one\ntwo"}, True),
        ({"file": "a.txt", "equals": "one\ntwo\n\n"}, True),
        ({"file": "a.txt", "equals": "one two"}, False),
        ({"file": "a.txt", "equals": " one\ntwo"}, False),
        ({"file": "a.txt", "contains": "two"}, True),
        ({"file": "a.txt", "contains": "three"}, False),
        ({"file": "a.txt", "not_contains": "three"}, True),
        ({"file": "a.txt", "not_contains": "two"}, False),
        ({"file": "a.txt", "matches": r"^one\s+tw[o]"}, True),
        ({"file": "a.txt", "matches": r"^two"}, False),
        ({"file": "a.txt", "contains": "one", "not_contains": "two"}, False),
        ({"file": "a.txt", "absent": True}, False),
        ({"file": "b.txt", "absent": True}, True),
        ({"file": "b.txt", "equals": ""}, False),
        ({"file": "folder", "contains": ""}, False),
        ({"dir": "folder"}, True),
        ({"dir": "a.txt"}, False),
        ({"dir": "none"}, False),
    ],
)
def test_files_and_folders(tmp_path: Path, check: dict[str, object], expected: bool) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\r\ntwo\n")
    (tmp_path / "folder").mkdir()
    assert holds(tmp_path, check) is expected


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"role": "push button", "name": "Save as"}, True),
        ({"role": "push button", "name": "Save"}, False),
        ({"role": "check box", "name": "Save as"}, False),
        ({"role": "text", "text": "Dear aunt,\nall is well."}, True),
        ({"role": "text", "text": "Dear aunt,"}, False),
        ({"role": "text", "line": "all is well."}, True),
        ({"role": "text", "line": "all is"}, False),
        ({"role": "check box", "name": "Wrap lines", "state": "checked"}, True),
        ({"role": "check box", "name": "Wrap lines", "state": "not checked"}, False),
        ({"role": "check box", "name": "Spell check", "state": "not checked"}, True),
        ({"role": "check box", "name": "Sound"}, False),
    ],
)
def test_elements_of_the_application(tmp_path: Path, wanted: dict[str, str], expected: bool) -> None:
    assert holds(tmp_path, {"element": {"app": "editor", **wanted}}) is expected


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        ({"window": "letter.txt"}, True),
        ({"window": "Painter"}, True),
        ({"window": "Notes"}, False),
        ({"no_window": "Find and replace"}, True),
        ({"no_window": "Painter"}, False),
        ({"no_window": "letter"}, False),
    ],
)
def test_windows_by_either_of_their_titles(tmp_path: Path, check: dict[str, object], expected: bool) -> None:
    assert holds(tmp_path, check) is expected


def test_how_the_run_ended_and_what_it_said(tmp_path: Path) -> None:
    assert holds(tmp_path, {"outcome": "failed"}, outcome="failed")
    assert not holds(tmp_path, {"outcome": "failed"}, outcome="done")
    assert not holds(tmp_path, {"outcome": "failed"}, outcome="error")
    assert holds(tmp_path, {"answer_contains": "Teapot"}, said="There is no teapot here.")
    assert holds(tmp_path, {"answer_contains": ["kettle", "teapot"]}, said="There is no teapot here.")
    assert not holds(tmp_path, {"answer_contains": "teapot"})


@pytest.mark.parametrize(
    ("said", "wanted", "expected"),
    [
        ("It is 12.", "12", True),
        ("It is 12.50", "12", False),
        ("It is 112", "12", False),
        ("It is 12 000 €", "12000", True),
        ("It is 12.000 €", "12000", True),
        ("It is 12'000", "12000", True),
        ("It is 12,5", "12,5", True),
        ("Zimmer 12b", "12", True),
        ("Alles\n gut", "alles gut", True),
        ("STRASSE", "straße", True),
    ],
)
def test_an_answer_is_read_as_a_person_would(said: str, wanted: str, expected: bool) -> None:
    assert answers(said, wanted) is expected


def test_a_pixel_is_compared_with_its_tolerance(tmp_path: Path) -> None:
    Image.new("RGB", (4, 4), (200, 10, 10)).save(tmp_path / "a.png")
    (tmp_path / "b.png").write_text("no picture")
    pixel = {"file": "a.png", "at": [1, 1], "rgb": [198, 12, 10]}
    assert holds(tmp_path, {"pixel": {**pixel, "tolerance": 2}})
    assert not holds(tmp_path, {"pixel": pixel})
    assert not holds(tmp_path, {"pixel": {**pixel, "at": [9, 9]}})
    assert not holds(tmp_path, {"pixel": {**pixel, "file": "b.png"}})
    assert not holds(tmp_path, {"pixel": {**pixel, "file": "none.png"}})


def test_a_sheet_that_is_not_there_yet_does_not_hold(tmp_path: Path) -> None:
    assert not holds(tmp_path, {"cell": {"file": "a.fods", "ref": "A1", "value": 1}})
    assert not holds(tmp_path, {"column": {"file": "a.gnumeric", "ref": "A", "hidden": True}})


def test_a_page_that_nobody_serves_does_not_hold(tmp_path: Path) -> None:
    assert not holds(tmp_path, {"page": "true"})


def test_roles_are_known_by_their_own_and_by_the_accessibility_systems_name() -> None:
    assert means("push button", Role.BUTTON)
    assert means("check box", Role.CHECK_BOX)
    assert means("text", Role.TEXT_FIELD)
    assert not means("text", Role.BUTTON)
    assert not means("no such role", Role.OTHER)


@pytest.mark.desktop
def test_a_programs_setting_is_read(tmp_path: Path) -> None:
    setting = ["org.xfce.mousepad.preferences.view", "word-wrap"]
    assert holds(tmp_path, {"gsettings": setting, "equals": "false"})
    assert not holds(tmp_path, {"gsettings": setting, "equals": "true"})
    assert not holds(tmp_path, {"gsettings": ["no.such.schema", "key"], "equals": "true"})
    assert not holds(tmp_path, {"xfconf": ["no-such-channel", "/a"], "equals": "true"})
