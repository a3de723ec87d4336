"""The gates, in the order in which they keep the structure honest; each one's time is printed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

COVERED = ("core", "agent", "dialects")
"""The packages of which the tests of their own folder must reach every branch."""

OTHER_SYSTEMS = {"win32": ("*_win32.py", "*_uia.py", "*_native.py"), "darwin": ("*_macos.py", "*_ax.py", "*_native.py")}
"""What is written for them in app/desktop cannot run here; its types at least are checked."""

PERSONS_DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS")
"""No test may ever see the desktop of the person who runs it: each makes a private one."""


@dataclass(frozen=True)
class Gate:
    """Commands of which each must end with 0; a `shown` gate's output is seen as it comes, others' when they fail."""

    name: str
    commands: Sequence[Sequence[str]]
    shown: bool = False


def run(root: Path, programs: Path, *, everything: bool = False) -> int:
    """0 when every gate passed, else 1. `programs`: the folder of the environment's commands."""
    return run_gates(gates(root, everything=everything), root, programs)


def gates(root: Path, *, everything: bool) -> list[Gate]:
    tests = ["python", "-m", "pytest"] + ([] if everything else ["-m", "not slow"])
    structure = ["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/unit/test_structure.py"]
    return [
        Gate("import-linter", [["lint-imports", "--no-cache"]]),
        Gate("mypy", [["mypy"], *_mypy_elsewhere(root)]),
        Gate("structure", [structure]),
        Gate("ruff", [["ruff", "check", "."], ["ruff", "format", "--check", "."]]),
        Gate("coverage", _coverage(root)),
        Gate("pytest", [tests], shown=True),
    ]


def _mypy_elsewhere(root: Path) -> list[list[str]]:
    written = {
        system: [str(path) for pattern in patterns for path in sorted((root / "app/desktop").glob(pattern))]
        for system, patterns in OTHER_SYSTEMS.items()
    }
    return [["mypy", "--platform", system, *paths] for system, paths in written.items() if paths]


def _coverage(root: Path) -> list[list[str]]:
    parts = [name for name in COVERED if (root / "app" / name).is_dir()]
    tests = [f"tests/unit/{name}" for name in parts] + [f"app/{name}" for name in parts]
    measured = f"--source={','.join(f'app/{name}' for name in parts)}"
    return [
        ["coverage", "run", measured, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        ["coverage", "report", "--show-missing", "--skip-covered", "--fail-under=100"],
    ]


def run_gates(every: Sequence[Gate], root: Path, programs: Path) -> int:
    """Runs each gate, also after one failed: a person wants to know all that is wrong."""
    began = time.monotonic()
    failed = [gate.name for gate in every if not _passes(gate, root, programs)]
    _say(f"{'failed: ' + ', '.join(failed) if failed else 'all gates passed'} ({time.monotonic() - began:.0f} s)")
    return 1 if failed else 0


def _passes(gate: Gate, root: Path, programs: Path) -> bool:
    began = time.monotonic()
    passed = all(_ends_well(command, gate.shown, root, programs) for command in gate.commands)
    _say(f"[{gate.name}] {'passed' if passed else 'FAILED'} in {time.monotonic() - began:.1f} s")
    return passed


def _ends_well(command: Sequence[str], shown: bool, root: Path, programs: Path) -> bool:
    program = str(programs / command[0])
    seen = {name: value for name, value in os.environ.items() if name not in PERSONS_DESKTOP}
    seen["PATH"] = f"{programs}{os.pathsep}{seen.get('PATH', os.defpath)}"
    done = subprocess.run(
        [program, *command[1:]],
        cwd=root,
        env=seen,
        stdin=subprocess.DEVNULL,
        stdout=None if shown else subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
        check=False,
    )
    if done.returncode and not shown:
        _say(f"$ {' '.join(command)}\n{done.stdout.decode('utf-8', 'replace').rstrip()}")
    return done.returncode == 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
