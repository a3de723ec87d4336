"""What the moves of one step work with: the screen, what was done for the step so far, and how things are found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from app.builtin.intents import Kind, Target
from app.builtin.lexicon import Lexicon
from app.builtin.matching import Match, Want, find
from app.builtin.names import Fit, fit
from app.builtin.relations import things_of
from app.builtin.scene import CONTROLS, FIELDS, Scene
from app.builtin.windows import windows_for
from app.core.actions import Action, Input
from app.core.elements import Element, Source, State, WindowFacts
from app.core.errors import TargetMissing
from app.core.geometry import ImagePoint, ScreenPoint, Value
from app.core.messages import Message, message
from app.core.steps import Step

MOST_CHOICES = 9


class Move(Value):
    """The next action for a step; `completes` is whether the step is done with it."""

    action: Action
    target: str = ""
    element: Element | None = None
    completes: bool = True


class Unsure(Exception):
    """Several things fit equally well: the person says which."""

    def __init__(self, target: Target, choices: Sequence[str]) -> None:
        super().__init__(target.words)
        self.question = message("builtin.which", target=target.words)
        self.choices = tuple(choices)


class GivenUp(Exception):
    """The step can't be done, for this reason; waiting would not help."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id)
        self.reason = reason


class OutOfSight(Exception):
    """The thing is there but scrolled or moved out of sight."""

    def __init__(self, element: Element, target: Target) -> None:
        super().__init__(target.words)
        self.element = element
        self.target = target


@dataclass(frozen=True)
class View:
    """`done` are the performed steps of this intent, the oldest first; `answers` what the person said to questions.

    `tried` are those that could not be done. `window` and `part` are where the intent is said to be done, once that is
    known.
    """

    scene: Scene
    lexicon: Lexicon
    done: tuple[Step, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    waited: bool = False
    avoid: tuple[Target, ...] = ()
    window: WindowFacts | None = None
    part: Element | None = None
    asked: int = 0
    tried: tuple[Step, ...] = ()
    history: tuple[Step, ...] = ()

    def did(self, kind: type[Input]) -> list[Step]:
        """The steps done for this intent by an action of this kind."""
        return [step for step in self.done if isinstance(step.action, kind)]

    def was_front(self, window: WindowFacts) -> bool:
        """Whether something was done in this run while the window was in front."""
        seen = [w for step in self.history if step.performed for w in step.windows]
        return any(w.number == window.number and w.active for w in seen)

    def the(self, target: Target, want: Want) -> Element:
        """The one element the words mean. Raises TargetMissing, Unsure, OutOfSight, GivenUp."""
        match = self.match(target, want)
        if not match.elements or self._may_come_better(target, want, match):
            raise self._not_there(target, want, match)
        element = self._only(target, match.elements)
        self._check_allowed(element, target)
        return element

    def match(self, target: Target, want: Want) -> Match:
        """Everything visible that the words mean equally well."""
        return find(target, want, self.scene, self._within(self.scene.visible))

    def _may_come_better(self, target: Target, want: Want, match: Match) -> bool:
        """Whether what fits only roughly is to be left: the very thing is out of sight, or may still come."""
        if match.fit >= Fit.SAME or not target.names:
            return False
        away = find(target, want, self.scene, self._within((*self.scene.offscreen, *self.scene.covered)))
        return away.fit >= Fit.SAME or (want.patient and not self.waited)

    def place(self, point: ScreenPoint) -> ImagePoint:
        return self.scene.screen.screenshot.viewport.to_image(point)

    def at(self, element: Element) -> ImagePoint:
        """Where to click the element, on the picture."""
        return self.place(self.scene.point(element))

    def usable(self, element: Element, target: Target) -> Element:
        """The element, if it can be used now. Raises TargetMissing where it is greyed out (it may not be for long)."""
        greyed = element.role in CONTROLS and element.source is Source.TREE and State.ENABLED not in element.states
        if greyed:
            raise TargetMissing("builtin.greyed_out", target=shown(element, self.scene) or target.words)
        return element

    def _within(self, elements: Sequence[Element]) -> list[Element]:
        found = list(elements)
        if self.part is not None:
            found = things_of(self.part, found, self.scene)
        if self.window is not None:
            found = [e for e in found if self._belongs(e, self.window)]
        return [e for e in found if e.window is None or e.window not in self.avoided_windows]

    def _belongs(self, element: Element, window: WindowFacts) -> bool:
        """Whether it lies in the window, or in one of the same program that came up from it."""
        if element.window in {None, window.number}:
            return element.window is not None or self.scene.in_front(element)
        other = next((w for w in self.scene.screen.windows if w.number == element.window), None)
        return bool(other and other.active and other.pid is not None and other.pid == window.pid)

    def allowed_windows(self) -> list[WindowFacts]:
        """The windows without those that are to be left alone."""
        return [w for w in self.scene.screen.windows if w.number not in self.avoided_windows]

    @cached_property
    def avoided_windows(self) -> frozenset[int]:
        """The numbers of the windows that nothing may be done in."""
        windows = self.scene.screen.windows
        avoided = [w for t in self.avoid if t.kind is Kind.WINDOW for w in windows_for(t, windows, self.lexicon)]
        return frozenset(window.number for window in avoided)

    def _not_there(self, target: Target, want: Want, match: Match) -> Exception:
        hidden = find(target, want, self.scene, self._within(self.scene.offscreen))
        if len(hidden.elements) == 1 and hidden.elements[0].box.area:
            return OutOfSight(hidden.elements[0], target)
        covered = find(target, want, self.scene, self._within(self.scene.covered))
        if covered.elements:
            return TargetMissing("builtin.covered", target=target.words)
        names = match.nearest or tuple(shown(element, self.scene) for element in match.elements[:3])
        if names:
            return TargetMissing("builtin.missing", target=target.words, nearest=quoted(names))
        return TargetMissing("builtin.missing_all", target=target.words)

    def _only(self, target: Target, elements: Sequence[Element]) -> Element:
        if len(elements) == 1:
            return elements[0]
        choices = choices_for(elements, self.scene)
        answer = self.answers.get(target.words, "").strip()
        if answer in choices:
            return elements[choices.index(answer)]
        if answer.isdigit() and 1 <= int(answer) <= len(elements):
            return elements[int(answer) - 1]
        raise Unsure(target, choices[:MOST_CHOICES])

    def _check_allowed(self, element: Element, target: Target) -> None:
        for avoided in self.avoid:
            names = (*avoided.names, *avoided.labels)
            if avoided.kind is Kind.WINDOW or avoided.near or avoided.ordinal or set(names) & set(target.names):
                continue
            if any(fit(name, own) >= Fit.SAME for name in names for own in self.scene.names(element)):
                raise GivenUp(message("builtin.avoided", target=avoided.words))


def shown(element: Element, scene: Scene) -> str:
    """What to call the element when talking of it."""
    names = [name.strip() for name in scene.names(element) if name.strip()]
    return names[0][:80] if names else ""


def quoted(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)


def choices_for(elements: Sequence[Element], scene: Scene) -> list[str]:
    """A different text for each element: its name and what stands beside it, or its number."""
    texts = [shown(element, scene) or element.role.value for element in elements]
    beside = [_text_beside(element, scene) for element in elements]
    if len(set(beside)) == len(beside) and all(beside):
        return [f"{text} ({near})" for text, near in zip(texts, beside, strict=True)]
    if len(set(texts)) == len(texts):
        return texts
    return [f"{text} ({number})" for number, text in enumerate(texts, 1)]


def _text_beside(element: Element, scene: Scene) -> str:
    """The nearest other text on the same line."""
    box, own = element.box, set(scene.names(element))
    line = [
        (abs(e.box.middle.x - box.middle.x), text)
        for e in scene.visible
        if e.role not in CONTROLS and e.role not in FIELDS and abs(e.box.middle.y - box.middle.y) <= box.height
        for text in scene.names(e)[:1]
        if text not in own and len(text) <= 40
    ]
    return min(line, default=(0, ""))[1].strip()
