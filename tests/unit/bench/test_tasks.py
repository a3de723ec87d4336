"""What counts as a task file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bench.tasks import Binary, FileCheck, PageCheck, Ready, Task, load
from app.core.errors import UsageError

OWN = Path(__file__).parents[2] / "tasks/own.jsonl"


def written(folder: Path, *tasks: dict[str, object]) -> Path:
    path = folder / "tasks.jsonl"
    path.write_text("\n\n".join(json.dumps(task) for task in tasks), encoding="utf-8")
    return path


def task(**other: object) -> dict[str, object]:
    plain: dict[str, object] = {
        "id": "one",
        "level": "explicit",
        "packages": [],
        "start": [["mousepad"]],
        "ready": {"app": "mousepad"},
        "task": "Click OK.",
        "max_steps": 3,
        "check": [{"file": "a.txt", "equals": "a"}],
    }
    return plain | other


def test_the_projects_own_tasks_are_read() -> None:
    assert [one.id for one in load(OWN)] == [
        "own-editor", "own-calculator", "own-no-tree", "own-not-there", "own-missing-package",
    ]  # fmt: skip


def test_only_the_asked_tasks_are_read() -> None:
    assert [one.id for one in load(OWN, ["own-calculator"])] == ["own-calculator"]


def test_one_window_to_wait_for_and_several_are_read_alike(tmp_path: Path) -> None:
    several = [{"app": "mousepad"}, {"title": "Bell"}]
    first, second = load(written(tmp_path, task(), task(id="two", ready=several)))
    assert first.ready == (Ready(app="mousepad"),)
    assert second.ready == (Ready(app="mousepad"), Ready(title="Bell"))


def test_files_are_texts_bytes_or_folders(tmp_path: Path) -> None:
    (read,) = load(written(tmp_path, task(files={"a.txt": "é", "b.bin": {"base64": "AAH/"}, "c/": None})))
    assert read.files["a.txt"] == "é"
    assert read.files["c/"] is None
    picture = read.files["b.bin"]
    assert isinstance(picture, Binary)
    assert picture.content == b"\x00\x01\xff"


def test_each_check_is_known_by_the_word_that_names_its_kind(tmp_path: Path) -> None:
    checks = [{"file": "a", "contains": "b"}, {"page": "true"}]
    (read,) = load(written(tmp_path, task(check=checks)))
    assert [type(check) for check in read.check] == [FileCheck, PageCheck]
    assert Task.model_validate_json(read.model_dump_json()) == read


def test_a_task_knows_the_files_its_checks_speak_of(tmp_path: Path) -> None:
    checks = [
        {"file": "a.txt", "absent": True},
        {"dir": "b/"},
        {"cell": {"file": "c.fods", "ref": "B1", "value": 1}},
        {"column": {"file": "d.gnumeric", "ref": "C", "hidden": True}},
        {"pixel": {"file": "e.png", "at": [1, 2], "rgb": [0, 0, 0]}},
        {"window": "f"},
    ]
    (read,) = load(written(tmp_path, task(check=checks)))
    assert read.checked_files == {"a.txt", "b", "c.fods", "d.gnumeric", "e.png"}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"check": []}, "check"),
        ({"check": [{"files": "a"}]}, "check"),
        ({"check": [{"file": "a", "equal": "b"}]}, "check.0.file.equal"),
        ({"check": [{"file": "../a", "equals": "b"}]}, "inside the task's folder"),
        ({"files": {"/etc/passwd": "x"}}, "inside the task's folder"),
        ({"files": {"a": {"base64": "%"}}}, "files"),
        ({"task": ""}, "task"),
        ({"max_steps": 0}, "max_steps"),
        ({"id": "../up"}, "id"),
        ({"start": [[]]}, "start"),
    ],
)
def test_a_line_that_is_no_task_is_named_with_what_is_wrong(
    tmp_path: Path, change: dict[str, object], named: str
) -> None:
    with pytest.raises(UsageError) as raised:
        load(written(tmp_path, task(), task(id="two") | change))
    assert raised.value.said.id == "bench.bad_task"
    assert raised.value.said.values["line"] == 3
    assert named in str(raised.value.said.values["why"])


def test_a_file_that_is_not_there_or_holds_no_text_or_no_task_is_said_so(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty.jsonl", tmp_path / "binary.jsonl"
    empty.write_text("\n")
    binary.write_bytes(b"\xff\xfe\x00")
    for path, id in ((tmp_path / "none", "bench.unreadable"), (binary, "bench.unreadable"), (empty, "bench.no_tasks")):
        with pytest.raises(UsageError) as raised:
            load(path)
        assert raised.value.said.id == id


def test_an_id_that_is_missing_or_there_twice_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"bench\.id_twice"):
        load(written(tmp_path, task(), task()))
    with pytest.raises(UsageError, match=r"bench\.no_such_task"):
        load(written(tmp_path, task()), ["two"])
