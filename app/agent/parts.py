"""What one run works with: its parts, behind their ports, and its limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from app.agent.approval import Approval
from app.agent.guard import Guard
from app.agent.risk import RiskRules
from app.agent.settle import Settle
from app.core.ports import Camera, Hands, Planner, Reader, Recorder, Session, Windows


@dataclass(frozen=True)
class Parts:
    camera: Camera
    reader: Reader
    planner: Planner
    windows: Windows
    session: Session
    hands: Hands
    approval: Approval
    guard: Guard
    settle: Settle
    rules: RiskRules
    recorder: Recorder
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True)
class Limits:
    """`seconds` for the whole run, the person's thinking included; `in_a_row` is how many bad turns in a row end it."""

    steps: int = 30
    seconds: float = 1800.0
    in_a_row: int = 3
