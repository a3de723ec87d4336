"""Which way text goes into a field, and what happens when it does not arrive."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from app.core.actions import TypeText
from app.core.elements import Role, State
from app.core.errors import InputFailed, Stopped
from app.core.geometry import ScreenPoint
from app.core.stop import Stop
from tests.fakes import FakeClipboard
from tests.unit.desktop.application import LINES, Application


def test_short_plain_text_goes_by_keys() -> None:
    app = Application()
    app.put(TypeText(text="hello world 42"))
    assert (app.text, app.typed, app.clipboard.lent_texts) == ("hello world 42", ["hello world 42"], [])


@pytest.mark.parametrize("text", ["ü", "a<b", "'quoted'", "(x)", "x" * 41, "a\tb", "emoji 😀"])
def test_other_text_goes_by_the_clipboard(text: str) -> None:
    app = Application()
    app.put(TypeText(text=text))
    assert (app.text, app.typed, app.clipboard.lent_texts) == (text, [], [text])
    assert app.clipboard.text() is None


@pytest.mark.parametrize("app_name", ["libreoffice-writer", "soffice", "Abiword"])
def test_programs_that_correct_while_one_types_get_everything_by_the_clipboard(app_name: str) -> None:
    app = Application(states=LINES)
    app.put(TypeText(text="teh"), app=app_name)
    assert app.typed == []
    assert app.text == "teh"


def test_a_password_goes_by_keys_and_is_never_read() -> None:
    app = Application(role=Role.PASSWORD_FIELD)
    app.put(TypeText(text="Pä$$ (w) <ord>", submit=True))
    assert app.typed == ["Pä$$ (w) <ord>"]
    assert app.clipboard.lent_texts == []
    assert app.pressed == [("enter",)]


@pytest.mark.parametrize("app_name", ["pinentry-gtk-2", "gcr-prompter"])
def test_a_password_prompt_gets_keys_too(app_name: str) -> None:
    app = Application()
    app.put(TypeText(text="sé cret"), app=app_name)
    assert app.clipboard.lent_texts == []


def test_submit_presses_enter_once_after_the_text() -> None:
    app = Application()
    app.put(TypeText(text="query", submit=True))
    assert app.pressed == [("enter",)]


def test_a_word_processor_gets_no_enter_that_would_correct_the_last_word() -> None:
    app = Application(states=LINES)
    app.put(TypeText(text="1/2", submit=True), app="libreoffice-writer")
    assert ("enter",) not in app.pressed
    assert app.text == "1/2\n."
    assert app.pressed[-1] == ("backspace",)


@pytest.mark.parametrize("text", ["one\ntwo", "one  \n\n   two\n", "\r\none\r\ntwo"])
def test_a_field_of_one_line_gets_a_space_for_a_newline(text: str) -> None:
    app = Application()
    app.put(TypeText(text=text))
    assert app.text == "one two"
    assert app.pressed.count(("enter",)) == 0


def test_a_field_of_many_lines_gets_its_newlines() -> None:
    app = Application(states=LINES)
    app.put(TypeText(text="one\r\n\ttwo\r"))
    assert app.text == "one\n\ttwo\n"


def test_replace_empties_the_field_first() -> None:
    app = Application(text="old text")
    app.put(TypeText(text="new", replace=True))
    assert app.text == "new"
    assert app.pressed == [("ctrl", "a"), ("delete",)]


def test_an_empty_field_is_not_emptied() -> None:
    app = Application()
    app.put(TypeText(text="new", replace=True))
    assert app.pressed == []


def test_replacing_by_nothing_leaves_the_field_empty() -> None:
    app = Application(text="old")
    app.put(TypeText(text="", replace=True))
    assert (app.text, app.typed, app.clipboard.lent_texts) == ("", [], [])


def test_a_field_that_does_not_get_empty_gets_no_text() -> None:
    class Stubborn(Application):
        def chord(self, keys: Sequence[str], times: int, stop: Stop) -> None:
            stop.check()
            self.pressed += [tuple(keys)] * times

    app = Stubborn(text="stays")
    with pytest.raises(InputFailed, match="stays"):
        app.put(TypeText(text="new", replace=True))
    assert (app.text, app.typed) == ("stays", [])


@pytest.mark.parametrize("role", [Role.LIST, Role.PANEL, Role.DOCUMENT])
def test_nothing_is_emptied_where_the_focus_is_in_no_field(role: Role) -> None:
    app = Application(role=role, states=frozenset({State.FOCUSED}))
    with pytest.raises(InputFailed, match="not_a_field"):
        app.put(TypeText(text="new", replace=True))
    assert app.pressed == []


@pytest.mark.parametrize("role", [Role.BUTTON, Role.CHECK_BOX, Role.MENU_ITEM, Role.LINK])
def test_nothing_is_typed_on_a_control(role: Role) -> None:
    app = Application(role=role, states=frozenset({State.FOCUSED}))
    with pytest.raises(InputFailed, match="Name"):
        app.put(TypeText(text="new"))
    assert (app.typed, app.pressed) == ([], [])


def test_a_list_gets_keys_so_that_it_can_search() -> None:
    app = Application(role=Role.LIST, states=frozenset({State.FOCUSED}), readable=False)
    app.put(TypeText(text="report (final).txt"))
    assert app.typed == ["report (final).txt"]


def test_text_waits_until_the_click_has_brought_the_focus() -> None:
    app = Application(focus_comes_after=3)
    app.put(TypeText(text="hi"), clicked=ScreenPoint(x=150, y=110))
    assert app.text == "hi"


def test_text_that_a_field_refuses_to_paste_is_typed() -> None:
    app = Application(takes=lambda text, way: "" if way == "paste" else text)
    app.put(TypeText(text="(pasted)"))
    assert app.text == "(pasted)"
    assert (app.clipboard.lent_texts, app.typed) == (["(pasted)"], ["(pasted)"])


def test_text_that_arrives_by_no_key_is_pasted() -> None:
    app = Application(takes=lambda text, way: "" if way == "keys" else text)
    app.put(TypeText(text="keys"))
    assert app.text == "keys"


def test_text_with_tabs_or_newlines_is_never_typed_instead() -> None:
    app = Application(states=LINES, takes=lambda text, way: "" if way == "paste" else text)
    with pytest.raises(InputFailed, match="nothing_arrived"):
        app.put(TypeText(text="one\ntwo"))
    assert app.typed == []


def test_text_that_arrives_in_no_way_is_told() -> None:
    app = Application(takes=lambda _text, _way: "")
    with pytest.raises(InputFailed, match="nothing_arrived"):
        app.put(TypeText(text="lost"))
    assert (app.typed, app.clipboard.lent_texts) == (["lost"], ["lost"])


def test_what_arrived_instead_is_told_and_nothing_sent_twice() -> None:
    app = Application(takes=lambda text, _way: text.upper())
    with pytest.raises(InputFailed, match="QUIET"):
        app.put(TypeText(text="quiet"))
    assert app.typed == ["quiet"]
    assert app.clipboard.lent_texts == []


def test_a_field_that_cannot_be_read_is_trusted() -> None:
    app = Application(readable=False, takes=lambda _text, _way: "")
    app.put(TypeText(text="(never seen)", submit=True))
    assert app.clipboard.lent_texts == ["(never seen)"]
    assert app.typed == []
    assert app.pressed[-1] == ("enter",)


def test_text_typed_over_itself_is_not_sent_again() -> None:
    app = Application(text="(same)", selected=True)
    app.put(TypeText(text="(same)"))
    assert (app.text, app.typed, app.clipboard.lent_texts) == ("(same)", [], ["(same)"])


def test_a_completion_behind_the_text_is_removed() -> None:
    app = Application(takes=lambda text, _way: f"{text}hub.com")
    app.put(TypeText(text="git", submit=True))
    assert app.pressed == [("delete",), ("enter",)]


def test_a_clipboard_that_is_not_lent_is_gone_around() -> None:
    app = Application(clipboard=FakeClipboard(refuses=True))
    app.put(TypeText(text="é (typed)"))
    assert app.typed == ["é (typed)"]


@pytest.mark.parametrize("text", ["a\x07b", "\x1b[2J", "\x00", "\x85"])
def test_control_characters_are_told_and_not_sent(text: str) -> None:
    app = Application()
    with pytest.raises(InputFailed, match=r"U\+"):
        app.put(TypeText(text=text))
    assert (app.typed, app.clipboard.lent_texts) == ([], [])


def test_a_stopped_run_types_nothing() -> None:
    app, stop = Application(), Stop()
    stop.stop()
    with pytest.raises(Stopped):
        app.put(TypeText(text="never"), stop=stop)
    assert app.text == ""
