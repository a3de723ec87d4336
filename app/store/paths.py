"""Where Handrail keeps things on this system; HANDRAIL_HOME, where it is set, holds all of them."""

from __future__ import annotations

import os
from pathlib import Path

HOME = "HANDRAIL_HOME"
"""The environment variable that names one folder for everything, so that several set-ups live side by side."""


def settings_file() -> Path:
    return _home("settings.toml") or _platform("config") / "settings.toml"


def runs_folder() -> Path:
    """Where runs are recorded unless settings or arguments say otherwise."""
    return _home("runs") or _platform("data") / "runs"


def state_folder() -> Path:
    """For what one start leaves for the next, such as which keys are held."""
    return _home("state") or _platform("state")


def _home(name: str) -> Path | None:
    home = os.environ.get(HOME)
    return Path(home).expanduser().absolute() / name if home else None


def _platform(kind: str) -> Path:
    import platformdirs

    folders = platformdirs.PlatformDirs("handrail", appauthor=False)
    return {"config": folders.user_config_path, "data": folders.user_data_path, "state": folders.user_state_path}[kind]
