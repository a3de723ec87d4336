"""Makes Esc pause and stop a run on Windows and macOS, through pynput. Never run yet."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.core.stop import Stop
from app.desktop.stop_presses import StopPresses

READY_SECONDS = 2.0
WINDOWS_ESC, MACOS_ESC = 0x1B, 53
INJECTED = 0x10
"""The flag Windows sets on keys that a program sent."""
KEY_DOWN_MESSAGES = (0x0100, 0x0104)


class PynputPanicKey:
    """The PanicKey port: the key is taken away from the application while armed, and what a program sends is let by."""

    def __init__(self) -> None:
        self._own = threading.Event()
        self._presses = StopPresses(Stop())
        self._listener: Any = None

    @contextmanager
    def armed(self, stop: Stop) -> Iterator[bool]:
        from pynput import keyboard

        self._presses = StopPresses(stop)
        self._listener = keyboard.Listener(win32_event_filter=self._on_windows, darwin_intercept=self._on_macos)
        self._listener.start()
        try:
            yield stop.wait_until(self._hears, READY_SECONDS)
        finally:
            self._listener.stop()

    @contextmanager
    def own_input(self) -> Iterator[None]:
        self._own.set()
        try:
            yield
        finally:
            self._own.clear()

    def _on_windows(self, message: int, data: Any) -> bool:
        """False keeps an event from the listener's own handlers; suppress_event takes it from the application."""
        if data.vkCode != WINDOWS_ESC or data.flags & INJECTED or self._own.is_set():
            return True
        if message in KEY_DOWN_MESSAGES:
            self._pressed()
        self._listener.suppress_event()
        return False

    def _on_macos(self, kind: int, event: Any) -> Any:
        """The event to pass on, or None to take it from the application."""
        import Quartz

        code = Quartz.CGEventGetIntegerValueField(event, Quartz.kCGKeyboardEventKeycode)
        if code != MACOS_ESC or self._own.is_set():
            return event
        if kind == Quartz.kCGEventKeyDown:
            self._pressed()
        return None

    def _hears(self) -> bool:
        """A listener on macOS starts, and hears nothing, where the program lacks the Accessibility permission."""
        return bool(self._listener.running and getattr(self._listener, "IS_TRUSTED", True))

    def _pressed(self) -> None:
        self._presses.pressed(int(time.monotonic() * 1000))
