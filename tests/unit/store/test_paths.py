"""Everything lies where this system keeps such things, or in the one folder that HANDRAIL_HOME names."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store import paths


def test_handrail_home_holds_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(paths.HOME, str(tmp_path))
    assert paths.settings_file() == tmp_path / "settings.toml"
    assert paths.runs_folder() == tmp_path / "runs"
    assert paths.state_folder() == tmp_path / "state"


def test_without_it_the_system_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(paths.HOME, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    everything = {paths.settings_file(), paths.runs_folder(), paths.state_folder()}
    assert len(everything) == 3
    assert all(path.is_relative_to(tmp_path) and "handrail" in path.parts for path in everything)
    assert list(tmp_path.iterdir()) == []
