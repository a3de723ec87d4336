"""The one switch that pauses and ends a run, safe to use from any thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from app.core.errors import Stopped

SLICE_SECONDS = 0.05
"""The longest anyone waits before looking at the switch again (a stop must be seen within 0.1 s)."""


class Stop:
    """Every slow call takes one and looks at it at least every 0.1 s.

    `check()` is for the inside of an action: it raises Stopped once the run is stopped.
    `checkpoint()` is for the places between actions: it also waits there for as long as the run is paused, and calls
    `when_paused` (if set) once per pause, in the run's own thread, to ask the person how it goes on.
    """

    def __init__(self, when_paused: Callable[[Stop], None] | None = None) -> None:
        self._stopped = threading.Event()
        self._paused = threading.Event()
        self.when_paused = when_paused

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    @property
    def paused(self) -> bool:
        return self._paused.is_set()

    def stop(self) -> None:
        self._stopped.set()

    def pause(self) -> None:
        self._paused.set()

    def resume(self) -> None:
        self._paused.clear()

    def check(self) -> None:
        """Raises Stopped once the run is stopped."""
        if self._stopped.is_set():
            raise Stopped

    def checkpoint(self) -> None:
        """Waits while the run is paused. Raises Stopped once it is stopped."""
        asked = False
        while self.paused and not self.stopped:
            if self.when_paused and not asked:
                asked = True
                self.when_paused(self)
            else:
                self._stopped.wait(SLICE_SECONDS)
        self.check()

    def wait(self, seconds: float) -> None:
        """Sleeps that long. Raises Stopped at once when the run is stopped."""
        if self._stopped.wait(max(0.0, seconds)):
            raise Stopped

    def wait_until(self, condition: Callable[[], bool], seconds: float, every: float = 0.02) -> bool:
        """Whether `condition` came true within `seconds`; looks every `every` seconds. Raises Stopped."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() >= end:
                return False
            self.wait(every)
        return True
