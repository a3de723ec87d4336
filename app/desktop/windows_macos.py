"""Lists, finds and focuses windows on macOS (Quartz and AppKit). Never run yet."""

from __future__ import annotations

import os
import subprocess
import sys

import AppKit
import Quartz

from app.core.elements import WindowFacts
from app.core.errors import InputFailed
from app.core.geometry import Box, ScreenPoint
from app.core.stop import Stop

if sys.platform != "darwin":
    raise ImportError("for macOS only")

FOCUS_SECONDS = 3.0
OPEN_SECONDS = 15.0
NORMAL_LAYER = 0
SYSTEM_OWNERS = frozenset({"Dock", "Window Server", "WindowManager", "Control Center"})
"""They keep windows over the whole screen, which no click reaches."""


class MacosWindows:
    """The Windows port. Titles need the Screen Recording permission; without it they are empty."""

    def __init__(self, own_pids: frozenset[int] = frozenset()) -> None:
        self._own = own_pids | {os.getpid()}

    def list(self) -> tuple[WindowFacts, ...]:
        return self._on_screen(any_layer=False)

    def at(self, point: ScreenPoint) -> WindowFacts | None:
        """Menus and pop-ups lie in other layers and are given as windows of their program."""
        return next((window for window in self._on_screen(any_layer=True) if window.box.contains(point)), None)

    def focus(self, window: WindowFacts, stop: Stop) -> None:
        program = AppKit.NSRunningApplication.runningApplicationWithProcessIdentifier_(window.pid)
        if program is not None:
            program.activateWithOptions_(AppKit.NSApplicationActivateIgnoringOtherApps)
        if not stop.wait_until(lambda: _front_pid() == window.pid, FOCUS_SECONDS):
            raise InputFailed("windows.not_focused", title=window.title)

    def open_app(self, name: str, stop: Stop) -> None:
        started = subprocess.run(["open", "-a", name], capture_output=True, check=False)
        if started.returncode != 0:
            raise InputFailed("windows.no_such_app", name=name)
        wanted = name.casefold()
        if not stop.wait_until(lambda: any(wanted in w.app.casefold() for w in self.list()), OPEN_SECONDS, every=0.1):
            raise InputFailed("windows.no_window_came", name=name, seconds=int(OPEN_SECONDS))

    def close(self) -> None:
        """Nothing is kept open."""

    def _on_screen(self, *, any_layer: bool) -> tuple[WindowFacts, ...]:
        """The system gives the topmost window first."""
        which = Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements
        front, found = _front_pid(), list[WindowFacts]()
        for raw in Quartz.CGWindowListCopyWindowInfo(which, Quartz.kCGNullWindowID):
            app, pid = str(raw.get("kCGWindowOwnerName", "")), int(raw["kCGWindowOwnerPID"])
            layer = int(raw.get("kCGWindowLayer", 0))
            if app in SYSTEM_OWNERS or (layer != NORMAL_LAYER and not any_layer):
                continue
            bounds = raw["kCGWindowBounds"]
            box = Box(
                left=int(bounds["X"]), top=int(bounds["Y"]), width=int(bounds["Width"]), height=int(bounds["Height"])
            )
            active = pid == front and layer == NORMAL_LAYER and not any(window.active for window in found)
            title, own = str(raw.get("kCGWindowName", "")), pid in self._own
            number = int(raw["kCGWindowNumber"])
            found.append(WindowFacts(number=number, title=title, app=app, pid=pid, box=box, active=active, own=own))
        return tuple(found)


def _front_pid() -> int | None:
    program = AppKit.NSWorkspace.sharedWorkspace().frontmostApplication()
    return int(program.processIdentifier()) if program is not None else None
