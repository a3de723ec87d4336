"""Finds out which window each accessibility tree belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.elements import Element, Role, WindowFacts
from app.core.geometry import Box

NEARLY_SAME = 0.5
"""The share of their union that two boxes must have in common to be one window's."""


@dataclass(frozen=True)
class Home:
    """Where the tree below a root stands. A pop-up (menu, tool tip) belongs to `window` but lies over everything."""

    root: Element
    window: WindowFacts | None
    popup: bool


def homes(roots: Sequence[Element], windows: Sequence[WindowFacts]) -> tuple[Home, ...]:
    """The home of each root, in their order; a window is the home of one tree, and of its pop-ups."""
    pairs = [
        (score, root_index, window_index)
        for root_index, root in enumerate(roots)
        for window_index, window in enumerate(windows)
        if (score := _likeness(root, window)) > 0
    ]
    found: dict[int, WindowFacts] = {}
    taken: set[int] = set()
    for _, root_index, window_index in sorted(pairs, key=lambda pair: (-pair[0], pair[2])):
        if root_index not in found and window_index not in taken:
            found[root_index] = windows[window_index]
            taken.add(window_index)
    return tuple(
        Home(root, found[index], popup=False) if index in found else _without_window(root, windows)
        for index, root in enumerate(roots)
    )


def _likeness(root: Element, window: WindowFacts) -> float:
    """How surely the tree is this window's: process, title and place count; 0 where it cannot be."""
    if root.role in (Role.MENU, Role.TOOL_TIP):
        return 0
    title, near = _titled_alike(root.name, window.title), _in_common(root.box, window.box)
    if root.pid is not None and root.pid == window.pid:
        return 2 + title + near if title or near >= NEARLY_SAME else 0
    # A program in a sandbox is another process to the accessibility bus than to the window system.
    return title + near if title == 1 and near >= NEARLY_SAME else 0


def _titled_alike(name: str, title: str) -> float:
    """1 for the same title, less where one holds the other (programs add their name to one of the two)."""
    name, title = name.strip().casefold(), title.strip().casefold()
    if not name or not title:
        return 0
    if name == title:
        return 1
    return 0.5 if name in title or title in name else 0


def _in_common(one: Box, other: Box) -> float:
    shared = one.overlap(other).area
    union = one.area + other.area - shared
    return shared / union if union else 0


def _without_window(root: Element, windows: Sequence[WindowFacts]) -> Home:
    """A pop-up of a window of its process; else something that is no window, as a panel of the desktop."""
    of_process = [window for window in windows if root.pid is not None and window.pid == root.pid]
    owner = next((window for window in of_process if window.active), of_process[0] if of_process else None)
    return Home(root, owner, popup=owner is not None)
