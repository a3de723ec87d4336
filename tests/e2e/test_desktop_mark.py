"""The mark `desktop`: its tests run on a desktop and in a process of their own, and pytest hears how they went."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.desktop.virtual_programs import program_path

ROOT = Path(__file__).parents[2]

TESTS = """
import ctypes, os, socket, sys
import pytest

ON_SMALL = pytest.mark.desktop(window_manager=False, compositor=False, tray=False, accessibility=False)
STARTED_IN = os.getpid()
seen = set()

@pytest.fixture(scope="module")
def shared():
    yield os.getpid()
    print("shared is torn down in", "the parent" if os.getpid() == STARTED_IN else "a child")

def test_before(shared):
    assert shared == STARTED_IN

@ON_SMALL
@pytest.mark.parametrize("n", [1, 2])
def test_passes(desktop, shared, n, tmp_path):
    assert os.environ["DISPLAY"] == os.environ["HANDRAIL_PRIVATE_DESKTOP"] == desktop.display
    assert os.environ["HOME"] == str(desktop.home)
    assert os.getpid() != STARTED_IN == shared
    assert not seen
    seen.add(n)

@ON_SMALL
def test_fails(desktop):
    print("printed before", "the failure")
    assert "this" == "that"

@ON_SMALL
def test_crashes():
    print("printed before", "the crash", flush=True)
    ctypes.string_at(0)

@ON_SMALL
def test_leaves():
    os._exit(3)

@ON_SMALL
def test_skips():
    pytest.skip("for a good reason")

@ON_SMALL
@pytest.mark.xfail
def test_is_expected_to_fail():
    assert False

@ON_SMALL
def test_has_no_such_fixture(no_such_fixture):
    pass

@ON_SMALL
def test_leaves_things_open(desktop):
    global kept
    kept = socket.socket()
    desktop.spawn(["sleep", "1000"])

@ON_SMALL
def test_leaks():
    socket.socket()

def test_after(shared):
    assert not seen
"""

pytestmark = pytest.mark.skipif(not program_path("Xvfb"), reason="Xvfb is not installed")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What pytest says of the tests above."""
    return run(tmp_path_factory.mktemp("marked"), TESTS)


def run(folder: Path, tests: str, **environ: str) -> str:
    shutil.copy(ROOT / "tests/conftest.py", folder)
    (folder / "test_marked.py").write_text(tests)
    argv = [
        "-m",
        "pytest",
        "-c",
        str(ROOT / "pyproject.toml"),
        "--rootdir",
        str(folder),
        "-p",
        "no:cacheprovider",
        "-rA",
    ]
    env = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"} | environ
    done = subprocess.run(
        [sys.executable, *argv, str(folder)], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("line", "times"),
    [
        ("PASSED test_marked.py::test_before", 1),
        ("PASSED test_marked.py::test_passes", 2),
        ("FAILED test_marked.py::test_fails - AssertionError", 1),
        ("FAILED test_marked.py::test_crashes - The process of this test gave no result: it was ended by SIGSEGV", 1),
        ("FAILED test_marked.py::test_leaves - The process of this test gave no result: it left with exit code 3", 1),
        ("test_marked.py:42: for a good reason", 1),
        ("XFAIL test_marked.py::test_is_expected_to_fail", 1),
        ("ERROR test_marked.py::test_has_no_such_fixture", 1),
        ("PASSED test_marked.py::test_leaves_things_open", 1),
        ("FAILED test_marked.py::test_leaks - pytest.PytestUnraisableExceptionWarning", 1),
        ("PASSED test_marked.py::test_after", 1),
        ("shared is torn down in the parent", 1),
        ("shared is torn down in a child", 0),
        ("printed before the failure", 1),
        ("printed before the crash", 1),
        ("4 failed, 5 passed, 1 skipped, 1 xfailed, 1 error", 1),
    ],
)
def test_every_outcome_reaches_pytest(told: str, line: str, times: int) -> None:
    assert told.count(line) == times, told


def test_a_missing_program_skips_with_its_reason(tmp_path: Path) -> None:
    told = run(tmp_path, "import pytest\n@pytest.mark.desktop\ndef test_it():\n    pass\n", PATH=str(tmp_path))
    assert "1 skipped" in told
    assert "apt-get install" in told


def test_a_missing_program_fails_where_all_parts_must_be_there(tmp_path: Path) -> None:
    tests = "import pytest\n@pytest.mark.desktop\ndef test_it():\n    pass\n"
    told = run(tmp_path, tests, PATH=str(tmp_path), HANDRAIL_TEST_ALL_PARTS="1")
    assert "1 error" in told
