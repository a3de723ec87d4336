"""Which application a name means."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import InputFailed
from app.desktop.launch import Application, find_command, installed_applications, read_entry, start_detached

WRITER = Application(
    "LibreOffice Writer",
    ("libreoffice", "--writer"),
    ("LibreOffice Writer", "libreoffice-writer"),
    ("Word Processor", "Textverarbeitung", "Procesador de textos"),
    ("letter", "document"),
)
CALC = Application("LibreOffice Calc", ("libreoffice", "--calc"), ("LibreOffice Calc",), ("Spreadsheet",), ("table",))
MOUSEPAD = Application("Mousepad", ("mousepad-editor",), ("Mousepad",), ("Text Editor",), ("plain", "notes"))
FEATHERPAD = Application("FeatherPad", ("feather",), ("FeatherPad",), ("Text Editor",))
ALL = (WRITER, CALC, MOUSEPAD, FEATHERPAD)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Mousepad", MOUSEPAD),
        ("mousepad", MOUSEPAD),
        ("  MOUSEPAD ", MOUSEPAD),
        ("mosepad", MOUSEPAD),
        ("Writer", WRITER),
        ("libreoffice writer", WRITER),
        ("word processor", WRITER),
        ("Textverarbeitung", WRITER),
        ("procesador de textos", WRITER),
        ("spreadsheet", CALC),
        ("letter", WRITER),
    ],
)
def test_a_name_a_kind_or_a_keyword_in_any_language_finds_the_application(name: str, meant: Application) -> None:
    assert find_command(name, ALL) == meant.command


def test_a_name_that_fits_several_names_them_all_and_starts_none() -> None:
    with pytest.raises(InputFailed) as raised:
        find_command("text editor", ALL)
    assert raised.value.said.id == "windows.which_app"
    assert raised.value.said.values["candidates"] == "Mousepad, FeatherPad"


@pytest.mark.parametrize("name", ["photo editor", "", "rm -rf /", "/bin/true", "true --help"])
def test_a_name_nobody_has_is_said_to_be_missing_and_a_command_line_is_no_name(name: str) -> None:
    with pytest.raises(InputFailed, match=r"windows\.no_such_app"):
        find_command(name, ALL)


def test_a_program_without_a_menu_entry_is_found_by_its_exact_name() -> None:
    assert find_command("True", ()) == ("true",)


def test_a_menu_entry_with_the_very_name_goes_before_a_program_on_the_path() -> None:
    entry = Application("true", ("mousepad-editor",), ("true",))
    assert find_command("true", (entry,)) == entry.command


@given(st.text(max_size=40))
def test_any_name_finds_one_command_or_says_why_not(name: str) -> None:
    try:
        command = find_command(name, ALL)
    except InputFailed:
        return
    assert command


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.desktop"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[Desktop Entry]\nType=Application\n{text}", encoding="utf-8")
    return path


def test_a_menu_entry_is_read_in_all_its_languages(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "org.example.Echo",
        'Name=Echo\nName[de]=Widerhall\nGenericName=Repeater\nKeywords=say;again;\nExec=echo "a b" %U --title=%% %i\n',
    )
    entry = read_entry(path)
    assert entry == Application(
        "Echo", ("echo", "a b", "--title=%"), ("Echo", "Widerhall", "Echo"), ("Repeater",), ("say", "again")
    )


@pytest.mark.parametrize(
    "text",
    [
        "Name=Hidden\nExec=true\nNoDisplay=true\n",
        "Name=Deleted\nExec=true\nHidden=true\n",
        "Name=Not there\nExec=no-such-program\n",
        "Name=Half there\nExec=true\nTryExec=no-such-program\n",
        "Name=Without a command\n",
        'Name=Broken\nExec=true "\n',
        "no equals sign here\n[[[",
        "Name=A link\nType=Link\nExec=true\n",
    ],
)
def test_an_entry_that_offers_nothing_to_start_is_left_out(tmp_path: Path, text: str) -> None:
    assert read_entry(write(tmp_path, "entry", text)) is None


def test_a_persons_own_entry_hides_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_DATA_DIRS", f"{tmp_path / 'system'}:{tmp_path / 'missing'}")
    write(tmp_path / "own/applications", "editor", "Name=Mine\nExec=true\n")
    write(tmp_path / "system/applications", "editor", "Name=Theirs\nExec=true\n")
    write(tmp_path / "system/applications/sub", "other", "Name=Other\nExec=true\n")
    assert [one.label for one in installed_applications()] == ["Mine", "Other"]


def test_a_program_that_is_not_there_is_one_clear_error() -> None:
    with pytest.raises(InputFailed, match=r"windows\.start_failed"):
        start_detached(["no-such-program"])
