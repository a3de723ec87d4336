"""Asks at once what the last reading of an application came to ask bit by bit: most of it is asked again."""

from __future__ import annotations

from collections.abc import Container

from app.desktop.atspi_bus import Talk
from app.desktop.atspi_wire import AnyCall, Call, Ref

Key = tuple[Ref, str, bytes]


class Foresight:
    """Keeps, for each application, the calls of its last reading.

    A tree is read level by level, and each level costs two round trips; on a busy machine these are most of the time.
    """

    def __init__(self) -> None:
        self._last: dict[Ref, dict[Key, AnyCall]] = {}

    def eased(self, application: Ref, talk: Talk, lasting: Container[Ref]) -> Talk:
        """The same talk, with all that was asked the last time asked in its second round trip.

        Only what is `lasting` when the talk ends is asked again: the cells of LibreOffice are new objects every time.
        """
        asked: dict[Key, AnyCall] = {}
        answered: dict[Key, AnyCall] = {}
        foreseen: dict[Key, AnyCall] = {}
        for turn, calls in enumerate(talk):
            keyed = [(_key(call), call) for call in calls]
            if turn == 1 and any(call.answer is not None for call in asked.values()):
                # Not before it has answered at all: an application that hangs would be flooded at every reading.
                foreseen = self._foreseen(application, set(asked).union(key for key, _ in keyed))
            fresh = [call for key, call in keyed if key not in answered]
            if fresh or (turn == 1 and foreseen):
                yield [*fresh, *(foreseen.values() if turn == 1 else ())]
            for key, call in keyed:
                if key in answered:
                    call.answer = answered[key].answer
            asked.update(keyed)
            answered = foreseen
        self._last[application] = {key: call for key, call in asked.items() if call.ref in lasting}

    def forget_others(self, applications: set[Ref]) -> None:
        """Forgets what is known of applications that are no longer there."""
        for gone in set(self._last) - applications:
            del self._last[gone]

    def _foreseen(self, application: Ref, without: set[Key]) -> dict[Key, AnyCall]:
        last = self._last.get(application, {})
        return {key: Call(call.ref, call.method, call.arguments) for key, call in last.items() if key not in without}


def _key(call: AnyCall) -> Key:
    return call.ref, call.method.member, call.arguments
