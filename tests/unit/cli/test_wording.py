"""Whatever is shown is in the person's language, and nothing in it acts on the terminal or hides."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli import wording
from app.core.messages import message
from app.store import resources
from tests.unit.store.strategies import any_text

ENGLISH = resources.catalogue("en")


@given(any_text)
@settings(deadline=None)
def test_any_text_can_be_shown_and_has_nothing_in_it_that_acts(text: str) -> None:
    shown = wording.visible(text)
    shown.encode("utf-8")
    assert all(char.isprintable() or not char.isascii() for char in shown)
    assert not set(shown) & set("\u202e\u2066\u2028\x85\x9b")


def test_line_ends_stay_only_where_they_may() -> None:
    assert wording.visible("a\nb\tc") == "a⏎b⇥c"
    assert wording.visible("a\nb\tc", lines=True) == "a\nb\tc"


def test_joined_emoji_and_accents_stay_as_they_are() -> None:
    assert wording.visible("👩‍👩‍👧 é ü 你好 עברית") == "👩‍👩‍👧 é ü 你好 עברית"


def test_values_of_a_message_are_made_visible_and_never_filled_in_again() -> None:
    said = message("windows.gone", title="{path}\x1b]0;x\x07")
    assert wording.sentence(said, ENGLISH) == "The window “{path}␛]0;x␇” is not there any more."


@pytest.mark.parametrize("said", [message("no.such_id", a=1), message("windows.gone")])
def test_a_message_that_has_no_sentence_is_shown_as_it_is(said: object) -> None:
    assert isinstance(said, type(message("x")))
    assert wording.sentence(said, ENGLISH).startswith(said.id)


@given(st.text(max_size=200), st.integers(20, 60))
def test_a_shortened_text_is_never_longer_and_keeps_both_ends(text: str, most: int) -> None:
    short = wording.shortened(text, most)
    assert len(short) <= most
    assert short == text or (text.startswith(short.partition(" … ")[0]) and text.endswith(short[-most // 3 + 1 :]))


@pytest.mark.parametrize("language", resources.LANGUAGES)
def test_every_sentence_can_be_filled_in(language: str) -> None:
    for id, template in ENGLISH.items():
        names = [name for _, name, _, _ in string.Formatter().parse(template) if name]
        said = message(id, **dict.fromkeys(names, 1))
        assert not wording.sentence(said, resources.catalogue(language)).startswith(f"{id} {{")
