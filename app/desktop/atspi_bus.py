"""The accessibility bus: many calls at once, to many programs, none of which can hold the others up."""

from __future__ import annotations

import os
import select
import socket
import time
from collections import Counter, deque
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field

from app.core.stop import SLICE_SECONDS, Stop
from app.desktop import atspi_wire as wire
from app.desktop.atspi_wire import AnyCall, Call, Message, Method, Ref

SILENT_SECONDS = 1.0
"""A program that answers nothing for this long, though asked, is left out."""

KNOWN_SILENT_SECONDS = 0.1
"""The same for a program that was left out before and has not been heard of since."""

LONGEST_SECONDS = 4.0
"""A talk that takes longer is ended; what it has learned by then counts."""

AT_ONCE = 200
"""Calls to one program that are under way at a time."""

CONNECT_SECONDS = 2.0
RECEIVED = 1 << 18

BUS = Ref("org.freedesktop.DBus", "/org/freedesktop/DBus")
HELLO = Method("org.freedesktop.DBus", "Hello", "", "s", wire.text)

Talk = Generator[Sequence[AnyCall], None, None]
"""Yields the calls it needs answered next; it goes on when each has been answered or given up."""


class NoBus(Exception):
    """There is no accessibility bus, or it went away."""


@dataclass
class _Program:
    """What is under way with one program."""

    heard: float
    waiting: deque[tuple[AnyCall, _Running]] = field(default_factory=deque)
    under_way: int = 0


@dataclass(eq=False)
class _Running:
    talk: Talk
    until: float
    open_calls: int = 0


class AtspiBus:
    """One connection to the accessibility bus at `address`. Raises NoBus; not for use by two threads at once."""

    def __init__(self, address: str) -> None:
        self._socket = _connected(address)
        self._incoming, self._outgoing = wire.Incoming(), bytearray()
        self._serial = 0
        self._calls: dict[int, tuple[AnyCall, _Running]] = {}
        self._programs: dict[str, _Program] = {}
        self._silent: set[str] = set()
        self.signals: deque[Message] = deque(maxlen=1000)
        self.calls_made = 0
        hello = HELLO.of(BUS)
        self.ask([hello], Stop())
        if hello.answer is None:
            self.close()
            raise NoBus(address)

    def close(self) -> None:
        self._socket.close()

    def ask(self, calls: Sequence[AnyCall], stop: Stop) -> None:
        """Fills in the answers of all these calls. Raises Stopped, NoBus."""

        def once() -> Talk:
            yield calls

        self.hold([once()], stop)

    def hold(self, talks: Iterable[Talk], stop: Stop) -> None:
        """Holds all these talks side by side to their ends. Raises Stopped, NoBus."""
        now = time.monotonic()
        self._calls, self._programs = {}, {}
        going = [_Running(talk, now + LONGEST_SECONDS) for talk in talks]
        try:
            for running in going:
                self._go_on(running)
            while self._calls or any(program.waiting for program in self._programs.values()):
                stop.check()
                self._exchange(SLICE_SECONDS)
                self._give_up_late(time.monotonic())
        except (OSError, ValueError) as gone:
            self.close()
            raise NoBus(str(gone)) from gone
        finally:
            for running in going:
                running.talk.close()

    def drain(self) -> None:
        """Takes in what has come unasked: `signals` holds it. Raises NoBus."""
        try:
            while self._readable(0):
                self._receive()
        except (OSError, ValueError) as gone:
            self.close()
            raise NoBus(str(gone)) from gone

    def _go_on(self, running: _Running) -> None:
        """Lets the talk go on until it waits for an answer, or ends."""
        while running.open_calls == 0:
            try:
                calls = next(running.talk)
            except StopIteration:
                return
            now = time.monotonic()
            running.open_calls = len(calls)
            for call in calls:
                program = self._programs.setdefault(call.ref.bus_name, _Program(now))
                if not program.under_way and not program.waiting:
                    program.heard = now
                program.waiting.append((call, running))

    def _exchange(self, seconds: float) -> None:
        self._fill()
        if self._outgoing:
            readable, writable = self._ready(seconds)
            if writable:
                del self._outgoing[: self._socket.send(self._outgoing)]
        else:
            readable = self._readable(seconds)
        if readable:
            self._receive()

    def _fill(self) -> None:
        for program in self._programs.values():
            while program.waiting and program.under_way < AT_ONCE:
                call, running = program.waiting.popleft()
                self._serial += 1
                self._calls[self._serial] = (call, running)
                self._outgoing += wire.written(call, self._serial)
                program.under_way += 1
                self.calls_made += 1

    def _receive(self) -> None:
        data = self._socket.recv(RECEIVED)
        if not data:
            raise ConnectionResetError("the accessibility bus went away")
        now = time.monotonic()
        for message in self._incoming.add(data):
            if message.kind == wire.SIGNAL:
                self.signals.append(message)
            elif message.kind != wire.CALL:
                self._silent.discard(message.sender)
                self._answered(message, now)

    def _answered(self, message: Message, now: float) -> None:
        call, running = self._calls.pop(message.serial, (None, None))
        if call is None or running is None:
            return
        program = self._programs[call.ref.bus_name]
        program.under_way -= 1
        program.heard = now
        call.answered(message)
        self._settle(running, 1)

    def _settle(self, running: _Running, calls: int) -> None:
        running.open_calls -= calls
        if running.open_calls == 0:
            self._go_on(running)

    def _give_up_late(self, now: float) -> None:
        for name, program in list(self._programs.items()):
            patience = KNOWN_SILENT_SECONDS if name in self._silent else SILENT_SECONDS
            if program.under_way and now - program.heard > patience:
                self._silent.add(name)
                self._drop(name)
        late = [running for running in {id(r): r for _, r in self._calls.values()}.values() if now > running.until]
        for running in late:
            self._end(running)

    def _drop(self, name: str) -> None:
        """Gives up every call to this program."""
        program = self._programs.pop(name)
        given_up: Counter[_Running] = Counter(running for _, running in program.waiting)
        for serial, (call, running) in list(self._calls.items()):
            if call.ref.bus_name == name:
                del self._calls[serial]
                given_up[running] += 1
        for running, calls in given_up.items():
            self._settle(running, calls)

    def _end(self, running: _Running) -> None:
        running.talk.close()
        for program in self._programs.values():
            program.waiting = deque(entry for entry in program.waiting if entry[1] is not running)
        for serial, (call, of) in list(self._calls.items()):
            if of is running:
                del self._calls[serial]
                self._programs[call.ref.bus_name].under_way -= 1

    def _readable(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _ready(self, seconds: float) -> tuple[bool, bool]:
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | select.POLLOUT)
        events = dict(poll.poll(seconds * 1000)).get(self._socket.fileno(), 0)
        return bool(events & ~select.POLLOUT), bool(events & select.POLLOUT)


def accessibility_address(session_bus: str | None = None) -> str:
    """The address of the accessibility bus, as the session bus tells it. Raises NoBus."""
    from jeepney import DBusAddress, MessageType, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    told = os.environ.get("AT_SPI_BUS_ADDRESS")
    if told and session_bus is None:
        return told
    bus = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
    try:
        with open_dbus_connection(session_bus or os.environ["DBUS_SESSION_BUS_ADDRESS"]) as connection:
            reply = connection.send_and_get_reply(new_method_call(bus, "GetAddress"), timeout=CONNECT_SECONDS)
    except (OSError, KeyError, ValueError, RuntimeError) as none:
        raise NoBus(str(none)) from none
    if reply.header.message_type is not MessageType.method_return or not reply.body[0]:
        raise NoBus("nothing on the session bus offers accessibility")
    return str(reply.body[0])


def _connected(address: str) -> socket.socket:
    """A socket that has signed in to the bus."""
    from jeepney.auth import AuthenticationError
    from jeepney.bus import get_bus
    from jeepney.io.blocking import prep_socket

    try:
        connection: socket.socket = prep_socket(get_bus(address), timeout=CONNECT_SECONDS)
    except (OSError, ValueError, RuntimeError, AuthenticationError) as none:
        raise NoBus(str(none)) from none
    connection.setblocking(False)
    return connection


__all__ = ["AtspiBus", "Call", "Method", "NoBus", "Ref", "Talk", "accessibility_address"]
