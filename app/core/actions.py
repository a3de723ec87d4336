"""Everything Handrail can do: one closed union, told apart by `kind`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from app.core.geometry import ImagePoint, Value
from app.core.keys import Key
from app.core.messages import Message

Button = Literal["left", "middle", "right"]
Keys = Annotated[tuple[Key, ...], Field(min_length=1, max_length=8)]
Sentence = Annotated[str, Field(min_length=1)] | Message
"""A model's own words, or a sentence of the catalogue."""
HeldKeys = Annotated[tuple[Key, ...], Field(max_length=4)]


class Click(Value):
    kind: Literal["click"] = "click"
    at: ImagePoint
    button: Button = "left"
    count: Annotated[int, Field(ge=1, le=3)] = 1
    held: HeldKeys = ()


class Move(Value):
    kind: Literal["move"] = "move"
    at: ImagePoint


class Drag(Value):
    kind: Literal["drag"] = "drag"
    start: ImagePoint
    end: ImagePoint
    button: Button = "left"
    held: HeldKeys = ()


class Scroll(Value):
    """Turn the wheel over a place, in notches: `down` > 0 shows what is further down, `right` > 0 further right."""

    kind: Literal["scroll"] = "scroll"
    at: ImagePoint
    down: Annotated[int, Field(ge=-100, le=100)] = 0
    right: Annotated[int, Field(ge=-100, le=100)] = 0


class PressButton(Value):
    kind: Literal["press_button"] = "press_button"
    at: ImagePoint
    button: Button = "left"


class ReleaseButton(Value):
    kind: Literal["release_button"] = "release_button"
    at: ImagePoint
    button: Button = "left"


class TypeText(Value):
    """Put exactly `text` into the field at `at` (clicked first), or into the focused field where `at` is None.

    `replace` empties the field before, `submit` presses Enter after.
    """

    kind: Literal["type_text"] = "type_text"
    text: Annotated[str, Field(max_length=100_000)]
    at: ImagePoint | None = None
    replace: bool = False
    submit: bool = False


class PressKeys(Value):
    """Press the keys together, `times` times over: ("ctrl", "s") is one chord."""

    kind: Literal["press_keys"] = "press_keys"
    keys: Keys
    times: Annotated[int, Field(ge=1, le=100)] = 1


class HoldKeys(Value):
    kind: Literal["hold_keys"] = "hold_keys"
    keys: Keys


class ReleaseKeys(Value):
    kind: Literal["release_keys"] = "release_keys"
    keys: Keys


class Wait(Value):
    kind: Literal["wait"] = "wait"
    seconds: Annotated[float, Field(gt=0, le=60)]


class OpenApp(Value):
    kind: Literal["open_app"] = "open_app"
    name: Annotated[str, Field(min_length=1, max_length=200)]


class FocusWindow(Value):
    """Bring the window whose title or application contains `title` to the front."""

    kind: Literal["focus_window"] = "focus_window"
    title: Annotated[str, Field(min_length=1, max_length=500)]


class Answer(Value):
    """The task is done; `text` is what the person wanted to know (empty where nothing was asked)."""

    kind: Literal["answer"] = "answer"
    text: str = ""


class Fail(Value):
    """The task can't be done, for this reason."""

    kind: Literal["fail"] = "fail"
    reason: Sentence


class AskUser(Value):
    """A question to the person; where `choices` are given, the reply is one of them or its number (from 1)."""

    kind: Literal["ask_user"] = "ask_user"
    question: Sentence
    choices: tuple[str, ...] = ()


Input = (
    Click
    | Move
    | Drag
    | Scroll
    | PressButton
    | ReleaseButton
    | TypeText
    | PressKeys
    | HoldKeys
    | ReleaseKeys
    | Wait
    | OpenApp
    | FocusWindow
)
"""What hands perform."""

Ending = Answer | Fail
"""What ends a run."""

Action = Annotated[Input | Ending | AskUser, Field(discriminator="kind")]

action_from_json = TypeAdapter[Input | Ending | AskUser](Action)
"""Reads an action from parsed or raw JSON; pydantic.ValidationError says what is wrong with it."""


def places(action: Input | Ending | AskUser) -> tuple[ImagePoint, ...]:
    """The points of the picture that an action touches, the first one it touches first."""
    match action:
        case Drag():
            return (action.start, action.end)
        case Click() | Move() | Scroll() | PressButton() | ReleaseButton():
            return (action.at,)
        case TypeText():
            return (action.at,) if action.at else ()
        case _:
            return ()
