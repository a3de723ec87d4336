"""The moves of steps that point at something: click, hover, open, drag, menus."""

from __future__ import annotations

from app.builtin import matching
from app.builtin.intents import ClickOn, DragTo, HoverOver, Kind, OpenMenu, OpenThing, Target
from app.builtin.panes import empty_spot
from app.builtin.scene import MENU_ITEMS, is_under
from app.builtin.view import GivenUp, Move, View
from app.core.actions import Click, Drag, OpenApp
from app.core.actions import Move as MovePointer
from app.core.elements import Element, Role, Source, Visibility
from app.core.errors import TargetMissing
from app.core.geometry import ImagePoint
from app.core.messages import message
from app.core.steps import Step

OPENED_BY_TWO = frozenset({Role.ICON, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL, Role.ROW})
"""What a double click opens; all else opens with one."""


def click(intent: ClickOn, view: View) -> Move | None:
    if view.did(Click):
        return None
    words = intent.target.words
    if intent.target.kind is Kind.EMPTY_SPOT:
        spot = empty_spot(view.scene)
        if spot is None:
            raise TargetMissing("builtin.no_empty_spot")
        return Move(action=_clicked(intent, view.place(spot)), target=words)
    element = view.usable(view.the(intent.target, matching.CLICK), intent.target)
    return Move(action=_clicked(intent, view.at(element)), target=words, element=element)


def _clicked(intent: ClickOn, at: ImagePoint) -> Click:
    return Click(at=at, button=intent.button, count=intent.count, held=intent.held)


def hover(intent: HoverOver, view: View) -> Move | None:
    if view.did(MovePointer):
        return None
    element = view.the(intent.target, matching.CLICK)
    return Move(action=MovePointer(at=view.at(element)), target=intent.target.words, element=element)


def open_thing(intent: OpenThing, view: View) -> Move | None:
    """Opens what is called so on the screen; else, where nothing says what it is, the application of that name."""
    if view.did(Click) or view.did(OpenApp):
        return None
    target = intent.target
    if not target.roles and not view.match(target, matching.CLICK).elements:
        return Move(action=OpenApp(name=(target.labels or target.names)[0][:200]), target=target.words)
    element = view.usable(view.the(target, matching.CLICK), target)
    twice = element.role in OPENED_BY_TWO or element.source is Source.OCR
    return Move(action=Click(at=view.at(element), count=2 if twice else 1), target=target.words, element=element)


def drag(intent: DragTo, view: View) -> Move | None:
    if done := view.did(Drag):
        if _changed_nothing(done[-1]):
            raise TargetMissing("builtin.nothing_moved", target=intent.source.words)
        return None
    source = view.the(intent.source, matching.ANCHOR)
    goal = view.the(intent.goal, matching.ANCHOR)
    start, end = view.at(source), view.at(goal)
    if start == end:
        raise GivenUp(message("builtin.same_place", target=intent.source.words, goal=intent.goal.words))
    return Move(action=Drag(start=start, end=end), target=intent.source.words, element=source)


def open_menu(intent: OpenMenu, view: View) -> Move | None:
    """Opens the menus of the path one by one; what is open already is not clicked again (that would close it)."""
    at = len(view.did(Click))
    if at == 0 and _is_open(intent.path[0], view):
        if len(intent.path) == 1:
            return None
        at = 1
    elif at and len(view.did(Click)) < len(intent.path) and _was_open(intent, view):
        at += 1
    if at >= len(intent.path):
        _check_opened(view)
        return None
    target = intent.path[at]
    element = view.usable(view.the(target, matching.MENU), target)
    return Move(
        action=Click(at=view.at(element)), target=target.words, element=element, completes=at == len(intent.path) - 1
    )


def _is_open(target: Target, view: View) -> bool:
    found = view.match(target, matching.MENU).elements
    return len(found) == 1 and _shows_items(found[0], view)


def _was_open(intent: OpenMenu, view: View) -> bool:
    """Whether the first menu was open before the first click of this step, so that the click was the second item."""
    first = view.did(Click)[0]
    return first.proposal.target == intent.path[1].words and first.proposal.target != intent.path[0].words


def _shows_items(menu: Element, view: View) -> bool:
    return any(e.role in MENU_ITEMS and e is not menu and is_under(e, menu) for e in view.scene.visible if e.path)


def _check_opened(view: View) -> None:
    """Nothing is left to click; a menu that was clicked last must have opened."""
    last = view.did(Click)[-1]
    menu = last.proposal.element
    if menu is None or menu.role is not Role.MENU or not _changed_nothing(last):
        return
    now = view.scene.again(menu)
    if now is not None and now.visibility is Visibility.VISIBLE and not _shows_items(now, view):
        raise TargetMissing("builtin.menu_did_not_open", target=last.proposal.target)


def _changed_nothing(step: Step) -> bool:
    return step.outcome is not None and step.outcome.nothing_changed
