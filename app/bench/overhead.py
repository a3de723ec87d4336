"""`handrail bench overhead`: what Handrail adds to each step, beside what the plain way costs."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles

from app.bench.overhead_apps import DRIVEN
from app.desktop.virtual import VirtualDesktop

CHILD_SECONDS = 600
PREMATURE = "premature_settles"
ROOT = Path(__file__).parents[2]

Samples = dict[str, list[float]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="OUT", type=Path, help="write the figures to this file")
    parser.add_argument("--only", action="append", help="step, or one of the applications (repeatable)")


def run(arguments: argparse.Namespace) -> int:
    names = arguments.only or ["step", *(app.name for app in DRIVEN)]
    samples: Samples = {}
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        for key, values in _figures_of(name).items():
            samples.setdefault(key, []).extend(values)
    figures = {key: _summary(key, values) for key, values in samples.items() if values}
    for key, figure in figures.items():
        print(f"{key:26} " + "  ".join(f"{name} {value:g}" for name, value in figure.items()))
    if "plain_step_ms" in figures:
        ratio = figures["plain_step_ms"]["p50"] / figures["step_ms"]["p50"]
        print(f"the plain way takes {ratio:.2f} times as long as a step of Handrail")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures | {"machine": _machine()}, indent=1), encoding="utf-8")
    return 0


def _figures_of(name: str) -> Samples:
    """An application is driven twice: for how long settling takes, and, with the processor loaded, whether it holds."""
    if name == "step":
        return _measured(name, loaded=False)
    figures = _measured(name, loaded=False)
    return figures | {PREMATURE: _measured(name, loaded=True).get(PREMATURE, [])}


def _measured(name: str, *, loaded: bool) -> Samples:
    """One part's samples, taken by a child in a private desktop of its own."""
    if name == "step":
        argv = [sys.executable, "-m", "app.bench.overhead_step"]
    else:
        argv = [sys.executable, "-m", "app.bench.overhead_inside", name, *(["loaded"] if loaded else [])]
    with VirtualDesktop(tray=False) as desktop:
        done = subprocess.run(
            argv, env=desktop.env, cwd=ROOT, timeout=CHILD_SECONDS, stdout=subprocess.PIPE, text=True, check=False
        )
    if done.returncode != 0:
        print(f"{name} could not be measured", file=sys.stderr)
        return {}
    read: Samples = json.loads(done.stdout)
    return read


def _summary(key: str, values: list[float]) -> dict[str, float]:
    if key == PREMATURE:
        return {"share": round(sum(values) / len(values), 4), "actions": len(values)}
    p95 = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return {"p50": round(median(values), 1), "p95": round(p95, 1), "samples": len(values)}


def _machine() -> dict[str, str | int]:
    return {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count() or 0}
