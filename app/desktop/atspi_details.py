"""What is asked of an accessible object by its kind: text, number, chosen entry, tool tip, labels."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from app.desktop import atspi_calls as calls
from app.desktop import atspi_roles as roles
from app.desktop.atspi_node import Node
from app.desktop.atspi_wire import AnyCall, Call, Ref, Relations

VALUE_LIMIT = 400
"""Characters of a field's text that are read with the tree."""

OBJECT_IN_TEXT = "\N{OBJECT REPLACEMENT CHARACTER}"
Property = str | int | float


@dataclass(slots=True)
class Details:
    """The calls for what `node` still lacks.

    `keep` puts their answers into it; `again` is then what has to be asked once more, and `keep_again` keeps that.
    """

    node: Node
    text: Call[str] | None = None
    length: Call[Property] | None = None
    number: Call[Property] | None = None
    description: Call[Property] | None = None
    relations: Call[Relations] | None = None
    choice: Call[Ref] | None = None

    @classmethod
    def wanted_of(cls, node: Node) -> Details:
        wanted = cls(node)
        if _may_choose(node):
            wanted.choice = calls.SELECTED_CHILD.of(node.ref, 0)
        if not node.placed:
            return wanted
        if _shows_text(node):
            wanted.text, wanted.length = calls.TEXT.of(node.ref, 0, VALUE_LIMIT), calls.LENGTH.of(node.ref)
        if node.role == roles.TERMINAL:
            wanted.length = calls.LENGTH.of(node.ref)
        if node.role in roles.HOLDING_NUMBERS:
            wanted.number = calls.CURRENT_VALUE.of(node.ref)
        if node.role in roles.CONTROLS and (not node.name or node.role == roles.COMBO_BOX):
            wanted.relations = calls.RELATIONS.of(node.ref)
            wanted.description = calls.DESCRIPTION.of(node.ref)
        return wanted

    def calls(self) -> list[AnyCall]:
        every = (self.text, self.length, self.number, self.description, self.relations, self.choice)
        return [call for call in every if call]

    def keep(self) -> None:
        node = self.node
        self.keep_again()
        if self.number and isinstance(self.number.answer, int | float):
            node.value = f"{self.number.answer:.10g}"
        if self.description and isinstance(self.description.answer, str):
            node.description = plain(self.description.answer)
        if self.relations:
            node.labels = tuple(
                ref for kind, refs in self.relations.answer or () if kind == roles.LABELLED_BY for ref in refs
            )
        if self.choice and self.choice.answer and self.choice.answer.path != calls.NOTHING:
            chooser = node.parent if node.parent and node.role != roles.COMBO_BOX else node
            chooser.choice = chooser.choice or self.choice.answer

    def again(self) -> list[AnyCall]:
        """Qt gives no text at all where more is asked for than there is; of a terminal it is the end that counts."""
        length = self.length.answer if self.length else None
        if (self.text and self.text.answer) or not isinstance(length, int) or length <= 0:
            return []
        start = max(0, length - VALUE_LIMIT) if self.node.role == roles.TERMINAL else 0
        self.text = calls.TEXT.of(self.node.ref, start, min(length, start + VALUE_LIMIT))
        return [self.text]

    def keep_again(self) -> None:
        if not self.text or not self.text.answer:
            return
        text = self.text.answer.replace(OBJECT_IN_TEXT, "")
        if self.node.role in roles.NAMED_BY_TEXT:
            self.node.name = self.node.name or text.strip()
        elif self.node.role not in roles.HOLDING_NUMBERS:
            self.node.value = text


def plain(text: str) -> str:
    """A tool tip without the tags that some toolkits write it with."""
    return html.unescape(re.sub(r"<[^>]*>", "", text)).strip() if text.startswith("<") else text.strip()


def _may_choose(node: Node) -> bool:
    """Of a drop-down list either it or the closed list in it says which entry is chosen."""
    if node.role == roles.COMBO_BOX:
        return node.placed
    in_list = node.parent is not None and node.parent.role == roles.COMBO_BOX
    return in_list and node.role in (roles.MENU, roles.LIST, roles.LIST_BOX)


def _shows_text(node: Node) -> bool:
    if node.role == roles.PASSWORD_TEXT:
        return False
    if node.role in roles.NAMED_BY_TEXT:
        return not node.name
    return node.role in roles.HOLDING_TEXT or bool(node.states & roles.EDITABLE)
