"""Captures the screen with mss."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

import mss
import numpy as np
from mss.base import MSSBase
from mss.exception import ScreenShotError

from app.core.errors import BadFrame, NoDesktop, UsageError
from app.core.geometry import Box, Size, Viewport
from app.core.steps import Screenshot
from app.pictures.compare import is_black

ANSWER_SECONDS = 3.0
"""A capture takes milliseconds; a display that needs longer than this does not answer any more."""

LOST_DISPLAY = (ScreenShotError, OSError, ValueError)

_Result = TypeVar("_Result")


class MssCamera:
    """The Camera port by mss: monitor `monitor` (1 is the first), or all of them where it is None.

    One thread owns the connection for the camera's whole life: on Windows it may not change hands, and a display that
    stops answering must not hold the run up.
    """

    def __init__(self, monitor: int | None = None) -> None:
        self._jobs: queue.SimpleQueue[Callable[[MSSBase], None] | None] = queue.SimpleQueue()
        started: Future[None] = Future()
        threading.Thread(target=self._work, args=(started,), name="camera", daemon=True).start()
        self._result(started)
        count = len(self.monitors())
        if monitor is not None and not 1 <= monitor <= count:
            self.close()
            raise UsageError("camera.no_such_monitor", monitor=monitor, count=count)
        self._number = 0 if monitor is None else monitor

    def monitors(self) -> tuple[Box, ...]:
        return self._asked(lambda grabber: tuple(_box(monitor) for monitor in grabber.monitors[1:]))

    def capture(self) -> Screenshot:
        """Raises BadFrame for a picture that is black all over, NoDesktop where the display no longer answers."""
        screenshot = self._asked(self._grab)
        if is_black(screenshot.pixels):
            raise BadFrame("camera.black")
        return screenshot

    def close(self) -> None:
        self._jobs.put(None)

    def _grab(self, grabber: MSSBase) -> Screenshot:
        monitor = grabber.monitors[self._number]
        taken = time.monotonic()
        shot = grabber.grab(monitor)
        pixels = np.frombuffer(shot.raw, np.uint8).reshape(shot.height, shot.width, 4)
        viewport = Viewport(area=_box(monitor), image=Size(width=shot.width, height=shot.height))
        return Screenshot(pixels=pixels, viewport=viewport, taken=taken)

    def _asked(self, job: Callable[[MSSBase], _Result]) -> _Result:
        future: Future[_Result] = Future()

        def answer(grabber: MSSBase) -> None:
            try:
                future.set_result(job(grabber))
            except LOST_DISPLAY as lost:
                future.set_exception(lost)

        self._jobs.put(answer)
        return self._result(future)

    def _result(self, future: Future[_Result]) -> _Result:
        try:
            return future.result(ANSWER_SECONDS)
        except TimeoutError as late:
            raise NoDesktop("camera.no_answer", seconds=ANSWER_SECONDS) from late
        except LOST_DISPLAY as lost:
            raise NoDesktop("camera.lost", why=str(lost)) from lost

    def _work(self, started: Future[None]) -> None:
        try:
            grabber = mss.MSS()
        except LOST_DISPLAY as lost:
            started.set_exception(lost)
            return
        started.set_result(None)
        # Closing the connection to a display that has gone fails too, and nobody is left to tell.
        with suppress(*LOST_DISPLAY), grabber:
            while job := self._jobs.get():
                job(grabber)


def _box(monitor: dict[str, int]) -> Box:
    return Box(left=monitor["left"], top=monitor["top"], width=monitor["width"], height=monitor["height"])
