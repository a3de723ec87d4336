"""What the person has set: typed, in a TOML file whose comments and unknown keys stay as they are."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from pydantic import AfterValidator, Field, ValidationError

from app.core.errors import SettingsError, UsageError
from app.core.geometry import Value
from app.store import files, paths, resources

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

_SECRET_NAME = re.compile(r"(api|access|private)[_-]?key|token|secret|passw|credential|bearer", re.IGNORECASE)
_SECRET_VALUE = re.compile(r"\s*(sk|pk|hf|gh[pousr]|github_pat|xox[abp]|AKIA|eyJ)[-_]?\w[\w.-]{12,}\s*")


def _folder(text: str) -> str:
    if not Path(text).expanduser().is_absolute():
        raise ValueError("a relative path means another folder at each start")
    return text


class Settings(Value):
    """`monitor` counts from 1, None is all of them; `max_seconds` is for a whole run, a person's thinking included."""

    language: Literal["auto", "en", "de", "es"] = "auto"
    approve: Literal["ask", "risky", "all"] = "ask"
    planner: Literal["builtin"] = "builtin"
    max_steps: Annotated[int, Field(ge=1, le=1000)] = 30
    max_seconds: Annotated[int, Field(ge=1, le=86400)] = 1800
    monitor: Annotated[int, Field(ge=1, le=64)] | None = None
    runs_dir: Annotated[str, AfterValidator(_folder)] | None = None

    @property
    def runs_folder(self) -> Path:
        """Where runs are recorded."""
        return Path(self.runs_dir).expanduser() if self.runs_dir else paths.runs_folder()

    def spoken(self, environ: Mapping[str, str]) -> str:
        """The language to speak: the one that was set, or that of the environment."""
        return resources.language_of(environ) if self.language == "auto" else self.language


NAMES = tuple(Settings.model_fields)


def load(file: Path | None = None) -> Settings:
    """The settings, all at their defaults where there is no file. Raises SettingsError, which names the line."""
    path = file or paths.settings_file()
    text = _text(path)
    known = {key: value for key, value in _parsed(path, text).unwrap().items() if key in NAMES}
    try:
        return Settings.model_validate(known, strict=True)
    except ValidationError as wrong:
        key = str(wrong.errors()[0]["loc"][0])
        where, line = files.shown(path), _line_of(key, text)
        raise SettingsError("settings.bad_line", path=where, line=line, key=key, allowed=allowed(key)) from wrong


def unknown(file: Path | None = None) -> tuple[str, ...]:
    """The keys of the file that Handrail does not know; they are kept. Raises SettingsError."""
    path = file or paths.settings_file()
    return tuple(key for key in _parsed(path, _text(path)) if key not in NAMES)


def change(updates: Mapping[str, str | int | None], file: Path | None = None) -> None:
    """Sets these keys and leaves all else in the file as it is; None takes a key out, back to its default.

    Values may come as text. Raises UsageError for what is no setting or does not fit, SettingsError for a secret and
    for a file that is no TOML (which stays as it is), StoreError where it cannot be written.
    """
    fit = {key: _checked(key, value) for key, value in updates.items()}
    # A link (as a folder of dotfiles has them) stays a link: the file it leads to is the one that is replaced.
    path = (file or paths.settings_file()).resolve()
    with files.locked(path):
        document = _parsed(path, _text(path))
        for key, value in fit.items():
            if value is None:
                document.pop(key, None)
            else:
                document[key] = value
        files.write(path, document.as_string().encode("utf-8"))


def allowed(key: str) -> str:
    """What a setting can be, in no language: "ask | risky | all"."""
    field = Settings.model_fields[key]
    if words := get_args(field.annotation):
        if type(None) not in words:
            return " | ".join(words)
        return "1 ... 64" if key == "monitor" else "~/... | /..."
    low, high = (getattr(limit, name) for limit, name in zip(field.metadata, ("ge", "le"), strict=True))
    return f"{low} ... {high}"


def _checked(key: str, value: str | int | None) -> str | int | None:
    if key not in NAMES:
        if _SECRET_NAME.search(key):
            raise SettingsError("settings.secret", key=key)
        near = difflib.get_close_matches(key, NAMES, 1)
        raise UsageError("settings.no_such_key", key=key, keys=", ".join(near or NAMES))
    if isinstance(value, str) and _SECRET_VALUE.fullmatch(value):
        raise SettingsError("settings.secret", key=key)
    if value is None:
        return None
    try:
        checked: str | int | None = getattr(Settings.model_validate({key: value}), key)
    except ValidationError as wrong:
        raise UsageError("settings.bad_value", key=key, allowed=allowed(key)) from wrong
    return checked


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except OSError as trouble:
        raise SettingsError("settings.unreadable", path=files.shown(path), why=str(trouble.strerror)) from trouble
    except UnicodeDecodeError as wrong:
        line = wrong.object[: wrong.start].count(b"\n") + 1
        raise SettingsError("settings.bad_toml", path=files.shown(path), line=line, why="UTF-8") from wrong


def _parsed(path: Path, text: str) -> TOMLDocument:
    import tomlkit
    from tomlkit.exceptions import ParseError, TOMLKitError

    try:
        return tomlkit.parse(text)
    except ParseError as wrong:
        why = str(wrong).partition(" at line ")[0]
        raise SettingsError("settings.bad_toml", path=files.shown(path), line=wrong.line, why=why) from wrong
    except TOMLKitError as wrong:
        raise SettingsError("settings.bad_toml", path=files.shown(path), line=1, why=str(wrong)) from wrong


def _line_of(key: str, text: str) -> int:
    found = re.search(rf"^[ \t]*\[?[\"']?{re.escape(key)}[\"']?[ \t]*[=.\]]", text, re.MULTILINE)
    return text.count("\n", 0, found.start()) + 1 if found else 1
