"""`handrail doctor`: says what works here, what does not, why, and how to mend it."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.cli import wording
from app.core.actions import Move, PressKeys
from app.core.errors import HandrailError
from app.core.geometry import ImagePoint
from app.core.messages import Message, message
from app.core.stop import Stop
from app.desktop import facts, select, tray
from app.sight import ocr
from app.store import paths, secrets, settings

KEY_SECONDS = 1.0
LEAST_FREE_MEGABYTES = 500

State = Literal["works", "does not work", "never run"]


@dataclass(frozen=True)
class Finding:
    """What was found about one capability; `why` tells what is wrong and how to mend it."""

    capability: str
    state: State
    why: Message | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """0 where tasks can be done here, 5 where they cannot."""
    display = _found("display", _display)
    findings = [display]
    for name, check in CHECKS.items():
        needs_display = name in ON_SCREEN and display.state == "does not work"
        findings.append(_found(name, _no_display if needs_display else check))
    if arguments.json:
        told = [
            {"capability": f.capability, "state": f.state, "why": wording.sentence(f.why) if f.why else ""}
            for f in findings
        ]
        sys.stdout.write(json.dumps({"findings": told}, indent=1) + "\n")
    else:
        for finding in findings:
            _tell(finding)
    broken = {finding.capability for finding in findings if finding.state == "does not work"}
    return 5 if broken & NEEDED else 0


def _found(name: str, check: Callable[[], Message | None]) -> Finding:
    try:
        why = check()
    except HandrailError as trouble:
        why = trouble.said
    if why:
        return Finding(name, "does not work", why)
    if facts.here().system is not facts.System.LINUX and name in NEEDED:
        return Finding(name, "never run", message("doctor.never_run"))
    return Finding(name, "works")


def _tell(finding: Finding) -> None:
    name = wording.sentence(message(f"doctor.{finding.capability}"))
    state = wording.sentence(message(f"doctor.{finding.state.replace(' ', '_')}"))
    why = f": {wording.sentence(finding.why)}" if finding.why else ""
    wording.say(f"{name:<24} {state}{why}")


def _display() -> Message | None:
    gaps = facts.gaps(facts.here())
    return gaps[0].why if gaps else None


def _capture() -> Message | None:
    with closing(select.camera()) as camera:
        camera.capture()
    return None


def _input() -> Message | None:
    """Moves the pointer to the middle of the screen and sees whether it goes there."""
    with closing(select.camera()) as camera, closing(_hands()) as hands:
        viewport = camera.capture().viewport
        middle = ImagePoint(x=viewport.image.width // 2, y=viewport.image.height // 2)
        hands.perform(Move(at=middle), viewport, Stop())
    return None


def _stop_key() -> Message | None:
    """Arms the stop key, presses it as anyone would, and sees whether it is heard."""
    stop, unheard = Stop(), message("desktop.stop_key_not_armed")
    with closing(select.camera()) as camera, closing(_hands()) as hands, select.panic_key().armed(stop) as armed:
        if not armed:
            return unheard
        hands.perform(PressKeys(keys=("esc",)), camera.capture().viewport, Stop())
        heard = Stop().wait_until(lambda: stop.paused, KEY_SECONDS)
    return None if heard else unheard


def _hands() -> select.OpenHands:
    """Hands that do not know of the stop key: their Esc counts as anyone's."""
    return select.hands(None, select.windows(), None, paths.state_folder() / "held.json")


def _accessibility() -> Message | None:
    with closing(select.accessibility()) as accessibility:
        return None if accessibility.elements(Stop()) else message("doctor.no_elements")


def _tray() -> Message | None:
    return None if tray.has_tray() else message("doctor.no_tray")


def _fonts() -> Message | None:
    if not shutil.which("fc-list"):
        return None
    told = {
        name: subprocess.run(["fc-list", f":lang={language}"], capture_output=True, check=False, timeout=20).stdout
        for language, name in (("und-zsye", "emoji"), ("zh-cn", "CJK"))
    }
    lacking = ", ".join(name for name, fonts in told.items() if not fonts)
    return message("doctor.no_fonts", scripts=lacking) if lacking else None


def _disk() -> Message | None:
    folder = settings.load().runs_folder
    free = shutil.disk_usage(_nearest(folder)).free // 1_000_000
    if free < LEAST_FREE_MEGABYTES:
        return message("doctor.disk_full", path=str(folder), free=free)
    return None


def _nearest(folder: Path) -> Path:
    """The folder, or the first one above it that is there."""
    return next(path for path in (folder, *folder.parents) if path.exists())


def _no_display() -> Message:
    return message("doctor.needs_display")


CHECKS: dict[str, Callable[[], Message | None]] = {
    "capture": _capture,
    "input": _input,
    "stop_key": _stop_key,
    "accessibility": _accessibility,
    "ocr": ocr.missing,
    "tray": _tray,
    "keyring": secrets.missing,
    "fonts": _fonts,
    "disk": _disk,
}
ON_SCREEN = frozenset({"capture", "input", "stop_key", "accessibility", "tray"})
NEEDED = frozenset({"display", "capture", "input"})
"""Without these no task can be done here."""
