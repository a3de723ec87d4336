"""Reads the accessibility tree on macOS (AX). Never run yet."""

from __future__ import annotations

import sys
from typing import Any

import AppKit
import ApplicationServices as Ax

from app.core.elements import Element, Role, State
from app.core.geometry import Box
from app.core.stop import Stop

if sys.platform != "darwin":
    raise ImportError("for macOS only")

LARGEST_TREE = 8000
DEEPEST = 40
ANSWER_SECONDS = 1.0
VALUE_LIMIT = 400
TEXT_LIMIT = 100_000

ROLES = {
    "AXButton": Role.BUTTON, "AXCheckBox": Role.CHECK_BOX, "AXRadioButton": Role.RADIO_BUTTON,
    "AXPopUpButton": Role.COMBO_BOX, "AXComboBox": Role.COMBO_BOX, "AXTextField": Role.TEXT_FIELD,
    "AXTextArea": Role.TEXT_FIELD, "AXSlider": Role.SLIDER, "AXIncrementor": Role.SPINNER, "AXLink": Role.LINK,
    "AXMenuBar": Role.MENU_BAR, "AXMenu": Role.MENU, "AXMenuBarItem": Role.MENU, "AXMenuItem": Role.MENU_ITEM,
    "AXTabGroup": Role.TAB_LIST, "AXList": Role.LIST, "AXOutline": Role.TREE, "AXTable": Role.TABLE,
    "AXRow": Role.ROW, "AXCell": Role.CELL, "AXHeading": Role.HEADING, "AXStaticText": Role.LABEL,
    "AXImage": Role.IMAGE, "AXWebArea": Role.DOCUMENT, "AXGroup": Role.GROUP, "AXToolbar": Role.TOOL_BAR,
    "AXScrollArea": Role.SCROLL_AREA, "AXScrollBar": Role.SCROLL_BAR, "AXSplitter": Role.SEPARATOR,
    "AXProgressIndicator": Role.PROGRESS_BAR, "AXWindow": Role.WINDOW, "AXSheet": Role.DIALOG,
    "AXApplication": Role.APPLICATION, "AXDisclosureTriangle": Role.BUTTON, "AXMenuButton": Role.BUTTON,
}  # fmt: skip


class AxAccessibility:
    """The Accessibility port. Needs the Accessibility permission; without it there are no elements."""

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        found: list[Element] = []
        for index, program in enumerate(AppKit.NSWorkspace.sharedWorkspace().runningApplications()):
            if program.activationPolicy() == AppKit.NSApplicationActivationPolicyRegular and not program.isHidden():
                raw = Ax.AXUIElementCreateApplication(program.processIdentifier())
                Ax.AXUIElementSetMessagingTimeout(raw, ANSWER_SECONDS)
                self._walk(raw, (index,), str(program.localizedName()), found, stop)
        return tuple(found)

    def focused(self, stop: Stop) -> Element | None:
        stop.check()
        raw = _get(Ax.AXUIElementCreateSystemWide(), "AXFocusedUIElement")
        return _element(raw, (), "") if raw is not None else None

    def text_of(self, element: Element) -> str | None:
        if element.role is Role.PASSWORD_FIELD:
            return None
        middle = element.box.middle
        error, raw = Ax.AXUIElementCopyElementAtPosition(Ax.AXUIElementCreateSystemWide(), middle.x, middle.y, None)
        value = _get(raw, "AXValue") if error == 0 else None
        return value[:TEXT_LIMIT] if isinstance(value, str) else None

    def close(self) -> None:
        """Nothing is kept open."""

    def _walk(self, raw: Any, path: tuple[int, ...], app: str, found: list[Element], stop: Stop) -> None:
        stop.check()
        if len(path) > DEEPEST or len(found) > LARGEST_TREE:
            return
        found.append(_element(raw, path, app))
        for index, child in enumerate(_get(raw, "AXChildren") or ()):
            self._walk(child, (*path, index), app, found, stop)


def _element(raw: Any, path: tuple[int, ...], app: str) -> Element:
    kind, subrole = str(_get(raw, "AXRole") or ""), str(_get(raw, "AXSubrole") or "")
    role = ROLES.get(kind, Role.OTHER)
    if subrole == "AXSecureTextField":
        role = Role.PASSWORD_FIELD
    elif subrole in {"AXDialog", "AXSystemDialog"}:
        role = Role.DIALOG
    value = None if role is Role.PASSWORD_FIELD else _get(raw, "AXValue")
    return Element(
        role=role,
        name=str(_get(raw, "AXTitle") or _get(raw, "AXDescription") or ""),
        value=str(value)[:VALUE_LIMIT] if isinstance(value, str | int | float) else "",
        description=str(_get(raw, "AXHelp") or ""),
        box=_box(raw),
        states=_states(raw, role, value),
        path=path,
        app=app,
    )


def _box(raw: Any) -> Box:
    place, size = _get(raw, "AXPosition"), _get(raw, "AXSize")
    if place is None or size is None:
        return Box(left=0, top=0, width=0, height=0)
    _, point = Ax.AXValueGetValue(place, Ax.kAXValueCGPointType, None)
    _, area = Ax.AXValueGetValue(size, Ax.kAXValueCGSizeType, None)
    return Box(left=int(point.x), top=int(point.y), width=max(0, int(area.width)), height=max(0, int(area.height)))


def _states(raw: Any, role: Role, value: Any) -> frozenset[State]:
    checkable = role in {Role.CHECK_BOX, Role.RADIO_BUTTON}
    present = {
        State.ENABLED: bool(_get(raw, "AXEnabled")),
        State.FOCUSED: bool(_get(raw, "AXFocused")),
        State.SELECTED: bool(_get(raw, "AXSelected")),
        State.EXPANDED: bool(_get(raw, "AXExpanded")),
        State.CHECKABLE: checkable,
        State.CHECKED: checkable and value == 1,
        State.EDITABLE: role in {Role.TEXT_FIELD, Role.PASSWORD_FIELD},
    }
    return frozenset(state for state, here in present.items() if here)


def _get(raw: Any, name: str) -> Any:
    """The value of an attribute; None where the element lacks it or its program does not answer."""
    error, value = Ax.AXUIElementCopyAttributeValue(raw, name, None)
    return value if error == 0 else None
