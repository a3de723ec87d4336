"""Reads cells of spreadsheet files: flat ODF and Gnumeric."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
GNUMERIC = "{http://www.gnumeric.org/v10.dtd}"
GZIP_HEAD = b"\x1f\x8b"

NUMBERS = ("30", "40")
"""Gnumeric's ValueType of whole and of other numbers."""


class NoSpreadsheet(ValueError):
    """A file that holds no sheet this module can read."""


@dataclass(frozen=True)
class Cell:
    """`value` is None where the cell is empty; where Gnumeric keeps a formula without its result, it is the formula."""

    value: float | str | None = None
    formula: str | None = None


def read_cell(path: Path, reference: str) -> Cell:
    """A cell of the first sheet, by a reference like B12. Raises NoSpreadsheet, OSError."""
    column, row = _place(reference)
    if path.suffix == ".gnumeric":
        return _gnumeric_cell(_gnumeric_sheet(path), column, row)
    for spread, line in _repeated(_odf_table(path).iter(TABLE + "table-row"), "rows"):
        if row < spread:
            return _odf_cell(line, column)
        row -= spread
    return Cell()


def is_column_hidden(path: Path, letters: str) -> bool:
    """Whether a column of a Gnumeric file's first sheet is hidden. Raises NoSpreadsheet, OSError."""
    number = column_number(letters)
    for info in _gnumeric_sheet(path).iter(GNUMERIC + "ColInfo"):
        first = int(info.get("No", "0"))
        if first <= number < first + int(info.get("Count", "1")):
            return info.get("Hidden") == "1"
    return False


def column_number(letters: str) -> int:
    """The number of a column, counted from 0.

    >>> column_number("A"), column_number("Z"), column_number("AA")
    (0, 25, 26)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _place(reference: str) -> tuple[int, int]:
    parts = re.fullmatch(r"([A-Z]+)([1-9][0-9]*)", reference)
    if not parts:
        raise NoSpreadsheet(f"{reference!r} names no cell")
    return column_number(parts[1]), int(parts[2]) - 1


def _odf_table(path: Path) -> ET.Element:
    return _first(_root(path.read_bytes(), path), TABLE + "table", path)


def _gnumeric_sheet(path: Path) -> ET.Element:
    data = path.read_bytes()
    try:
        data = gzip.decompress(data) if data.startswith(GZIP_HEAD) else data
    except (OSError, EOFError, zlib.error) as trouble:
        raise NoSpreadsheet(f"{path.name} is only half there") from trouble
    return _first(_root(data, path), GNUMERIC + "Sheet", path)


def _root(data: bytes, path: Path) -> ET.Element:
    try:
        return ET.fromstring(data)  # noqa: S314 - see the import
    except ET.ParseError as trouble:
        raise NoSpreadsheet(f"{path.name} is no XML") from trouble


def _first(root: ET.Element, tag: str, path: Path) -> ET.Element:
    found = next(root.iter(tag), None)
    if found is None:
        raise NoSpreadsheet(f"{path.name} holds no sheet")
    return found


def _repeated(entries: Iterator[ET.Element], what: str) -> Iterator[tuple[int, ET.Element]]:
    """Each entry with how often it counts: ODF writes equal neighbours once."""
    for entry in entries:
        yield int(entry.get(f"{TABLE}number-{what}-repeated", "1")), entry


def _odf_cell(row: ET.Element, column: int) -> Cell:
    cells = (cell for cell in row if cell.tag in (TABLE + "table-cell", TABLE + "covered-table-cell"))
    for spread, cell in _repeated(cells, "columns"):
        if column < spread:
            number = cell.get(OFFICE + "value")
            text = "\n".join("".join(part.itertext()) for part in cell)
            return Cell(float(number) if number else text or None, cell.get(TABLE + "formula"))
        column -= spread
    return Cell()


def _gnumeric_cell(sheet: ET.Element, column: int, row: int) -> Cell:
    for cell in sheet.iter(GNUMERIC + "Cell"):
        if (cell.get("Col"), cell.get("Row")) == (str(column), str(row)):
            text, kind = cell.text or "", cell.get("ValueType")
            if kind is None and text.startswith("="):
                return Cell(text, text)
            return Cell(float(text) if kind in NUMBERS else text)
    return Cell()
