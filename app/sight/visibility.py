"""Decides what of a tree can be clicked: hidden, scrolled away, under a window, dialog or menu, or visible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.core.geometry import Box, ScreenPoint
from app.sight.window_match import Home, homes

Path = tuple[int, ...]

FARTHEST = 1 << 20
"""Screen units; a box that lies farther away is not drawn."""

CUTTING = frozenset({Role.SCROLL_AREA, Role.DOCUMENT, Role.TABLE, Role.LIST, Role.TREE, Role.TERMINAL})
"""What lies outside the box of one of these ancestors is scrolled out of sight."""

DIALOGS = (Role.DIALOG, Role.ALERT)
ITEMS = frozenset(
    {Role.MENU_ITEM, Role.CHECK_MENU_ITEM, Role.RADIO_MENU_ITEM, Role.MENU, Role.LIST_ITEM, Role.SEPARATOR}
)


@dataclass(frozen=True)
class Cover:
    """An area that hides what lies under it, all but what is part of it: the paths that start with one of `spares`.

    Inside the tree `within` only, or over everything where that is None. `before` is set where it hides only what
    stands before it in the tree. A cover without an area is over all of its tree.
    """

    box: Box | None
    spares: tuple[Path, ...]
    within: Path | None = None
    before: bool = False

    def hides(self, path: Path, point: ScreenPoint) -> bool:
        if self.within is not None and path[: len(self.within)] != self.within:
            return False
        if any(path[: len(spared)] == spared or spared[: len(path)] == path for spared in self.spares):
            return False
        if self.before and path > self.spares[0]:
            return False
        return self.box is None or self.box.contains(point)


@dataclass(frozen=True)
class Sighted:
    """Elements with their windows and visibility decided, the window of each tree, and what lies over the windows."""

    elements: tuple[Element, ...]
    homes: tuple[Home, ...]
    covers: tuple[Cover, ...]


def sighted(elements: Sequence[Element], windows: Sequence[WindowFacts], seen: Box) -> Sighted:
    """Decides on each element of the trees in `elements` (parents before children).

    `windows` has the topmost first, `seen` is the part of the desktop that is on the picture. What belongs to
    Handrail's own windows or to minimized ones is left out.
    """
    return _Decision(elements, windows, seen).made()


class _Decision:
    def __init__(self, elements: Sequence[Element], windows: Sequence[WindowFacts], seen: Box) -> None:
        self.seen = seen
        self.windows = [window for window in windows if not window.minimized and not window.own]
        self.elements = {element.path: element for element in elements}
        roots = [element for element in elements if element.path[:-1] not in self.elements]
        self.homes = {home.root.path: home for home in homes(roots, windows)}
        self.root_of: dict[Path, Path] = {}
        for path in self.elements:
            self.root_of[path] = path if path in self.homes else self.root_of[path[:-1]]
        self.in_menu: dict[Path, Path] = {}
        self.cut: dict[Path, Box | None] = {}
        self.menus = self._open_menus()
        self.covers = [*self._popups(), *self._menu_covers(), *self._dialogs()]
        self.has_active = any(window.active for window in windows)

    def made(self) -> Sighted:
        kept = [element for path, element in self.elements.items() if self._is_kept(self.homes[self.root_of[path]])]
        return Sighted(
            tuple(self._decided(element) for element in kept),
            tuple(home for home in self.homes.values() if self._is_kept(home)),
            tuple(self.covers),
        )

    def _is_kept(self, home: Home) -> bool:
        return home.window is None or not (home.window.minimized or home.window.own)

    def _decided(self, element: Element) -> Element:
        home = self.homes[self.root_of[element.path]]
        changed: dict[str, object] = {
            "window": home.window.number if home.window else None,
            "visibility": self._visibility(element, home),
        }
        if State.FOCUSED in element.states and self.has_active and home.window and not home.window.active:
            # Toolkits leave the state on what had the focus when its window was last active.
            changed["states"] = element.states - {State.FOCUSED}
        return element.model_copy(update=changed)

    def _visibility(self, element: Element, home: Home) -> Visibility:
        if element.visibility is Visibility.HIDDEN or not _can_be_drawn(element.box):
            return Visibility.HIDDEN
        if element.visibility is Visibility.OFFSCREEN:
            return Visibility.OFFSCREEN
        middle, path = element.box.middle, element.path
        popped_up = home.popup or path in self.in_menu
        frame = None if popped_up or home.window is None else home.window.box
        cut = self.cut.get(path[:-1])
        if any(box is not None and not box.contains(middle) for box in (self.seen, frame, cut)):
            return Visibility.OFFSCREEN
        if any(cover.hides(path, middle) for cover in self.covers):
            return Visibility.COVERED
        if not popped_up and any(window.box.contains(middle) for window in self._above(home)):
            return Visibility.COVERED
        return Visibility.VISIBLE

    def _above(self, home: Home) -> list[WindowFacts]:
        """The windows over this one; what is no window (the desktop's own icons) lies under them all."""
        if home.window is None:
            return self.windows
        numbers = [window.number for window in self.windows]
        return self.windows[: numbers.index(home.window.number)] if home.window.number in numbers else []

    def _open_menus(self) -> dict[Path, Box]:
        """The menus and drop-down lists that are open: path to the area of their items.

        On the way down also which elements stand in one, and the box by which each element's children are cut.
        """
        items: dict[Path, list[Box]] = {}
        for path, element in self.elements.items():
            above = self.elements.get(path[:-1])
            menu = path[:-1] if above and self._opens(above) and element.role in ITEMS else self.in_menu.get(path[:-1])
            if menu is not None:
                self.in_menu[path] = menu
            if above and menu == path[:-1] and _is_drawn(element):
                items.setdefault(menu, []).append(element.box)
            cut = None if menu is not None or self._opens(element) else self.cut.get(path[:-1])
            if element.role in CUTTING and _can_be_drawn(element.box) and not self._opens(element):
                cut = element.box.overlap(cut) if cut else element.box
            self.cut[path] = cut
        return {path: _around(boxes) for path, boxes in items.items()}

    def _opens(self, element: Element) -> bool:
        above = self.elements.get(element.path[:-1])
        in_chooser = above is not None and above.role is Role.COMBO_BOX
        return element.role is Role.MENU or (in_chooser and element.role is Role.LIST)

    def _popups(self) -> list[Cover]:
        """Pop-up windows, over everything. One that holds nothing itself shows the items of an open list elsewhere."""
        filled = {root for path, root in self.root_of.items() if path != root}
        lists = tuple(self.menus)
        return [
            Cover(root.box, (path,) if path in filled else (path, *lists))
            for path, home in self.homes.items()
            if home.popup and (root := home.root).role is not Role.TOOL_TIP and _is_drawn(root)
        ]

    def _menu_covers(self) -> list[Cover]:
        """Each open menu, over all but itself; a submenu also over the menu that it came from."""
        return [Cover(box, (path,)) for path, box in self.menus.items()]

    def _dialogs(self) -> list[Cover]:
        """Dialogs inside a window, as in web pages: beside the last modal one nothing of its document can be used."""
        found: list[Cover] = []
        modal_of: dict[Path, Path] = {}
        for path, element in self.elements.items():
            modal = State.MODAL in element.states
            if path in self.homes or not _is_drawn(element) or not (modal or element.role in DIALOGS):
                continue
            found.append(Cover(element.box, (path,), within=self.root_of[path], before=not modal))
            document = self._document_of(path)
            if modal and document is not None:
                modal_of[document] = path
        return found + [Cover(None, (path,), within=document) for document, path in modal_of.items()]

    def _document_of(self, path: Path) -> Path | None:
        """The outermost document around it."""
        around = (path[:length] for length in range(1, len(path)))
        return next((one for one in around if one in self.elements and self.elements[one].role is Role.DOCUMENT), None)


def _can_be_drawn(box: Box) -> bool:
    return box.area > 0 and abs(box.left) < FARTHEST and abs(box.top) < FARTHEST


def _is_drawn(element: Element) -> bool:
    return element.visibility is Visibility.VISIBLE and _can_be_drawn(element.box)


def _around(boxes: Sequence[Box]) -> Box:
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left=left, top=top, width=right - left, height=bottom - top)
