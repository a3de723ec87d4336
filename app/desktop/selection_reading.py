"""Reads everything an X11 selection holds, target by target."""

from __future__ import annotations

import itertools
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PART_WORDS = 1 << 16
"""How much of a property one request brings, in units of four bytes: larger answers are slow to put together."""

CHUNK_SECONDS = 2.0
"""An owner that is silent for so long, or stops in the middle, counts as one that does not answer."""

NEVER_ASKED = frozenset(
    "TARGETS MULTIPLE TIMESTAMP SAVE_TARGETS DELETE INSERT_SELECTION INSERT_PROPERTY x-kde-passwordManagerHint".split()
)
"""Targets that are no content; asking for some of them makes the owner act (DELETE cuts)."""

TEXT_TARGETS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "TEXT")


class OwnerSilent(Exception):
    """The owner of the selection did not answer in time."""


@dataclass(frozen=True)
class Content:
    """What a target gave: the atom of its type, 8, 16 or 32 bits a unit, and the bytes as python-xlib packs them."""

    type: int
    format: int
    data: bytes


class SelectionReader:
    """Asks the owner of a selection over `display`, with `window` (its number) as the place for answers.

    Events that are no answers go to `other`. Raises Xlib.error.ConnectionClosedError once the server is gone.
    """

    def __init__(self, display: Any, window: Any, other: Callable[[Any], None], selection: str = "CLIPBOARD") -> None:
        self._display, self._window, self._other = display, window, other
        self._selection = display.intern_atom(selection)
        self._places = itertools.cycle([display.intern_atom(f"HANDRAIL_ANSWER_{number}") for number in range(8)])
        self._property = next(self._places)
        self._incr = display.intern_atom("INCR")

    def owner(self) -> int:
        """The window that owns the selection; 0 where none does."""
        owner = self._display.get_selection_owner(self._selection)
        return int(getattr(owner, "id", owner))

    def targets(self, end: float) -> tuple[int, ...]:
        """The atoms of all content on offer. Raises OwnerSilent (`end` is of time.monotonic())."""
        from Xlib import Xatom

        told = self.read(self._display.intern_atom("TARGETS"), end)
        if told is None or told.format != 32:
            return (self._display.intern_atom("UTF8_STRING"), Xatom.STRING) if self.owner() else ()
        atoms = dict.fromkeys(memoryview(told.data).cast("I").tolist())
        never = {self._display.intern_atom(name) for name in NEVER_ASKED} | {0}
        return tuple(atom for atom in atoms if atom not in never)

    def read(self, target: int, end: float, limit: int | None = None) -> Content | None:
        """What the owner gives for a target; None where it refuses. Raises OwnerSilent, also past `limit` bytes."""
        from Xlib import X

        # A place of its own for each answer: one that comes too late is not taken for the next.
        self._property = next(self._places)
        self._window.delete_property(self._property)
        self._window.convert_selection(self._selection, target, self._property, X.CurrentTime)
        self._display.flush()
        answer = self._wait(lambda event: event.type == X.SelectionNotify and event.target == target, end)
        if answer.property == 0:
            return None
        content = self._take()
        if content is not None and content.type == self._incr:
            return self._in_parts(end, limit)
        return content

    def text(self, end: float) -> str | None:
        """The text the selection holds; None where it holds none. Raises OwnerSilent."""
        if not self.owner():
            return None
        offered = self.targets(end)
        for name in TEXT_TARGETS:
            atom = self._display.intern_atom(name)
            content = self.read(atom, end) if atom in offered else None
            if content is not None and content.format == 8:
                latin = content.type == self._display.intern_atom("STRING")
                return content.data.decode("latin-1" if latin else "utf-8", errors="replace").rstrip("\0")
        return None

    def _in_parts(self, end: float, limit: int | None) -> Content | None:
        from Xlib import X

        def arrived(event: Any) -> bool:
            return (event.type, event.state if event.type == X.PropertyNotify else None) == (
                X.PropertyNotify,
                X.PropertyNewValue,
            ) and event.atom == self._property

        parts: list[bytes] = []
        kind, width, size = 0, 8, 0
        while True:
            self._wait(arrived, end)
            part = self._take()
            if part is None:
                continue
            if not part.data:
                return Content(kind or part.type, width, b"".join(parts))
            kind, width = part.type, part.format
            parts.append(part.data)
            size += len(part.data)
            if limit is not None and size > limit:
                raise OwnerSilent

    def _take(self) -> Content | None:
        """Reads the answer's property and deletes it, which asks the owner for the next part where there is one."""
        from Xlib import X

        parts: list[bytes] = []
        offset = 0
        while True:
            got = self._window.get_property(self._property, X.AnyPropertyType, offset, PART_WORDS)
            if got is None:
                return None
            value = got.value
            parts.append(bytes(value) if got.format == 8 else value.tobytes())
            offset += PART_WORDS
            if not got.bytes_after:
                self._window.delete_property(self._property)
                self._display.flush()
                return Content(got.property_type, got.format, b"".join(parts))

    def _wait(self, wanted: Callable[[Any], bool], end: float) -> Any:
        end = min(end, time.monotonic() + CHUNK_SECONDS)
        while True:
            while self._display.pending_events():
                event = self._display.next_event()
                if wanted(event):
                    return event
                self._other(event)
            left = end - time.monotonic()
            if left <= 0:
                raise OwnerSilent
            select.select([self._display], [], [], left)
