"""The next move of any step: which function makes it, where it is done, and what is scrolled into sight first."""

from __future__ import annotations

from dataclasses import replace

from app.builtin import choices, fields, going, matching, pointing, scrolling
from app.builtin.intents import (
    Choose,
    Clear,
    ClickOn,
    Close,
    DragTo,
    HoverOver,
    Intent,
    Kind,
    OpenApplication,
    OpenMenu,
    OpenThing,
    Press,
    ScrollBy,
    ScrollTo,
    ScrollToEnd,
    SetTo,
    SwitchTo,
    Target,
    Tick,
    TypeInto,
    WaitSeconds,
    WaitUntil,
)
from app.builtin.view import GivenUp, Move, OutOfSight, View
from app.builtin.windows import windows_for
from app.core.actions import FocusWindow, PressKeys, TypeText, places
from app.core.elements import WindowFacts
from app.core.messages import message


def next_move(intent: Intent, view: View) -> Move | None:
    """The next action for the step on this screen; None once it is done and nothing is seen to have failed.

    Raises TargetMissing where its thing (or its effect) is not there yet, Unsure, GivenUp.
    """
    is_over = any(step.proposal.completes for step in view.done)
    if intent.within is not None and not is_over:
        placed = _placed(intent.within, view)
        if isinstance(placed, Move):
            return placed
        view = placed
    try:
        move = _move(intent, view)
    except OutOfSight as hidden:
        move = scrolling.toward(hidden, view)
    _check_window(move, view)
    return move


def _check_window(move: Move | None, view: View) -> None:
    """Raises GivenUp where keys or a text would go to a window that is to be left alone."""
    active = view.scene.screen.active
    by_focus = move is not None and isinstance(move.action, PressKeys | TypeText) and not places(move.action)
    if by_focus and active and active.number in view.avoided_windows:
        raise GivenUp(message("builtin.avoided", target=active.title))


def _placed(place: Target, view: View) -> View | Move:
    """The view in the window or part that the step is said to be in; a move where that must come to the front."""
    could_be_part = place.kind is not Kind.WINDOW
    if place.roles or (could_be_part and not windows_for(place, view.scene.screen.windows, view.lexicon)):
        if place.soft and not view.match(place, matching.PLACE).elements:
            return view
        return replace(view, part=view.the(place, matching.PLACE))
    window = _front(going.the_window(place, view), view)
    if not window.active:
        return going.focus(window, place, view)
    own = tuple(step for step in view.done if not isinstance(step.action, FocusWindow))
    return replace(view, window=window, done=own)


def _front(window: WindowFacts, view: View) -> WindowFacts:
    """The window itself, or the one that came up from it since it was last in front."""
    active = view.scene.screen.active
    if window.active or active is None or active.pid is None or active.pid != window.pid:
        return window
    return active if view.was_front(window) else window


def _move(intent: Intent, view: View) -> Move | None:
    match intent:
        case ClickOn() | OpenMenu() | OpenThing() | HoverOver() | DragTo():
            return _pointed(intent, view)
        case TypeInto() | SetTo() | Clear() | Tick() | Choose():
            return _filled(intent, view)
        case ScrollBy() | ScrollTo() | ScrollToEnd() | Press():
            return _scrolled(intent, view)
        case WaitSeconds() | WaitUntil() | OpenApplication() | SwitchTo() | Close():
            return _gone(intent, view)


def _filled(intent: TypeInto | SetTo | Clear | Tick | Choose, view: View) -> Move | None:
    match intent:
        case TypeInto():
            return fields.type_text(intent, view)
        case SetTo():
            return fields.set_to(intent, view)
        case Clear():
            return fields.clear(intent, view)
        case Tick():
            return fields.tick(intent, view)
        case Choose():
            return choices.choose(intent, view)


def _pointed(intent: ClickOn | OpenMenu | OpenThing | HoverOver | DragTo, view: View) -> Move | None:
    match intent:
        case ClickOn():
            return pointing.click(intent, view)
        case OpenMenu():
            return pointing.open_menu(intent, view)
        case OpenThing():
            return pointing.open_thing(intent, view)
        case HoverOver():
            return pointing.hover(intent, view)
        case DragTo():
            return pointing.drag(intent, view)


def _scrolled(intent: ScrollBy | ScrollTo | ScrollToEnd | Press, view: View) -> Move | None:
    match intent:
        case ScrollBy():
            return scrolling.scroll_by(intent, view)
        case ScrollTo():
            return scrolling.scroll_to(intent, view)
        case ScrollToEnd():
            return scrolling.scroll_to_end(intent, view)
        case Press():
            return going.press(intent, view)


def _gone(intent: WaitSeconds | WaitUntil | OpenApplication | SwitchTo | Close, view: View) -> Move | None:
    match intent:
        case WaitSeconds():
            return going.wait(intent, view)
        case WaitUntil():
            return going.wait_until(intent, view)
        case OpenApplication():
            return going.open_app(intent, view)
        case SwitchTo():
            return going.switch_to(intent, view)
        case Close():
            return going.close(intent, view)
