"""Finds the element that words mean: the best fit with nothing as good beside it, and never a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.builtin import relations
from app.builtin.intents import How, Target
from app.builtin.names import Fit, fit, likeness, plain
from app.builtin.scene import CHECKS, CONTAINERS, CONTROLS, FIELDS, ITEMS, MENU_ITEMS, Scene, is_under
from app.core.elements import Element, Role, Source, State

NEAREST = 3
ALIKE = 55.0
LONGEST_PART = 8
"""Words: a longer name is a text to read, and a part of it names nothing."""


@dataclass(frozen=True)
class Want:
    """What a step can use: `only` these roles (any where None), `first` these where others fit as well.

    `least` is how well a name must fit at least, `quoted` where the person put it in quotes; only names of the roles in
    `loose` (all where None) may fit less than exactly. A `patient` one first waits for a name that fits exactly.
    """

    only: frozenset[Role] | None = None
    first: frozenset[Role] = CONTROLS
    least: Fit = Fit.PART
    quoted: Fit = Fit.NEAR
    loose: frozenset[Role] | None = CONTROLS
    editable: bool = False
    patient: bool = True
    place: bool = False


SPELLED = CONTROLS - {Role.LIST_ITEM, Role.TREE_ITEM, Role.ICON, Role.TAB}
"""Roles whose names people may misspell; the name of a person or a file that is nearly right is another one's."""

TYPED_INTO = FIELDS | {Role.COMBO_BOX, Role.DOCUMENT, Role.TERMINAL}
CLICK = Want()
FIELD = Want(TYPED_INTO, FIELDS, Fit.WIDER, Fit.PART, None, editable=True, patient=False)
VALUE = Want(
    FIELDS | CHECKS | {Role.COMBO_BOX, Role.SLIDER, Role.DOCUMENT, Role.LIST},
    FIELDS | {Role.SLIDER, Role.COMBO_BOX},
    Fit.WIDER,
    Fit.PART,
    None,
    patient=False,
)
CHECK = Want(CHECKS | {Role.MENU_ITEM, Role.LIST_ITEM, Role.TREE_ITEM, Role.CELL}, CHECKS)
OPTION = Want(first=ITEMS | {Role.CHECK_BOX, Role.BUTTON, Role.LINK})
MENU = Want(MENU_ITEMS | {Role.BUTTON, Role.TOGGLE_BUTTON}, MENU_ITEMS, loose=MENU_ITEMS)
HOLDERS = frozenset({Role.COMBO_BOX, Role.LIST, Role.TREE, Role.TABLE, Role.GROUP})
HOLDER = Want(None, HOLDERS, Fit.WIDER, Fit.PART, patient=False)
PLACE = Want(None, CONTAINERS, loose=CONTAINERS, patient=False, place=True)
ANCHOR = Want(None, frozenset(), Fit.PART, Fit.PART, None, patient=False)


@dataclass(frozen=True)
class Match:
    """What fits: one element, or several equally well; `nearest` are the names that come closest where none does.

    `fit` is how well the names fit (EXACT where only the role was said).
    """

    elements: tuple[Element, ...] = ()
    nearest: tuple[str, ...] = ()
    fit: Fit = Fit.NONE


def find(target: Target, want: Want, scene: Scene, pool: Sequence[Element]) -> Match:
    """The elements of the pool that the words mean, the best ones only."""
    usable = [e for e in pool if _can_be_used(e, want) and not _is_excluded(e, target, scene)]
    if found := [e for e in usable if any(_fit(label, e, scene) >= Fit.SAME for label in target.labels)]:
        return Match(tuple(_literal(_sorted_out(found, target, want, scene), target, scene)), fit=Fit.SAME)
    fits, found = _by_name(target, want, scene, usable)
    found = _sorted_out(found, target, want, scene)
    found = _by_place(found, target, scene, pool)
    if target.ordinal:
        found = relations.picked(target.ordinal, found)
    else:
        found = relations.on_sides(target, _literal(found, target, scene), scene)
    return Match(tuple(found), () if found else _nearest(target, usable, scene), fits if found else Fit.NONE)


def _sorted_out(found: list[Element], target: Target, want: Want, scene: Scene) -> list[Element]:
    return _in_front(_by_role(_without_twins(found, want), target, want), scene)


def _can_be_used(element: Element, want: Want) -> bool:
    if want.only is not None and element.role not in want.only and not _is_editable(element, want):
        return False
    return not want.editable or element.role is not Role.COMBO_BOX or State.EDITABLE in element.states


def _is_editable(element: Element, want: Want) -> bool:
    return want.editable and State.EDITABLE in element.states


def _is_excluded(element: Element, target: Target, scene: Scene) -> bool:
    return any(_fit(name, element, scene) >= Fit.SAME for name in target.excluded)


def _fit(words: str, element: Element, scene: Scene) -> Fit:
    return max((fit(words, name) for name in scene.names(element)), default=Fit.NONE)


def _by_name(target: Target, want: Want, scene: Scene, usable: list[Element]) -> tuple[Fit, list[Element]]:
    """Those whose name fits best, by the first of the names that fits at all, and how well it fits."""
    if not target.names:
        return Fit.EXACT, [e for e in usable if _has_role(e, target)]
    least = want.quoted if target.quoted else want.least
    if target.by_role == "always":
        least = Fit.SAME
    weaker: tuple[Fit, list[Element]] = (Fit.NONE, [])
    for name in target.names:
        fits = [(_allowed(_fit(name, e, scene), e, want, scene), e) for e in usable]
        best = max((one for one, _e in fits), default=Fit.NONE)
        if best >= max(Fit.NEAR, least):
            return best, [e for one, e in fits if one == best or Fit.SAME <= one <= best]
        if best >= least and not weaker[1]:
            weaker = best, [e for one, e in fits if one == best]
    if not weaker[1] and (target.by_role == "always" or (target.by_role == "places" and want.place)):
        return Fit.EXACT, [e for e in usable if _has_role(e, target)]
    return weaker


def _has_role(element: Element, target: Target) -> bool:
    """Whether it is what the person called it; what can be written in is a text field, whatever else it is."""
    written_in = Role.TEXT_FIELD in target.roles and State.EDITABLE in element.states
    return element.role in target.roles or (written_in and element.role not in {Role.SPINNER, Role.COMBO_BOX})


def _allowed(fits: Fit, element: Element, want: Want, scene: Scene) -> Fit:
    """A fit that is not exact counts only for short names of things that are made to be used."""
    if fits >= Fit.SAME:
        return fits
    if fits is Fit.NEAR and element.role not in SPELLED:
        return Fit.NONE
    is_short = min((len(name.split()) for name in scene.names(element)), default=0) <= LONGEST_PART
    return fits if is_short and (want.loose is None or element.role in want.loose) else Fit.NONE


def _without_twins(found: list[Element], want: Want) -> list[Element]:
    """Without those that are another one's own text, frame or double."""
    kept: list[Element] = []
    for element in found:
        twin = next((other for other in kept if _are_twins(element, other)), None)
        if twin is None:
            kept.append(element)
        elif _better(element, twin, want):
            kept[kept.index(twin)] = element
    return kept


def _are_twins(element: Element, other: Element) -> bool:
    nested = bool(element.path and other.path) and (is_under(element, other) or is_under(other, element))
    if nested and element.app == other.app:
        return True
    if Source.OCR in {element.source, other.source}:
        return element.box.contains(other.box.middle) or other.box.contains(element.box.middle)
    same_name = plain(element.name) == plain(other.name) and element.app == other.app
    return same_name and element.box.contains(other.box.middle) and other.box.contains(element.box.middle)


def _better(element: Element, other: Element, want: Want) -> bool:
    """Whether the first one is the one to use."""
    ranks = [(e.role in want.first, e.role in CONTROLS, e.source is Source.TREE, len(e.path)) for e in (element, other)]
    return ranks[0] > ranks[1]


def _by_role(found: list[Element], target: Target, want: Want) -> list[Element]:
    """Those that are what the person called them; else those that a step like this is usually about."""
    called = frozenset() if target.by_role == "places" else frozenset(target.roles)
    for roles in (called, want.first):
        if chosen := [e for e in found if e.role in roles]:
            return chosen
    return found


def _in_front(found: list[Element], scene: Scene) -> list[Element]:
    """Those of an open menu, else of the front window, where any are."""
    if len(found) < 2:
        return found
    for chosen in ([e for e in found if scene.in_open_menu(e)], [e for e in found if scene.in_front(e)]):
        if chosen:
            return chosen
    return found


def _literal(found: list[Element], target: Target, scene: Scene) -> list[Element]:
    """Those that are written just as the person wrote it, where there are several and some are."""
    words = (*target.labels, *target.names)
    exact = [e for e in found if any(_fit(name, e, scene) is Fit.EXACT for name in words)]
    return exact or found


def _by_place(found: list[Element], target: Target, scene: Scene, pool: Sequence[Element]) -> list[Element]:
    for near in target.near:
        if near.soft and len(found) < 2:
            continue
        anchors = find(near.what, PLACE if near.how is How.INSIDE else ANCHOR, scene, pool).elements
        if near.how is How.INSIDE and not anchors:
            anchors = find(near.what, ANCHOR, scene, pool).elements
        related = relations.related(near.how, found, anchors, scene)
        vague = not near.what.names or near.what.by_role != "no"
        kept = near.soft or (not anchors and vague and near.how is How.INSIDE and len(found) == 1)
        found = found if kept and not related else related
    return found


def _nearest(target: Target, usable: Sequence[Element], scene: Scene) -> tuple[str, ...]:
    """The names on the screen that look most like the words."""
    words = target.names[0] if target.names else target.words
    names = {name.strip() for e in usable if e.role in CONTROLS for name in scene.names(e) if 0 < len(name) <= 60}
    ranked = sorted(((likeness(words, name), name) for name in names if name), reverse=True)
    return tuple(name for score, name in ranked[:NEAREST] if score >= ALIKE)
