"""Readings in short form, to compare many of them at a glance."""

from __future__ import annotations

from app.builtin.intents import Intent, Kind, Reading, Target


def shape_of(reading: Reading) -> str:
    """All of a reading on one line: "click Save; press ctrl+s; leave Cancel; ? what was unclear"."""
    parts = [_step(intent) for intent in reading.intents]
    parts += [f"leave {target(one)}" for one in reading.avoid]
    parts += [f"? {words}" for words in reading.unclear]
    return "; ".join(parts)


def target(one: Target | None) -> str:
    """ "Save", "Delete #2 row(Alice)", "<slider>"."""
    if one is None:
        return "-"
    if one.kind is Kind.EMPTY_SPOT:
        return "<empty spot>"
    name = one.names[0] if one.names else "-"
    name = f"<{name}>" if one.by_role == "always" else name
    number = f" #{one.ordinal}" if one.ordinal else ""
    near = "".join(f" {place.how.value}({target(place.what)})" for place in one.near)
    sides = f" {'+'.join(one.sides)}" if one.sides else ""
    excluded = f" not({', '.join(one.excluded)})" if one.excluded else ""
    return f"{name}{number}{near}{sides}{excluded}"


def _step(intent: Intent) -> str:
    said = _said(intent)
    return f"{said} in[{target(intent.within)}]" if intent.within else said


def _said(intent: Intent) -> str:  # noqa: C901 - one line a kind of step
    match intent.kind:
        case "click":
            how = "" if intent.button == "left" else f"{intent.button} "
            held = f"{'+'.join(intent.held)} " if intent.held else ""
            return f"{held}{how}click{intent.count if intent.count > 1 else ''} {target(intent.target)}"
        case "type":
            into = f" > {target(intent.field)}" if intent.field else ""
            return f"type {intent.text!r}{into}"
        case "set":
            return f"set {target(intent.target)} = {intent.value}"
        case "choose":
            return f"choose {target(intent.option)}" + (f" of {target(intent.holder)}" if intent.holder else "")
        case "tick":
            return f"{'tick' if intent.on else 'untick'} {target(intent.target)}"
        case "menu":
            return "menu " + " > ".join(map(target, intent.path))
        case "press":
            times = f" x{intent.times}" if intent.times > 1 else ""
            return "press " + " ".join("+".join(chord) for chord in intent.chords) + times
        case "scroll":
            return f"scroll {intent.direction}" + (f" {intent.amount}" if intent.amount else "")
        case "scroll_end":
            return f"scroll to {intent.end}"
        case "wait":
            return f"wait {intent.seconds:g}"
        case "wait_until":
            return f"wait {'gone' if intent.gone else 'for'} {target(intent.target)}"
        case "open_app":
            return f"app {intent.name}"
        case "switch":
            return f"switch {target(intent.window)}"
        case "close":
            return f"close {intent.what}" + (f" {target(intent.window)}" if intent.window else "")
        case "drag":
            return f"drag {target(intent.source)} > {target(intent.goal)}"
        case "hover" | "clear" | "open" | "scroll_to":
            return f"{intent.kind} {target(intent.target)}"
