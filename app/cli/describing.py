"""Says in plain words what an action does, to what, and in which window."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.cli.wording import Words, sentence, shortened, visible
from app.core.actions import (
    Action,
    Answer,
    AskUser,
    Click,
    Drag,
    Fail,
    FocusWindow,
    HoldKeys,
    Move,
    OpenApp,
    PressButton,
    PressKeys,
    ReleaseButton,
    ReleaseKeys,
    Scroll,
    TypeText,
    Wait,
    places,
)
from app.core.elements import Element, Role, Visibility, WindowFacts
from app.core.geometry import ImagePoint, Viewport
from app.core.keys import Key
from app.core.messages import MessageValue, message
from app.core.steps import Proposal, Question, Step
from app.store import masking
from app.store.masking import MASK

LONGEST_NAME = 60
LONGEST_TEXT = 300
"""Of what is typed, in characters; whoever must see all of it shows it apart."""

_AROUND = frozenset(
    {
        Role.APPLICATION, Role.WINDOW, Role.DIALOG, Role.PANEL, Role.GROUP, Role.SCROLL_AREA, Role.FORM, Role.OTHER,
        Role.TOOL_BAR, Role.MENU_BAR, Role.STATUS_BAR, Role.TAB_LIST, Role.SEPARATOR,
    }
)  # fmt: skip
"""They lie around what is meant; being under a point says nothing."""


@dataclass(frozen=True)
class Scene:
    """What an action is described against: the proposal it belongs to and what was on the screen."""

    proposal: Proposal
    viewport: Viewport
    elements: tuple[Element, ...] = ()
    windows: tuple[WindowFacts, ...] = ()
    words: Words = field(default_factory=dict, repr=False)

    def say(self, id: str, **values: MessageValue) -> str:
        return sentence(message(id, **values), self.words)

    def at(self, point: ImagePoint) -> Element | None:
        """What a person would say lies there: the smallest visible thing, or one hardly larger that has a name."""
        place = self.viewport.to_screen(point)
        found = [
            element
            for element in self.elements
            if element.box.contains(place) and element.visibility is Visibility.VISIBLE and element.role not in _AROUND
        ]
        smallest = min(found, key=_area, default=None)
        if smallest is None or smallest.name.strip():
            return smallest
        named = [element for element in found if element.name.strip() and _area(element) <= 4 * _area(smallest)]
        return min(named, key=_area, default=smallest)


def of_step(step: Step, words: Words) -> str:
    """What the step does, the person's change where there is one, in a sentence: "Click “Save” in Mousepad".

    A password is not shown.
    """
    shown = masking.without_secrets(step)
    return describe(shown.action, scene_of_step(shown, words))


def of_question(question: Question, words: Words) -> str:
    """What would be done, in a sentence; a password is not shown."""
    screen, proposal = question.screen, question.proposal
    viewport = screen.screenshot.viewport
    scene = Scene(proposal, viewport, screen.elements, screen.windows, words)
    if isinstance(proposal.action, TypeText) and masking.types_secret(proposal, screen.elements, viewport):
        return describe(proposal.action.model_copy(update={"text": MASK}), scene)
    return describe(proposal.action, scene)


def scene_of_step(step: Step, words: Words) -> Scene:
    return Scene(step.proposal, step.viewport, step.elements, step.windows, words)


def describe(action: Action, scene: Scene) -> str:
    """The action in a sentence without a full stop."""
    return _in_window(_said(action, scene), action, scene)


def adds(thought: str, what: str) -> bool:
    """Whether a planner's thought says more than the sentence `what` does.

    >>> adds("click save", "Click “Save” in Mousepad"), adds("It is time to save", "Click “Save” in Mousepad")
    (False, True)
    """
    plain, said = (re.sub(r"\W+", " ", text).casefold().strip() for text in (thought, what))
    return plain != "" and not said.startswith(plain)


def key_names(keys: tuple[Key, ...], words: Words) -> str:
    """A chord as it stands on the keys: "Ctrl+S"."""
    return "+".join(words.get(f"key.{key}", key.upper() if len(key) == 1 else key.capitalize()) for key in keys)


def _said(action: Action, scene: Scene) -> str:
    match action:
        case Click() | Move() | PressButton() | ReleaseButton() | Drag() | Scroll():
            return _pointed(action, scene)
        case TypeText():
            return _typed(action, scene)
        case PressKeys() | HoldKeys() | ReleaseKeys():
            return _pressed(action, scene)
        case Wait() | OpenApp() | FocusWindow():
            return _named(action, scene)
        case Answer() | Fail() | AskUser():
            return _told(action, scene)


def _named(action: Wait | OpenApp | FocusWindow, scene: Scene) -> str:
    match action:
        case Wait():
            return scene.say("do.wait", seconds=f"{action.seconds:g}")
        case OpenApp():
            return scene.say("do.open_app", name=_name(action.name))
        case FocusWindow():
            return scene.say("do.focus_window", title=_name(action.title))


def _told(action: Answer | Fail | AskUser, scene: Scene) -> str:
    match action:
        case Answer(text=""):
            return scene.say("do.done")
        case Answer():
            return scene.say("do.answer", text=action.text)
        case Fail():
            return scene.say("do.fail", reason=sentence(action.reason, scene.words))
        case AskUser():
            return scene.say("do.ask_user", question=sentence(action.question, scene.words))


def _pointed(action: Click | Move | PressButton | ReleaseButton | Drag | Scroll, scene: Scene) -> str:
    match action:
        case Click():
            said = scene.say(f"do.click_{action.button}_{action.count}", target=_target(action.at, scene))
            return _held(said, action.held, scene)
        case Move():
            return scene.say("do.move", target=_target(action.at, scene))
        case PressButton():
            return scene.say(f"do.press_{action.button}", target=_target(action.at, scene))
        case ReleaseButton():
            return scene.say(f"do.release_{action.button}", target=_target(action.at, scene))
        case Drag():
            start, end = _target(action.start, scene), _target(action.end, scene, is_aim=False)
            said = scene.say(f"do.drag_{action.button}", target=start, goal=end)
            return _held(said, action.held, scene)
        case Scroll():
            return _scrolled(action, scene)


def _scrolled(action: Scroll, scene: Scene) -> str:
    target = _target(action.at, scene)
    ways = {"down": action.down, "right": action.right}
    opposite = {"down": "up", "right": "left"}
    parts = [
        scene.say(f"do.scroll_{way if notches >= 0 else opposite[way]}", notches=abs(notches))
        for way, notches in ways.items()
        if notches
    ]
    return scene.say("do.scroll", way=", ".join(parts) or "0", target=target)


def _typed(action: TypeText, scene: Scene) -> str:
    text = visible(shortened(action.text, LONGEST_TEXT))
    way = "replace" if action.replace else "type"
    if action.at is None:
        said = scene.say(f"do.{way}", text=text)
    else:
        said = scene.say(f"do.{way}_into", text=text, target=_target(action.at, scene))
    return scene.say("do.submit", what=said) if action.submit else said


def _pressed(action: PressKeys | HoldKeys | ReleaseKeys, scene: Scene) -> str:
    keys = key_names(action.keys, scene.words)
    match action:
        case PressKeys() if action.times > 1:
            return scene.say("do.press_keys_times", keys=keys, times=action.times)
        case _:
            return scene.say(f"do.{action.kind}", keys=keys)


def _held(said: str, keys: tuple[Key, ...], scene: Scene) -> str:
    return scene.say("do.held", what=said, keys=key_names(keys, scene.words)) if keys else said


def _target(point: ImagePoint, scene: Scene, *, is_aim: bool = True) -> str:
    """What lies at the point, by the screen's own word; the planner's words only where the screen says nothing."""
    element = scene.at(point)
    proposed = is_aim and point in places(scene.proposal.action)[:1]
    if element is None and proposed:
        element = scene.proposal.element
    if element is not None and element.name.strip():
        return scene.say("do.named", name=_name(element.name))
    if proposed and scene.proposal.target.strip():
        return scene.say("do.named", name=_name(scene.proposal.target))
    if element is not None and element.role not in _AROUND:
        return sentence(message(f"role.{element.role.replace(' ', '_')}"), scene.words)
    return scene.say("do.place", x=point.x, y=point.y)


def _in_window(said: str, action: Action, scene: Scene) -> str:
    if not isinstance(action, Click | Drag | Scroll | TypeText | PressKeys | Move | PressButton):
        return said
    points = places(action)
    if points:
        place = scene.viewport.to_screen(points[0])
        window = next((w for w in scene.windows if not w.minimized and w.box.contains(place)), None)
    else:
        window = next((w for w in scene.windows if w.active), None)
    name = _program(window) if window else ""
    return scene.say("do.in_window", what=said, window=name) if name else said


def _program(window: WindowFacts) -> str:
    name = _name(window.app or window.title)
    return name.capitalize() if name.islower() else name


def _area(element: Element) -> int:
    return element.box.area


def _name(text: str) -> str:
    return visible(shortened(text.strip(), LONGEST_NAME))
