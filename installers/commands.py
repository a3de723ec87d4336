"""What `run` and `test` do, in order."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from installers import gates
from installers.environment import Environment
from installers.faults import WRONG_USE, SetupError
from installers.linux import debian

USAGE = """\
python3 installers/bootstrap.py run [ARGUMENTS]   set up what is missing, then start Handrail
                                                  (without arguments and without a display: its demo)
python3 installers/bootstrap.py test [--all]      set up what is missing, then run every gate and every test
                                                  (--all: the slow ones too)
"""


def main(root: Path, arguments: list[str]) -> int:
    """The exit code: that of what was started; 1, 2 or 5 where setting up failed (README says which is which)."""
    match arguments:
        case ["run", *rest]:
            started = _run
        case ["test", *rest] if set(rest) <= {"--all"}:
            started = _test
        case ["-h" | "--help"]:
            sys.stdout.write(USAGE)
            return 0
        case _:
            sys.stderr.write(USAGE)
            return WRONG_USE
    try:
        return started(root, rest)
    except SetupError as error:
        sys.stderr.write(f"{error.sentence}\n")
        return error.code
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted: start again to go on.\n")
        return 130


def _run(root: Path, arguments: list[str]) -> int:
    demo = not arguments and not _has_display()
    _provide_system(["desktop", "demo"], required=demo or arguments[:1] == ["demo"])
    environment = Environment(root, _say)
    environment.provide("run")
    command = [str(environment.python), str(environment.handrail), *(["demo"] if demo else arguments)]
    if os.name == "nt":
        return subprocess.run(command, check=False).returncode
    os.execv(command[0], command)  # noqa: S606 - no shell is what we want: the program takes this one's place


def _test(root: Path, arguments: list[str]) -> int:
    _provide_system(["desktop", "demo", "test"], required=True)
    environment = Environment(root, _say)
    environment.provide("test")
    return gates.run(root, environment.programs, everything="--all" in arguments)


def _has_display() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _provide_system(sets: list[str], *, required: bool) -> None:
    """Installs the system packages of `sets`; where that fails and they are not `required`, says so and goes on."""
    if sys.platform != "linux" or not debian.here():
        return
    try:
        debian.Apt(_say).provide([*debian.listed(*sets), *_venv_package()])
    except SetupError as error:
        if required or _venv_package():
            raise
        _say(f"Going on without some parts (the demo needs them). {error.sentence}")


def _venv_package() -> list[str]:
    """Debian keeps the part of Python that makes environments in a package of its own."""
    return [] if importlib.util.find_spec("ensurepip") else [f"python3.{sys.version_info.minor}-venv"]


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
