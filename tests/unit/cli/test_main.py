"""The front door: one sentence and the right exit code for whatever happens, and nothing loaded that is not needed."""

from __future__ import annotations

import argparse
import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import app
from app.cli import main
from app.core import errors
from app.core.errors import HandrailError
from tests.unit.cli.conftest import Handrail

ROOT = Path(__file__).parents[3]


def outside(*argv: str, stdin: int | None = subprocess.DEVNULL, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli.main", *argv],
        cwd=ROOT,
        env=os.environ | env,
        stdin=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version_is_told_without_loading_anything_slow() -> None:
    asked = (
        "import sys; from app.cli import main\n"
        "try: main.main(['--version'])\n"
        "except SystemExit: print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    version, loaded = done.stdout.splitlines()
    assert version == f"handrail {app.__version__}"
    assert {"pydantic", "numpy", "tomlkit", "jinja2", "psutil", "PIL", "mss", "logging"}.isdisjoint(loaded.split())


def test_help_names_every_command_and_exit_code(handrail: Handrail) -> None:
    told = handrail("--help")
    assert told.code == 0
    assert all(f"\n  {name} " in told.out for name in main.COMMANDS)
    assert "6 the model cannot be reached" in told.out
    assert handrail("help").out == told.out


@pytest.mark.parametrize("name", main.COMMANDS)
def test_every_command_in_the_table_has_arguments_and_a_run(name: str) -> None:
    found = importlib.util.find_spec(main.COMMANDS[name].module)
    if found is None or found.origin is None:
        pytest.skip("not built yet")
    functions = {node.name for node in ast.parse(Path(found.origin).read_text("utf-8")).body if hasattr(node, "name")}
    assert {"add_arguments", "run"} <= functions


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["rnu", "x"], "Did you mean: handrail run"),
        (["open mousepad"], 'handrail run "open mousepad"'),
        (["open", "mousepad"], 'handrail run "open mousepad"'),
        (["--colour"], "unrecognized arguments: --colour"),
        (["runs"], "the following arguments are required"),
        (["runs", "show"], "RUN"),
        (["settings", "set", "approve"], "VALUE"),
        (["settings", "get", "--colour"], "--colour"),
        ([], "handrail run"),
    ],
)
def test_wrong_use_is_told_in_a_line_or_two(handrail: Handrail, argv: list[str], said: str) -> None:
    told = handrail(*argv)
    assert told.code == 2
    assert said in told.err
    assert len(told.err.splitlines()) <= 2
    assert told.out == ""


def every_error() -> list[type[HandrailError]]:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, HandrailError)]
    return [kind for kind in kinds if kind is not errors.Stopped]


@pytest.mark.parametrize("kind", every_error())
def test_every_error_is_its_sentence_and_an_exit_code(
    kind: type[HandrailError], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.explain(kind("run.empty_task")) in {1, 2, 4, 5, 6}
    assert capsys.readouterr().err == "handrail: There is no task: say in plain words what should be done.\n"


def test_the_exit_codes_are_those_of_the_design() -> None:
    codes = {kind: main.exit_code(kind("run.empty_task")) for kind in every_error()}
    assert codes[errors.SettingsError] == codes[errors.UsageError] == 2
    assert codes[errors.DesktopError] == codes[errors.NoDesktop] == codes[errors.DesktopBusy] == 5
    assert codes[errors.FailSafe] == main.exit_code(errors.Stopped()) == 4
    assert codes[errors.ModelError] == codes[errors.UnreadableReply] == 6
    assert codes[errors.StoreError] == codes[errors.TargetMissing] == 1


class Command:
    """A command of the table, as a module: it does one thing."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--never", action="store_true")

    def run(self, _arguments: argparse.Namespace) -> int:
        raise self._error


def raising(error: BaseException, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(main.COMMANDS, name, main.Command("fails", f"tests.{name}"))
    monkeypatch.setitem(sys.modules, f"tests.{name}", Command(error))


def test_a_mistake_of_our_own_is_one_sentence_without_what_was_typed(
    handrail: Handrail, monkeypatch: pytest.MonkeyPatch
) -> None:
    raising(ValueError("hunter2-canary"), "mistaken", monkeypatch)
    told = handrail("mistaken")
    assert told.code == 1
    assert "ValueError at test_main.py:" in told.err
    assert "hunter2-canary" not in told.err


def test_all_details_of_a_mistake_are_shown_when_asked_for(handrail: Handrail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(main.DEBUG, "1")
    raising(ValueError("detail"), "mistaken", monkeypatch)
    assert "Traceback" in handrail("mistaken").err


def test_ctrl_c_ends_with_the_code_for_stopped(handrail: Handrail, monkeypatch: pytest.MonkeyPatch) -> None:
    raising(KeyboardInterrupt(), "interrupted", monkeypatch)
    assert handrail("interrupted").code == 4


def test_a_reader_that_goes_away_is_no_error_to_talk_about() -> None:
    script = f"{sys.executable} -m app.cli.main --help | true; {sys.executable} -m app.cli.main settings get | head -c1"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_name_the_terminal_cannot_show_ends_nothing(tmp_path: Path) -> None:
    done = outside("runs", "list", "--runs-dir", str(tmp_path / "ünï"), PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No runs in" in done.stdout


def test_bytes_that_are_no_text_in_the_arguments_end_nothing(tmp_path: Path) -> None:
    argv = [sys.executable.encode(), b"-m", b"app.cli.main", b"runs", b"show", b"\xff\xfe"]
    done = subprocess.run(
        argv, cwd=ROOT, capture_output=True, check=False, env=os.environ | {"HANDRAIL_HOME": str(tmp_path)}
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"handrail: There is no run")
