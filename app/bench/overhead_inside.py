"""Measures how long the screen takes to settle, inside a private desktop; prints one line of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from app.agent.settle import NOISE_PIXELS, Settle
from app.bench.overhead_apps import DRIVEN, Driven, prepare
from app.core.actions import Click, Input, PressKeys, TypeText
from app.core.elements import Visibility
from app.core.stop import Stop
from app.desktop.camera_mss import MssCamera
from app.pictures.compare import difference
from app.wiring import Desk, desk

ROUNDS = 2
AFTER_SECONDS = 1.5
"""A change this soon after "settled" means it was said too early."""
READY_SECONDS = 60.0
WATCH_SECONDS = 0.01
RELEVANT_SHARE = 0.001
"""Of the picture: a word count or the look of one tool button may follow later, and nobody waits for it."""

Samples = dict[str, list[float]]


class Watcher:
    """Looks at the screen by itself, again and again, and keeps when it changed and by how many pixels."""

    def __init__(self) -> None:
        self.changes: list[tuple[float, int]] = []
        self._over = Stop()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._over.stop()
        self._thread.join()

    def _watch(self) -> None:
        camera, between = MssCamera(), Stop()
        last = camera.capture()
        while not self._over.stopped:
            shot = camera.capture()
            change = difference(last.pixels, shot.pixels)
            if change.count > NOISE_PIXELS and not change.is_caret:
                self.changes.append((shot.taken, change.count))
            last = shot
            between.wait(WATCH_SECONDS)
        camera.close()


def main() -> int:
    """`NAME` of a driven application, or `NAME loaded` to keep both cores busy beside it."""
    app = next(driven for driven in DRIVEN if driven.name == sys.argv[1])
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * ("loaded" in sys.argv))]
    with tempfile.TemporaryDirectory() as name, desk() as parts:
        folder = Path(name)
        prepare(folder)
        program = subprocess.Popen([part.format(folder=folder) for part in app.argv], cwd=folder)
        try:
            samples = _driven(app, parts)
        finally:
            for process in (program, *load):
                process.terminate()
                process.wait(10)
    json.dump(samples, sys.stdout)
    return 0


def _driven(app: Driven, parts: Desk) -> Samples:
    stop = Stop()
    stop.wait_until(lambda: any(app.title in w.title for w in parts.windows.list()), READY_SECONDS, every=0.2)
    stop.wait(3)
    drive = Drive(app.name, parts, Settle(parts.camera, busy=parts.busy), Watcher(), stop)
    for _ in range(ROUNDS):
        for entry in app.script:
            drive.act_and_wait(entry)
    drive.watcher.close()
    return drive.samples


@dataclass
class Drive:
    """One application being driven, and what was measured at it so far."""

    name: str
    parts: Desk
    settle: Settle
    watcher: Watcher
    stop: Stop
    samples: Samples = field(default_factory=lambda: defaultdict(list))

    def act_and_wait(self, entry: str) -> None:
        action = _action(entry, self.parts, self.stop)
        before = self.parts.camera.capture()
        acted = time.monotonic()
        self.parts.hands.perform(action, before.viewport, self.stop)
        active = next((window for window in self.parts.windows.list() if window.active), None)
        self.settle.wait(before, active, self.stop)
        settled = time.monotonic()
        self.stop.wait(AFTER_SECONDS)
        in_time = [when for when, _ in self.watcher.changes if acted <= when <= settled]
        relevant = RELEVANT_SHARE * before.pixels.shape[0] * before.pixels.shape[1]
        late = [when for when, count in self.watcher.changes if settled < when and count > relevant]
        self.samples["premature_settles"].append(float(bool(late)))
        if late:
            print(f"{self.name}: {entry}: changed {late[0] - settled:.2f} s too late", file=sys.stderr)
        elif in_time:
            self.samples["settle_dialog_ms"].append((settled - in_time[-1]) * 1000)
        else:
            self.samples["settle_static_ms"].append((settled - acted) * 1000)


def _action(entry: str, parts: Desk, stop: Stop) -> Input:
    kind, _, words = entry.partition(" ")
    if kind == "keys":
        return PressKeys(keys=tuple(words.split("+")))
    if kind == "type":
        return TypeText(text=words)
    screen = parts.reader.read(parts.camera.capture(), stop)
    element = next(e for e in screen.elements if e.name == words and e.visibility is Visibility.VISIBLE)
    return Click(at=screen.screenshot.viewport.to_image(element.box.middle))


if __name__ == "__main__":
    sys.exit(main())
