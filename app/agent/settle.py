"""Waits until the screen has come to rest after an action."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from app.core.elements import WindowFacts
from app.core.ports import Camera
from app.core.steps import Screenshot
from app.core.stop import Stop
from app.pictures.compare import Difference, difference

POLL_SECONDS = 0.025
QUIET_SECONDS = 0.08
"""A screen is at rest after this long without a change, and never before two equal comparisons."""
CAP_SECONDS = 3.0
FIRST_WAIT_SECONDS = 0.3
"""How long a reaction is waited for in an application that was not met yet."""
SHORTEST_WAIT_SECONDS = 0.2
LONGEST_WAIT_SECONDS = 1.0
NOISE_PIXELS = 24
SUBSTANTIAL_SHARE = 0.01
"""Of the picture. Less than that may be the mere press of a button, with its effect still to come."""


@dataclass(frozen=True)
class Settled:
    """`screenshot` is the last picture; `settled` is whether the screen came to rest before the cap."""

    screenshot: Screenshot
    settled: bool


@dataclass
class Settle:
    """Polls the camera. How long it waits for a reaction at all follows what each application has needed so far.

    `busy` says whether the program of a window still computes; where it does, rest is not believed yet.
    """

    camera: Camera
    busy: Callable[[WindowFacts], bool] = lambda _window: False
    clock: Callable[[], float] = time.monotonic
    _reactions: dict[str, deque[float]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=20)))

    def wait(self, before: Screenshot, window: WindowFacts | None, stop: Stop) -> Settled:
        """Returns when the picture stands still. `before` was taken before the action, which went to `window`.

        Never fails for lack of rest: after CAP_SECONDS it says so. Raises Stopped, BadFrame, NoDesktop.
        """
        app = window.app if window else ""
        start = changed = self.clock()
        patience, reacted, equal, last = self._patience(app), False, 0, before
        while True:
            stop.wait(POLL_SECONDS)
            shot, now = self.camera.capture(), self.clock()
            change = difference(last.pixels, shot.pixels)
            last = shot
            if _matters(change):
                if not reacted and change.count >= SUBSTANTIAL_SHARE * shot.pixels.shape[0] * shot.pixels.shape[1]:
                    reacted = True
                    self._reactions[app].append(now - start)
                equal, changed = 0, now
                at_rest = False
            else:
                equal += 1
                at_rest = equal >= 2 and now - changed >= QUIET_SECONDS and (reacted or now - start >= patience)
            if at_rest and not (window and self.busy(window)):
                return Settled(shot, settled=True)
            if now - start >= CAP_SECONDS:
                return Settled(shot, settled=False)

    def _patience(self, app: str) -> float:
        seen = self._reactions.get(app)
        if not seen:
            return FIRST_WAIT_SECONDS
        return min(max(1.5 * max(seen) + 0.05, SHORTEST_WAIT_SECONDS), LONGEST_WAIT_SECONDS)


def _matters(change: Difference) -> bool:
    return change.count > NOISE_PIXELS and not change.is_caret
