"""Asks a page in a browser whether something is true of it, over the browser's debugging port."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from app.core.geometry import Value

SECONDS = 10.0
TEXT_FRAME = 1


class NoAnswer(Exception):
    """The browser does not answer, or the page raised an error."""


class Target(BaseModel):
    type: str = ""
    url: str = ""
    socket: str = Field("", alias="webSocketDebuggerUrl")


class Evaluated(BaseModel):
    value: bool | int | float | str | None = None
    description: str = ""


class Raised(BaseModel):
    exception: Evaluated = Evaluated()


class Result(BaseModel):
    result: Evaluated = Evaluated()
    raised: Raised | None = Field(None, alias="exceptionDetails")


class Told(BaseModel):
    """An answer of the browser (https://chromedevtools.github.io/devtools-protocol/), or an event, which has no id."""

    id: int | None = None
    result: Result = Result()


class Frame(Value):
    last: bool
    kind: int
    data: bytes


TARGETS = TypeAdapter(list[Target])


def page_value(port: int, expression: str) -> bool | int | float | str | None:
    """The value of a JavaScript expression in the first page of the browser on a port of this machine.

    Raises NoAnswer.
    """
    question = {"expression": expression, "returnByValue": True, "awaitPromise": True}
    try:
        with _connected(_page(port)) as connection:
            _send(connection, json.dumps({"id": 1, "method": "Runtime.evaluate", "params": question}).encode())
            answer = next(told.result for told in _messages(connection) if told.id == 1)
    except (OSError, ValidationError, StopIteration) as trouble:
        raise NoAnswer(f"the browser does not answer: {trouble}") from trouble
    if answer.raised:
        raise NoAnswer(answer.raised.exception.description or "the page raised an error")
    return answer.result.value


def _page(port: int) -> Target:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=SECONDS) as told:
        targets = TARGETS.validate_json(told.read())
    for target in targets:
        if target.type == "page" and not target.url.startswith("devtools"):
            return target
    raise NoAnswer("the browser shows no page")


@contextmanager
def _connected(page: Target) -> Iterator[socket.socket]:
    """A WebSocket (RFC 6455) to the page."""
    address = urlsplit(page.socket)
    with socket.create_connection((address.hostname or "", address.port or 80), SECONDS) as connection:
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {address.path} HTTP/1.1",
            f"Host: {address.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        connection.sendall("\r\n".join((*lines, "", "")).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += _exactly(connection, 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise NoAnswer(head.split(b"\r\n")[0].decode(errors="replace"))
        yield connection


def _send(connection: socket.socket, data: bytes) -> None:
    mask = os.urandom(4)
    if len(data) < 126:
        size = bytes([0x80 | len(data)])
    elif len(data) < 1 << 16:
        size = b"\xfe" + struct.pack(">H", len(data))
    else:
        size = b"\xff" + struct.pack(">Q", len(data))
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
    connection.sendall(bytes([0x80 | TEXT_FRAME]) + size + mask + masked)


def _messages(connection: socket.socket) -> Iterator[Told]:
    while True:
        frame = _frame(connection)
        kind, data = frame.kind, frame.data
        while not frame.last:
            frame = _frame(connection)
            data += frame.data
        if kind == TEXT_FRAME:
            yield Told.model_validate_json(data)


def _frame(connection: socket.socket) -> Frame:
    first, size = _exactly(connection, 2)
    size &= 0x7F
    if size == 126:
        (size,) = struct.unpack(">H", _exactly(connection, 2))
    elif size == 127:
        (size,) = struct.unpack(">Q", _exactly(connection, 8))
    return Frame(last=bool(first & 0x80), kind=first & 0x0F, data=_exactly(connection, size))


def _exactly(connection: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = connection.recv(count - len(data))
        if not part:
            raise OSError("the browser closed the connection")
        data += part
    return data
