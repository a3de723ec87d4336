"""An accessible object as far as it is known, and where it really is."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from app.core.elements import Visibility
from app.core.geometry import Box
from app.desktop import atspi_calls as calls
from app.desktop import atspi_roles as roles
from app.desktop.atspi_wire import AnyCall, RawBox, Ref

FARTHEST = 1 << 20
"""Screen units; what claims to be farther away, or larger, is not drawn (GTK says -2147483648)."""

NO_BOX = Box(left=0, top=0, width=0, height=0)


@dataclass(slots=True, eq=False)
class Node:
    """`raw` is the box as the application gives it, `shift` what has to be added to it to be right on the screen."""

    ref: Ref
    path: tuple[int, ...]
    parent: Node | None = None
    role: int = 0
    states: int = 0
    name: str = ""
    value: str = ""
    description: str = ""
    raw: RawBox | None = None
    shift: tuple[int, int] = (0, 0)
    labels: tuple[Ref, ...] = ()
    choice: Ref | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def placed(self) -> bool:
        """Whether it has a box that can be on a screen."""
        if self.raw is None:
            return False
        left, top, width, height = self.raw
        return 0 < width < FARTHEST and 0 < height < FARTHEST and abs(left) < FARTHEST and abs(top) < FARTHEST

    @property
    def box(self) -> Box:
        """On the screen; empty where it is not drawn."""
        if not self.placed or self.raw is None:
            return NO_BOX
        left, top, width, height = self.raw
        return Box(left=left + self.shift[0], top=top + self.shift[1], width=width, height=height)

    @property
    def showing(self) -> bool:
        return bool(self.states & roles.SHOWING)

    @property
    def visibility(self) -> Visibility:
        """What its states and its box say by themselves."""
        if not self.placed:
            return Visibility.HIDDEN
        if self.showing or (self.role in roles.MENU_ITEMS and self.states & roles.VISIBLE):
            return Visibility.VISIBLE
        return Visibility.OFFSCREEN if self.states & roles.VISIBLE else Visibility.HIDDEN

    @property
    def is_drawn(self) -> bool:
        return self.visibility is Visibility.VISIBLE

    def take_name(self, label: str) -> None:
        """The name by the label beside it; what a chooser gave as its name is then what it holds."""
        if label and label != self.name:
            self.value = self.value or self.name
            self.name = label

    def place(self) -> None:
        """Works out `shift`, once the box and those of the ancestors are known.

        LibreOffice places all that it draws itself as if its menu bar were not there: its root pane is as large as the
        GTK panel around it, but lies higher. The GTK controls it embeds are placed right; the first of them is as large
        as its parent and lies lower by just that much.
        """
        parent = self.parent
        if parent is None or self.raw is None or parent.raw is None:
            self.shift = parent.shift if parent else (0, 0)
            return
        left, top, width, height = self.raw
        off = (parent.raw[0] - left, parent.raw[1] - top)
        alike = abs(parent.raw[2] - width) <= 2 and abs(parent.raw[3] - height) <= 2
        if self.role == roles.ROOT_PANE and alike:
            self.shift = (parent.shift[0] + off[0], parent.shift[1] + off[1])
        elif parent.shift != (0, 0) and alike and off == (-parent.shift[0], -parent.shift[1]):
            self.shift = (0, 0)
        else:
            self.shift = parent.shift


def facts(nodes: Sequence[Node]) -> Generator[Sequence[AnyCall], None, None]:
    """Asks for role, states, name and box of each."""
    roles_, states = [calls.ROLE.of(node.ref) for node in nodes], [calls.STATES.of(node.ref) for node in nodes]
    names, boxes = [calls.NAME.of(node.ref) for node in nodes], [calls.BOX.of(node.ref) for node in nodes]
    yield [*roles_, *states, *names, *boxes]
    for node, role, state, name, box in zip(nodes, roles_, states, names, boxes, strict=True):
        node.role, node.states = role.answer or 0, state.answer or 0
        node.name = str(name.answer or "").strip()
        node.raw = box.answer
        node.place()
