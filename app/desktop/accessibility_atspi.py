"""Reads what applications say is on the screen, by AT-SPI on Linux."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from app.core.elements import Element, Role, State
from app.core.stop import Stop
from app.desktop import atspi_calls as calls
from app.desktop import atspi_roles as roles
from app.desktop.atspi_bus import BUS, AtspiBus, NoBus, accessibility_address
from app.desktop.atspi_details import OBJECT_IN_TEXT
from app.desktop.atspi_elements import element_of, elements_of
from app.desktop.atspi_focus import FocusEvents
from app.desktop.atspi_foresight import Foresight
from app.desktop.atspi_node import Node
from app.desktop.atspi_tree import TreeReading
from app.desktop.atspi_wire import Ref

LOG = logging.getLogger(__name__)
Given = TypeVar("Given")

TEXT_LIMIT = 100_000
PARAGRAPHS_LIMIT = 2000
SEARCH_SECONDS = 0.5
"""Where nothing has the focus and no event came, the tree is searched for it no oftener than this."""


@dataclass
class _Connection:
    """The bus, and what is remembered of it: it all goes with the bus."""

    bus: AtspiBus
    focus: FocusEvents
    pids: dict[str, int] = field(default_factory=dict)
    known: dict[Ref, Node] = field(default_factory=dict)
    searched: tuple[int, float] = (-1, 0.0)
    foresight: Foresight = field(default_factory=Foresight)


class AtspiAccessibility:
    """The Accessibility port over a connection of its own to the accessibility bus at `bus_address`.

    Where that is None the session bus tells the address. Without an accessibility bus there are no elements; one that
    went away is looked for again at the next call.
    """

    def __init__(self, bus_address: str | None = None) -> None:
        self._address = bus_address
        self._turn = threading.RLock()
        self._now: _Connection | None = None

    def close(self) -> None:
        with self._turn:
            if self._now:
                self._now.bus.close()
                self._now = None

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        stop.check()
        return self._with_bus(lambda now: _elements(now, stop), ())

    def focused(self, stop: Stop) -> Element | None:
        stop.check()
        return self._with_bus(lambda now: _focused(now, stop), None)

    def text_of(self, element: Element) -> str | None:
        """Up to 100,000 characters. Of a document or editor that holds none itself, its paragraphs, one a line.

        An editor that holds some itself and some in parts of its own cannot be read.
        """
        if element.role is Role.PASSWORD_FIELD or "/" not in element.handle:
            return None
        name, slash, path = element.handle.partition("/")
        ref = Ref(name, slash + path)
        editor = {State.EDITABLE, State.MULTI_LINE} <= element.states
        in_parts = editor or element.role is Role.DOCUMENT
        text = self._with_bus(lambda now: _text(now.bus, ref, in_parts), None)
        if text is None or (editor and OBJECT_IN_TEXT in text):
            return None
        return text.replace(OBJECT_IN_TEXT, "")

    def _with_bus(self, ask: Callable[[_Connection], Given], otherwise: Given) -> Given:
        """What `ask` gives; with a new connection where the old one turns out to be gone."""
        with self._turn:
            for _ in range(2):
                try:
                    self._now = self._now or _connected(self._address)
                    return ask(self._now)
                except NoBus as gone:
                    LOG.info("no accessibility bus: %s", gone)
                    self.close()
        return otherwise


def _connected(address: str | None) -> _Connection:
    bus = AtspiBus(address or accessibility_address())
    try:
        return _Connection(bus, FocusEvents(bus))
    except NoBus:
        bus.close()
        raise


def _elements(now: _Connection, stop: Stop) -> tuple[Element, ...]:
    readings = [TreeReading(application) for application in _applications(now, stop)]
    now.foresight.forget_others({reading.root.ref for reading in readings})
    try:
        now.bus.hold(
            [now.foresight.eased(reading.root.ref, reading.talk(), reading.known) for reading in readings], stop
        )
    finally:
        now.known = {ref: node for reading in readings for ref, node in reading.known.items()}
    windows = [window for reading in readings for window in reading.root.children]
    active = any(window.states & roles.ACTIVE for window in windows)
    return tuple(
        element
        for reading in readings
        for element in elements_of(reading.root, now.pids.get(reading.root.ref.bus_name), active)
    )


def _applications(now: _Connection, stop: Stop) -> list[Node]:
    """The applications on the bus, without this very process."""
    listed = calls.CHILDREN.of(calls.DESKTOP)
    now.bus.ask([listed], stop)
    found = [(index, ref) for index, ref in enumerate(listed.answer or ()) if ref.path != calls.NOTHING]
    asked = {name: calls.PROCESS.of(BUS, name) for name in {ref.bus_name for _, ref in found} - set(now.pids)}
    now.bus.ask(list(asked.values()), stop)
    now.pids |= {name: call.answer for name, call in asked.items() if call.answer}
    return [Node(ref, (index,)) for index, ref in found if now.pids.get(ref.bus_name) != os.getpid()]


def _focused(now: _Connection, stop: Stop) -> Element | None:
    ref = now.focus.current(stop)
    if ref is None or ref not in now.known:
        moves, searched = now.focus.moves, time.monotonic()
        if ref is None and now.searched[0] == moves and searched - now.searched[1] < SEARCH_SECONDS:
            return None
        now.searched = (moves, searched)
        _elements(now, stop)
        ref = ref or _found_in_tree(now)
    if ref is None:
        return None
    known = now.known.get(ref)
    node = Node(ref, known.path if known else (), parent=known.parent if known else None)
    now.bus.hold([TreeReading(node).talk_of_root()], stop)
    application = next((one for one in now.known.values() if one.ref.bus_name == ref.bus_name and not one.parent), None)
    above = roles.role_of(node.parent.role, node.parent.states) if node.parent else None
    return element_of(node, application.name if application else "", now.pids.get(ref.bus_name), above)


def _found_in_tree(now: _Connection) -> Ref | None:
    """The focus by the states in the tree; applications leave it on things in windows that are not active."""
    focused = [node for node in now.known.values() if node.states & roles.FOCUSED and node.placed]
    if any(_window_of(node).states & roles.ACTIVE for node in now.known.values()):
        focused = [node for node in focused if _window_of(node).states & roles.ACTIVE]
    if not focused:
        return None
    taking_text = (node for node in reversed(focused) if node.states & roles.EDITABLE)
    ref = next(taking_text, focused[-1]).ref
    now.focus.found(ref)
    return ref


def _window_of(node: Node) -> Node:
    while node.parent and node.parent.parent:
        node = node.parent
    return node


def _text(bus: AtspiBus, ref: Ref, with_paragraphs: bool) -> str | None:
    stop = Stop()
    length = calls.LENGTH.of(ref)
    bus.ask([length], stop)
    text = _read(bus, ref, length.answer)
    if with_paragraphs and not (text or "").strip(OBJECT_IN_TEXT + "\n "):
        children = calls.CHILDREN.of(ref)
        bus.ask([children], stop)
        asked = [calls.TEXT.of(child, 0, -1) for child in (children.answer or ())[:PARAGRAPHS_LIMIT]]
        bus.ask(asked, stop)
        said = [call.answer.removesuffix("\n") for call in asked if call.answer is not None]
        text = "\n".join(said) if said else text
    return text[:TEXT_LIMIT] if text is not None else None


def _read(bus: AtspiBus, ref: Ref, length: object) -> str | None:
    """The text of the object; None where it has none of its own."""
    if not isinstance(length, int):
        return None
    text = calls.TEXT.of(ref, 0, min(length, TEXT_LIMIT))
    bus.ask([text], Stop())
    return text.answer
