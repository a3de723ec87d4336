"""The two commands: what they take, what they say to an old Python, and what the gates' runner does."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from installers import commands, gates
from installers.gates import Gate

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("arguments", [[], ["walk"], ["test", "--most"]])
def test_wrong_use_shows_the_usage_and_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(ROOT, arguments) == 2
    assert capsys.readouterr().err == commands.USAGE


def test_an_old_python_can_read_the_file_that_tells_it_so() -> None:
    ast.parse((ROOT / "installers/bootstrap.py").read_text("utf-8"), feature_version=(3, 6))


def test_an_old_python_is_told_so_in_one_sentence_and_ends_with_5() -> None:
    pretending = "import sys, runpy; sys.version_info = (3, 6, 9); runpy.run_path(sys.argv[1], run_name='__main__')"
    command = [sys.executable, "-c", pretending, str(ROOT / "installers/bootstrap.py"), "run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 5
    assert done.stderr.startswith("Handrail needs Python 3.11 or newer, and this is 3.6: ")
    assert done.stderr.count("\n") == 1


def python(code: str) -> list[str]:
    return [Path(sys.executable).name, "-c", code]


def test_every_gate_runs_also_after_one_failed_and_the_failed_one_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    every = [
        Gate("first", [python("print('words of the first'); raise SystemExit(3)")]),
        Gate("second", [python("print('words of the second')")]),
    ]
    assert gates.run_gates(every, ROOT, Path(sys.executable).parent) == 1
    printed = capfd.readouterr().out
    assert "words of the first" in printed
    assert "words of the second" not in printed
    assert "[first] FAILED in " in printed
    assert "[second] passed in " in printed
    assert printed.splitlines()[-1].startswith("failed: first (")


def test_no_gate_sees_the_desktop_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    gate = Gate("looks", [python("import os; assert not {'DISPLAY', 'WAYLAND_DISPLAY'} & set(os.environ)")])
    assert gates.run_gates([gate], ROOT, Path(sys.executable).parent) == 0


def test_the_tests_come_last_so_that_their_count_ends_the_output() -> None:
    assert gates.gates(ROOT, everything=False)[-1].name == "pytest"
