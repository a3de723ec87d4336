"""From a way of saying that fits a clause to the step it means."""

from __future__ import annotations

from collections.abc import Callable

from app.builtin.chords import Chords
from app.builtin.cut import is_kept
from app.builtin.forms import VERB
from app.builtin.intents import (
    Choose,
    Clear,
    ClickOn,
    Close,
    DragTo,
    HoverOver,
    How,
    Intent,
    Kind,
    Near,
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
from app.builtin.lexicon import Intention
from app.builtin.slots import Slots
from app.core.elements import Role

_FIELDS = frozenset({Role.TEXT_FIELD, Role.PASSWORD_FIELD, Role.DOCUMENT, Role.COMBO_BOX, Role.SPINNER})


def build(slots: Slots) -> Intent | None:
    """The step that the form means with these slots; None where they do not make sense in it."""
    return _BUILDERS[slots.form.intent](slots)


def _click(slots: Slots) -> Intent | None:
    form = slots.form
    if form.count == 1 and slots.has_path("target"):
        path = slots.path(slots.found["target"])
        return OpenMenu(path=path) if path else None
    target, held = slots.done_by_button() if VERB in slots.found else slots.target(), form.chord
    if slots.found.get("held"):
        keys = slots.keys("held")
        if not keys or len(keys.chords) != 1:
            return None
        held = keys.chords[0]
    if not target or target.kind is Kind.PAGE or slots.starts_with_place("target"):
        return None
    return ClickOn(target=target, button=form.button, count=form.count, held=held[:4])


def _hover(slots: Slots) -> Intent | None:
    target = slots.target()
    return HoverOver(target=target) if target else None


def _type(slots: Slots) -> Intent | None:
    form, text = slots.form, slots.text()
    if text is None:
        return None
    words = slots.found.get("field")
    if words is None:
        if not is_kept(slots.typed) and slots.lexicon.only_within.match(text) and text.rstrip().endswith(":"):
            return None
        plain = form.unsure and not is_kept(slots.typed) and len(text.split()) > 1
        return None if plain else TypeInto(text=text, replace=form.replace)
    if form.wary and not is_kept(slots.typed) and slots.lexicon.article.match(text):
        return None
    field = slots.target("field")
    if not field or not _is_field(slots, words, field):
        return None
    return TypeInto(text=text, field=field.model_copy(update={"soft": form.soft}), replace=form.replace)


def _is_field(slots: Slots, words: str, field: Target) -> bool:
    """Whether the last words plainly are a field and not a part of the text."""
    if is_kept(slots.typed):
        return True
    if slots.form.unsure:
        return bool(field.quoted or set(field.roles) & _FIELDS)
    return not slots.form.soft or slots.reader.is_marked(words)


def _set(slots: Slots) -> Intent | None:
    target, value = slots.target(), slots.text()
    if not target or value is None or target.kind is not Kind.THING:
        return None
    if slots.form.unsure and not set(target.roles) & _FIELDS:
        return None
    return SetTo(target=target, value=value.strip())


def _clear(slots: Slots) -> Intent | None:
    if "field" not in slots.found:
        return Clear(target=slots.it)
    target = slots.target("field")
    return Clear(target=target) if target else None


def _choose(slots: Slots) -> Intent | None:
    if slots.has_path("option"):
        path = slots.path(slots.found["option"])
        return OpenMenu(path=path) if path else None
    option = slots.target("option")
    if not option or option.kind is not Kind.THING or slots.starts_with_place("option"):
        return None
    if "holder" not in slots.found:
        return Choose(option=option)
    words = slots.found["holder"]
    holder = slots.target("holder")
    if not holder or not slots.reader.is_marked(words) or slots.lexicon.only_within.match(words):
        return None
    if holder.kind is Kind.PAGE:
        return Choose(option=option)
    if holder.names and holder.by_role == "no" and Role.MENU in holder.roles and Role.COMBO_BOX not in holder.roles:
        return OpenMenu(path=(holder, option))
    return Choose(option=option, holder=holder)


def _tick(slots: Slots) -> Intent | None:
    target = slots.target()
    return Tick(target=target, on=slots.form.on) if target and target.kind is Kind.THING else None


def _menu(slots: Slots) -> Intent | None:
    path = slots.path(slots.found["path"])
    return OpenMenu(path=path) if path and all(map(_could_be_menu, path)) else None


def _could_be_menu(target: Target) -> bool:
    """Whether words said of a menu are its name and not those of something else ("the menu button at the top")."""
    is_only_role = target.by_role == "always" and target.names[0].islower()
    return bool(target.names) and not is_only_role and not target.sides and not target.near


def _press(slots: Slots) -> Intent | None:
    if slots.form.chord:
        return Press(chords=(slots.form.chord,), silent=slots.form.silent)
    keys = slots.keys()
    if not keys:
        return None
    if slots.found.get("held"):
        held = slots.keys("held")
        if not held or len(held.chords) + len(keys.chords) != 2:
            return None
        return Press(chords=((*held.chords[0], *keys.chords[0]),), times=keys.times)
    within = slots.window() if slots.found.get("window") else None
    if slots.found.get("window") and not within:
        return None
    return Press(chords=keys.chords, times=keys.times, button=_as_button(slots, keys), within=within)


def _as_button(slots: Slots, keys: Chords) -> Target | None:
    """The button that words for one key could mean just as well."""
    if keys.named_key or keys.times > 1 or len(keys.chords) != 1 or len(keys.chords[0]) != 1:
        return None
    key = keys.chords[0][0]
    if len(key) == 1 or key in slots.lexicon.could_be_buttons or is_kept(slots.found["keys"]):
        return slots.target("keys")
    return None


def _scroll(slots: Slots) -> Intent | None:
    if "number" not in slots.found:
        return ScrollBy(direction=slots.form.direction)
    amount = slots.number("number")
    if not amount or not 1 <= amount <= 100:
        return None
    return ScrollBy(direction=slots.form.direction, amount=round(amount))


def _scroll_end(slots: Slots) -> Intent | None:
    return ScrollToEnd(end=slots.form.end)


def _scroll_to(slots: Slots) -> Intent | None:
    target = slots.target()
    return ScrollTo(target=target) if target else None


def _wait(slots: Slots) -> Intent | None:
    name = "seconds" if "seconds" in slots.found else "minutes"
    seconds = (slots.number(name) or 0) * (1 if name == "seconds" else 60)
    return WaitSeconds(seconds=seconds) if 0 < seconds <= 600 else None


def _wait_until(slots: Slots) -> Intent | None:
    target = slots.target()
    return WaitUntil(target=target, gone=slots.form.gone) if target else None


def _open_app(slots: Slots) -> Intent | None:
    name = slots.lexicon.article.sub("", slots.kept.content(slots.found["name"]).strip())
    return OpenApplication(name=name) if name and len(name.split()) <= 6 and len(name) <= 200 else None


def _open(slots: Slots) -> Intent | None:
    if slots.has_path("target"):
        path = slots.path(slots.found["target"])
        return OpenMenu(path=path) if path else None
    target = slots.target()
    if not target or target.kind is not Kind.THING:
        return None
    return OpenMenu(path=(target,)) if Role.MENU in target.roles else OpenThing(target=target)


def _switch(slots: Slots) -> Intent | None:
    window = slots.window()
    return SwitchTo(window=window) if window and window.names else None


def _close(slots: Slots) -> Intent | None:
    if not slots.found.get("window"):
        return Close(what=slots.form.what)
    window = slots.window()
    return Close(what=slots.form.what, window=window) if window else None


def _drag(slots: Slots) -> Intent | None:
    source, goal = slots.target("source"), slots.found["goal"]
    if not source or source.kind is not Kind.THING:
        return None
    if slots.is_number("goal"):
        return SetTo(target=source, value=slots.kept.content(goal).strip())
    end = slots.target("goal")
    if slots.found.get("from"):
        start = slots.target("from")
        if not start:
            return None
        source = source.model_copy(update={"near": (*source.near, Near(how=How.INSIDE, what=start, soft=True))})
    return DragTo(source=source, goal=end) if end else None


_BUILDERS: dict[Intention, Callable[[Slots], Intent | None]] = {
    "click": _click,
    "hover": _hover,
    "type": _type,
    "set": _set,
    "clear": _clear,
    "choose": _choose,
    "tick": _tick,
    "menu": _menu,
    "press": _press,
    "scroll": _scroll,
    "scroll_end": _scroll_end,
    "scroll_to": _scroll_to,
    "wait": _wait,
    "wait_until": _wait_until,
    "open_app": _open_app,
    "open": _open,
    "switch": _switch,
    "close": _close,
    "drag": _drag,
}
