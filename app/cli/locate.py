"""`handrail locate`: finds a described thing on a picture."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from app import wiring
from app.cli.propose import proposed
from app.core.actions import Click
from app.core.errors import TargetMissing
from app.core.stop import Stop

CLICK = "click {description}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("image", type=Path, metavar="IMAGE", help="a picture of the screen")
    parser.add_argument("description", metavar="DESCRIPTION", help="what to find, in plain words")
    parser.add_argument("--planner", choices=["builtin"], help="who finds it")


def run(arguments: argparse.Namespace) -> int:
    """Prints {"found": true, "x": …, "y": …} in pixels of the picture; exit code 1 where it is not there."""
    screen = wiring.still_screen(arguments.image, Stop())
    try:
        action = proposed(CLICK.format(description=arguments.description), screen).action
    except TargetMissing:
        action = None
    found = {"found": True, "x": action.at.x, "y": action.at.y} if isinstance(action, Click) else {"found": False}
    sys.stdout.write(json.dumps(found) + "\n")
    return 0 if found["found"] else 1
