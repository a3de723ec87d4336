"""How what was read is compared with what is there."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from PIL import Image

from app.bench import ocr
from app.bench.ocr import Score, Text, scored
from app.bench.ocr_engines import Engine, Found
from app.core.errors import UsageError


def line(text: str, left: int = 0, top: int = 0) -> Found:
    return text, (left, top, left + 10 * len(text), top + 20)


def test_a_text_read_letter_for_letter_is_exact_whatever_its_blanks() -> None:
    assert scored([Text(text="Save as")], [line("Saveas")]) == (Score(1, 1, 1, 0), [])


def test_a_nearly_right_text_is_close() -> None:
    assert scored([Text(text="Bookmarks")], [line("Bookrnarks")]) == (Score(1, 0, 1, 0), [("Bookmarks", "Bookrnarks")])


def test_a_text_inside_a_longer_line_is_joined() -> None:
    assert scored([Text(text="Edit")], [line("File Edit View")])[0] == Score(1, 0, 0, 1)


def test_the_same_line_answers_for_one_text_only() -> None:
    assert scored([Text(text="OK"), Text(text="OK")], [line("OK")])[0] == Score(2, 1, 1, 1)


def test_a_text_whose_place_is_known_is_looked_for_there() -> None:
    wanted = Text(text="OK", box=(0, 0, 30, 30))
    assert scored([wanted], [line("OK", 200)])[0] == Score(1)
    assert scored([wanted], [line("OK", 3, 3)])[0] == Score(1, 1, 1)


def test_an_engine_that_is_not_installed_says_what_it_lacks() -> None:
    assert Engine("x", lambda: lambda _picture: [], ["json", "no_such_module"]).missing() == "no_such_module"
    assert Engine("x", lambda: lambda _picture: [], programs=["no-such-program"]).missing() == "no-such-program"


def test_handrails_own_way_is_measured_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Image.new("RGB", (100, 60), "white").save(tmp_path / "blank.png")
    (tmp_path / "texts.json").write_text('{"blank.png": [{"text": "nothing"}]}', encoding="utf-8")
    parser = argparse.ArgumentParser()
    ocr.add_arguments(parser)
    out = tmp_path / "out.json"
    assert ocr.run(parser.parse_args([str(tmp_path), "--only", "handrail", "--json", str(out), "--misses"])) == 0
    (row,) = json.loads(out.read_text(encoding="utf-8"))["engines"]
    assert row["score"] == {"texts": 1, "exact": 0, "close": 0, "joined": 0}
    assert "'nothing'" in capsys.readouterr().out


def test_a_folder_without_texts_is_wrong_use(tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    ocr.add_arguments(parser)
    with pytest.raises(UsageError):
        ocr.run(parser.parse_args([str(tmp_path)]))
