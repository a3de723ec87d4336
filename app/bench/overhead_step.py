"""Measures whole steps in a calculator, inside a private desktop; `bench overhead` reads its one line of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import pairwise

from app.agent.parts import Limits
from app.core.ports import Approver
from app.core.steps import Allow, Decision, End, Question, Screenshot, Step
from app.core.stop import Stop
from app.desktop.yardstick_x11 import InputTimes, plain_step
from app.pictures.encode import jpeg
from app.wiring import Desk, Job, builtin_planner, desk, run

PROGRAM = "galculator"
TASK = "Click " + ", then ".join("789456123789456") + "."
ROUNDS = 40
PLAIN_ROUNDS = 8
PLAIN_SLEEP_SECONDS = 1.0


@dataclass
class TimedApprover:
    """Allows everything and keeps when it did."""

    allowed: list[float] = field(default_factory=list)

    def ask(self, question: Question, stop: Stop) -> Decision:
        stop.check()
        assert question.number
        self.allowed.append(time.monotonic())
        return Allow()


class Nowhere:
    """A recorder that writes nothing: what is measured is the step."""

    def picture(self, number: int, screenshot: Screenshot) -> None:
        del number, screenshot

    def record(self, step: Step) -> None:
        del step

    def end(self, end: End) -> None:
        del end


def main() -> int:
    stop = Stop()
    program = subprocess.Popen([PROGRAM])
    samples: dict[str, list[float]] = {}
    try:
        with desk() as parts:
            stop.wait_until(lambda: any(PROGRAM in w.app.casefold() for w in parts.windows.list()), 30, every=0.2)
            stop.wait(1)
            samples |= {"capture_encode_ms": _capture_encode(parts), "tree_ms": _tree(parts, stop)}
        samples |= _steps(stop)
        samples["plain_step_ms"] = _plain_steps(stop)
    finally:
        program.terminate()
        program.wait(10)
    json.dump(samples, sys.stdout)
    return 0


def _capture_encode(parts: Desk) -> list[float]:
    """CPU milliseconds of all threads from the capture of the whole screen to JPEG bytes."""
    taken = []
    for _ in range(ROUNDS):
        start = time.process_time()
        jpeg(parts.camera.capture().pixels)
        taken.append((time.process_time() - start) * 1000)
    return taken


def _tree(parts: Desk, stop: Stop) -> list[float]:
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        parts.accessibility.elements(stop)
        taken.append((time.perf_counter() - start) * 1000)
    return taken


def _steps(stop: Stop) -> dict[str, list[float]]:
    heard, approver, steps = InputTimes(), TimedApprover(), list[Step]()
    ends: list[float] = []

    def tell(step: Step) -> None:
        steps.append(step)
        ends.append(time.monotonic())

    with run(_job(approver), stop, tell, warn=lambda _id: None) as whole:
        whole.until_end()
    first = [when - allowed for allowed in approver.allowed if (when := heard.first_after(allowed))]
    done = [step for step in steps if step.performed]
    return {
        "approve_to_input_ms": [seconds * 1000 for seconds in first],
        "propose_ms": [step.ms["propose"] for step in done],
        "step_ms": [(after - before) * 1000 for before, after in pairwise(ends[: len(done)])],
    }


def _job(approver: Approver) -> Job:
    return Job(TASK, builtin_planner(), approver, Nowhere, mode="ask", limits=Limits())


def _plain_steps(stop: Stop) -> list[float]:
    taken = []
    for _ in range(PLAIN_ROUNDS):
        start = time.perf_counter()
        plain_step(PLAIN_SLEEP_SECONDS, stop)
        taken.append((time.perf_counter() - start) * 1000)
    return taken


if __name__ == "__main__":
    sys.exit(main())
