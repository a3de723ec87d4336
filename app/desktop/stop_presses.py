"""What a press of the stop key means: the first pauses, a second soon after stops."""

from __future__ import annotations

from app.core.stop import Stop

AGAIN_MS = 2000
CLOCK_WRAPS = 2**32
"""X11 counts milliseconds in 32 bits and begins anew after 50 days."""


class StopPresses:
    """Counts the person's presses of one armed run.

    A press more than two seconds after the last one is a first press again: it pauses (a run that is paused stays so),
    and the two seconds begin anew.
    """

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._last: int | None = None

    def pressed(self, at: int) -> None:
        """A press at `at`, in milliseconds of any clock."""
        last, self._last = self._last, at
        if last is not None and (at - last) % CLOCK_WRAPS <= AGAIN_MS:
            self._stop.stop()
        else:
            self._stop.pause()
