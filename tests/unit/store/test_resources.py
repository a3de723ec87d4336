"""The program's own texts are found, fit their models, and say the same in each language."""

from __future__ import annotations

import ast
import os
import re
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from app.core import errors
from app.core.errors import HandrailError, StoreError
from app.core.geometry import Size, Value
from app.store import resources

ROOT = Path(__file__).parents[3]
ENGLISH = resources.catalogue("en")
MADE_FROM_IDS = {"message", "Message", "warn", "_gap"} | {
    name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, HandrailError)
}
FILE_ENDINGS = {
    "py",
    "json",
    "toml",
    "html",
    "jpg",
    "png",
    "txt",
    "lock",
    "zip",
    "part",
    "log",
    "jsonl",
    "exe",
    "desktop",
}


def fields(sentence: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence)} - {None}


def literals(tree: ast.AST) -> Iterator[str]:
    """String constants that must be ids: those that errors and messages are made from, and those that look like ids.

    Of an id that is put together, its constant beginning, which must be the beginning of some.
    """
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in MADE_FROM_IDS and isinstance(node.args[0].value, str):
                yield node.args[0].value
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _looks_like_an_id(node.value):
            begun = node in parts and any(id.startswith(node.value) for id in ENGLISH)
            yield next(iter(ENGLISH)) if begun else node.value


def _looks_like_an_id(value: str) -> bool:
    families = {id.partition(".")[0] for id in ENGLISH}
    found = re.fullmatch(r"([a-z_]+)\.([a-z_]+)", value)
    return found is not None and found[1] in families and found[2] not in FILE_ENDINGS


@pytest.mark.parametrize("language", resources.LANGUAGES)
def test_every_language_has_every_sentence_with_the_same_values(language: str) -> None:
    told = resources.catalogue(language)
    assert told.keys() == ENGLISH.keys()
    assert {id: fields(told[id]) for id in told} == {id: fields(ENGLISH[id]) for id in ENGLISH}


@pytest.mark.parametrize("language", resources.LANGUAGES[1:])
def test_no_language_falls_back_on_english(language: str) -> None:
    files = sorted(path.name for path in (resources.folder() / "messages" / "en").glob("*.toml"))
    assert sorted(path.name for path in (resources.folder() / "messages" / language).glob("*.toml")) == files
    assert resources.catalogue(language) != ENGLISH


@pytest.mark.parametrize("module", sorted((ROOT / "app").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_the_program_uses_exists(module: Path) -> None:
    assert set(literals(ast.parse(module.read_text("utf-8")))) - ENGLISH.keys() == set()


def test_an_unknown_language_is_english() -> None:
    assert resources.catalogue("tlh") == ENGLISH
    assert resources.catalogue("../../../etc") == ENGLISH


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "es_MX.UTF-8"}, "es"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "es-419"}, "es"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
    ],
)
def test_the_language_is_the_one_of_the_environment(environ: Mapping[str, str], language: str) -> None:
    assert resources.language_of(environ) == language


def test_a_missing_file_is_one_sentence_about_the_installation() -> None:
    with pytest.raises(StoreError) as raised:
        resources.load(Value, "nowhere", "nothing.toml")
    assert raised.value.said.id == "store.resource_unreadable"


def test_a_file_that_does_not_fit_its_model_is_one_sentence_too() -> None:
    with pytest.raises(StoreError):
        resources.load(Size, "messages", "en", "store.toml")


def test_an_installed_package_reads_the_resources_inside_it(tmp_path: Path) -> None:
    package = tmp_path / "app"
    for module in ("__init__.py", "core", "store/__init__.py", "store/resources.py"):
        target = package / module
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(ROOT / "app" / module) if module == "core" else target.write_bytes(
            (ROOT / "app" / module).read_bytes()
        )
    messages = package / "resources" / "messages" / "en"
    messages.mkdir(parents=True)
    (messages / "one.toml").write_text('"only.here" = "yes"', "utf-8")
    (tmp_path / "resources").mkdir()
    asked = "from app.store import resources; print(resources.catalogue('en')['only.here'])"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "yes\n", done.stderr
