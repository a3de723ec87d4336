"""Says a step in plain words, in the language of the lexicon."""

from __future__ import annotations

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
from app.builtin.lexicon import Lexicon

LONGEST_TEXT = 200


def line(intent: Intent, lexicon: Lexicon) -> str:
    """The step in one line: "Click “Save”"."""
    said = _said(intent, lexicon)
    if intent.within is None:
        return said
    return lexicon.says["within"].format(step=said, target=named(intent.within, lexicon))


def avoided(target: Target, lexicon: Lexicon) -> str:
    return lexicon.says["avoid"].format(target=named(target, lexicon))


def named(target: Target, lexicon: Lexicon) -> str:
    """The person's own words for a thing."""
    if target.kind is Kind.EMPTY_SPOT:
        return lexicon.says["empty_spot"]
    words = target.words.strip()
    return words if len(words) <= LONGEST_TEXT else f"{words[:LONGEST_TEXT]}…"


def keys(intent: Press) -> str:
    return ", ".join("+".join(key.capitalize() for key in chord) for chord in intent.chords)


def _said(intent: Intent, lexicon: Lexicon) -> str:
    match intent:
        case ClickOn():
            return _click(intent, lexicon)
        case Press():
            return _press(intent, lexicon)
        case TypeInto() | SetTo() | Clear():
            return _text(intent, lexicon)
        case Choose() | Tick() | OpenMenu() | DragTo():
            return _choice(intent, lexicon)
        case ScrollBy() | ScrollToEnd() | WaitSeconds():
            return _number(intent, lexicon)
        case ScrollTo() | WaitUntil() | HoverOver() | OpenThing() | OpenApplication() | SwitchTo() | Close():
            return _thing(intent, lexicon)


def _click(intent: ClickOn, lexicon: Lexicon) -> str:
    key = "click"
    if intent.held:
        key = "click_held"
    elif intent.button != "left":
        key = f"click_{intent.button}"
    elif intent.count > 1:
        key = f"click_{intent.count}"
    held = "+".join(key.capitalize() for key in intent.held)
    return lexicon.says[key].format(target=named(intent.target, lexicon), keys=held)


def _press(intent: Press, lexicon: Lexicon) -> str:
    key = "press_times" if intent.times > 1 else "press"
    return lexicon.says[key].format(keys=keys(intent), count=intent.times)


def _text(intent: TypeInto | SetTo | Clear, lexicon: Lexicon) -> str:
    target = intent.field if isinstance(intent, TypeInto) else intent.target
    if isinstance(intent, Clear):
        key = "clear" if target else "clear_focused"
    elif isinstance(intent, SetTo):
        key = "set"
    else:
        key = "type_field" if target else "type"
    text = "" if isinstance(intent, Clear) else intent.value if isinstance(intent, SetTo) else intent.text
    shown = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"
    return lexicon.says[key].format(text=shown, target=named(target, lexicon) if target else "")


def _choice(intent: Choose | Tick | OpenMenu | DragTo, lexicon: Lexicon) -> str:
    match intent:
        case Choose(holder=None):
            return lexicon.says["choose"].format(target=named(intent.option, lexicon))
        case Choose(holder=Target() as holder):
            option = named(intent.option, lexicon)
            return lexicon.says["choose_holder"].format(target=option, holder=named(holder, lexicon))
        case Tick():
            return lexicon.says["tick" if intent.on else "untick"].format(target=named(intent.target, lexicon))
        case OpenMenu():
            path = " > ".join(named(target, lexicon) for target in intent.path)
            return lexicon.says["menu"].format(target=path)
        case DragTo():
            source, goal = named(intent.source, lexicon), named(intent.goal, lexicon)
            return lexicon.says["drag"].format(target=source, goal=goal)
        case _:
            raise AssertionError(intent)


def _number(intent: ScrollBy | ScrollToEnd | WaitSeconds, lexicon: Lexicon) -> str:
    match intent:
        case ScrollBy():
            return lexicon.says[f"scroll_{intent.direction}"]
        case ScrollToEnd():
            return lexicon.says[f"scroll_end_{intent.end}"]
        case WaitSeconds():
            return lexicon.says["wait"].format(count=f"{intent.seconds:g}")


def _thing(
    intent: ScrollTo | WaitUntil | HoverOver | OpenThing | OpenApplication | SwitchTo | Close, lexicon: Lexicon
) -> str:
    match intent:
        case OpenApplication():
            return lexicon.says["open_app"].format(target=intent.name)
        case SwitchTo():
            return lexicon.says["switch"].format(target=named(intent.window, lexicon))
        case Close(window=None):
            return lexicon.says[f"close_{intent.what}"]
        case Close(window=Target() as window):
            return lexicon.says["close_named"].format(target=named(window, lexicon))
        case WaitUntil(gone=True):
            return lexicon.says["wait_gone"].format(target=named(intent.target, lexicon))
        case ScrollTo() | WaitUntil() | HoverOver() | OpenThing():
            return lexicon.says[intent.kind].format(target=named(intent.target, lexicon))
        case _:
            raise AssertionError(intent)
