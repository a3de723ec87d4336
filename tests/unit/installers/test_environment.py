"""The environment: made for real out of a tiny lock, with real faults; nothing leaves the machine."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from installers import faults
from installers.environment import Environment
from installers.faults import MACHINE_LACKS, NOT_DONE, SetupError

MAIN = "import sys\ndef main():\n    import tiny\n    print(tiny.__name__, *sys.argv[1:])\n    return 7\n"


@dataclass
class Project:
    """A project in `root` that needs one tiny package, and the lines its set-up said."""

    root: Path
    wheel: Path
    said: list[str] = field(default_factory=list)
    room_mb: int = 20

    @property
    def environment(self) -> Environment:
        return Environment(self.root, self.said.append, self.room_mb)

    def lock(self, requirement: str = "tiny==1", hashed: str = "") -> None:
        hashed = hashed or hashlib.sha256(self.wheel.read_bytes()).hexdigest()
        for part in ("build", "run", "test"):
            lock = self.root / f"installers/requirements-{part}.txt"
            lock.write_text(f"{requirement} --hash=sha256:{hashed}\n" if part != "build" else "")

    def fault(self) -> SetupError:
        with pytest.raises(SetupError) as caught:
            self.environment.provide("run")
        return caught.value

    def started(self) -> tuple[int, str]:
        command = [str(self.environment.python), str(self.environment.handrail), "a", "b"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout


def lay_out(root: Path, wheel: Path) -> Project:
    (root / "installers").mkdir(parents=True)
    (root / "app/cli").mkdir(parents=True)
    (root / "pyproject.toml").touch()
    for package in ("app", "app/cli"):
        (root / package / "__init__.py").touch()
    (root / "app/cli/main.py").write_text(MAIN)
    project = Project(root, wheel)
    project.lock()
    return project


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wheels") / "tiny-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("tiny.py", "")
        file.writestr("tiny-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny\nVersion: 1\n")
        file.writestr("tiny-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr("tiny-1.dist-info/RECORD", "")
    return path


@pytest.fixture(scope="module", autouse=True)
def _pip_looks_at_nothing_but_the_wheel(wheel: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as settings:
        for name in [name for name in os.environ if name.startswith("PIP_")]:
            settings.delenv(name)
        settings.setenv("PIP_CONFIG_FILE", os.devnull)
        settings.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
        settings.setenv("PIP_RETRIES", "1")
        settings.setenv("PIP_FIND_LINKS", str(wheel.parent))
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Project:
    project = lay_out(tmp_path_factory.mktemp("made") / "project", wheel)
    project.environment.provide("test")
    return project


@pytest.fixture
def project(made: Project) -> Iterator[Project]:
    """The project with its environment made; its lock is as before when the next test begins."""
    made.said.clear()
    yield made
    made.lock()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Callable[[int], Path]]:
    """Mounts a folder with room for so many MB."""
    folder = tmp_path / "disk"
    folder.mkdir()

    def mount(megabytes: int) -> Path:
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
        if not shutil.which("mount") or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("needs the right to mount a small disk")
        return folder

    yield mount
    if os.path.ismount(folder):
        subprocess.run(["umount", folder], check=True)


def test_what_was_set_up_starts(project: Project) -> None:
    assert project.started() == (7, "tiny a b\n")


def test_the_lock_for_the_tests_serves_the_program_too_and_nothing_is_done_twice(project: Project) -> None:
    project.environment.provide("test")
    project.environment.provide("run")
    assert project.said == []


def test_an_index_that_refuses_connections_is_told_from_a_package_that_is_not_there(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.lock("tiny==2")
    refused = project.fault()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    absent = project.fault()
    assert (refused.sentence, refused.code) == (faults.NO_NETWORK, NOT_DONE)
    assert "no fitting tiny==2" in absent.sentence


def test_what_worked_still_works_after_an_update_that_failed(project: Project) -> None:
    project.lock("tiny==2")
    project.fault()
    project.lock()
    project.said.clear()
    project.environment.provide("run")
    assert project.said == []
    assert project.started()[0] == 7


def test_a_package_with_another_content_is_refused(project: Project) -> None:
    project.lock(hashed="0" * 64)
    project.environment.stamp.unlink()
    assert project.fault().sentence == faults.LOCK_CHANGED


def test_an_environment_that_was_not_made_to_its_end_is_made_anew(tmp_path: Path, wheel: Path) -> None:
    project = lay_out(tmp_path / "project", wheel)
    (project.root / ".venv/bin").mkdir(parents=True)
    (project.root / ".venv/bin/python").symlink_to("/nowhere/python")
    (project.root / ".venv/handrail.json").touch()
    project.environment.provide("run")
    assert project.said[0].startswith("Making .venv anew")
    assert project.started() == (7, "tiny a b\n")


def test_an_environment_that_was_moved_is_made_anew(project: Project, tmp_path: Path, wheel: Path) -> None:
    moved = lay_out(tmp_path / "moved", wheel)
    shutil.copytree(project.root / ".venv", moved.root / ".venv", symlinks=True)
    shutil.copy(project.root / "installers/requirements-run.txt", moved.root / "installers")
    moved.environment.provide("run")
    assert str(moved.root) in moved.environment.handrail.read_text().splitlines()[0]


def test_too_little_room_is_said_before_anything_is_made(small_disk: Callable[[int], Path], wheel: Path) -> None:
    project = lay_out(small_disk(4) / "project", wheel)
    assert project.fault().sentence == "Setting up needs 20 MB of free disk, and there are 4 MB: free some."
    assert not project.environment.folder.exists()


def test_a_disk_that_fills_up_on_the_way_is_named(small_disk: Callable[[int], Path], wheel: Path) -> None:
    project = lay_out(small_disk(5) / "project", wheel)
    project.room_mb = 0
    assert project.fault().sentence == faults.FULL
    assert project.environment._installed() == {}


def test_a_folder_that_cannot_be_written_to_is_named(small_disk: Callable[[int], Path], wheel: Path) -> None:
    project = lay_out(small_disk(30) / "project", wheel)
    subprocess.run(["mount", "-o", "remount,ro", project.root.parent], check=True)
    assert project.fault().sentence == faults.NO_WRITING


def test_without_a_compiler_the_packages_that_bring_one_are_named(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(
        "from setuptools import Extension, setup\nsetup(name='x', version='1', ext_modules=[Extension('x', ['x.c'])])\n"
    )
    (tmp_path / "x.c").touch()
    without = {name: value for name, value in os.environ.items() if name != "CC"} | {"PATH": str(tmp_path)}
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext"],
        cwd=tmp_path,
        env=without,
        capture_output=True,
        text=True,
        check=False,
    )
    fault = faults.of_pip(built.stdout + built.stderr)
    assert (fault.sentence, fault.code) == (faults.COMPILER, MACHINE_LACKS)
