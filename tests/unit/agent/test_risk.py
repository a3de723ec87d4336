"""The table of what is sensitive, in three languages, and what is not."""

from __future__ import annotations

import pytest

from app.agent.risk import RiskRules, judge
from app.core.actions import Action, Click, Drag, FocusWindow, OpenApp, PressKeys, Scroll, TypeText
from app.core.elements import Element, Role, State, Visibility
from app.core.geometry import Box, ImagePoint
from app.core.steps import Risk, Screen
from tests.fakes import screen, window

AT = ImagePoint(x=100, y=100)
BOX = Box(left=80, top=90, width=60, height=20)
EDITOR = (window(1, "Letter"),)


def element(name: str, role: Role = Role.BUTTON, **more: object) -> Element:
    return Element.model_validate({"role": role, "name": name, "box": BOX, "path": (0, 0, 1), "window": 1} | more)


def dialog(*texts: str) -> tuple[Element, ...]:
    whole = Box(left=0, top=0, width=300, height=200)
    labels = [
        Element(role=Role.LABEL, name=text, box=Box(left=10, top=10 + 20 * n, width=200, height=20), path=(0, 0, 0, n))
        for n, text in enumerate(texts)
    ]
    return (Element(role=Role.DIALOG, name="Question", box=whole, path=(0, 0)), *labels)


def category(rules: RiskRules, action: Action, seen: Screen) -> str | None:
    """The id of the reason without its "risk.", None for a routine action."""
    verdict = judge(action, seen, rules)
    assert (verdict.reason is None) is (verdict.risk is Risk.ROUTINE)
    return verdict.reason.id.removeprefix("risk.") if verdict.reason else None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Delete", "delete"), ("_Delete", "delete"), ("Remove from list", "delete"), ("Don\u2019t Save", "delete"),
        ("Close without Saving", "delete"), ("Empty Trash", "delete"), ("Löschen", "delete"),
        ("Nicht speichern", "delete"), ("Eliminar", "delete"), ("No guardar", "delete"),
        ("Send", "send"), ("Submit form", "send"), ("Reply All", "send"), ("Absenden", "send"),
        ("Veröffentlichen", "send"), ("Enviar", "send"), ("Publicar ahora", "send"),
        ("Buy now", "pay"), ("Place order", "pay"), ("Jetzt kaufen", "pay"), ("Kostenpflichtig bestellen", "pay"),
        ("Pagar", "pay"), ("Confirmar pedido", "pay"),
        ("Overwrite", "overwrite"), ("Überschreiben", "overwrite"), ("Sobrescribir", "overwrite"),
        ("I agree", "accept"), ("Accept all", "accept"), ("Allow", "accept"), ("Akzeptieren", "accept"),
        ("Acepto las bases", "accept"), ("Permitir", "accept"),
        ("Install", "install"), ("Uninstall", "install"), ("Installieren", "install"), ("Instalar", "install"),
        ("Sign in", "sign_in"), ("Log out", "sign_in"), ("Anmelden", "sign_in"), ("Iniciar sesión", "sign_in"),
        ("Shut Down", "power"), ("Neu starten", "power"), ("Apagar", "power"),
        ("Save", None), ("Cancel", None), ("OK", None), ("Open…", None), ("Speichern", None), ("Abbrechen", None),
        ("Guardar", None), ("Cancelar", None), ("Aceptar", None), ("Sendai", None), ("Layout", None), ("Posture", None),
        ("Next", None), ("7", None), ("", None),
    ],
)  # fmt: skip
def test_a_button_is_judged_by_its_words(rules: RiskRules, name: str, expected: str | None) -> None:
    assert category(rules, Click(at=AT), screen(element(name), windows=EDITOR)) == expected


def test_only_what_does_something_is_judged(rules: RiskRules) -> None:
    click = Click(at=AT)
    assert category(rules, click, screen(element("Send to", Role.TEXT_FIELD), windows=EDITOR)) is None
    long = element("How to delete an account that you made by mistake in May", Role.LINK)
    assert category(rules, click, screen(long, windows=EDITOR)) is None
    covered = element("Delete", visibility=Visibility.COVERED)
    assert category(rules, click, screen(covered, windows=EDITOR)) is None
    elsewhere = element("Delete", window=7)
    assert category(rules, click, screen(elsewhere, windows=EDITOR)) is None
    assert category(rules, click, screen(element("", description="Delete"), windows=EDITOR)) == "delete"
    assert category(rules, Scroll(at=AT, down=3), screen(element("Delete"), windows=EDITOR)) is None


@pytest.mark.parametrize(
    ("answer", "text", "expected"),
    [
        ("OK", "Really delete 3 files?", "delete"),
        ("Yes", "A file named a.txt already exists.", "overwrite"),
        ("Replace", "Die Datei existiert bereits.", "overwrite"),
        ("Ja", "Bestellung jetzt kostenpflichtig bestellen?", "pay"),
        ("Aceptar", "¿Quiere eliminar la nota?", "delete"),
        ("OK", "The page has 3 lines.", None),
        ("Cancel", "Really delete 3 files?", None),
    ],
)
def test_a_bare_yes_is_judged_by_its_dialog(rules: RiskRules, answer: str, text: str, expected: str | None) -> None:
    seen = screen(*dialog("Please answer", text), element(answer), windows=EDITOR)
    assert category(rules, Click(at=AT), seen) == expected


def test_a_bare_yes_outside_a_dialog_is_routine(rules: RiskRules) -> None:
    assert category(rules, Click(at=AT), screen(element("OK"), windows=EDITOR)) is None


def test_both_ends_of_a_drag_count(rules: RiskRules) -> None:
    drag = Drag(start=ImagePoint(x=10, y=10), end=AT)
    assert category(rules, drag, screen(element("Trash", Role.ICON), windows=EDITOR)) == "delete"


def test_typing_into_a_terminal_or_a_password_field_is_sensitive(rules: RiskRules) -> None:
    terminal = (window(1, "root", app="xterm"),)
    assert category(rules, TypeText(text="ls"), screen(windows=terminal)) == "shell"
    assert category(rules, PressKeys(keys=("enter",)), screen(windows=terminal)) == "shell"
    inside = element("", Role.TERMINAL, states=frozenset({State.FOCUSED}))
    assert category(rules, TypeText(text="ls"), screen(inside, windows=())) == "shell"
    password = element("Password", Role.PASSWORD_FIELD)
    assert category(rules, TypeText(text="x", at=AT), screen(password, windows=EDITOR)) == "password"
    assert category(rules, TypeText(text="x", at=AT), screen(windows=EDITOR)) is None
    assert category(rules, TypeText(text="x"), screen(windows=EDITOR)) is None


def test_enter_is_judged_by_where_the_focus_is(rules: RiskRules) -> None:
    focus = frozenset({State.FOCUSED})
    enter = PressKeys(keys=("enter",))
    assert category(rules, enter, screen(element("Delete", states=focus), windows=EDITOR)) == "delete"
    assert category(rules, enter, screen(element("Save", states=focus), windows=EDITOR)) is None
    field = element("Name", Role.TEXT_FIELD, states=focus | {State.EDITABLE})
    exists = dialog("It already exists")
    assert category(rules, enter, screen(*exists, field, windows=EDITOR)) == "overwrite"
    assert category(rules, TypeText(text="a", submit=True), screen(*exists, field, windows=EDITOR)) == "overwrite"
    page = element("Page", Role.TEXT_FIELD, states=focus | {State.EDITABLE, State.MULTI_LINE})
    assert category(rules, enter, screen(*exists, page, windows=EDITOR)) is None
    assert category(rules, enter, screen(windows=EDITOR)) is None


def test_chords_that_cannot_be_taken_back_are_sensitive_unless_they_edit_text(rules: RiskRules) -> None:
    delete = PressKeys(keys=("delete",))
    editing = element("Text", Role.TEXT_FIELD, states=frozenset({State.FOCUSED, State.EDITABLE}))
    assert category(rules, delete, screen(windows=EDITOR)) == "delete"
    assert category(rules, delete, screen(editing, windows=EDITOR)) is None
    assert category(rules, PressKeys(keys=("ctrl", "enter")), screen(editing, windows=EDITOR)) == "send"
    assert category(rules, PressKeys(keys=("ctrl", "s")), screen(windows=EDITOR)) is None


def test_opening_a_terminal_is_sensitive(rules: RiskRules) -> None:
    assert category(rules, OpenApp(name="Konsole"), screen()) == "shell"
    assert category(rules, OpenApp(name="st"), screen()) == "shell"
    assert category(rules, OpenApp(name="Stellarium"), screen()) is None


def test_own_windows_and_windows_that_ask_for_consent_are_forbidden(rules: RiskRules) -> None:
    own = (window(1, "Handrail", own=True),)
    consent = (window(1, "", app="polkit-gnome-au"),)
    for action in (Click(at=AT), TypeText(text="x"), PressKeys(keys=("enter",))):
        assert judge(action, screen(windows=own), rules).risk is Risk.FORBIDDEN
        assert judge(action, screen(windows=consent), rules).risk is Risk.FORBIDDEN
    assert judge(FocusWindow(title="handrail"), screen(windows=own), rules).risk is Risk.FORBIDDEN
    assert judge(FocusWindow(title="letter"), screen(windows=EDITOR), rules).risk is Risk.ROUTINE
