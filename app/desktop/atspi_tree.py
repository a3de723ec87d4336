"""Reads the tree of one application, breadth first, all questions about a level at once."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from app.desktop import atspi_calls as calls
from app.desktop import atspi_roles as roles
from app.desktop.atspi_bus import Talk
from app.desktop.atspi_cells import in_sight, near
from app.desktop.atspi_details import Details
from app.desktop.atspi_node import Node, facts
from app.desktop.atspi_wire import AnyCall, Ref

Given = TypeVar("Given")
Asking = Generator[Sequence[AnyCall], None, Given]

DEEPEST = 60
LARGEST_TREE = 6000
MANY_CHILDREN = 400
"""With more children than this only those in or near sight are read; a spreadsheet says that it has 2147483647."""

MOST_CHILDREN = 20_000
"""The same for those whose children exist anyway, as the rows of a web page do."""

SCOUTS = 4
"""So many items of a menu, from all over it, are looked at to learn whether it is open: some may be left out of it."""


@dataclass
class TreeReading:
    """The tree below `root`, as it gets known while `talk` goes on; what is known can be used at any time."""

    root: Node
    nodes: int = 0
    known: dict[Ref, Node] = field(default_factory=dict)
    _held_back: list[tuple[Node, list[Node]]] = field(default_factory=list)

    def talk(self) -> Talk:
        level = [self.root]
        while level and self.nodes < LARGEST_TREE and len(level[0].path) < DEEPEST:
            yield from self._learn(level)
            rest = self._rest_of_open_menus()
            yield from self._learn(rest)
            level = yield from self._below(level + rest)
        yield from self._name_by_others()

    def talk_of_root(self) -> Talk:
        """All about the root itself, and nothing of what is below it."""
        yield from self._learn([self.root])
        detail = Details.wanted_of(self.root)
        yield detail.calls()
        detail.keep()
        yield detail.again()
        detail.keep_again()
        yield from self._name_by_others()

    def _learn(self, nodes: list[Node]) -> Asking[None]:
        if nodes:
            yield from facts(nodes)
            self.nodes += len(nodes)
            self.known |= {node.ref: node for node in nodes}

    def _below(self, level: list[Node]) -> Asking[list[Node]]:
        """The children of these, and meanwhile what else is to be known of themselves."""
        details = [Details.wanted_of(node) for node in level]
        entered = [node for node in level if _is_entered(node)]
        counts = [(node, calls.CHILD_COUNT.of(node.ref)) for node in entered if _may_be_huge(node)]
        lists = [(node, calls.CHILDREN.of(node.ref)) for node in entered if not _may_be_huge(node)]
        yield [
            *(call for one in details for call in one.calls()),
            *(call for _, call in counts),
            *(call for _, call in lists),
        ]
        for one in details:
            one.keep()
        huge = [node for node, call in counts if _is_huge(node, call.answer)]
        more = [(node, calls.CHILDREN.of(node.ref)) for node, call in counts if call.answer and node not in huge]
        yield [*(call for _, call in more), *(call for one in details for call in one.again())]
        for one in details:
            one.keep_again()
        for node in huge:
            found = yield from in_sight(node)
            self.nodes += len(found)
            node.children = found
        below = []
        for node, call in lists + more:
            children = self._children(node, call.answer or ())
            if len(children) > MANY_CHILDREN:
                children = node.children = yield from near(children, node)
            below += children
        return below

    def _children(self, node: Node, refs: Sequence[Ref]) -> list[Node]:
        """The children that are looked at next; of a menu that may be closed only the first ones."""
        children = [
            Node(ref, (*node.path, index), parent=node) for index, ref in enumerate(refs) if ref.path != calls.NOTHING
        ]
        if node.role == roles.MENU and not node.states & roles.SELECTED:
            scouts = children[:: max(1, len(children) // SCOUTS)]
            self._held_back.append((node, children))
            children = scouts
        node.children = children
        return children[:]

    def _rest_of_open_menus(self) -> list[Node]:
        opened = [(menu, items) for menu, items in self._held_back if any(child.is_drawn for child in menu.children)]
        self._held_back = []
        new = [node for menu, items in opened for node in items if node not in menu.children]
        for menu, items in opened:
            menu.children = items
        return new

    def _name_by_others(self) -> Asking[None]:
        """Names from the labels beside controls, values from the chosen entries of lists."""
        named = [node for node in self.known.values() if node.labels]
        chosen = [node for node in self.known.values() if node.choice]
        wanted = {ref for node in named for ref in node.labels} | {node.choice for node in chosen if node.choice}
        names = {ref: self.known[ref].name for ref in wanted if ref in self.known and self.known[ref].name}
        asked = [calls.NAME.of(ref) for ref in wanted if ref not in names and ref.path != calls.NOTHING]
        yield asked
        names |= {call.ref: str(call.answer or "").strip() for call in asked}
        for node in named:
            node.take_name(" ".join(filter(None, (names.get(ref, "") for ref in node.labels))))
        for node in chosen:
            node.value = node.value or (names.get(node.choice, "") if node.choice else "")
        for node in self.known.values():
            if node.role == roles.COMBO_BOX and not node.value:
                node.value = next((child.value for child in node.children if child.value), "")


def all_of(node: Node) -> Iterable[Node]:
    """The node and what is below it, parents first, in the order of the tree."""
    yield node
    for child in node.children:
        yield from all_of(child)


def _is_entered(node: Node) -> bool:
    """Whether the children can be on the screen, or scrolled out of sight; hidden subtrees are left alone."""
    if node.role in roles.WITHOUT_CHILDREN:
        return False
    if node.role in (roles.MENU_BAR, roles.POPUP_MENU):
        return node.placed and node.showing
    if node.showing or node.role == roles.APPLICATION:
        return True
    return node.placed and bool(node.states & (roles.VISIBLE | roles.DEFUNCT))


def _is_huge(node: Node, children: object) -> bool:
    """Whether it has too many children to list: all are objects that the application would have to make first."""
    most = MANY_CHILDREN if node.states & roles.MANAGES_DESCENDANTS else MOST_CHILDREN
    return isinstance(children, int) and children > most


def _may_be_huge(node: Node) -> bool:
    return node.role in roles.COUNTED_FIRST or bool(node.states & roles.MANAGES_DESCENDANTS)
