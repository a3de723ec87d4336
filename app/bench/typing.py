"""`handrail bench typing`: whether what is typed arrives exactly, over applications and texts."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from app.bench.typing_apps import SURFACES, TEXTS, Surface
from app.bench.typing_inside import Case
from app.desktop.virtual import VirtualDesktop

CHILD_SECONDS = 600
SHOWN = 160
"""How much of what arrived instead is shown, in characters."""

ROOT = Path(__file__).parents[2]


def main(argv: Sequence[str]) -> int:
    """`handrail bench typing` with these arguments; 0 where every text arrived exactly."""
    parser = argparse.ArgumentParser(prog="handrail bench typing")
    add_arguments(parser)
    return run(parser.parse_args(list(argv)))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the cases to this file")
    parser.add_argument("--app", action="append", choices=[surface.name for surface in SURFACES], help="repeatable")
    parser.add_argument("--text", action="append", choices=list(TEXTS), help="repeatable")


def run(arguments: argparse.Namespace) -> int:
    """Types every text into every application, each in a desktop of its own, and prints a table."""
    texts = arguments.text or list(TEXTS)
    cases: list[Case] = []
    missing: list[str] = []
    print(f"{'':26}" + " ".join(f"{name:>9}" for name in texts))
    for surface in SURFACES:
        if arguments.app and surface.name not in arguments.app:
            continue
        found = cases_of(surface, texts) if shutil.which(surface.argv[0]) else None
        if found is None:
            missing.append(surface.name)
            print(f"{surface.name:26}not installed (package {surface.package}), or it did not start")
            continue
        cases += found
        print(_row(surface, texts, found), flush=True)
    for case in cases:
        if not case.exact:
            print(f"{case.app}, {case.text}: {case.error} arrived {repr(case.got)[:SHOWN]}")
    exact = sum(case.exact for case in cases)
    print(f"{exact} of {len(cases)} exact, {median([case.ms for case in cases] or [0]):.0f} ms in the middle")
    if arguments.json:
        told = {"cases": [case.model_dump(exclude_defaults=True) for case in cases], "missing": missing}
        arguments.json.write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")
    return 0 if cases and exact == len(cases) else 1


def cases_of(surface: Surface, texts: Sequence[str]) -> list[Case] | None:
    """What came of each text, in a fresh private desktop; None where the application did not start."""
    argv = [sys.executable, "-m", "app.bench.typing_inside", surface.name, *texts]
    with VirtualDesktop(compositor=False, tray=False) as desktop:
        done = subprocess.run(
            argv, env=desktop.env, cwd=ROOT, timeout=CHILD_SECONDS, stdout=subprocess.PIPE, text=True, check=False
        )
    found = [Case.model_validate_json(line) for line in done.stdout.splitlines()]
    return found or None


def _row(surface: Surface, texts: Sequence[str], cases: Sequence[Case]) -> str:
    shown = {case.text: f"{case.ms:.0f} ms" if case.exact else "WRONG" for case in cases}
    return f"{surface.name:26}" + " ".join(f"{shown.get(name, '-'):>9}" for name in texts)
