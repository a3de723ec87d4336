"""The moves of steps that press keys, wait, and go from window to window."""

from __future__ import annotations

from app.builtin import matching
from app.builtin.intents import Close, OpenApplication, Press, SwitchTo, Target, WaitSeconds, WaitUntil
from app.builtin.names import Fit, fit
from app.builtin.scene import is_under
from app.builtin.view import GivenUp, Move, OutOfSight, Unsure, View
from app.builtin.windows import windows_for
from app.core.actions import Click, FocusWindow, OpenApp, PressKeys, Wait
from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.core.errors import TargetMissing
from app.core.messages import message
from app.core.steps import Step

LONGEST_WAIT = 60.0
WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds, one after the other, while something is waited for."""
DIALOGS = frozenset({Role.DIALOG, Role.ALERT})


def press(intent: Press, view: View) -> Move | None:
    """Presses the next chord; a key's name that is also the name of a button in sight means the button."""
    if view.did(Click):
        return None
    done = len(view.did(PressKeys))
    if done >= len(intent.chords):
        came = [title for step in view.done if step.outcome for title in step.outcome.new_windows]
        if intent.silent and came:
            raise GivenUp(message("builtin.window_came", window=came[0]))
        return None
    if intent.button and not done and (button := _button(intent.button, view)):
        return Move(action=Click(at=view.at(button)), target=intent.button.words, element=button)
    keys = PressKeys(keys=intent.chords[done], times=intent.times)
    return Move(action=keys, element=view.scene.focused, completes=done == len(intent.chords) - 1)


def _button(target: Target, view: View) -> Element | None:
    """The one button with exactly this name, unless something is being written."""
    focused = view.scene.focused
    if focused is not None and State.EDITABLE in focused.states:
        return None
    buttons = [
        e
        for e in view.match(target, matching.CLICK).elements
        if e.role in {Role.BUTTON, Role.TOGGLE_BUTTON} and State.ENABLED in e.states
    ]
    exact = [e for e in buttons if any(fit(name, e.name) >= Fit.SAME for name in target.names)]
    return exact[0] if len(exact) == 1 else None


def wait(intent: WaitSeconds, view: View) -> Move | None:
    waited = sum(step.action.seconds for step in view.did(Wait) if isinstance(step.action, Wait))
    left = intent.seconds - waited
    if left <= 1e-6:
        return None
    return Move(action=Wait(seconds=min(left, LONGEST_WAIT)), completes=left <= LONGEST_WAIT)


def wait_until(intent: WaitUntil, view: View) -> Move | None:
    there = _is_there(intent.target, view)
    if there is not intent.gone:
        return None
    done = len(view.did(Wait))
    if done >= len(WAITS):
        name = "builtin.still_there" if intent.gone else "builtin.never_came"
        raise GivenUp(message(name, target=intent.target.words, seconds=round(sum(WAITS))))
    return Move(action=Wait(seconds=WAITS[done]), target=intent.target.words, completes=False)


def _is_there(target: Target, view: View) -> bool:
    if windows_for(target, view.scene.screen.windows, view.lexicon):
        return True
    try:
        view.the(target, matching.ANCHOR)
    except TargetMissing:
        return False
    except (OutOfSight, Unsure):
        return True
    return True


def open_app(intent: OpenApplication, view: View) -> Move | None:
    return None if view.did(OpenApp) else Move(action=OpenApp(name=intent.name), target=intent.name)


def switch_to(intent: SwitchTo, view: View) -> Move | None:
    window = the_window(intent.window, view)
    return None if window.active else focus(window, intent.window, view)


def focus(window: WindowFacts, target: Target, view: View) -> Move:
    """Brings the window to the front. Raises TargetMissing where that was done and it is not in front."""
    if view.did(FocusWindow):
        raise TargetMissing("builtin.window_not_in_front", window=window.title or target.words)
    return Move(action=FocusWindow(title=(window.title or window.app)[:500]), target=target.words, completes=False)


def the_window(target: Target, view: View) -> WindowFacts:
    """The window the words mean. Raises TargetMissing, Unsure."""
    found = windows_for(target, view.allowed_windows(), view.lexicon)
    if not found:
        names = ", ".join(f"“{w.title}”" for w in view.scene.screen.windows if w.title and not w.own)
        raise TargetMissing("builtin.no_window", target=target.words, windows=names or "–")
    if len(found) == 1:
        return found[0]
    titles = [window.title for window in found]
    answer = view.answers.get(target.words, "")
    if answer in titles:
        return found[titles.index(answer)]
    raise Unsure(target, titles)


def close(intent: Close, view: View) -> Move | None:
    """By the close button of the thing itself where it shows one, else by the key that closes such things."""
    if closing := [step for step in view.done if not isinstance(step.action, FocusWindow)]:
        _check_closed(intent, closing[0], view)
        return None
    if intent.what == "menu":
        return Move(action=PressKeys(keys=("esc",)))
    if intent.what == "dialog":
        return _close_dialog(intent, view)
    window = the_window(intent.window, view) if intent.window else view.scene.screen.active
    if window is None:
        raise TargetMissing("builtin.nothing_to_close")
    if not window.active:
        return focus(window, intent.window or Target(words=window.title), view)
    return Move(action=PressKeys(keys=("alt", "f4")), target=window.title)


def _close_dialog(intent: Close, view: View) -> Move:
    dialog = _dialog(intent, view)
    for element in view.scene.inside(dialog, view.scene.visible):
        closes = any(fit(word, element.name) >= Fit.SAME for word in view.lexicon.closing)
        if closes and element.role is Role.BUTTON:
            return Move(action=Click(at=view.at(element)), target=element.name, element=element)
    return Move(action=PressKeys(keys=("esc",)), target=dialog.name, element=dialog)


def _dialog(intent: Close, view: View) -> Element:
    """The dialog that is meant, the innermost in front where no name is said."""
    dialogs = [e for e in view.scene.visible if e.role in DIALOGS]
    if intent.window:
        names = intent.window.names
        dialogs = [e for e in dialogs if any(fit(name, e.name) >= Fit.PART for name in names)]
    dialogs = [e for e in dialogs if view.scene.in_front(e)] or dialogs
    if not dialogs:
        raise TargetMissing("builtin.no_dialog")
    return max(dialogs, key=lambda e: len(e.path))


def _check_closed(intent: Close, step: Step, view: View) -> None:
    """Raises TargetMissing where what was to be closed can be seen to be still there."""
    if intent.what == "dialog" and (dialog := _dialog_of(step)):
        now = view.scene.again(dialog)
        if now is not None and now.visibility is not Visibility.HIDDEN and now.role in DIALOGS:
            raise TargetMissing("builtin.not_closed", target=dialog.name or intent.words)
    if intent.what == "window":
        closed = next((window for window in step.windows if window.active), None)
        if closed and any(w.number == closed.number for w in view.scene.screen.windows):
            raise TargetMissing("builtin.not_closed", target=closed.title)


def _dialog_of(step: Step) -> Element | None:
    used = step.proposal.element
    around = [e for e in step.elements if e.role in DIALOGS and used and (e == used or is_under(used, e))]
    return max(around, key=lambda e: len(e.path), default=None)
