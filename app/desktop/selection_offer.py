"""Owns an X11 selection and serves what it holds."""

from __future__ import annotations

import select
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.desktop.selection_reading import TEXT_TARGETS, Content

PART_BYTES = 128 * 1024
"""What goes into one property; more is sent in parts (python-xlib's requests end at 256 kB)."""

TRANSFER_SECONDS = 30.0
"""An application that has not taken the next part by then has gone."""


@dataclass
class Transfer:
    """A large answer on its way to an application, in parts."""

    content: Content
    sent: int
    touched: float
    client: int
    is_text: bool


class SelectionOffer:
    """Serves `contents` (by the atom of their target) of a selection for as long as `owned`.

    `fetched` is when (time.monotonic()) the application with the focus last had all of a text, since `own`.
    """

    def __init__(self, display: Any, window: Any, selection: str = "CLIPBOARD") -> None:
        self._display, self._window = display, window
        self._atom = display.intern_atom
        self._selection = self._atom(selection)
        self._transfers: dict[tuple[int, int], Transfer] = {}
        self._client_mask = ~int(display.display.info.resource_id_mask)
        self.contents: Mapping[int, Content] = {}
        self.since = 0
        self.fetched: float | None = None

    @property
    def owned(self) -> bool:
        return self.since != 0

    @property
    def busy(self) -> bool:
        """Whether an application is still taking a large answer."""
        now = time.monotonic()
        self._transfers = {key: one for key, one in self._transfers.items() if now - one.touched < TRANSFER_SECONDS}
        return bool(self._transfers)

    def own(self, contents: Mapping[int, Content]) -> bool:
        """Takes the selection, also where it is held already, so that everyone notices the new content."""
        self.contents, self.fetched = contents, None
        self.since = self._server_time()
        self._window.set_selection_owner(self._selection, self.since)
        owner = self._display.get_selection_owner(self._selection)
        if getattr(owner, "id", owner) != self._window.id:
            self.since = 0
        return self.owned

    def give_up(self) -> None:
        """Leaves the selection without an owner."""
        from Xlib import X

        if self.owned:
            # Not by a window: the library's own method needs one, and 0 is "nobody".
            from Xlib.protocol import request

            request.SetSelectionOwner(
                display=self._display.display, window=X.NONE, selection=self._selection, time=self.since
            )
            self._display.flush()
        self.since, self.contents = 0, {}

    def handle(self, event: Any) -> None:
        """Answers one event of the server; those of other kinds are left alone."""
        from Xlib import X

        if event.type == X.SelectionRequest:
            self._answer(event)
        elif event.type == X.SelectionClear and event.atom == self._selection:
            self.since = 0
        elif event.type == X.PropertyNotify and event.state == X.PropertyDelete:
            self._send_part((event.window.id, event.atom))
        elif event.type == X.DestroyNotify:
            for key in [key for key in self._transfers if key[0] == event.window.id]:
                del self._transfers[key]

    def _answer(self, event: Any) -> None:
        from Xlib import X
        from Xlib.protocol import event as events

        place = event.property or event.target
        done = self.owned and self._put(event, event.target, place)
        note = events.SelectionNotify(
            time=event.time,
            requestor=event.requestor,
            selection=event.selection,
            target=event.target,
            property=place if done else X.NONE,
        )
        event.requestor.send_event(note)
        self._display.flush()

    def _put(self, event: Any, target: int, place: int) -> bool:
        """Writes the answer for a target into a property of the application's window; False where there is none."""
        from Xlib import Xatom

        window = event.requestor
        if target == self._atom("TARGETS"):
            extra = [self._atom(name) for name in ("TARGETS", "TIMESTAMP", "MULTIPLE")]
            window.change_property(place, Xatom.ATOM, 32, [*extra, *self.contents])
        elif target == self._atom("TIMESTAMP"):
            window.change_property(place, Xatom.INTEGER, 32, [self.since])
        elif target == self._atom("MULTIPLE"):
            return self._put_several(event, place)
        elif target in self.contents:
            self._put_content(window, target, place)
        else:
            return False
        return True

    def _put_several(self, event: Any, place: int) -> bool:
        from Xlib import X

        pairs = event.requestor.get_full_property(place, X.AnyPropertyType)
        if pairs is None or pairs.format != 32:
            return False
        wanted = list(pairs.value)
        multiple = self._atom("MULTIPLE")
        for at in range(0, len(wanted) - 1, 2):
            if wanted[at] == multiple or not self._put(event, wanted[at], wanted[at + 1]):
                wanted[at + 1] = 0
        event.requestor.change_property(place, self._atom("ATOM_PAIR"), 32, wanted)
        return True

    def _put_content(self, window: Any, target: int, place: int) -> None:
        from Xlib import X

        content = self.contents[target]
        is_text = target in {self._atom(name) for name in TEXT_TARGETS}
        if len(content.data) <= PART_BYTES:
            window.change_property(place, content.type, content.format, content.data)
            self._note_fetched(window.id, is_text)
            return
        window.change_attributes(event_mask=X.PropertyChangeMask | X.StructureNotifyMask)
        self._transfers[window.id, place] = Transfer(content, 0, time.monotonic(), window.id, is_text)
        window.change_property(place, self._atom("INCR"), 32, [len(content.data)])

    def _send_part(self, key: tuple[int, int]) -> None:
        transfer = self._transfers.get(key)
        if transfer is None:
            return
        content = transfer.content
        part = content.data[transfer.sent : transfer.sent + PART_BYTES]
        window = self._display.create_resource_object("window", key[0])
        window.change_property(key[1], content.type, content.format, part)
        self._display.flush()
        transfer.sent += len(part)
        transfer.touched = time.monotonic()
        if not part:
            del self._transfers[key]
            self._note_fetched(transfer.client, transfer.is_text)

    def _note_fetched(self, window: int, is_text: bool) -> None:
        """Clipboard managers fetch every new content at once; only the application that is pasted into counts."""
        from Xlib.protocol import request

        if not is_text:
            return
        focus = request.GetInputFocus(display=self._display.display).focus
        number = int(getattr(focus, "id", focus))
        if number <= 1 or (number & self._client_mask) == (window & self._client_mask):
            self.fetched = time.monotonic()

    def _server_time(self) -> int:
        """The server's own clock, which ownership is counted by."""
        from Xlib import X, Xatom

        clock = self._atom("HANDRAIL_CLOCK")
        self._window.change_property(clock, Xatom.INTEGER, 8, b"")
        self._display.flush()
        while True:
            if not self._display.pending_events():
                select.select([self._display], [], [], 1.0)
            event = self._display.next_event()
            if event.type == X.PropertyNotify and event.atom == clock:
                return int(event.time)
            self.handle(event)
