"""Laying a task out, and what became of its folder."""

from __future__ import annotations

from pathlib import Path

from app.bench.setting import Change, changes, lay_out, missing_packages, snapshot
from app.bench.tasks import Task


def task(**other: object) -> Task:
    plain: dict[str, object] = {"id": "one", "task": "Click OK.", "check": [{"window": "OK"}]}
    return Task.model_validate(plain | other)


def test_files_and_folders_are_laid_out_byte_for_byte(tmp_path: Path) -> None:
    files = {"a.txt": "één\r\n", "deep/er/b.bin": {"base64": "AAH/"}, "empty/": None}
    lay_out(task(files=files), tmp_path / "new")
    assert (tmp_path / "new/a.txt").read_bytes() == "één\r\n".encode()
    assert (tmp_path / "new/deep/er/b.bin").read_bytes() == b"\x00\x01\xff"
    assert (tmp_path / "new/empty").is_dir()


def test_what_changed_beside_the_checked_files_is_told_and_the_programs_own_files_are_not(tmp_path: Path) -> None:
    lay_out(task(files={"same": "1", "other": "1", "gone": "1", "asked": "1", "sub/a": "1"}), tmp_path)
    before = snapshot(tmp_path)
    (tmp_path / "other").write_text("2")
    (tmp_path / "asked").write_text("2")
    (tmp_path / "gone").unlink()
    (tmp_path / "sub/new").write_text("2")
    (tmp_path / "folder").mkdir()
    (tmp_path / ".browser").mkdir()
    (tmp_path / ".browser/cache").write_text("2")
    (tmp_path / ".~lock.other#").write_text("2")
    assert changes(before, snapshot(tmp_path), frozenset({"asked"})) == (
        Change(path="folder", how="created"),
        Change(path="gone", how="removed"),
        Change(path="other", how="changed"),
        Change(path="sub/new", how="created"),
    )


def test_missing_packages_are_told_apart_from_installed_ones() -> None:
    assert missing_packages(task()) == ()
    assert missing_packages(task(packages=["no-such-package"])) == ("no-such-package",)
