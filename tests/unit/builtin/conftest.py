"""The English lexicon, and readings in short form."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from app.builtin.lexicon import Lexicon

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def english() -> Lexicon:
    return Lexicon.model_validate(tomllib.loads((ROOT / "resources/grammar/en.toml").read_text("utf-8")))
