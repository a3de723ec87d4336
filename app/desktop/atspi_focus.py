"""Which object has the keyboard focus, by the events that applications send."""

from __future__ import annotations

import struct
from collections import deque

from app.core.stop import Stop
from app.desktop import atspi_calls as calls
from app.desktop import atspi_roles as roles
from app.desktop import atspi_wire as wire
from app.desktop.atspi_bus import BUS, AtspiBus
from app.desktop.atspi_wire import Message, Ref

REMEMBERED = 8
EVENT = "object:state-changed:focused"
RULE = "type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'"


class FocusEvents:
    """Listens on `bus` to where the focus goes. Applications send such events only while someone listens."""

    def __init__(self, bus: AtspiBus) -> None:
        self._bus = bus
        self._latest: deque[Ref] = deque(maxlen=REMEMBERED)
        self.moves = 0
        self._bus.ask([calls.LISTEN.of(BUS, RULE), calls.REGISTER_EVENT.of(calls.REGISTRY, EVENT)], Stop())

    def current(self, stop: Stop) -> Ref | None:
        """The object that was given the focus last and still has it. Raises Stopped, NoBus.

        Qt gives it to a field and to what lies around it at once: of one program's, what takes text counts.
        """
        self._bus.drain()
        while self._bus.signals:
            self._take(self._bus.signals.popleft())
        asked = [calls.STATES.of(ref) for ref in self._latest]
        self._bus.ask(asked, stop)
        held = [call for call in reversed(asked) if (call.answer or 0) & roles.FOCUSED]
        of_one = [call for call in held if call.ref.bus_name == held[0].ref.bus_name]
        taking_text = (call for call in of_one if (call.answer or 0) & roles.EDITABLE)
        return next((call.ref for call in (*taking_text, *of_one)), None)

    def found(self, ref: Ref) -> None:
        """Tells of an object that was seen to have the focus, though no event said so."""
        self._move_to(ref)

    def _take(self, event: Message) -> None:
        kind, gained = _focus_event(event.body) if event.signature.startswith("sii") else ("", 0)
        if kind != "focused":
            return
        self.moves += 1
        ref = Ref(event.sender, event.path)
        if gained:
            self._move_to(ref)
        elif ref in self._latest:
            self._latest.remove(ref)

    def _move_to(self, ref: Ref) -> None:
        if ref in self._latest:
            self._latest.remove(ref)
        self._latest.append(ref)


def _focus_event(body: bytes) -> tuple[str, int]:
    kind = wire.text(body)
    at = (4 + len(kind.encode()) + 1 + 3) & -4
    return kind, int(struct.unpack_from("<i", body, at)[0])
