"""What is in sight of a list or table with more children than can be read."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from itertools import product

from app.desktop import atspi_calls as calls
from app.desktop import atspi_roles as roles
from app.desktop.atspi_node import Node, facts
from app.desktop.atspi_wire import AnyCall, RawBox, Ref

ROW_STEP, COLUMN_STEP = 7, 14
"""Pixels between the places that are looked at; no row is less high, no column less wide."""

MOST = 3000
MOST_PARTS = 8
ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]+)")
"""How spreadsheets name their cells."""

Band = tuple[int, int]
"""Where a row (or column) starts and ends, in pixels."""

Grid = dict[Ref, list[tuple[int, int]]]
"""The cells in sight, each with the row and column numbers at which it was met (several where it spans them)."""


def in_sight(table: Node) -> Generator[Sequence[AnyCall], None, list[Node]]:
    """The cells of `table` that are drawn, row by row; their text is their value where they have a name besides."""
    if not table.placed:
        return []
    left, top, width, height = visible_part(table)
    down = range(top + ROW_STEP // 2, top + height, ROW_STEP)
    across = range(left + COLUMN_STEP // 2, left + width, COLUMN_STEP)
    edge = [(left + COLUMN_STEP // 2, y) for y in down] + [(x, top + ROW_STEP // 2) for x in across]
    heads = [
        Node(ref, (), parent=table) for ref in (yield from _met(table, edge + [(x, top + height // 2) for x in across]))
    ]
    yield from facts(heads)
    boxes = [node.raw for node in heads if node.placed and node.raw]
    rows = bands([(box[1], box[1] + box[3]) for box in boxes], top, top + height)
    columns = bands([(box[0], box[0] + box[2]) for box in boxes], left, left + width)
    points = list(product(rows, columns))[:MOST]
    met = yield from _met(table, [((x[0] + x[1]) // 2, (y[0] + y[1]) // 2) for y, x in points])
    cells = []
    for index, (ref, places) in enumerate(met.items()):
        cell = Node(ref, (*table.path, index), parent=table)
        cell.raw = _around([points[place] for place in places])
        cells.append(cell)
    if all(node.role == roles.TABLE_CELL for node in heads):
        yield from _learn_alike(cells, heads)
    else:
        yield from facts(cells)
    yield from _texts(cells)
    yield from _parts([cell for cell in cells if not cell.name])
    return cells


def near(children: list[Node], parent: Node) -> Generator[Sequence[AnyCall], None, list[Node]]:
    """Those of many children that are in sight, or half a view away from it."""
    if not parent.placed:
        return children[:MOST]
    left, top, width, height = visible_part(parent)
    boxes = [calls.BOX.of(child.ref) for child in children]
    yield boxes
    kept = []
    for child, box in zip(children, boxes, strict=True):
        x, y, w, h = box.answer or (0, 0, 0, 0)
        across = x < left + 1.5 * width and x + w > left - 0.5 * width
        if across and y < top + 1.5 * height and y + h > top - 0.5 * height:
            kept.append(child)
    return kept


def _parts(cells: list[Node]) -> Generator[Sequence[AnyCall], None, None]:
    """Reads what nameless cells are put together from: in GTK an icon and a text beside it."""
    asked = [(cell, calls.CHILDREN.of(cell.ref)) for cell in cells]
    yield [call for _, call in asked]
    for cell, call in asked:
        found = enumerate((call.answer or ())[:MOST_PARTS])
        cell.children = [Node(ref, (*cell.path, index), parent=cell) for index, ref in found]
    parts = [part for cell in cells for part in cell.children]
    yield from facts(parts)
    yield from _texts([part for part in parts if not part.name])


def bands(spans: list[Band], low: int, high: int) -> list[Band]:
    """The parts between `low` and `high` of rows (or columns) that start and end so, each once, none over another."""
    found: list[Band] = []
    for start, end in sorted(set(spans), key=lambda span: (span[0], span[1] - span[0])):
        if end > max(low, start) and start < high and (not found or start >= found[-1][1] - 1):
            found.append((max(start, low), min(end, high)))
    return found


def visible_part(table: Node) -> RawBox:
    """The box of the table, as the application gives it, cut by those of its ancestors."""
    left, top, width, height = table.raw or (0, 0, 0, 0)
    right, bottom = left + width, top + height
    above = table.parent
    while above is not None:
        if above.placed and above.raw and above.shift == table.shift:
            x, y, w, h = above.raw
            left, top, right, bottom = max(left, x), max(top, y), min(right, x + w), min(bottom, y + h)
        above = above.parent
    return left, top, max(0, right - left), max(0, bottom - top)


def _met(table: Node, points: list[tuple[int, int]]) -> Generator[Sequence[AnyCall], None, dict[Ref, list[int]]]:
    """The objects at these points, each with the indexes of the points at which it is."""
    asked = [calls.AT_POINT.of(table.ref, x, y, 0) for x, y in points]
    yield asked
    met: dict[Ref, list[int]] = {}
    for index, call in enumerate(asked):
        if call.answer and call.answer.path != calls.NOTHING and call.answer != table.ref:
            met.setdefault(call.answer, []).append(index)
    return met


def _around(places: list[tuple[Band, Band]]) -> RawBox:
    top, bottom = min(y[0] for y, _ in places), max(y[1] for y, _ in places)
    left, right = min(x[0] for _, x in places), max(x[1] for _, x in places)
    return left, top, right - left, bottom - top


def _learn_alike(cells: list[Node], heads: list[Node]) -> Generator[Sequence[AnyCall], None, None]:
    """States, and names where they do not follow from those at the edges; box and role are known already."""
    states = [calls.STATES.of(cell.ref) for cell in cells]
    addresses = _addresses(cells, heads)
    names = [] if addresses else [calls.NAME.of(cell.ref) for cell in cells]
    yield [*states, *names]
    for index, cell in enumerate(cells):
        cell.role, cell.states = roles.TABLE_CELL, states[index].answer or 0
        cell.name = addresses[index] if addresses else str(names[index].answer or "").strip()
        cell.place()


def _addresses(cells: list[Node], heads: list[Node]) -> list[str]:
    """The addresses of these cells in a spreadsheet (A1); none where this is none."""
    columns, rows = dict[int, str](), dict[int, str]()
    for head in heads:
        named = ADDRESS.fullmatch(head.name)
        if not named or not head.raw:
            return []
        columns[head.raw[0]], rows[head.raw[1]] = named.groups()
    try:
        return [columns[cell.raw[0]] + rows[cell.raw[1]] for cell in cells if cell.raw]
    except KeyError:
        return []


def _texts(cells: list[Node]) -> Generator[Sequence[AnyCall], None, None]:
    asked = [(cell, calls.TEXT.of(cell.ref, 0, -1)) for cell in cells]
    yield [call for _, call in asked]
    for cell, call in asked:
        text = (call.answer or "").strip()
        if cell.name:
            cell.value = text if text != cell.name else ""
        else:
            cell.name = text
