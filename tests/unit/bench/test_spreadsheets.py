"""Cells of flat ODF and Gnumeric files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.bench.spreadsheets import Cell, NoSpreadsheet, column_number, is_column_hidden, read_cell

ODF = """<?xml version="1.0"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>
<table:table><table:table-column/>
<table:table-row><table:table-cell office:value="640"><text:p>640</text:p></table:table-cell>
 <table:table-cell table:number-columns-repeated="3"/>
 <table:table-cell table:formula="of:=SUM([.A1])" office:value="640"><text:p>640</text:p></table:table-cell>
</table:table-row>
<table:table-row table:number-rows-repeated="4"><table:covered-table-cell/>
 <table:table-cell><text:p>Two</text:p><text:p>lines</text:p></table:table-cell></table:table-row>
</table:table>
<table:table><table:table-row><table:table-cell office:value="9"/></table:table-row></table:table>
</office:spreadsheet></office:body></office:document>
"""

GNUMERIC = """<?xml version="1.0"?>
<gnm:Workbook xmlns:gnm="http://www.gnumeric.org/v10.dtd"><gnm:Sheets><gnm:Sheet>
<gnm:Cols><gnm:ColInfo No="0" Count="2"/><gnm:ColInfo No="2" Hidden="1" Count="2"/></gnm:Cols>
<gnm:Cells><gnm:Cell Row="0" Col="0" ValueType="40">2.5</gnm:Cell>
<gnm:Cell Row="1" Col="0" ValueType="60">text</gnm:Cell>
<gnm:Cell Row="0" Col="1">=A1+1</gnm:Cell></gnm:Cells></gnm:Sheet></gnm:Sheets></gnm:Workbook>
"""


@pytest.mark.parametrize(
    ("reference", "cell"),
    [
        ("A1", Cell(640.0)),
        ("B1", Cell()),
        ("D1", Cell()),
        ("E1", Cell(640.0, "of:=SUM([.A1])")),
        ("F1", Cell()),
        ("B2", Cell("Two\nlines")),
        ("B5", Cell("Two\nlines")),
        ("A5", Cell()),
        ("A6", Cell()),
    ],
)
def test_cells_of_the_first_odf_sheet_are_found_through_repeated_ones(
    tmp_path: Path, reference: str, cell: Cell
) -> None:
    path = tmp_path / "a.fods"
    path.write_text(ODF, encoding="utf-8")
    assert read_cell(path, reference) == cell


@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    ("reference", "cell"), [("A1", Cell(2.5)), ("A2", Cell("text")), ("B1", Cell("=A1+1", "=A1+1")), ("C7", Cell())]
)
def test_cells_of_gnumeric_files_are_read_compressed_or_not(
    tmp_path: Path, compressed: bool, reference: str, cell: Cell
) -> None:
    path = tmp_path / "a.gnumeric"
    path.write_bytes(gzip.compress(GNUMERIC.encode()) if compressed else GNUMERIC.encode())
    assert read_cell(path, reference) == cell


def test_hidden_columns_are_known(tmp_path: Path) -> None:
    path = tmp_path / "a.gnumeric"
    path.write_text(GNUMERIC, encoding="utf-8")
    assert [letter for letter in "ABCDE" if is_column_hidden(path, letter)] == ["C", "D"]


@pytest.mark.parametrize("content", [b"", b"no xml", b"<a/>", gzip.compress(GNUMERIC.encode())[:60]])
def test_a_file_without_a_sheet_is_said_to_have_none(tmp_path: Path, content: bytes) -> None:
    for name in ("a.fods", "a.gnumeric"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(NoSpreadsheet):
            read_cell(tmp_path / name, "A1")


def test_a_word_that_names_no_cell_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSpreadsheet):
        read_cell(tmp_path / "a.fods", "total")


@given(st.integers(min_value=0, max_value=20_000))
def test_columns_are_numbered_as_they_are_lettered(number: int) -> None:
    letters, rest = "", number + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        letters = chr(ord("A") + place) + letters
    assert column_number(letters) == number
