"""`handrail propose`: says the next action for a still picture, and never acts."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from app import wiring
from app.cli import describing, wording
from app.core.actions import Fail
from app.core.steps import Observation, Proposal, Screen
from app.core.stop import Stop


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", help="what should be done, in plain words")
    parser.add_argument("--image", type=Path, required=True, metavar="FILE", help="a picture of the screen")
    parser.add_argument("--planner", choices=["builtin"], help="who plans the action")
    parser.add_argument("--json", action="store_true", help="print the proposal as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Exit code 1 where there is nothing to do the task with. Raises UsageError, TargetMissing."""
    screen = wiring.still_screen(arguments.image, Stop())
    proposal = proposed(arguments.task, screen)
    if arguments.json:
        told = proposal.model_dump(mode="json", exclude={"element"})
        sys.stdout.write(json.dumps(told) + "\n")
    else:
        words = wording.words()
        scene = describing.Scene(proposal, screen.screenshot.viewport, screen.elements, screen.windows, words)
        wording.say(describing.describe(proposal.action, scene))
    return int(isinstance(proposal.action, Fail))


def proposed(task: str, screen: Screen) -> Proposal:
    """The built-in planner's next action, with no hope of something that comes later. Raises TargetMissing."""
    return wiring.builtin_planner().propose(Observation(task, screen, waited=True), Stop())
