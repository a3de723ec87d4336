"""The command line's tests run in a home of their own and speak English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.cli import main, wording
from app.store import paths


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    monkeypatch.setenv(paths.HOME, str(folder))
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    wording.words.cache_clear()
    yield folder
    wording.words.cache_clear()


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Handrail = Callable[..., Result]


@pytest.fixture
def handrail(capsys: pytest.CaptureFixture[str]) -> Handrail:
    """Runs the command line in this process."""

    def run(*argv: str) -> Result:
        try:
            code = main.main(list(argv))
        except SystemExit as wrong:
            code = int(str(wrong.code or 0))
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return run
