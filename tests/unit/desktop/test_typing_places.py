"""What terminals, spreadsheets and programs without accessibility get."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.actions import TypeText
from app.core.elements import Role, State
from app.core.errors import InputFailed
from app.desktop.typing import Typist
from app.desktop.typing_check import Arrival, arrival
from app.desktop.typing_places import Kind, Place, fitted
from tests.unit.desktop.application import LINES, Application, Impatient


class TestTerminals:
    def terminal(self) -> Application:
        return Application(role=Role.TERMINAL, states=frozenset({State.FOCUSED}), readable=False)

    def test_a_line_goes_by_keys_and_runs_only_when_asked(self) -> None:
        app = self.terminal()
        app.put(TypeText(text="echo 'ü' > file\n"))
        assert app.typed == ["echo 'ü' > file"]
        assert app.pressed == []
        app.put(TypeText(text="ls", submit=True))
        assert app.pressed == [("enter",)]

    def test_several_lines_are_sent_only_to_be_run(self) -> None:
        app = self.terminal()
        with pytest.raises(InputFailed, match="terminal_lines"):
            app.put(TypeText(text="one\ntwo"))
        assert app.typed == []
        app.put(TypeText(text="one\ntwo", submit=True))
        assert app.typed == ["one\ntwo"]

    def test_a_long_line_is_pasted_where_the_program_can(self) -> None:
        app = self.terminal()
        app.put(TypeText(text="x" * 500), app="Xfce4-terminal")
        assert app.pressed == [("ctrl", "shift", "v")]
        app.put(TypeText(text="x" * 500), app="XTerm")
        assert app.typed == ["x" * 500]

    def test_a_terminal_is_known_by_its_program_alone(self) -> None:
        app = Application(role=Role.PANEL, states=frozenset(), readable=False)
        app.put(TypeText(text="é\n"), app="URxvt")
        assert app.typed == ["é"]


class TestSpreadsheets:
    def sheet(self) -> Application:
        return Application(role=Role.TABLE, states=frozenset({State.EDITABLE, State.FOCUSED}), readable=False)

    def test_a_text_goes_into_the_cell_by_the_clipboard(self) -> None:
        app = self.sheet()
        app.put(TypeText(text="plain", replace=True, submit=True), app="libreoffice-calc")
        assert app.clipboard.lent_texts == ["plain"]
        assert app.pressed == [("ctrl", "v"), ("enter",)]

    def test_tabs_and_newlines_go_to_the_next_cell_and_row(self) -> None:
        app = self.sheet()
        app.put(TypeText(text="a\tb\n\tc\nd"), app="libreoffice-calc")
        assert app.clipboard.lent_texts == ["a", "b", "c", "d"]
        moves = [keys[0] for keys in app.pressed if keys != ("ctrl", "v")]
        assert moves == ["right", "left", "down", "right", "left", "down"]

    def test_only_the_cell_is_emptied_never_the_sheet(self) -> None:
        app = self.sheet()
        app.put(TypeText(text="", replace=True), app="libreoffice-calc")
        assert app.pressed == [("delete",)]

    def test_a_cell_that_is_being_edited_is_a_field(self) -> None:
        app = Application(role=Role.PARAGRAPH, states=LINES)
        app.put(TypeText(text="a\nb"), app="libreoffice-calc")
        assert app.text == "a\nb"


class TestNoAccessibility:
    def test_text_goes_where_the_focus_is(self) -> None:
        app = Application(readable=False)
        Typist(app, app.clipboard, None, None).type(TypeText(text="(x)", submit=True), None, Impatient())
        assert app.clipboard.lent_texts == ["(x)"]
        assert app.pressed == [("ctrl", "v"), ("enter",)]

    def test_the_line_is_selected_and_typed_over_and_nothing_deleted(self) -> None:
        app = Application(readable=False)
        typist = Typist(app, app.clipboard, None, None)
        typist.type(TypeText(text="new", replace=True), None, Impatient())
        assert app.pressed == [("end",), ("shift", "home")]
        with pytest.raises(InputFailed, match="unknown_field"):
            typist.type(TypeText(text="", replace=True), None, Impatient())


TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30)


@given(before=TEXT, text=TEXT, after=TEXT)
def test_text_put_anywhere_into_a_field_has_arrived(before: str, text: str, after: str) -> None:
    assert arrival(before + after, before + text + after, text) in (Arrival.ALL, Arrival.UNREADABLE)


@given(held=TEXT, text=TEXT)
def test_an_unchanged_field_never_counts_as_one_where_the_text_arrived(held: str, text: str) -> None:
    assert arrival(held, held, text) in (Arrival.NOTHING, Arrival.UNCLEAR)


@given(text=st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=50))
def test_a_field_of_one_line_never_gets_a_newline_and_loses_no_other_character(text: str) -> None:
    line = fitted(text, Place(Kind.LINE), submit=False)
    assert "\n" not in line
    assert "".join(line.split()) == "".join(text.split())
