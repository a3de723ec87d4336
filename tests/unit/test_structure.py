"""The structure stays what README says: roles, sizes, sentences, and no window library without a window."""

from __future__ import annotations

import ast
import string
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from installers import tree

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "app").rglob("*.py"))
LANGUAGES = ("en", "de", "es")

IMPORT_ALL_BUT_THE_WINDOW = """
import importlib, pkgutil, sys
import app
ELSEWHERE = ("__main__", "_win32", "_macos", "_uia", "_ax")
for module in pkgutil.walk_packages(app.__path__, "app."):
    if not module.name.startswith("app.ui") and not module.name.endswith(ELSEWHERE):
        importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def every(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=name_of)


@every(MODULES)
def test_every_module_says_its_role_in_one_short_line(path: Path) -> None:
    assert 0 < len(tree.role(path)) <= 110


@every(MODULES)
def test_a_file_has_at_most_300_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 300


@every(MODULES)
def test_a_function_has_at_most_40_lines(path: Path) -> None:
    functions = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    sizes = {node.name: (node.end_lineno or node.lineno) - node.lineno + 1 for node in functions}
    assert {name: size for name, size in sizes.items() if size > 40} == {}


@every([folder for folder in (ROOT / "app").rglob("*") if folder.is_dir() and list(folder.glob("*.py"))])
def test_every_folder_of_modules_is_a_package_with_a_role(path: Path) -> None:
    assert (path / "__init__.py").is_file()


def test_the_tree_in_the_readme_is_the_tree_there_is() -> None:
    same = (ROOT / "README.md").read_text("utf-8") == tree.written(ROOT)
    assert same, "run: .venv/bin/python -m installers.tree --write"


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The top-level names of all that is loaded after every module outside app.ui was imported."""
    asked = [sys.executable, "-c", IMPORT_ALL_BUT_THE_WINDOW]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_without_a_window_no_window_library_is_loaded(loaded: set[str]) -> None:
    assert "app" in loaded
    assert {"PySide6", "shiboken6", "tkinter", "gi"}.isdisjoint(loaded)


def test_slow_libraries_and_those_that_want_a_display_are_loaded_when_used(loaded: set[str]) -> None:
    assert {"pyautogui", "pynput", "rapidocr", "onnxruntime", "cv2", "torch"}.isdisjoint(loaded)


def sentences(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted((ROOT / "resources" / "messages" / language).glob("*.toml")):
        for id, sentence in tomllib.loads(path.read_text("utf-8")).items():
            assert id not in found, f"{id} stands twice, the second time in {name_of(path)}"
            found[id] = sentence
    return found


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there_in_each_language_with_the_same_values(language: str) -> None:
    english = {id: placeholders(sentence) for id, sentence in sentences("en").items()}
    assert {id: placeholders(sentence) for id, sentence in sentences(language).items()} == english
