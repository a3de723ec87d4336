"""Settings are typed, and saving one of them loses nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from app.core.errors import SettingsError, StoreError, UsageError
from app.store import settings
from app.store.settings import Settings

ROOT = Path(__file__).parents[3]

FILE = """\
# mine, since 2024
approve = "risky"   # less asking

wallpaper = "blue"  # of a later version
max_steps = 12

[later]
nested = { deep = [1, 2] }
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "folder" / "settings.toml"
    path.parent.mkdir()
    path.write_text(FILE, "utf-8")
    return path


def test_without_a_file_all_is_at_its_default(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "none.toml") == Settings()


def test_what_is_set_is_read_and_unknown_keys_are_named(file: Path) -> None:
    assert settings.load(file) == Settings(approve="risky", max_steps=12)
    assert settings.unknown(file) == ("wallpaper", "later")


def test_saving_one_key_leaves_every_other_byte(file: Path) -> None:
    settings.change({"max_steps": "40"}, file)
    assert file.read_text("utf-8") == FILE.replace("12", "40")


def test_a_new_key_comes_before_the_tables_and_goes_again(file: Path) -> None:
    settings.change({"language": "de", "monitor": 2}, file)
    assert settings.load(file) == Settings(approve="risky", max_steps=12, language="de", monitor=2)
    settings.change({"language": None, "monitor": None}, file)
    assert settings.load(file) == Settings(approve="risky", max_steps=12)
    assert "[later]\nnested = { deep = [1, 2] }" in file.read_text("utf-8")


def test_saving_makes_the_folder_and_a_file_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "settings.toml"
    settings.change({"approve": "all"}, path)
    assert settings.load(path).approve == "all"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_to_the_file_stays_a_link(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    settings.change({"approve": "all"}, link)
    assert link.is_symlink()
    assert settings.load(file).approve == "all"


@pytest.mark.parametrize(
    ("line", "number"), [("approve = ", 4), ("approve = 'ask'\napprove = 'all'", 5), ("[[x]", 4), ("x = 'a\n'", 4)]
)
def test_a_file_that_is_no_toml_is_named_with_its_line_and_stays(tmp_path: Path, line: str, number: int) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"# one\n# two\nlanguage = 'de'\n{line}\n", "utf-8")
    before = path.read_bytes()
    with pytest.raises(SettingsError) as raised:
        settings.load(path)
    assert raised.value.said.values["line"] == number
    with pytest.raises(SettingsError):
        settings.change({"language": "es"}, path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    ["approve = 'never'", "max_steps = 0", "max_steps = '9'", "max_steps = true", "[approve]", "runs_dir = 'here'",
     "monitor = 0", "language = 7"],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_named_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f"# one\n\n{line}\n", "utf-8")
    with pytest.raises(SettingsError) as raised:
        settings.load(path)
    assert raised.value.said.id == "settings.bad_line"
    assert raised.value.said.values["line"] == 3


def test_bytes_that_are_no_text_are_named_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(b"# one\n# \xff\n")
    with pytest.raises(SettingsError) as raised:
        settings.load(path)
    assert raised.value.said.values["line"] == 2


def test_a_folder_in_place_of_the_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        settings.load(tmp_path)


def test_a_bad_line_can_be_mended_by_setting_it(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("approve = 'never'\nmax_steps = 0\n", "utf-8")
    settings.change({"approve": "ask"}, path)
    settings.change({"max_steps": 5}, path)
    assert settings.load(path) == Settings(max_steps=5)


@pytest.mark.parametrize(("key", "value"), [("approve", "never"), ("max_steps", "many"), ("max_steps", "0")])
def test_a_wrong_value_says_what_is_allowed_and_writes_nothing(file: Path, key: str, value: str) -> None:
    with pytest.raises(UsageError) as raised:
        settings.change({key: value}, file)
    assert raised.value.said.values["allowed"] == settings.allowed(key)
    assert file.read_text("utf-8") == FILE


def test_a_misspelled_key_names_the_one_that_was_meant(file: Path) -> None:
    with pytest.raises(UsageError) as raised:
        settings.change({"max_step": "4"}, file)
    assert raised.value.said.values["keys"] == "max_steps"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("api_key", "x"),
        ("OPENAI_API_KEY", "x"),
        ("password", "x"),
        ("runs_dir", "sk-abcdefghijklmnop1234"),
        ("planner", "hf_abcdefghijklmnop1234"),
    ],
)
def test_a_secret_is_refused_and_not_repeated(file: Path, key: str, value: str) -> None:
    with pytest.raises(SettingsError) as raised:
        settings.change({key: value}, file)
    assert raised.value.said.id == "settings.secret"
    assert value not in {*raised.value.said.values.values()}
    assert file.read_text("utf-8") == FILE


@pytest.mark.parametrize("key", settings.NAMES)
def test_every_setting_can_say_what_it_can_be(key: str) -> None:
    assert settings.allowed(key)


def test_the_folder_of_runs_may_start_at_home(tmp_path: Path) -> None:
    assert Settings(runs_dir="~/x").runs_folder == Path.home() / "x"
    assert Settings(runs_dir=str(tmp_path)).runs_folder == tmp_path


@examples(deadline=None, max_examples=30)
@given(st.sampled_from(["ask", "risky", "all"]), st.integers(1, 1000), st.integers(1, 64) | st.none())
def test_whatever_is_saved_is_read_again(approve: str, steps: int, monitor: int | None) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "settings.toml")
        settings.change({"approve": approve, "max_steps": steps, "monitor": monitor}, path)
        read = settings.load(path)
    assert (read.approve, read.max_steps, read.monitor) == (approve, steps, monitor)


def test_processes_that_save_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    asked = (
        "import sys, pathlib; from app.store import settings\n"
        "for n in range(1, 16): settings.change({sys.argv[1]: n}, pathlib.Path(sys.argv[2]))"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", asked, key, str(path)], cwd=ROOT)
        for key in ("max_steps", "max_seconds", "monitor")
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    assert settings.load(path) == Settings(max_steps=15, max_seconds=15, monitor=15)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["settings.toml", "settings.toml.lock"]


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(StoreError) as raised:
        settings.change({"approve": "all"}, tmp_path / "file" / "settings.toml")
    assert raised.value.said.id == "store.cannot_write"
