"""What a person asked for, step by step, before anyone has looked at the screen."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from app.core.actions import Button
from app.core.elements import Role
from app.core.geometry import Value
from app.core.keys import Key


class How(StrEnum):
    """Where a thing is, seen from another one."""

    ROW = "row"
    INSIDE = "inside"
    BESIDE = "beside"
    BELOW = "below"
    ABOVE = "above"
    LEFT = "left"
    RIGHT = "right"


class Kind(StrEnum):
    """What a target is when it is no ordinary thing with a name."""

    THING = "thing"
    EMPTY_SPOT = "empty spot"
    WINDOW = "window"
    PAGE = "page"


class Near(Value):
    """`soft` only helps to choose among several things."""

    how: How
    what: Target
    soft: bool = False


class Target(Value):
    """The words for one thing on the screen.

    `words` are the person's own; `labels` are words that only count where something is labelled exactly so. `names` is
    what it may be called otherwise, the likeliest first (none where only the role is said). `roles` are what the person
    called it ("button"), empty where they did not say. `ordinal` counts from 1 in reading order, or from -1 backwards.
    `soft` is a field named in passing ("as its name"): the focused one will do; or a place that carries over from an
    earlier step: once it is gone, the step is done anywhere. `by_role`: where nothing has such a name, what has the
    role is meant (always, or only as a place: "in the small box").
    """

    words: str
    names: tuple[str, ...] = ()
    quoted: bool = False
    roles: tuple[Role, ...] = ()
    ordinal: int | None = None
    near: tuple[Near, ...] = ()
    sides: tuple[Literal["top", "bottom", "left", "right"], ...] = ()
    excluded: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    kind: Kind = Kind.THING
    soft: bool = False
    by_role: Literal["no", "places", "always"] = "no"


Near.model_rebuild()


class _Step(Value):
    """`words` is the clause as the person wrote it; `within` the window or part of it that it is about."""

    words: str = ""
    within: Target | None = None


class ClickOn(_Step):
    kind: Literal["click"] = "click"
    target: Target
    button: Button = "left"
    count: Literal[1, 2, 3] = 1
    held: tuple[Key, ...] = ()


class HoverOver(_Step):
    kind: Literal["hover"] = "hover"
    target: Target


class TypeInto(_Step):
    """`replace` puts the text in place of what is there; None leaves that to the kind of field."""

    kind: Literal["type"] = "type"
    text: str
    field: Target | None = None
    replace: bool | None = None


class SetTo(_Step):
    """Gives a field, spinner, slider or list this value."""

    kind: Literal["set"] = "set"
    target: Target
    value: str


class Clear(_Step):
    kind: Literal["clear"] = "clear"
    target: Target | None = None


class Choose(_Step):
    kind: Literal["choose"] = "choose"
    option: Target
    holder: Target | None = None


class Tick(_Step):
    kind: Literal["tick"] = "tick"
    target: Target
    on: bool


class OpenMenu(_Step):
    """Opens the menus of the path one after the other; a last item that is no menu is chosen."""

    kind: Literal["menu"] = "menu"
    path: Annotated[tuple[Target, ...], Field(min_length=1)]


class Press(_Step):
    """Presses the chords one after the other. `button` is set where the words could mean a button of that name.

    `silent` keys must not make a window come up (a question that is not answered yet).
    """

    kind: Literal["press"] = "press"
    chords: Annotated[tuple[tuple[Key, ...], ...], Field(min_length=1)]
    times: Annotated[int, Field(ge=1, le=100)] = 1
    button: Target | None = None
    silent: bool = False


class ScrollBy(_Step):
    """`amount` is in notches; None is about a page."""

    kind: Literal["scroll"] = "scroll"
    direction: Literal["up", "down", "left", "right"]
    amount: Annotated[int, Field(ge=1, le=100)] | None = None


class ScrollToEnd(_Step):
    kind: Literal["scroll_end"] = "scroll_end"
    end: Literal["top", "bottom"]


class ScrollTo(_Step):
    kind: Literal["scroll_to"] = "scroll_to"
    target: Target


class WaitSeconds(_Step):
    kind: Literal["wait"] = "wait"
    seconds: Annotated[float, Field(gt=0, le=600)]


class WaitUntil(_Step):
    kind: Literal["wait_until"] = "wait_until"
    target: Target
    gone: bool = False


class OpenApplication(_Step):
    kind: Literal["open_app"] = "open_app"
    name: Annotated[str, Field(min_length=1, max_length=200)]


class OpenThing(_Step):
    """Opens what has this name on the screen, or else the application called so."""

    kind: Literal["open"] = "open"
    target: Target


class SwitchTo(_Step):
    kind: Literal["switch"] = "switch"
    window: Target


class Close(_Step):
    """`what` is a dialog, a window or a menu; `window` says which one where it is not the front one."""

    kind: Literal["close"] = "close"
    what: Literal["dialog", "window", "menu"]
    window: Target | None = None


class DragTo(_Step):
    kind: Literal["drag"] = "drag"
    source: Target
    goal: Target


Intent = Annotated[
    ClickOn
    | HoverOver
    | TypeInto
    | SetTo
    | Clear
    | Choose
    | Tick
    | OpenMenu
    | Press
    | ScrollBy
    | ScrollToEnd
    | ScrollTo
    | WaitSeconds
    | WaitUntil
    | OpenApplication
    | OpenThing
    | SwitchTo
    | Close
    | DragTo,
    Field(discriminator="kind"),
]


class Reading(Value):
    """What an instruction was understood to say. Nothing of it is done where anything is `unclear`.

    `avoid` are things the person does not want touched, `lines` the intents in words, `unclear` the person's words that
    were not understood.
    """

    intents: tuple[Intent, ...] = ()
    avoid: tuple[Target, ...] = ()
    lines: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()

    @property
    def is_clear(self) -> bool:
        return bool(self.intents) and not self.unclear
