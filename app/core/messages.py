"""What the person reads: a name in the catalogue and the values to fill in; the sentence is made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.geometry import Value

MessageValue = str | int | float


class Message(Value):
    """`id` names a sentence of resources/messages/; `values` fill its {placeholders}."""

    id: str
    values: dict[str, MessageValue] = {}


def message(id: str, /, **values: MessageValue) -> Message:
    """Short for Message(id=..., values=...).

    >>> message("run.limit_steps", limit=30).values
    {'limit': 30}
    """
    return Message(id=id, values=values)


def render(said: Message, catalogue: Mapping[str, str]) -> str:
    """The sentence of a message in the language of `catalogue` (id to template with {placeholders}).

    Raises KeyError where the catalogue lacks the id or the message lacks a value.
    """
    return catalogue[said.id].format_map(said.values)
