"""What an action may do to the person's things, judged here and never by a model's own word."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

from app.core.actions import Action, Click, Drag, FocusWindow, OpenApp, PressButton, PressKeys, TypeText, places
from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.core.geometry import ImagePoint, Value
from app.core.keys import Key
from app.core.messages import message
from app.core.steps import Risk, Screen, Verdict

Category = Literal["delete", "send", "pay", "overwrite", "accept", "install", "sign_in", "power"]

DOES_SOMETHING = frozenset(
    {
        Role.BUTTON, Role.TOGGLE_BUTTON, Role.CHECK_BOX, Role.RADIO_BUTTON, Role.LINK, Role.MENU_ITEM, Role.ICON,
        Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM, Role.IMAGE, Role.LABEL, Role.OTHER,
    }
)  # fmt: skip
LONGEST_LABEL = 8
"""Words. What is longer is a text to read, not the label of a control."""

ROUTINE = Verdict(risk=Risk.ROUTINE)


class Chord(Value):
    keys: tuple[Key, ...]
    category: Category
    unless_editing: bool


class Answers(Value):
    words: tuple[str, ...]
    overwriting: tuple[str, ...]


class Programs(Value):
    terminals: tuple[str, ...]
    consent: tuple[str, ...]


class RiskRules(Value):
    """The data of resources/risk/rules.toml: word lists per category and language, programs and chords."""

    words: dict[Category, dict[str, tuple[str, ...]]]
    answers: Answers
    programs: Programs
    chords: tuple[Chord, ...]

    @cached_property
    def patterns(self) -> dict[Category, re.Pattern[str]]:
        return {
            category: _pattern([word for words in languages.values() for word in words])
            for category, languages in self.words.items()
        }

    @cached_property
    def says_yes(self) -> re.Pattern[str]:
        return re.compile(rf"\W*(?:{_alternatives(self.answers.words)})\W*")

    @cached_property
    def overwriting(self) -> re.Pattern[str]:
        return _pattern(list(self.answers.overwriting))

    def category_of(self, text: str) -> Category | None:
        plain = _plain(text)
        return next((category for category, pattern in self.patterns.items() if pattern.search(plain)), None)

    def is_terminal(self, name: str) -> bool:
        return _starts_with(name, self.programs.terminals)

    def asks_consent(self, window: WindowFacts) -> bool:
        return _starts_with(window.app, self.programs.consent)


def judge(action: Action, screen: Screen, rules: RiskRules) -> Verdict:
    """The verdict on an action, from what lies under it on the screen, where its keys go and what it types."""
    windows = _touched(action, screen)
    if any(window.own for window in windows):
        return Verdict(risk=Risk.FORBIDDEN, reason=message("risk.own_window"))
    if consent := next((window for window in windows if rules.asks_consent(window)), None):
        return Verdict(risk=Risk.FORBIDDEN, reason=message("risk.consent", window=consent.title or consent.app))
    match action:
        case Click() | PressButton() | Drag():
            return _judge_places(action, screen, rules)
        case TypeText():
            return _judge_typing(action, screen, rules)
        case PressKeys():
            return _judge_keys(action, screen, rules)
        case OpenApp() if rules.is_terminal(action.name):
            return Verdict(risk=Risk.SENSITIVE, reason=message("risk.shell", program=action.name))
        case _:
            return ROUTINE


def _touched(action: Action, screen: Screen) -> list[WindowFacts]:
    """The windows the action goes to."""
    if isinstance(action, FocusWindow):
        wanted = action.title.casefold()
        return [w for w in screen.windows if wanted in w.title.casefold() or wanted in w.app.casefold()][:1]
    points = [screen.screenshot.viewport.to_screen(point) for point in places(action)]
    found = [screen.window_at(point) for point in points] if points else [_receiver(action, screen)]
    return [window for window in found if window]


def _receiver(action: Action, screen: Screen) -> WindowFacts | None:
    return screen.active if isinstance(action, TypeText | PressKeys) else None


def _judge_places(action: Click | PressButton | Drag, screen: Screen, rules: RiskRules) -> Verdict:
    verdicts = [_judge_place(point, screen, rules) for point in places(action)]
    return next((verdict for verdict in verdicts if verdict.risk is not Risk.ROUTINE), ROUTINE)


def _judge_place(point: ImagePoint, screen: Screen, rules: RiskRules) -> Verdict:
    for element in _under(point, screen)[:3]:
        verdict = _judge_element(element, screen, rules)
        if verdict.risk is not Risk.ROUTINE:
            return verdict
    return ROUTINE


def _judge_element(element: Element, screen: Screen, rules: RiskRules) -> Verdict:
    for text in (element.name, element.description):
        if text and len(text.split()) <= LONGEST_LABEL and (category := rules.category_of(text)):
            return _sensitive(category, text)
    if rules.says_yes.fullmatch(_plain(element.name)):
        return _judge_dialog(element, screen, rules)
    return ROUTINE


def _judge_dialog(answer: Element, screen: Screen, rules: RiskRules) -> Verdict:
    """What a bare "yes" says yes to: the words of the dialog it stands in."""
    said = _dialog_texts(answer, screen)
    if overwriting := next((text for text in said if rules.overwriting.search(_plain(text))), None):
        return _sensitive("overwrite", overwriting)
    for text in said:
        if category := rules.category_of(text):
            return _sensitive(category, text)
    return ROUTINE


def _dialog_texts(inside: Element, screen: Screen) -> list[str]:
    around = [
        element
        for element in screen.elements
        if element.role in {Role.DIALOG, Role.ALERT}
        and element.path
        and inside.path[: len(element.path)] == element.path
    ]
    if not around:
        return []
    dialog = max(around, key=lambda element: len(element.path))
    texts = [e.name or e.value for e in screen.elements if e.path[: len(dialog.path)] == dialog.path and _is_text(e)]
    return [text for text in (dialog.name, dialog.description, *texts) if text]


def _is_text(element: Element) -> bool:
    return element.role in {Role.LABEL, Role.PARAGRAPH, Role.HEADING}


def _judge_typing(action: TypeText, screen: Screen, rules: RiskRules) -> Verdict:
    window = _touched(action, screen)[:1]
    field = _field(action, screen)
    if (window and rules.is_terminal(window[0].app)) or (field and field.role is Role.TERMINAL):
        return Verdict(risk=Risk.SENSITIVE, reason=message("risk.shell", program=window[0].app if window else ""))
    if field and field.role is Role.PASSWORD_FIELD:
        return Verdict(risk=Risk.SENSITIVE, reason=message("risk.password", field=field.name))
    if action.submit and field:
        return _judge_dialog(field, screen, rules)
    return ROUTINE


def _field(action: TypeText, screen: Screen) -> Element | None:
    if action.at is None:
        return screen.focused
    return next(iter(_under(action.at, screen, any_role=True)), None)


def _judge_keys(action: PressKeys, screen: Screen, rules: RiskRules) -> Verdict:
    focused = screen.focused
    if screen.active and rules.is_terminal(screen.active.app):
        return Verdict(risk=Risk.SENSITIVE, reason=message("risk.shell", program=screen.active.app))
    editing = focused is not None and State.EDITABLE in focused.states
    for chord in rules.chords:
        if set(chord.keys) == set(action.keys) and not (chord.unless_editing and editing):
            return _sensitive(chord.category, "+".join(action.keys))
    if action.keys in {("enter",), ("space",)} and focused and not (editing and State.MULTI_LINE in focused.states):
        return _judge_dialog(focused, screen, rules) if editing else _judge_element(focused, screen, rules)
    return ROUTINE


def _under(point: ImagePoint, screen: Screen, any_role: bool = False) -> list[Element]:
    """The elements that a click at the point can reach, the smallest first."""
    place = screen.screenshot.viewport.to_screen(point)
    window = screen.window_at(place)
    found = [
        element
        for element in screen.elements
        if element.box.contains(place)
        and element.visibility is Visibility.VISIBLE
        and (any_role or element.role in DOES_SOMETHING)
        and (window is None or element.window in {None, window.number})
    ]
    return sorted(found, key=lambda element: element.box.area)


def _sensitive(category: Category, text: str) -> Verdict:
    return Verdict(risk=Risk.SENSITIVE, reason=message(f"risk.{category}", text=text[:80]))


def _plain(text: str) -> str:
    """Lower case, without the underscore or ampersand that marks a letter to press and with one kind of apostrophe."""
    return re.sub(r"[_&](?=\w)", "", text.casefold()).replace("\u2019", "'")


def _pattern(words: list[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_alternatives(words)})(?!\w)")


def _alternatives(words: list[str] | tuple[str, ...]) -> str:
    return "|".join(re.escape(word.casefold()).replace(r"\*", r"\w*") for word in words)


def _starts_with(name: str, beginnings: tuple[str, ...]) -> bool:
    low = name.casefold().removesuffix(".exe")
    return any(low.startswith(start) if len(start) > 4 else low == start for start in beginnings)
