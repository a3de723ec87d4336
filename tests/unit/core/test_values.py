"""Actions, keys, messages and what a step is made of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.core.actions import (
    Answer,
    Click,
    Drag,
    Move,
    PressButton,
    PressKeys,
    ReleaseButton,
    Scroll,
    TypeText,
    action_from_json,
    places,
)
from app.core.elements import Element, Role, State
from app.core.errors import HandrailError, StaleScreen, Stopped
from app.core.geometry import Box, ImagePoint, ScreenPoint
from app.core.keys import NAMED_KEYS, key_name
from app.core.messages import message, render
from app.core.steps import Outcome, Screen, Screenshot
from tests.fakes import FakeDesktop, screen, window

A, B = ImagePoint(x=1, y=2), ImagePoint(x=3, y=4)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Click(at=A), (A,)),
        (Move(at=A), (A,)),
        (Scroll(at=A), (A,)),
        (PressButton(at=A), (A,)),
        (ReleaseButton(at=A), (A,)),
        (Drag(start=A, end=B), (A, B)),
        (TypeText(text="x", at=A), (A,)),
        (TypeText(text="x"), ()),
        (Answer(), ()),
    ],
)
def test_an_action_knows_the_places_it_touches(action: Click, expected: tuple[ImagePoint, ...]) -> None:
    assert places(action) == expected


def test_an_action_is_read_by_its_kind_and_nothing_else_gets_in() -> None:
    read = action_from_json.validate_json('{"kind": "press_keys", "keys": ["Control", "s"]}')
    assert read == PressKeys(keys=("ctrl", "s"))
    for bad in ('{"kind": "explode"}', '{"kind": "click"}', '{"kind": "press_keys", "keys": ["Hyperdrive"]}', "[]"):
        with pytest.raises(ValidationError):
            action_from_json.validate_json(bad)


@given(st.sampled_from(sorted(NAMED_KEYS)))
def test_a_named_key_is_known_in_any_case(name: str) -> None:
    assert key_name(name.upper()) == name


@pytest.mark.parametrize("word", ["", "ab", "\x00", "page up"])
def test_a_word_that_is_no_key_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="no key"):
        key_name(word)


def test_a_message_is_rendered_from_the_catalogue() -> None:
    assert render(message("greet", name="Ada"), {"greet": "Hello {name}"}) == "Hello Ada"
    with pytest.raises(KeyError):
        render(message("greet"), {"greet": "Hello {name}"})


def test_an_error_carries_its_sentence_and_shows_its_values() -> None:
    error = StaleScreen("guard.wrong_window", window="Mail")
    assert error.said == message("guard.wrong_window", window="Mail")
    assert str(error) == "guard.wrong_window(window='Mail')"
    assert isinstance(Stopped(), HandrailError)


def test_a_screenshot_refuses_pixels_that_do_not_fit() -> None:
    good = FakeDesktop().capture()
    with pytest.raises(ValueError, match="does not fit"):
        Screenshot(pixels=good.pixels[:-1], viewport=good.viewport, taken=0)
    with pytest.raises(ValueError, match="does not fit"):
        Screenshot(pixels=good.pixels.astype(np.uint16), viewport=good.viewport, taken=0)


def test_a_screen_knows_its_active_window_focus_and_what_lies_where() -> None:
    box = Box(left=0, top=0, width=100, height=100)
    field = Element(role=Role.TEXT_FIELD, box=box, states=frozenset({State.FOCUSED}))
    hidden = window(1, active=False, minimized=True, box=box)
    shown = window(2, box=box)
    seen = screen(field, windows=(hidden, shown))
    assert seen.active == shown
    assert seen.focused == field
    assert seen.window_at(ScreenPoint(x=5, y=5)) == shown
    assert seen.window_at(ScreenPoint(x=200, y=5)) is None
    empty = Screen(seen.screenshot)
    assert empty.active is None
    assert empty.focused is None


def test_a_new_window_is_a_change() -> None:
    assert Outcome().nothing_changed
    assert not Outcome(new_windows=("Save",)).nothing_changed
    assert not Outcome(whole=0.1).nothing_changed
