"""Keeps typed passwords out of what is recorded and shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

from pydantic import BaseModel

from app.core.actions import Action, TypeText
from app.core.elements import Element, Role, State
from app.core.geometry import Viewport
from app.core.steps import Proposal, Step

MASK = "••••••"
"""Stands for any secret, so that its length is not told either."""

_SHORT = 4
"""Secrets of fewer characters are looked for as whole words only: they occur inside other words by chance."""
_NO_TEXT = frozenset({"kind", "button", "by", "id", "keys", "held"})
"""Fields whose strings are names of ours and never a person's text."""

_Value = TypeVar("_Value", bound=BaseModel)


def secrets_of(step: Step) -> frozenset[str]:
    """The texts that this step types into password fields, or would."""
    known = step.verdict.reason is not None and step.verdict.reason.id == "risk.password"
    texts = {
        action.text
        for action in (step.proposal.action, step.edited)
        if isinstance(action, TypeText) and (known or _is_secret(action, step))
    }
    return frozenset(text for text in texts if text.strip())


def types_secret(proposal: Proposal, elements: tuple[Element, ...], viewport: Viewport) -> bool:
    """Whether the proposed action types into a password field, by what is on the screen."""
    if proposal.element is not None and proposal.element.role is Role.PASSWORD_FIELD:
        return True
    return any(element.role is Role.PASSWORD_FIELD for element in _fields(proposal.action, elements, viewport))


def masked(value: _Value, secrets: Iterable[str]) -> _Value:
    """The same value with every secret in its texts masked, and with whatever password fields say they hold."""
    pattern = _pattern(secrets)
    if pattern is None and not _has_password_fields(value):
        return value
    return _masked_value(value, pattern)


def masked_text(text: str, secrets: Iterable[str]) -> str:
    pattern = _pattern(secrets)
    return pattern.sub(MASK, text) if pattern else text


def without_secrets(step: Step) -> Step:
    """The step as it may be shown or printed."""
    return masked(step, secrets_of(step))


def _is_secret(action: TypeText, step: Step) -> bool:
    return types_secret(step.proposal.model_copy(update={"action": action}), step.elements, step.viewport)


def _fields(action: Action, elements: tuple[Element, ...], viewport: Viewport) -> list[Element]:
    if not isinstance(action, TypeText):
        return []
    if action.at is None:
        return [element for element in elements if State.FOCUSED in element.states]
    place = viewport.to_screen(action.at)
    return [element for element in elements if element.box.contains(place)]


def _pattern(secrets: Iterable[str]) -> re.Pattern[str] | None:
    words = sorted({text.strip() for text in secrets} - {""}, key=len, reverse=True)
    parts = [re.escape(word) if len(word) >= _SHORT else rf"(?<!\w){re.escape(word)}(?!\w)" for word in words]
    return re.compile("|".join(parts)) if parts else None


def _has_password_fields(value: BaseModel) -> bool:
    return isinstance(value, Step) and any(_holds_password(e) for e in (*value.elements, value.proposal.element) if e)


def _holds_password(element: Element) -> bool:
    return element.role is Role.PASSWORD_FIELD and element.value != ""


def _masked_value(value: _Value, pattern: re.Pattern[str] | None) -> _Value:
    names = type(value).model_fields.keys() - _NO_TEXT
    changes = {name: _masked(getattr(value, name), pattern) for name in names}
    if isinstance(value, Element) and _holds_password(value):
        changes["value"] = MASK
    return value.model_copy(update=changes)


def _masked(part: object, pattern: re.Pattern[str] | None) -> object:
    match part:
        case BaseModel():
            return _masked_value(part, pattern)
        case Enum():
            return part
        case str():
            return pattern.sub(MASK, part) if pattern else part
        case tuple():
            return tuple(_masked(item, pattern) for item in part)
        case dict():
            return {key: _masked(item, pattern) for key, item in part.items()}
        case _:
            return part
