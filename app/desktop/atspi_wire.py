"""Writes and reads the few kinds of D-Bus messages that accessibility needs, quickly."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

Answer = TypeVar("Answer")

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_AUTO_START = 2

_HEAD = struct.Struct("<BBBBIII")
_U32, _I32, _F64 = struct.Struct("<I"), struct.Struct("<i"), struct.Struct("<d")
_BOX = struct.Struct("<iiii")
_REPLY_SERIAL, _SENDER, _SIGNATURE, _MEMBER, _PATH = 5, 7, 8, 3, 1


class Ref(NamedTuple):
    """Where an accessible object lives: the bus name of its program and its path there."""

    bus_name: str
    path: str


RawBox = tuple[int, int, int, int]
Relations = tuple[tuple[int, tuple[Ref, ...]], ...]


@dataclass(frozen=True)
class Method(Generic[Answer]):
    """One method, its constant arguments, and how the body of its answer is read.

    `takes` is the signature of its arguments, `gives` that of the answer: anything else that comes counts as none.
    """

    interface: str
    member: str
    takes: str
    gives: str
    read: Callable[[bytes], Answer]
    arguments: bytes = b""
    fields: bytes = field(init=False, repr=False, default=b"")

    def __post_init__(self) -> None:
        fields = _field(2, b"s", self.interface) + _field(3, b"s", self.member)
        if self.takes:
            sign = bytes([8, 1, 103, 0, len(self.takes)]) + self.takes.encode() + b"\0"
            fields += _padded(sign)
        object.__setattr__(self, "fields", fields)

    def of(self, ref: Ref, *arguments: int | str) -> Call[Answer]:
        """A call of it on the object `ref`: with these arguments, texts and numbers of 32 bits."""
        return Call(ref, self, packed(arguments) if arguments else self.arguments)


class Call(Generic[Answer]):
    """A call to be made, and its answer once it was: None where none came in time, or an error."""

    __slots__ = ("answer", "arguments", "method", "ref")

    def __init__(self, ref: Ref, method: Method[Answer], arguments: bytes) -> None:
        self.ref, self.method, self.arguments = ref, method, arguments
        self.answer: Answer | None = None

    def answered(self, message: Message) -> None:
        """Reads the answer out of the message that came for this call."""
        if message.kind == RETURN and message.signature == self.method.gives:
            self.answer = self.method.read(message.body)


AnyCall = Call[Any]


class Message(NamedTuple):
    """A message as it came. `serial` is that of the call it answers; `path` and `member` are those of a signal."""

    kind: int
    serial: int
    sender: str
    signature: str
    path: str
    member: str
    body: bytes


def written(call: AnyCall, serial: int) -> bytes:
    """The call as bytes for the bus."""
    path = call.ref.path.encode()
    fields = b"".join(
        (call.method.fields, _destination(call.ref.bus_name), b"\1\1o\0", _U32.pack(len(path)), path, b"\0")
    )
    head = _HEAD.pack(108, CALL, NO_AUTO_START, 1, len(call.arguments), serial, len(fields))
    return head + _padded(fields) + call.arguments


class Incoming:
    """Bytes as they come from the bus, cut into messages."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def add(self, data: bytes) -> Iterator[Message]:
        """The messages that are complete with these bytes. Raises ValueError for what is no message of this kind."""
        self._bytes += data
        at = 0
        while len(self._bytes) - at >= _HEAD.size:
            order, kind, _, _, body_length, _, fields_length = _HEAD.unpack_from(self._bytes, at)
            if order != 108:
                raise ValueError("a message in the byte order of another kind of machine")
            start = _aligned(_HEAD.size + fields_length, 8)
            if len(self._bytes) - at < start + body_length:
                break
            whole = bytes(self._bytes[at : at + start + body_length])
            at += start + body_length
            yield _message(kind, whole, _HEAD.size + fields_length, start)
        del self._bytes[:at]


def _message(kind: int, whole: bytes, end: int, body: int) -> Message:
    serial, texts, at = 0, {}, _HEAD.size
    while at < end:
        at = _aligned(at, 8)
        code, of = whole[at], whole[at + 2]
        if of == 117:  # u
            number = _U32.unpack_from(whole, at + 4)[0]
            serial, at = (number, at + 8) if code == _REPLY_SERIAL else (serial, at + 8)
        elif of == 103:  # g
            length = whole[at + 4]
            texts[code], at = whole[at + 5 : at + 5 + length].decode(), at + 6 + length
        else:  # s, o
            length = _U32.unpack_from(whole, at + 4)[0]
            texts[code], at = whole[at + 8 : at + 8 + length].decode(), at + 9 + length
    get = texts.get
    return Message(kind, serial, get(_SENDER, ""), get(_SIGNATURE, ""), get(_PATH, ""), get(_MEMBER, ""), whole[body:])


def _aligned(at: int, step: int) -> int:
    return (at + step - 1) & -step


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 8)


def _field(code: int, kind: bytes, text: str) -> bytes:
    data = text.encode()
    return _padded(bytes([code, 1]) + kind + b"\0" + _U32.pack(len(data)) + data + b"\0")


@lru_cache(maxsize=256)
def _destination(name: str) -> bytes:
    return _field(6, b"s", name)


def packed(arguments: tuple[int | str, ...]) -> bytes:
    """Numbers and texts as the body of a call."""
    out = b""
    for argument in arguments:
        out += b"\0" * (-len(out) % 4)
        if isinstance(argument, int):
            out += _I32.pack(argument)
        else:
            data = argument.encode()
            out += _U32.pack(len(data)) + data + b"\0"
    return out


def nothing(body: bytes) -> bool:
    """Whether the answer that says nothing came."""
    return not body


def number(body: bytes) -> int:
    return int(_U32.unpack_from(body)[0])


def text(body: bytes) -> str:
    return _text(body, 0)[0]


def box(body: bytes) -> RawBox:
    left, top, width, height = _BOX.unpack_from(body)
    return left, top, width, height


def states(body: bytes) -> int:
    """The set of states as one number of 64 bits."""
    count = _U32.unpack_from(body)[0] // 4
    words: tuple[int, ...] = struct.unpack_from(f"<{min(count, 2)}I", body, 4)
    return sum(word << 32 * place for place, word in enumerate(words))


def ref(body: bytes) -> Ref:
    return _ref(body, 0)[0]


def refs(body: bytes) -> tuple[Ref, ...]:
    return _refs(body, 0)[0]


def texts(body: bytes) -> tuple[str, ...]:
    found, at, end = [], 4, 4 + _U32.unpack_from(body)[0]
    while at < end:
        one, at = _text(body, _aligned(at, 4))
        found.append(one)
    return tuple(found)


def relations(body: bytes) -> Relations:
    found, at = [], 8
    end = 8 + _U32.unpack_from(body)[0]
    while at < end:
        at = _aligned(at, 8)
        kind = _U32.unpack_from(body, at)[0]
        targets, at = _refs(body, at + 4)
        found.append((kind, targets))
    return tuple(found)


def property_value(body: bytes) -> str | int | float:
    """A property that holds a text or a number; "" where it holds anything else."""
    kind = body[1 : 1 + body[0]]
    if kind == b"s":
        return _text(body, 4)[0]
    if kind in (b"i", b"u"):
        return int((_I32 if kind == b"i" else _U32).unpack_from(body, 4)[0])
    if kind == b"d":
        return float(_F64.unpack_from(body, 8)[0])
    return ""


def _text(body: bytes, at: int) -> tuple[str, int]:
    length = _U32.unpack_from(body, at)[0]
    return body[at + 4 : at + 4 + length].decode("utf-8", "replace"), at + 5 + length


def _ref(body: bytes, at: int) -> tuple[Ref, int]:
    name, at = _text(body, at)
    path, at = _text(body, _aligned(at, 4))
    return Ref(name, path), at


def _refs(body: bytes, at: int) -> tuple[tuple[Ref, ...], int]:
    """An array of references: its length, then each of them on a multiple of 8."""
    end = _aligned(at + 4, 8) + _U32.unpack_from(body, at)[0]
    at, found = _aligned(at + 4, 8), []
    while at < end:
        one, at = _ref(body, _aligned(at, 8))
        found.append(one)
    return tuple(found), at
