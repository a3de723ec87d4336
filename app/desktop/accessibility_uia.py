"""Reads the accessibility tree on Windows (UI Automation through comtypes). Never run yet."""

from __future__ import annotations

import sys
from typing import Any

from app.core.elements import Element, Role, State, Visibility
from app.core.geometry import Box
from app.core.stop import Stop

if sys.platform != "win32":
    raise ImportError("for Windows only")

LARGEST_TREE = 8000
DEEPEST = 40
TEXT_LIMIT = 100_000
VALUE_LIMIT = 400
UIA_CLASS = "{ff48dba4-60ef-4201-aa87-54103eef594e}"

ROLES = {
    50000: Role.BUTTON, 50002: Role.CHECK_BOX, 50003: Role.COMBO_BOX, 50004: Role.TEXT_FIELD, 50005: Role.LINK,
    50006: Role.IMAGE, 50007: Role.LIST_ITEM, 50008: Role.LIST, 50009: Role.MENU, 50010: Role.MENU_BAR,
    50011: Role.MENU_ITEM, 50012: Role.PROGRESS_BAR, 50013: Role.RADIO_BUTTON, 50014: Role.SCROLL_BAR,
    50015: Role.SLIDER, 50016: Role.SPINNER, 50017: Role.STATUS_BAR, 50018: Role.TAB_LIST, 50019: Role.TAB,
    50020: Role.LABEL, 50021: Role.TOOL_BAR, 50022: Role.TOOL_TIP, 50023: Role.TREE, 50024: Role.TREE_ITEM,
    50026: Role.GROUP, 50028: Role.TABLE, 50029: Role.CELL, 50030: Role.DOCUMENT, 50031: Role.BUTTON,
    50032: Role.WINDOW, 50033: Role.PANEL, 50034: Role.COLUMN_HEADER, 50035: Role.COLUMN_HEADER, 50036: Role.TABLE,
    50038: Role.SEPARATOR,
}  # fmt: skip

NAME, TYPE, RECTANGLE, ENABLED, FOCUSED, OFFSCREEN, PASSWORD, HELP = (
    30005, 30003, 30001, 30010, 30008, 30022, 30019, 30013,
)  # fmt: skip
FOCUSABLE, PID, VALUE, READ_ONLY, TOGGLE, SELECTED, EXPANDED, RANGE = (
    30009, 30002, 30045, 30046, 30086, 30079, 30070, 30047,
)  # fmt: skip
PROPERTIES = (
    NAME, TYPE, RECTANGLE, ENABLED, FOCUSED, OFFSCREEN, PASSWORD, HELP, FOCUSABLE, PID, VALUE, READ_ONLY, TOGGLE,
    SELECTED, EXPANDED, RANGE,
)  # fmt: skip
TEXT_PATTERN = 10014
CHILDREN_SCOPE = 2


class UiaAccessibility:
    """The Accessibility port. One cached request a level of the tree, so that a window costs few calls."""

    def __init__(self) -> None:
        import comtypes.client

        comtypes.client.GetModule("UIAutomationCore.dll")
        from comtypes.gen import UIAutomationClient

        self._uia: Any = comtypes.client.CreateObject(UIA_CLASS, interface=UIAutomationClient.IUIAutomation)
        self._client: Any = UIAutomationClient
        self._cache = self._uia.CreateCacheRequest()
        for number in PROPERTIES:
            self._cache.AddProperty(number)
        self._every = self._uia.CreateTrueCondition()

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        found: list[Element] = []
        self._walk(self._uia.GetRootElementBuildCache(self._cache), (), found, stop)
        return tuple(found)

    def focused(self, stop: Stop) -> Element | None:
        stop.check()
        raw = self._uia.GetFocusedElementBuildCache(self._cache)
        return self._element(raw, ()) if raw else None

    def text_of(self, element: Element) -> str | None:
        if element.role is Role.PASSWORD_FIELD:
            return None
        raw = self._uia.ElementFromPoint(self._client.tagPOINT(element.box.middle.x, element.box.middle.y))
        pattern = raw.GetCurrentPattern(TEXT_PATTERN) if raw else None
        if pattern:
            text = pattern.QueryInterface(self._client.IUIAutomationTextPattern)
            return str(text.DocumentRange.GetText(TEXT_LIMIT))
        value = raw.GetCurrentPropertyValue(VALUE) if raw else None
        return value if isinstance(value, str) else None

    def close(self) -> None:
        """COM lets go by itself."""

    def _walk(self, parent: Any, path: tuple[int, ...], found: list[Element], stop: Stop) -> None:
        stop.check()
        if len(path) > DEEPEST or len(found) > LARGEST_TREE:
            return
        children = parent.FindAllBuildCache(CHILDREN_SCOPE, self._every, self._cache)
        for index in range(children.Length):
            raw = children.GetElement(index)
            element = self._element(raw, (*path, index))
            found.append(element)
            if element.visibility is Visibility.VISIBLE:
                self._walk(raw, element.path, found, stop)

    def _element(self, raw: Any, path: tuple[int, ...]) -> Element:
        read = {number: raw.GetCachedPropertyValue(number) for number in PROPERTIES}
        left, top, width, height = (int(side) for side in read[RECTANGLE] or (0, 0, 0, 0))
        password = bool(read[PASSWORD])
        value = "" if password else str(read[VALUE] if isinstance(read[VALUE], str) else "")[:VALUE_LIMIT]
        return Element(
            role=Role.PASSWORD_FIELD if password else ROLES.get(int(read[TYPE] or 0), Role.OTHER),
            name=str(read[NAME] or ""),
            value=value,
            description=str(read[HELP] or ""),
            box=Box(left=left, top=top, width=max(0, width), height=max(0, height)),
            states=_states(read),
            visibility=Visibility.OFFSCREEN if read[OFFSCREEN] else Visibility.VISIBLE,
            path=path,
            handle=".".join(str(part) for part in raw.GetRuntimeId()),
        )


def _states(read: dict[int, Any]) -> frozenset[State]:
    toggle, expanded = read[TOGGLE], read[EXPANDED]
    present = {
        State.ENABLED: bool(read[ENABLED]),
        State.FOCUSED: bool(read[FOCUSED]),
        State.FOCUSABLE: bool(read[FOCUSABLE]),
        State.SELECTED: read[SELECTED] is True,
        State.CHECKABLE: toggle in {0, 1, 2},
        State.CHECKED: toggle == 1,
        State.EXPANDABLE: expanded in {0, 1, 2},
        State.EXPANDED: expanded == 1,
        State.EDITABLE: isinstance(read[VALUE], str) and read[READ_ONLY] is False,
    }
    return frozenset(state for state, here in present.items() if here)
