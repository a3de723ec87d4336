"""`handrail settings` shows and changes the file."""

from __future__ import annotations

import json
from pathlib import Path

from app.store import settings
from tests.unit.cli.conftest import Handrail


def test_it_prints_where_the_file_is(handrail: Handrail, home: Path) -> None:
    assert handrail("settings", "path").out == f"{home / 'settings.toml'}\n"


def test_what_was_set_is_what_is_got(handrail: Handrail) -> None:
    assert handrail("settings", "set", "max_steps", "7").out == "7\n"
    assert handrail("settings", "get", "max_steps").out == "7\n"
    assert json.loads(handrail("settings", "get", "--json").out)["max_steps"] == 7
    assert json.loads(handrail("settings", "get", "approve", "--json").out) == {"approve": "ask"}


def test_all_settings_are_printed_and_unknown_ones_named(handrail: Handrail, home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("wallpaper = 'blue'\napprove = 'risky'\n", "utf-8")
    told = handrail("settings", "get")
    assert [line.partition(" = ")[0] for line in told.out.splitlines()] == list(settings.NAMES)
    assert "approve = risky\n" in told.out
    assert "wallpaper" in told.err
    assert "blue" not in told.err


def test_default_takes_a_key_out(handrail: Handrail, home: Path) -> None:
    handrail("settings", "set", "monitor", "2")
    assert handrail("settings", "set", "monitor", "default").out == "default\n"
    assert "monitor" not in (home / "settings.toml").read_text("utf-8")


def test_wrong_use_ends_with_2_and_says_what_is_allowed(handrail: Handrail) -> None:
    for argv, said in (
        (("set", "approve", "never"), "ask | risky | all"),
        (("set", "max_step", "3"), "max_steps"),
        (("get", "colour"), "approve"),
        (("set", "api_key", "sk-abcdefghijklmnopqrst"), "never written"),
    ):
        told = handrail("settings", *argv)
        assert told.code == 2
        assert said in told.err
        assert "abcdefghij" not in told.err


def test_a_bad_file_is_one_sentence_and_2(handrail: Handrail, home: Path) -> None:
    home.mkdir()
    (home / "settings.toml").write_text("approve = \n", "utf-8")
    for argv in (("get",), ("set", "approve", "ask")):
        told = handrail("settings", *argv)
        assert told.code == 2
        assert "Line 1 of" in told.err


def test_the_language_that_is_set_is_spoken(handrail: Handrail) -> None:
    handrail("settings", "set", "language", "de")
    from app.cli import wording

    wording.words.cache_clear()
    assert "Es gibt keinen Lauf" in handrail("runs", "show", "x").err
