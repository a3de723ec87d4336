"""The moves of steps that choose one of several options, in a list that may have to be opened first."""

from __future__ import annotations

from app.builtin import matching, relations
from app.builtin.intents import Choose, How, Target
from app.builtin.names import Fit, fit
from app.builtin.scene import ITEMS, MENU_ITEMS, is_under
from app.builtin.view import GivenUp, Move, View
from app.core.actions import Click
from app.core.elements import Element, Role, State, Visibility
from app.core.errors import TargetMissing
from app.core.messages import message
from app.core.steps import Step

SELECTABLE = frozenset({Role.LIST_ITEM, Role.TREE_ITEM, Role.RADIO_BUTTON, Role.TAB, Role.ROW})


def choose(intent: Choose, view: View) -> Move | None:
    if intent.holder is None:
        return _choose_anywhere(intent, view)
    holder = _holder(intent.holder, view)
    if holder is None:
        return _choose_anywhere(intent, view)
    if holder.role is Role.COMBO_BOX:
        return _choose_in_list(intent.option, intent.holder.words, holder, view)
    return _choose_inside(intent.option, holder, view)


def _holder(target: Target, view: View) -> Element | None:
    """What the options are in; None for a menu without a name: whatever menu is open."""
    if target.by_role == "always" and Role.MENU in target.roles:
        return None
    for step in view.done:
        if step.proposal.element and step.proposal.element.role is Role.COMBO_BOX:
            return view.scene.again(step.proposal.element) or step.proposal.element
    return view.usable(view.the(target, matching.HOLDER), target)


def _choose_anywhere(intent: Choose, view: View) -> Move | None:
    opened = [s for s in view.did(Click) if not s.proposal.completes and s.proposal.element]
    if opened and opened[0].proposal.element:
        combo = view.scene.again(opened[0].proposal.element) or opened[0].proposal.element
        return _choose_in_list(intent.option, combo.name, combo, view)
    if view.did(Click):
        _check_chosen(view)
        return None
    if not view.match(intent.option, matching.OPTION).elements and (combo_with := _combo_with(intent.option, view)):
        return _choose_in_list(intent.option, combo_with.name, combo_with, view)
    element = view.usable(view.the(intent.option, matching.OPTION), intent.option)
    return _pick(element, intent.option, view)


def _combo_with(option: Target, view: View) -> Element | None:
    """The one closed list that is known to have this option."""
    combos = [e for e in view.scene.visible if e.role is Role.COMBO_BOX]
    having = [combo for combo in combos if any(_fits(option, e) for e in _options(combo, view))]
    return having[0] if len(having) == 1 else None


def _pick(element: Element, option: Target, view: View) -> Move | None:
    if _is_chosen(element):
        return None
    return Move(action=Click(at=view.at(element)), target=option.words, element=element)


def _is_chosen(element: Element) -> bool:
    if element.role is Role.RADIO_BUTTON:
        return State.CHECKED in element.states
    return element.role in SELECTABLE and State.SELECTED in element.states


def _check_chosen(view: View) -> None:
    """Raises TargetMissing where what was clicked can be seen not to be chosen."""
    clicked = view.did(Click)[-1].proposal.element
    now = view.scene.again(clicked) if clicked else None
    if now is not None and now.role is Role.RADIO_BUTTON and not _is_chosen(now):
        raise TargetMissing("builtin.not_chosen", target=now.name)


def _choose_inside(option: Target, holder: Element, view: View) -> Move | None:
    """An option that is in plain sight in a list, a table, or under a heading."""
    if view.did(Click):
        _check_chosen(view)
        return None
    match = view.match(option, matching.OPTION)
    found = [e for e in match.elements if is_under(e, holder) and e is not holder]
    if not found:
        found = relations.related(How.ROW, match.elements, [holder], view.scene)
    if len(found) == 1:
        return _pick(view.usable(found[0], option), option, view)
    return _pick(view.usable(view.the(option, matching.OPTION), option), option, view)


def _choose_in_list(option: Target, holder: str, combo: Element, view: View) -> Move | None:
    if _shows(combo, option):
        return None
    clicks = view.did(Click)
    if clicks and clicks[-1].proposal.completes:
        _check_shown(option, combo, clicks[-1], view)
        return None
    options = [e for e in _options(combo, view) if e.visibility is Visibility.VISIBLE]
    if options:
        return _pick_in_list(option, holder, options, view)
    if clicks:
        raise TargetMissing("builtin.list_did_not_open", target=holder)
    known = [e for e in _options(combo, view) if e.name]
    if known and not option.ordinal and not any(_fits(option, e) for e in known):
        raise GivenUp(message("builtin.no_such_option", target=option.words, options=_listed(known)))
    return Move(action=Click(at=view.at(combo)), target=holder, element=combo, completes=False)


def _pick_in_list(option: Target, holder: str, options: list[Element], view: View) -> Move:
    fits = [e for e in options if _fits(option, e)] if option.names or option.labels else []
    if option.ordinal and not fits:
        fits = relations.picked(option.ordinal, options)
    if len(fits) > 1:
        fits = [e for e in fits if _fits(option, e, Fit.EXACT)] or fits
    if len(fits) != 1:
        raise TargetMissing("builtin.no_such_option", target=option.words, options=_listed(options))
    return Move(action=Click(at=view.at(fits[0])), target=f"{option.words}, {holder}", element=fits[0])


def _listed(options: list[Element]) -> str:
    return ", ".join(f"“{e.name.strip()}”" for e in options[:12] if e.name.strip())


def _options(combo: Element, view: View) -> list[Element]:
    """The options of the list: under it in the tree, or what came up when it was clicked."""
    elements = view.scene.screen.elements
    under = [e for e in elements if e.role in ITEMS and e is not combo and is_under(e, combo) and combo.path]
    if under:
        return under
    popped = [e for e in view.scene.visible if e.role in MENU_ITEMS | {Role.LIST_ITEM} and e.app == combo.app]
    loose = [e for e in popped if e.role is Role.LIST_ITEM or view.scene.in_open_menu(e)]
    return [e for e in loose if _came_by_opening(e, view)]


def _came_by_opening(element: Element, view: View) -> bool:
    """Whether it is in sight only since the list was clicked."""
    opened = view.did(Click)
    if not opened:
        return False
    before = {e.handle for e in opened[0].elements if e.visibility is Visibility.VISIBLE}
    return element.handle not in before


def _fits(option: Target, element: Element, least: Fit = Fit.NEAR) -> bool:
    return any(fit(name, element.name) >= least for name in (*option.labels, *option.names))


def _shows(combo: Element, option: Target) -> bool:
    """Whether the list has this choice now, as far as it tells."""
    return any(fit(name, own) >= Fit.SAME for name in option.names for own in (combo.value, combo.name) if own)


def _check_shown(option: Target, combo: Element, step: Step, view: View) -> None:
    """Raises TargetMissing where the list can be seen to have another choice now than the one clicked."""
    now, clicked = view.scene.again(combo), step.proposal.element
    if now and now.value and clicked and not _shows(now, Target(words="", names=(clicked.name,))):
        raise TargetMissing("builtin.not_chosen", target=option.words)
