"""The program's own texts and data, read at run time: sentences, rules, grammars, page templates."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from app.core.errors import StoreError

LANGUAGES = ("en", "de", "es")
"""The languages Handrail speaks; the first one is spoken where none of them is wanted."""

_Model = TypeVar("_Model", bound=BaseModel)
_Sentences = TypeAdapter(dict[str, str])


@cache
def folder() -> Path:
    """The folder `resources`: inside the package where it is installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def text(*parts: str) -> str:
    """The text of a file, its path in parts ("pages", "run.html.j2"). Raises StoreError where it cannot be read."""
    path = folder().joinpath(*parts)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as trouble:
        raise StoreError("store.resource_unreadable", path=str(path), why=str(trouble)) from trouble


def load(model: type[_Model], *parts: str) -> _Model:
    """The content of a TOML file as a `model`. Raises StoreError where it is missing, no TOML, or does not fit."""
    raw = text(*parts)
    try:
        return model.model_validate(tomllib.loads(raw))
    except (tomllib.TOMLDecodeError, ValidationError) as trouble:
        path = str(folder().joinpath(*parts))
        raise StoreError("store.resource_unreadable", path=path, why=str(trouble)) from trouble


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence by its id; English where `language` lacks one, or is one Handrail does not speak."""
    sentences = _sentences(LANGUAGES[0])
    if language in LANGUAGES[1:]:
        sentences = sentences | _sentences(language)
    return MappingProxyType(sentences)


def language_of(environ: Mapping[str, str]) -> str:
    """The first language of the environment that Handrail speaks, in the order in which gettext looks.

    >>> language_of({"LANG": "de_AT.UTF-8"}), language_of({"LANGUAGE": "fr:es", "LANG": "de_DE"}), language_of({})
    ('de', 'es', 'en')
    """
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    wanted = environ.get("LANGUAGE", "").split(":") if locale.partition(".")[0] not in {"", "C", "POSIX"} else []
    codes = [name.replace("-", "_").partition("_")[0].partition(".")[0].lower() for name in (*wanted, locale)]
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])


def _sentences(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        for path in sorted((folder() / "messages" / language).glob("*.toml")):
            found |= _Sentences.validate_python(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as trouble:
        raise StoreError("store.resource_unreadable", path=str(folder()), why=str(trouble)) from trouble
    return found
