"""The moves of steps that put something into a field: type, set, clear, tick."""

from __future__ import annotations

import re

from app.builtin import choices, matching, sliders
from app.builtin.intents import Choose, Clear, Kind, SetTo, Target, Tick, TypeInto
from app.builtin.scene import CHECKS, FIELDS
from app.builtin.values import same_number
from app.builtin.view import Move, Unsure, View, choices_for, shown
from app.core.actions import Click, PressKeys, TypeText
from app.core.elements import Element, Role, Source, State
from app.core.errors import TargetMissing
from app.core.steps import Step

READ_LIMIT = 400
"""Characters: of a longer text only the beginning is given with the screen."""
WRITTEN_IN = frozenset({Role.DOCUMENT, Role.TERMINAL, Role.PARAGRAPH})
UNREADABLE = frozenset({Role.PASSWORD_FIELD, Role.TERMINAL, Role.DOCUMENT, Role.PARAGRAPH})


def type_text(intent: TypeInto, view: View) -> Move | None:
    if done := view.did(TypeText):
        _check_text(done[-1], intent.text, view)
        return None
    if any(_is_there_after_all(step, intent.text, view) for step in view.tried):
        return None
    element = _field(intent, view)
    if element is None:
        return Move(action=TypeText(text=intent.text), element=view.scene.focused)
    many_lines = element.role in WRITTEN_IN or State.MULTI_LINE in element.states
    replace = not many_lines and intent.replace is not False
    at = view.at(element)
    typed = TypeText(text=intent.text, at=at, replace=replace)
    return Move(action=typed, target=intent.field.words if intent.field else "", element=element)


def _is_there_after_all(step: Step, text: str, view: View) -> bool:
    """Whether a text that seemed not to have arrived stands in its field: some fields add spaces of their own."""
    aimed = step.proposal.element
    now = view.scene.again(aimed) if aimed and isinstance(step.action, TypeText) else None
    return now is not None and bool(text.strip()) and holds(now, text)


def _field(intent: TypeInto, view: View) -> Element | None:
    """The field to type into; None where the text goes to whatever has the focus."""
    focused = view.scene.focused
    if intent.field is None:
        return None if focused is None or _takes_text(focused) else _only_field(view)
    if not intent.field.soft:
        return view.usable(view.the(intent.field, matching.FIELD), intent.field)
    match = view.match(intent.field, matching.FIELD)
    if len(match.elements) == 1:
        return match.elements[0]
    if focused is not None and focused.role in FIELDS and State.MULTI_LINE not in focused.states:
        return focused
    return _only_field(view) or view.the(intent.field, matching.FIELD)


def _takes_text(element: Element) -> bool:
    return State.EDITABLE in element.states or element.role in FIELDS | {Role.TERMINAL, Role.CANVAS, Role.COMBO_BOX}


def _only_field(view: View) -> Element | None:
    """The one field in front, where the focus is on nothing that takes a text; the person says which of several."""
    wanted = Target(words="", roles=(Role.TEXT_FIELD, Role.PASSWORD_FIELD))
    fields = [e for e in view.match(wanted, matching.FIELD).elements if view.scene.in_front(e)]
    if len(fields) > 1:
        answer = view.answers.get("", "")
        names = choices_for(fields, view.scene)
        if answer in names:
            return fields[names.index(answer)]
        raise Unsure(Target(words=""), names)
    if not fields and focused_on_page(view):
        raise TargetMissing("builtin.nowhere_to_type")
    return fields[0] if fields else None


def focused_on_page(view: View) -> bool:
    """Whether the focus is on a page as a whole, where keys write nothing."""
    focused = view.scene.focused
    return focused is not None and focused.role is Role.DOCUMENT and State.EDITABLE not in focused.states


def _check_text(step: Step, text: str, view: View) -> None:
    """Raises TargetMissing where the field can be read and the text is not in it."""
    if step.edited is not None or step.proposal.element is None:
        return
    now = view.scene.again(step.proposal.element)
    if now and step.outcome and step.outcome.nothing_changed and len(text.strip()) > 2 and not holds(now, text):
        raise TargetMissing("builtin.text_not_there", target=shown(now, view.scene) or step.proposal.target or text)
    if now is None or now.role in UNREADABLE or len(now.value) >= READ_LIMIT or now.source is Source.OCR:
        return
    if not holds(now, text) and (now.value or _reads_empty(now)):
        raise TargetMissing("builtin.text_not_there", target=shown(now, view.scene) or step.proposal.target or text)


def _reads_empty(element: Element) -> bool:
    """Whether an empty value means an empty field: texts of many lines are not always given."""
    return (
        element.role is Role.TEXT_FIELD and State.MULTI_LINE not in element.states and State.EDITABLE in element.states
    )


def holds(element: Element, text: str) -> bool:
    """Whether the field holds the text, whatever spaces and separators the field itself puts in or leaves out."""
    there = element.value
    if text in there:
        return True
    squeezed = re.sub(r"\W+", "", text.casefold())
    return squeezed in re.sub(r"\W+", "", there.casefold()) and (bool(squeezed) or not text.strip())


def set_to(intent: SetTo, view: View) -> Move | None:
    """Gives a value in the way the control wants it."""
    element = _again_or_found(intent.target, view)
    on = _as_switch(intent.value, view)
    if element.role in CHECKS and on is not None:
        return tick(Tick(target=intent.target, on=on), view)
    if element.role is Role.SLIDER:
        return sliders.set_slider(element, intent, view)
    if element.role in {Role.COMBO_BOX, Role.LIST} and State.EDITABLE not in element.states:
        option = Target(words=intent.value, names=(intent.value,), quoted=True)
        return choices.choose(Choose(option=option, holder=intent.target), view)
    return _write(element, intent, view)


def _again_or_found(target: Target, view: View) -> Element:
    """The element that the first move of this step was for, as it is now: its label may change with its value."""
    for step in view.done:
        now = view.scene.again(step.proposal.element) if step.proposal.element else None
        if now and now.role in (matching.VALUE.only or ()):
            return now
    return view.usable(view.the(target, matching.VALUE), target)


def _write(element: Element, intent: SetTo, view: View) -> Move | None:
    if not view.did(TypeText):
        typed = TypeText(text=intent.value, at=view.at(element), replace=True)
        return Move(
            action=typed, target=intent.target.words, element=element, completes=element.role is not Role.SPINNER
        )
    if element.role is not Role.SPINNER:
        _check_text(view.did(TypeText)[-1], intent.value, view)
        return None
    if same_number(element.value, intent.value) or not element.value:
        return None
    if not view.did(PressKeys):
        return Move(action=PressKeys(keys=("tab",)), target=intent.target.words, element=element)
    raise TargetMissing("builtin.value_not_set", target=intent.target.words, value=intent.value, now=element.value)


def _as_switch(value: str, view: View) -> bool | None:
    low = value.casefold().strip()
    if low in view.lexicon.on_words:
        return True
    return False if low in view.lexicon.off_words else None


def clear(intent: Clear, view: View) -> Move | None:
    if view.did(TypeText):
        return None
    if intent.target is None or intent.target.kind is not Kind.THING:
        return Move(action=TypeText(text="", replace=True), element=view.scene.focused)
    element = view.usable(view.the(intent.target, matching.FIELD), intent.target)
    return Move(
        action=TypeText(text="", at=view.at(element), replace=True), target=intent.target.words, element=element
    )


def tick(intent: Tick, view: View) -> Move | None:
    """Clicks only where the state is not right already, and looks whether it is after."""
    clicks = view.did(Click)
    element = view.scene.again(clicks[0].proposal.element) if clicks and clicks[0].proposal.element else None
    if element is None:
        if clicks:
            return None
        element = view.usable(view.the(intent.target, matching.CHECK), intent.target)
    if is_on(element) is intent.on:
        return None
    if clicks:
        if not _says_state(element):
            return None
        raise TargetMissing("builtin.not_ticked" if intent.on else "builtin.not_unticked", target=intent.target.words)
    return Move(action=Click(at=view.at(element)), target=intent.target.words, element=element)


def is_on(element: Element) -> bool:
    return bool(element.states & {State.CHECKED, State.PRESSED}) or (
        element.role is Role.RADIO_BUTTON and State.SELECTED in element.states
    )


def _says_state(element: Element) -> bool:
    return element.role in CHECKS and element.source is Source.TREE
