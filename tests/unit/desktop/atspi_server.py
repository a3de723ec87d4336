"""An accessibility bus in memory, with programs whose objects are written down in a line each."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from jeepney import HeaderFields, Message, MessageType, Parser
from jeepney.low_level import Endianness, Header, MessageFlag

Body = tuple[object, ...]
Reply = tuple[str, Body] | None
"""Signature and content of an answer."""

SHOWN = 1 << 8 | 1 << 24 | 1 << 25 | 1 << 30
"""Enabled, sensitive, showing and visible."""


@dataclass
class Widget:
    """An accessible object; `count` is what it says of its children where that differs, `at` gives one at a point."""

    role: int
    name: str = ""
    box: tuple[int, int, int, int] | None = (0, 0, 100, 20)
    states: int = SHOWN
    children: list[Widget] = field(default_factory=list)
    text: str | None = None
    value: float | None = None
    count: int | None = None
    labelled_by: list[Widget] = field(default_factory=list)
    selected: Widget | None = None
    at: Callable[[int, int], Widget | None] | None = None


class AtspiServer:
    """Serves `programs` (bus name to application object) at `address`; those in `hung` never answer.

    `calls` counts the calls to each program by member.
    """

    def __init__(self, folder: Path, programs: dict[str, Widget]) -> None:
        self.programs, self.hung = programs, set[str]()
        self.calls: Counter[tuple[str, str]] = Counter()
        self.address = f"unix:path={folder / 'bus'}"
        self._paths: dict[int, str] = {}
        self._widgets: dict[str, Widget] = {}
        self._owner: dict[str, str] = {}
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / "bus"))
        self._listening.listen()
        self._clients: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._threads[0].join()
        self.drop()
        self._listening.close()

    def drop(self) -> None:
        """Ends the connections there are."""
        with suppress(OSError):
            for client in self._clients:
                client.shutdown(socket.SHUT_RDWR)
        for thread in self._threads[1:]:
            thread.join()
        for client in self._clients:
            client.close()
        self._threads, self._clients = self._threads[:1], []

    def focus(self, widget: Widget) -> None:
        """Tells everyone that the focus went there."""
        path = self._path_of(widget)
        fields = {
            HeaderFields.path: path,
            HeaderFields.interface: "org.a11y.atspi.Event.Object",
            HeaderFields.member: "StateChanged",
            HeaderFields.sender: self._owner[path],
            HeaderFields.signature: "siiv",
        }
        for client in self._clients:
            client.sendall(_message(MessageType.signal, fields, ("focused", 1, 0, ("i", 0))))

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self._clients.append(client)
            self._threads.append(threading.Thread(target=self._serve, args=(client,)))
            self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        buffered = b""
        while b"BEGIN\r\n" not in buffered:
            data = client.recv(4096)
            if not data:
                return
            buffered += data
            if b"AUTH EXTERNAL" in data:
                client.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
        parser = Parser()
        data = buffered.partition(b"BEGIN\r\n")[2]
        with suppress(BrokenPipeError, ConnectionResetError):
            while True:
                parser.add_data(data)
                while (message := parser.get_next_message()) is not None:
                    self._answer(client, message)
                data = client.recv(65536)
                if not data:
                    return

    def _answer(self, client: socket.socket, message: Message) -> None:
        fields = message.header.fields
        name, member = fields[HeaderFields.destination], fields[HeaderFields.member]
        self.calls[name, member] += 1
        if name in self.hung:
            return
        path, body = fields[HeaderFields.path], message.body
        if path == "/org/a11y/atspi/accessible/root":
            answer: Reply = "a(so)", ([(owner, self._known(root, owner)) for owner, root in self.programs.items()],)
        else:
            answer = self._central(member, body) or self._of_widget(path, member, body)
        told = {HeaderFields.reply_serial: message.header.serial, HeaderFields.sender: name}
        signature, said = answer or ("s", ("unknown",))
        if signature:
            told[HeaderFields.signature] = signature
        client.sendall(_message(MessageType.method_return if answer else MessageType.error, told, said))

    def _central(self, member: str, body: Body) -> Reply:
        if member == "GetConnectionUnixProcessID":
            return "u", (1000 + list(self.programs).index(str(body[0])),)
        return {"Hello": ("s", (":1.1",)), "AddMatch": ("", ()), "RegisterEvent": ("", ())}.get(member)

    def _of_widget(self, path: str, member: str, body: Body) -> Reply:
        """What the object answers; None for an error."""
        widget = self._widgets.get(path)
        if widget is None:
            return None
        owner = self._owner[path]
        if member == "Get":
            return _property(widget, str(body[1]))
        if member == "GetText" and widget.text is not None:
            end = int(str(body[1]))
            return "s", (widget.text if end == -1 else widget.text[int(str(body[0])) : end],)
        if member == "GetAccessibleAtPoint" and widget.at is not None:
            met = widget.at(int(str(body[0])), int(str(body[1])))
            return "(so)", ((owner, self._known(met, owner) if met else "/org/a11y/atspi/null"),)
        return self._simple(widget, owner, member)

    def _simple(self, widget: Widget, owner: str, member: str) -> Reply:
        labels = [(owner, self._known(label, owner)) for label in widget.labelled_by]
        children = [(owner, self._known(child, owner)) for child in widget.children]
        answers: dict[str, Reply] = {
            "GetRole": ("u", (widget.role,)),
            "GetState": ("au", ([widget.states & 0xFFFFFFFF, widget.states >> 32],)),
            "GetChildren": ("a(so)", (children,)),
            "GetExtents": ("(iiii)", (widget.box,)) if widget.box else None,
            "GetRelationSet": ("a(ua(so))", ([(2, labels)],)),
            "GetSelectedChild": ("(so)", ((owner, self._known(widget.selected, owner)),)) if widget.selected else None,
        }
        return answers.get(member)

    def _known(self, widget: Widget, owner: str) -> str:
        path = self._path_of(widget)
        self._widgets[path], self._owner[path] = widget, owner
        return path

    def _path_of(self, widget: Widget) -> str:
        return self._paths.setdefault(id(widget), f"/w/{len(self._paths)}")


def _property(widget: Widget, name: str) -> Reply:
    answers: dict[str, Reply] = {
        "Name": ("v", (("s", widget.name),)),
        "ChildCount": ("v", (("i", len(widget.children) if widget.count is None else widget.count),)),
        "CharacterCount": ("v", (("i", len(widget.text)),)) if widget.text is not None else None,
        "CurrentValue": ("v", (("d", widget.value),)) if widget.value is not None else None,
    }
    return answers.get(name)


def _message(kind: MessageType, fields: Mapping[HeaderFields, object], body: Body) -> bytes:
    header = Header(Endianness.little, kind, MessageFlag(1), 1, -1, -1, dict(fields))
    written: bytes = Message(header, body).serialise(serial=1)
    return written
