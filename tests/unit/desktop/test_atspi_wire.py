"""Messages of the accessibility bus, against a general D-Bus library."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from jeepney import HeaderFields, Message, MessageType, Parser
from jeepney.low_level import Endianness, Header, MessageFlag

from app.desktop import atspi_calls as calls
from app.desktop import atspi_wire as wire
from app.desktop.atspi_wire import Incoming, Ref

ref = Ref(":1.42", "/org/a11y/atspi/accessible/7")
texts = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=40)
int32 = st.integers(-(2**31), 2**31 - 1)
uint32 = st.integers(0, 2**32 - 1)


def parsed(data: bytes) -> Message:
    parser = Parser()
    parser.add_data(data)
    message = parser.get_next_message()
    assert message is not None
    return message


def reply(
    signature: str, body: tuple[object, ...], serial: int = 9, kind: MessageType = MessageType.method_return
) -> bytes:
    fields = {
        HeaderFields.reply_serial: serial,
        HeaderFields.destination: ":1.1",
        HeaderFields.sender: ref.bus_name,
        HeaderFields.signature: signature,
    }
    if not signature:
        del fields[HeaderFields.signature]
    header = Header(Endianness.little, kind, MessageFlag(1), 1, -1, -1, fields)
    written: bytes = Message(header, body).serialise(serial=1)
    return written


def answered(call: wire.AnyCall, signature: str, *body: object) -> object:
    (message,) = Incoming().add(reply(signature, body))
    call.answered(message)
    return call.answer


@given(st.text("abc/_19", max_size=60), st.integers(1, 2**32 - 1))
def test_a_call_is_what_a_general_library_reads(path: str, serial: int) -> None:
    sent = parsed(wire.written(calls.NAME.of(Ref(":1.4", "/" + path)), serial))
    fields = sent.header.fields
    assert sent.header.serial == serial
    assert sent.header.message_type is MessageType.method_call
    assert fields[HeaderFields.path] == "/" + path
    assert fields[HeaderFields.destination] == ":1.4"
    assert fields[HeaderFields.interface] == "org.freedesktop.DBus.Properties"
    assert fields[HeaderFields.member] == "Get"
    assert fields[HeaderFields.signature] == "ss"
    assert sent.body == ("org.a11y.atspi.Accessible", "Name")


def test_calls_with_numbers_and_with_nothing_are_read_as_such() -> None:
    assert parsed(wire.written(calls.AT_POINT.of(ref, 5, -7, 0), 1)).body == (5, -7, 0)
    assert parsed(wire.written(calls.CHILDREN.of(ref), 1)).body == ()


@given(texts, int32, st.tuples(int32, int32, int32, int32), uint32, uint32)
def test_answers_are_read_as_they_were_written(
    text: str, number: int, box: tuple[int, int, int, int], low: int, high: int
) -> None:
    assert answered(calls.NAME.of(ref), "v", ("s", text)) == text
    assert answered(calls.CHILD_COUNT.of(ref), "v", ("i", number)) == number
    assert answered(calls.BOX.of(ref), "(iiii)", box) == box
    assert answered(calls.STATES.of(ref), "au", [low, high]) == low | high << 32
    assert answered(calls.TEXT.of(ref, 0, -1), "s", text) == text
    assert answered(calls.ROLE.of(ref), "u", low) == low


@given(st.floats(allow_nan=False))
def test_numbers_with_fractions_are_read(number: float) -> None:
    assert answered(calls.CURRENT_VALUE.of(ref), "v", ("d", number)) == number


@given(
    st.lists(
        st.tuples(
            st.text(":.19", min_size=1), st.text("/ab", min_size=1).map(lambda path: "/x" + path.replace("/", "_"))
        )
    )
)
def test_lists_of_objects_are_read(found: list[tuple[str, str]]) -> None:
    assert answered(calls.CHILDREN.of(ref), "a(so)", found) == tuple(Ref(*one) for one in found)
    relations = [(2, found), (3, [])]
    assert answered(calls.RELATIONS.of(ref), "a(ua(so))", relations) == (
        (2, tuple(Ref(*one) for one in found)),
        (3, ()),
    )


def test_an_error_or_an_answer_of_another_kind_counts_as_none() -> None:
    assert answered(calls.ROLE.of(ref), "s", "forty") is None
    call = calls.TEXT.of(ref, 0, 1)
    (message,) = Incoming().add(reply("s", ("no such method",), kind=MessageType.error))
    call.answered(message)
    assert call.answer is None


@given(st.integers(1, 200), st.lists(texts, min_size=1, max_size=5))
def test_messages_that_come_in_pieces_are_put_together(size: int, said: list[str]) -> None:
    stream = b"".join(reply("s", (text,), serial) for serial, text in enumerate(said, 1))
    incoming, found = Incoming(), []
    for start in range(0, len(stream), size):
        found += list(incoming.add(stream[start : start + size]))
    assert [(one.serial, one.sender, wire.text(one.body)) for one in found] == [
        (serial, ref.bus_name, text) for serial, text in enumerate(said, 1)
    ]
