"""Which text on the screen is the label of which field."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.elements import Element, Role, Source
from app.core.geometry import Box

LABELLED = frozenset(
    {
        Role.TEXT_FIELD, Role.PASSWORD_FIELD, Role.SPINNER, Role.COMBO_BOX, Role.SLIDER, Role.CHECK_BOX,
        Role.RADIO_BUTTON, Role.LIST,
    }
)  # fmt: skip
TEXTS = frozenset({Role.LABEL, Role.PARAGRAPH, Role.HEADING, Role.CELL, Role.ROW_HEADER, Role.COLUMN_HEADER})
LEFT_REACH, ABOVE_REACH, RIGHT_REACH = 260, 36, 28
"""How far from its field a label may be, in screen units."""
LONGEST = 12
"""Words; what is longer explains and labels nothing."""


def labels_of(elements: Sequence[Element]) -> dict[int, str]:
    """The label of each field that needs one, by the id() of the field's object."""
    fields = [e for e in elements if e.role in LABELLED]
    holders = {(e.app, e.path[:size]) for e in fields for size in range(len(e.path))}
    texts = [e for e in elements if _is_text(e) and (not e.path or (e.app, e.path) not in holders)]
    unnamed = [e for e in fields if not _is_named(e)]
    found: dict[int, str] = {}
    for field in unnamed:
        label = _label(field, texts, fields)
        if label:
            found[id(field)] = label.name or label.value
        elif panel := _named_panel(field, elements):
            found[id(field)] = panel.name
    return found


def _is_named(field: Element) -> bool:
    """Whether its name is its own: a combo box can carry the choice it holds as its name."""
    return bool(field.name.strip()) and (field.role is not Role.COMBO_BOX or bool(field.value))


def _is_text(element: Element) -> bool:
    text = element.name or element.value
    is_label = element.role in TEXTS or element.source is Source.OCR
    return is_label and bool(text.strip()) and len(text.split()) <= LONGEST


def _label(field: Element, texts: Sequence[Element], fields: Sequence[Element]) -> Element | None:
    near = [text for text in texts if text.window == field.window or None in {text.window, field.window}]
    if field.role in {Role.CHECK_BOX, Role.RADIO_BUTTON}:
        after = [(t.box.left - field.box.right, t) for t in near if _beside(field.box, t.box, RIGHT_REACH)]
        return min(after, key=lambda pair: pair[0], default=(0, None))[1]
    before = [(field.box.left - t.box.right, t) for t in near if _beside(t.box, field.box, LEFT_REACH)]
    label = min(before, key=lambda pair: pair[0], default=(0, None))[1]
    if label and not _taken(label.box, field.box, fields):
        return label
    above = [(field.box.top - t.box.bottom, t) for t in near if _over(t.box, field.box)]
    return min(above, key=lambda pair: pair[0], default=(0, None))[1]


def _beside(left: Box, right: Box, reach: int) -> bool:
    """Whether `left` ends shortly before `right` begins, on the same line."""
    overlap = min(left.bottom, right.bottom) - max(left.top, right.top)
    return -8 <= right.left - left.right <= reach and overlap * 2 >= min(left.height, right.height)


def _over(upper: Box, lower: Box) -> bool:
    shared = min(upper.right, lower.right) - max(upper.left, lower.left)
    return -4 <= lower.top - upper.bottom <= ABOVE_REACH and shared > 0 and upper.left <= lower.left + 24


def _taken(label: Box, field: Box, fields: Sequence[Element]) -> bool:
    """Whether another field stands between the label and this one."""
    gap = Box(left=label.right, top=field.top, width=max(0, field.left - label.right), height=field.height)
    return any(other.box.overlap(gap).area * 2 > other.box.area > 0 for other in fields)


def _named_panel(field: Element, elements: Sequence[Element]) -> Element | None:
    """A panel with a name that holds this field and no other one (a tool bar's box with a field in it)."""
    panels = [
        e
        for e in elements
        if e.role in {Role.PANEL, Role.GROUP, Role.COMBO_BOX}
        and e.name
        and e.path
        and len(e.path) < len(field.path)
        and field.path[: len(e.path)] == e.path
        and e.app == field.app
    ]
    panel = max(panels, key=lambda e: len(e.path), default=None)
    if panel is None or panel.box.height > 3 * max(1, field.box.height):
        return None
    return panel
