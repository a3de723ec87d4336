"""Makes Esc pause and stop a run on X11, and keeps it from the application."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import select
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.core.stop import SLICE_SECONDS, Stop
from app.desktop.escape_grab_x11 import EscapeGrab
from app.desktop.stop_presses import StopPresses

if TYPE_CHECKING:
    from Xlib.display import Display

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
"""A server that needs longer to grant or give back one key does not answer any more."""


class X11PanicKey:
    """The PanicKey port by a grab of Esc on the root window, on a connection and a thread of its own.

    The grab keeps Esc from the application; presses are counted where the server tells of them to everybody (raw events
    of XInput 2.1), so that they also count while a menu holds the keyboard. In that one case the menu gets the key too.
    Esc counts with any modifier, as the run may hold some. Where another program has grabbed Esc, `armed` gives False.
    """

    def __init__(self, display: str | None = None) -> None:
        self._display = display
        self._watch: _Watch | None = None

    @contextmanager
    def armed(self, stop: Stop) -> Iterator[bool]:
        watch = _Watch(self._display, StopPresses(stop))
        if not watch.started():
            yield False
            return
        self._watch = watch
        try:
            yield True
        finally:
            self._watch = None
            watch.end()

    @contextmanager
    def own_input(self) -> Iterator[None]:
        """The hands must have waited for the server (a sync) before the block ends.

        What another program sends through XTEST in the meantime counts as the run's own; the keyboard itself does not.
        """
        watch = self._watch
        if watch is None:
            yield
            return
        watch.let_through()
        try:
            yield
        finally:
            watch.take_again()


class _Watch:
    """The grab and its thread, from armed to disarmed. Only the thread talks to the server."""

    def __init__(self, display: str | None, presses: StopPresses) -> None:
        self._name, self._presses = display, presses
        self._jobs: queue.SimpleQueue[tuple[Callable[[], None], threading.Event] | None] = queue.SimpleQueue()
        self._woken, self._wake = os.pipe()
        self._granted: Future[bool] = Future()
        self._depth, self._turn = 0, threading.Lock()
        self._own, self._ended = False, False
        self._thread = threading.Thread(target=self._work, name="panic key", daemon=True)

    def started(self) -> bool:
        """Whether Esc is grabbed now; where it is not, nothing is left of the attempt."""
        self._thread.start()
        granted = False
        with contextlib.suppress(TimeoutError):
            granted = self._granted.result(ANSWER_SECONDS)
        if not granted:
            self.end()
        return granted

    def end(self) -> None:
        with self._turn:
            self._ended = True
        self._jobs.put(None)
        os.write(self._wake, b"!")
        self._thread.join(ANSWER_SECONDS)
        if not self._thread.is_alive():
            os.close(self._wake)
            os.close(self._woken)

    def let_through(self) -> None:
        with self._turn:
            self._depth += 1
            if self._depth == 1:
                self._have_done(self._release)

    def take_again(self) -> None:
        with self._turn:
            self._depth -= 1
            if self._depth == 0:
                self._have_done(self._regrab)

    def _have_done(self, job: Callable[[], None]) -> None:
        """Has the thread do it; a thread that is gone, or a server that hangs, is no reason to fail the run here."""
        done = threading.Event()
        if not self._ended:
            self._jobs.put((job, done))
            os.write(self._wake, b"!")
            for _ in range(int(ANSWER_SECONDS / SLICE_SECONDS)):
                if done.wait(SLICE_SECONDS) or not self._thread.is_alive():
                    return

    def _work(self) -> None:
        from Xlib import error

        display = _opened(self._name)
        if display is None:
            self._granted.set_result(False)
            return
        try:
            self._keys = EscapeGrab(display)
            granted = self._keys.take()
            self._granted.set_result(granted)
            if granted:
                self._listen(display)
                self._keys.give_back()
        except (error.ConnectionClosedError, error.XError, OSError):
            log.info("the display ended while the stop key was armed")
        finally:
            if not self._granted.done():
                self._granted.set_result(False)
            with contextlib.suppress(error.ConnectionClosedError, OSError):
                display.close()

    def _listen(self, display: Display) -> None:
        waiting = select.poll()
        waiting.register(display.fileno(), select.POLLIN)
        waiting.register(self._woken, select.POLLIN)
        while True:
            self._handle_events()
            if self._woken not in dict(waiting.poll()):
                continue
            os.read(self._woken, 1)
            asked = self._jobs.get()
            if asked is None:
                return
            job, done = asked
            job()
            done.set()

    def _handle_events(self) -> None:
        for at, own_device in self._keys.presses():
            if not (self._own and own_device):
                self._presses.pressed(at)

    def _release(self) -> None:
        self._keys.give_back()
        # What came until here is the person's.
        self._handle_events()
        self._own = True

    def _regrab(self) -> None:
        self._keys.wait_for_server()
        self._handle_events()
        self._own = False
        if not self._keys.take():
            log.warning("the stop key still works, but the application gets it too")


def _opened(name: str | None) -> Display | None:
    from Xlib import display, error

    try:
        opened = display.Display(name)
    except (error.DisplayError, error.XauthError, error.ConnectionClosedError, OSError):
        return None
    opened.set_error_handler(_unheard)
    return opened


def _unheard(*_: object) -> None:
    """The library would print errors of requests that nobody waits for; those that matter here are waited for."""
