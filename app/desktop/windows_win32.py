"""Lists, finds and focuses windows on Windows (user32 and dwmapi). Never run yet."""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import wintypes
from pathlib import Path

import psutil

from app.core.elements import WindowFacts
from app.core.errors import InputFailed
from app.core.geometry import Box, ScreenPoint
from app.core.stop import Stop

if sys.platform != "win32":
    raise ImportError("for Windows only")

FOCUS_SECONDS = 3.0
OPEN_SECONDS = 15.0
LIKELY = 80.0
MARGIN = 5.0

GA_ROOT = 2
GW_OWNER = 4
SW_RESTORE = 9
GWL_EXSTYLE = -20
WS_EX_TOOLWINDOW = 0x80
DWMWA_EXTENDED_FRAME_BOUNDS = 9
DWMWA_CLOAKED = 14
VK_MENU = 0x12
KEYEVENTF_KEYUP = 2

user32 = ctypes.WinDLL("user32", use_last_error=True)
dwmapi = ctypes.WinDLL("dwmapi")
user32.WindowFromPoint.argtypes = [wintypes.POINT]
for _function in ("WindowFromPoint", "GetAncestor", "GetForegroundWindow", "GetWindow"):
    getattr(user32, _function).restype = wintypes.HWND
VISIT = ctypes.WINFUNCTYPE(wintypes.BOOL, wintypes.HWND, wintypes.LPARAM)


class Win32Windows:
    """The Windows port. Boxes are in physical pixels: the process must be per-monitor DPI aware.

    `own_pids` are the processes whose windows are Handrail's own; this one always is.
    """

    def __init__(self, own_pids: frozenset[int] = frozenset()) -> None:
        self._own = own_pids | {os.getpid()}

    def list(self) -> tuple[WindowFacts, ...]:
        handles: list[int] = []

        def visit(handle: int, _: int) -> bool:
            handles.append(handle)
            return True

        # EnumWindows goes from the topmost window down.
        user32.EnumWindows(VISIT(visit), 0)
        return tuple(self._facts(handle) for handle in handles if _is_window_of_a_person(handle))

    def at(self, point: ScreenPoint) -> WindowFacts | None:
        handle = user32.WindowFromPoint(wintypes.POINT(point.x, point.y))
        if not handle:
            return None
        root = user32.GetAncestor(handle, GA_ROOT) or handle
        while owner := user32.GetWindow(root, GW_OWNER):
            root = owner
        return self._facts(root)

    def focus(self, window: WindowFacts, stop: Stop) -> None:
        if user32.IsIconic(window.number):
            user32.ShowWindow(window.number, SW_RESTORE)
        # Windows lets only a process that has just had input bring a window to the front.
        user32.keybd_event(VK_MENU, 0, 0, 0)
        user32.SetForegroundWindow(window.number)
        user32.keybd_event(VK_MENU, 0, KEYEVENTF_KEYUP, 0)
        if not stop.wait_until(lambda: user32.GetForegroundWindow() == window.number, FOCUS_SECONDS):
            raise InputFailed("windows.not_focused", title=window.title)

    def open_app(self, name: str, stop: Stop) -> None:
        shortcut = _shortcut(name)
        before = {window.number for window in self.list()}
        os.startfile(shortcut)  # noqa: S606 - a start-menu entry has no command of its own
        if not stop.wait_until(lambda: any(w.number not in before for w in self.list()), OPEN_SECONDS, every=0.1):
            raise InputFailed("windows.no_window_came", name=name, seconds=int(OPEN_SECONDS))

    def close(self) -> None:
        """Nothing is kept open."""

    def _facts(self, handle: int) -> WindowFacts:
        pid = wintypes.DWORD()
        user32.GetWindowThreadProcessId(handle, ctypes.byref(pid))
        return WindowFacts(
            number=handle,
            title=_title(handle),
            app=_program(pid.value),
            pid=pid.value,
            box=_frame(handle),
            active=user32.GetForegroundWindow() == handle,
            minimized=bool(user32.IsIconic(handle)),
            own=pid.value in self._own,
        )


def _is_window_of_a_person(handle: int) -> bool:
    """Whether a person would call it a window: drawn, with a title, not a tool window, not hidden by the shell."""
    cloaked = wintypes.DWORD()
    dwmapi.DwmGetWindowAttribute(handle, DWMWA_CLOAKED, ctypes.byref(cloaked), ctypes.sizeof(cloaked))
    tool = user32.GetWindowLongW(handle, GWL_EXSTYLE) & WS_EX_TOOLWINDOW
    return bool(user32.IsWindowVisible(handle) and _title(handle) and not cloaked.value and not tool)


def _title(handle: int) -> str:
    text = ctypes.create_unicode_buffer(user32.GetWindowTextLengthW(handle) + 1)
    user32.GetWindowTextW(handle, text, len(text))
    return text.value


def _program(pid: int) -> str:
    try:
        return Path(psutil.Process(pid).name()).stem
    except psutil.Error:
        return ""


def _frame(handle: int) -> Box:
    """The frame as it is drawn, without the invisible borders that GetWindowRect counts in."""
    rect = wintypes.RECT()
    size = ctypes.sizeof(rect)
    if dwmapi.DwmGetWindowAttribute(handle, DWMWA_EXTENDED_FRAME_BOUNDS, ctypes.byref(rect), size):
        user32.GetWindowRect(handle, ctypes.byref(rect))
    width, height = max(0, rect.right - rect.left), max(0, rect.bottom - rect.top)
    return Box(left=rect.left, top=rect.top, width=width, height=height)


def _shortcut(name: str) -> str:
    """The start-menu entry whose name fits best. Raises InputFailed where none or several do."""
    from rapidfuzz import fuzz, process

    menus = [Path(os.environ[base], "Microsoft/Windows/Start Menu") for base in ("PROGRAMDATA", "APPDATA")]
    entries = {path.stem: str(path) for menu in menus for path in menu.rglob("*.lnk")}
    ranked = process.extract(name, entries.keys(), scorer=fuzz.WRatio, processor=str.casefold, limit=2)
    if not ranked or ranked[0][1] < LIKELY:
        raise InputFailed("windows.no_such_app", name=name)
    if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < MARGIN and ranked[0][0].casefold() != name.casefold():
        raise InputFailed("windows.which_app", name=name, candidates=", ".join(entry[0] for entry in ranked))
    return entries[ranked[0][0]]
