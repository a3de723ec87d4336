"""Lists, finds and focuses windows of an X11 desktop."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.elements import WindowFacts
from app.core.errors import InputFailed
from app.core.geometry import Box, ScreenPoint
from app.core.stop import Stop
from app.desktop.launch import open_app
from app.desktop.x11_properties import Property, X11Connection

FOCUS_SECONDS = 3.0
PATIENCE_SECONDS = 1.0
"""A window manager that has not followed a wish by then is asked once more."""

FURNITURE = ("_NET_WM_WINDOW_TYPE_DOCK", "_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_SPLASH")
"""Panels, the desktop's own icons, opening pictures: nobody calls them windows, but a click can land on them."""

NAMES = (
    "_NET_WM_NAME",
    "WM_NAME",
    "WM_CLASS",
    "_NET_WM_PID",
    "_NET_WM_WINDOW_TYPE",
    "_GTK_FRAME_EXTENTS",
    "WM_TRANSIENT_FOR",
    "WM_CLIENT_LEADER",
)

INTERPRETERS = ("python", "perl", "ruby", "java", "node", "electron")


@dataclass(frozen=True)
class Seen:
    """A window as it is now, with what ties it to others."""

    facts: WindowFacts
    frame: int
    furniture: bool
    transient_for: int | None
    leader: int | None
    client: int


class X11Windows:
    """The Windows port over a connection of its own, for the desktop `display` (the environment's where None).

    `list` leaves out panels, the desktop's own icons and opening pictures; `at` names them, so that a click on the
    tray is known as one.
    A window that is minimized or on another workspace counts as minimized. `own_pids` are the processes whose windows
    are Handrail's own: this one, and those handed in. Programs it opens for a task are not among them.
    """

    def __init__(self, display: str | None = None, own_pids: frozenset[int] = frozenset()) -> None:
        self._own = own_pids | {os.getpid()}
        self._turn = threading.RLock()
        self._x = X11Connection(display)

    def close(self) -> None:
        with self._turn:
            self._x.close()

    def list(self) -> tuple[WindowFacts, ...]:
        with self._turn:
            return tuple(seen.facts for seen in self._all() if not seen.furniture)

    def at(self, point: ScreenPoint) -> WindowFacts | None:
        """A pop-up counts as the window it belongs to; one that belongs to none is given as it is."""
        with self._turn:
            child = self._x.child_at(point.x, point.y)
            if not child:
                return None
            managed = self._all()
            hit = next((seen for seen in managed if seen.frame == child), None)
            if hit is None:
                popup = next(iter(self._look([child], active=None)), None)
                hit = popup and (_owner(popup, managed) or popup)
            return hit.facts if hit else None

    def focus(self, window: WindowFacts, stop: Stop) -> None:
        """Raises InputFailed when the window is gone or does not come to the front in 3 s."""
        stop.check()
        for patience in (PATIENCE_SECONDS, FOCUS_SECONDS - PATIENCE_SECONDS):
            with self._turn:
                if not self._x.frames([window.number])[0]:
                    raise InputFailed("windows.gone", title=window.title)
                followed = self._x.atom("_NET_ACTIVE_WINDOW") in self._root_property("_NET_SUPPORTED").numbers
                self._x.bring_up(window.number, with_focus=not followed)
            if stop.wait_until(lambda: self._is_active(window.number), patience):
                return
        raise InputFailed("windows.not_focused", title=window.title)

    def open_app(self, name: str, stop: Stop) -> None:
        """Starts it and waits for its window. Raises InputFailed where no program, or no single one, is called so."""
        open_app(name, self.list, stop)

    def _is_active(self, number: int) -> bool:
        """Whether the window has the focus, itself or through a dialog of its own."""
        with self._turn:
            at_front = self._active()
            for _ in range(8):
                if at_front is None or at_front == number:
                    break
                at_front = self._x.property(at_front, "WM_TRANSIENT_FOR").first
        return at_front == number

    def _all(self) -> tuple[Seen, ...]:
        """Every window the window manager has, the topmost first."""
        stacking, plain = self._x.properties([self._x.root], ["_NET_CLIENT_LIST_STACKING", "_NET_CLIENT_LIST"])[0]
        numbers = tuple(reversed(stacking.numbers or plain.numbers))
        return self._look(numbers or self._x.children(), self._active())

    def _look(self, numbers: Sequence[int], active: int | None) -> tuple[Seen, ...]:
        said = self._x.properties(numbers, NAMES)
        frames = self._x.frames(numbers)
        places = self._x.places(frames)
        processes = self._x.processes(numbers)
        furniture = {self._x.atom(name) for name in FURNITURE}
        found = []
        for number, values, frame, place in zip(numbers, said, frames, places, strict=True):
            if place is None:
                continue
            of = dict(zip(NAMES, values, strict=True))
            box, drawn = place
            pid = processes.get(self._x.client_of(number), of["_NET_WM_PID"].first)
            facts = WindowFacts(
                number=number,
                title=of["_NET_WM_NAME"].text or of["WM_NAME"].text,
                app=_program(of["WM_CLASS"].texts, pid),
                pid=pid,
                box=_without_shadow(box, of["_GTK_FRAME_EXTENTS"]),
                active=number == active,
                minimized=not drawn,
                own=pid in self._own,
            )
            kinds = furniture.intersection(of["_NET_WM_WINDOW_TYPE"].numbers)
            transient_for, leader = of["WM_TRANSIENT_FOR"].first, of["WM_CLIENT_LEADER"].first
            found.append(Seen(facts, frame, bool(kinds), transient_for, leader, self._x.client_of(number)))
        return tuple(found)

    def _active(self) -> int | None:
        """The active window by the window manager; without one, the top window that has the server's own focus."""
        told = self._root_property("_NET_ACTIVE_WINDOW").first
        if told is not None:
            return told or None
        focus = self._x.focus()
        return self._x.frames([focus])[0] if focus > 1 else None

    def _root_property(self, name: str) -> Property:
        return self._x.property(self._x.root, name)


def _owner(popup: Seen, managed: Sequence[Seen]) -> Seen | None:
    """The window a pop-up belongs to: the one it names, else one of its process, group or connection."""
    shown = sorted(managed, key=lambda seen: (not seen.facts.active, seen.facts.minimized))
    for tie in (
        lambda seen: seen.facts.number == popup.transient_for,
        lambda seen: popup.facts.pid is not None and seen.facts.pid == popup.facts.pid,
        lambda seen: popup.leader is not None and seen.leader == popup.leader,
        lambda seen: seen.client == popup.client,
    ):
        owner = next(filter(tie, shown), None)
        if owner:
            return owner
    return None


def _without_shadow(box: Box, extents: Property) -> Box:
    """The box without the invisible shadow that GTK draws inside its windows (left, right, top, bottom)."""
    if len(extents.numbers) != 4:
        return box
    left, right, top, bottom = extents.numbers
    return Box(
        left=box.left + left,
        top=box.top + top,
        width=max(0, box.width - left - right),
        height=max(0, box.height - top - bottom),
    )


def _program(wm_class: tuple[str, ...], pid: int | None) -> str:
    """What the program calls itself (WM_CLASS), else the name of its process."""
    if wm_class and wm_class[-1]:
        return wm_class[-1]
    return _process_name(pid) if pid else ""


def _process_name(pid: int) -> str:
    """The file name of the process; of a script the script's."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:
        return ""
    name = Path(words[0]).name
    if name.startswith(INTERPRETERS):
        script = next((word for word in words[1:] if word and not word.startswith("-")), name)
        return Path(script).stem
    return name
