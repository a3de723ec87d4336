"""Opens an application by the name a person calls it."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.core.elements import WindowFacts
from app.core.errors import InputFailed
from app.core.stop import Stop

WINDOW_SECONDS = 15.0
OWN_SECONDS = 4.0
"""A new window that does not look like the program's counts as its own only after this long."""
HANDED_OVER_SECONDS = 1.0
"""A program that is already running is given this long to show what a second start of it asked for."""

QUITE = 98.0
LIKELY = 80.0
MARGIN = 5.0
"""How much better the best match must be than the next one; scores go from 0 to 100."""

SHOWN_CANDIDATES = 4

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "brave-browser", "microsoft-edge")

List = Callable[[], tuple[WindowFacts, ...]]


@dataclass(frozen=True)
class Application:
    """What a .desktop file says of an application; `names` and `descriptions` in every language it has."""

    label: str
    command: tuple[str, ...]
    names: tuple[str, ...]
    descriptions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


def open_app(name: str, windows: List, stop: Stop) -> None:
    """Starts the application called `name` and waits up to 15 s for its window.

    Raises InputFailed where none or several fit the name, it does not start, or shows no window; Stopped.
    """
    command = find_command(name, installed_applications())
    before = {window.number: window for window in windows()}
    process = start_detached(command)
    began = time.monotonic()
    while (waited := time.monotonic() - began) < WINDOW_SECONDS:
        names, now = (name, Path(command[0]).name), windows()
        if _came(before, now, names, any_new=waited > OWN_SECONDS):
            return
        if process.poll() == 0 and waited > HANDED_OVER_SECONDS and _is_in_front(now, names):
            return
        if process.poll():
            raise InputFailed("windows.start_failed", name=name, command=command[0], code=process.returncode)
        stop.wait(0.1)
    raise InputFailed("windows.no_window_came", name=name, seconds=int(WINDOW_SECONDS))


def find_command(name: str, applications: Sequence[Application]) -> tuple[str, ...]:
    """The command of the one application a person calls `name`.

    Raises InputFailed, naming the candidates where several fit equally well.
    """
    wanted = " ".join(name.casefold().split())
    ranked = sorted(((_score(wanted, one), one) for one in applications), key=lambda pair: -pair[0])
    best = ranked[0][0] if ranked else 0.0
    executable = _executable(name)
    if best < QUITE and executable:
        return (executable,)
    close = [one for score, one in ranked if score >= LIKELY and score > best - MARGIN]
    if not close:
        raise InputFailed("windows.no_such_app", name=name)
    if len({one.command for one in close}) > 1:
        labels = ", ".join(dict.fromkeys(one.label for one in close[:SHOWN_CANDIDATES]))
        raise InputFailed("windows.which_app", name=name, candidates=labels)
    return close[0].command


def start_detached(command: Sequence[str], folder: Path | None = None) -> subprocess.Popen[bytes]:
    """Starts a program in a folder (HOME where None) that outlives this one and shares no open file with it.

    Raises InputFailed where there is no such program.
    """
    argv = list(command)
    if Path(argv[0]).name in CHROMIUMS and os.geteuid() == 0:
        # Chromium refuses to start for root otherwise.
        argv[1:1] = ["--no-sandbox", "--test-type"]
    nothing = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            argv, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, cwd=folder or Path.home()
        )
    except OSError as trouble:
        raise InputFailed("windows.start_failed", name=argv[0], command=argv[0], code=trouble.errno or 0) from trouble
    threading.Thread(target=process.wait, name="reaper", daemon=True).start()
    return process


def installed_applications() -> tuple[Application, ...]:
    """Every application the system has an entry for; a person's own entries hide the system's of the same file name."""
    found: dict[str, Application | None] = {}
    for folder in _entry_folders():
        for path in sorted(folder.rglob("*.desktop")):
            found.setdefault(path.relative_to(folder).as_posix(), read_entry(path))
    return tuple(one for one in found.values() if one)


def read_entry(path: Path) -> Application | None:
    """What a .desktop file offers; None where it is hidden, not an application, not installed or cannot be read."""
    parser = configparser.ConfigParser(interpolation=None, strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    try:
        parser.read_string(path.read_text(encoding="utf-8", errors="replace"))
        entry = dict(parser["Desktop Entry"])
        command = _command(entry.get("Exec", ""))
    except (OSError, configparser.Error, KeyError, ValueError):
        return None
    if not command or entry.get("Type") != "Application" or _is_hidden(entry) or not _is_installed(entry, command):
        return None
    label = entry.get("Name", path.stem)
    # A command with options is one of several ways into a program: the program's own name does not mean it.
    program = (Path(command[0]).name,) if len(command) == 1 else ()
    names = (*_localized(entry, "Name"), *program, path.stem.rsplit(".", 1)[-1])
    keywords = tuple(word for words in _localized(entry, "Keywords") for word in words.split(";") if word.strip())
    return Application(label, command, names, _localized(entry, "GenericName"), keywords)


def _entry_folders() -> Iterator[Path]:
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    system = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    for folder in (home, *system.split(":")):
        applications = Path(folder) / "applications"
        if folder and applications.is_dir():
            yield applications


def _is_hidden(entry: dict[str, str]) -> bool:
    return "true" in (entry.get("NoDisplay"), entry.get("Hidden"), entry.get("Terminal"))


def _is_installed(entry: dict[str, str], command: Sequence[str]) -> bool:
    return all(shutil.which(program) for program in (entry.get("TryExec") or command[0], command[0]))


def _localized(entry: dict[str, str], key: str) -> tuple[str, ...]:
    """The values of the key in every language: a person may name a program in a language the session is not in."""
    return tuple(value for name, value in entry.items() if name == key or name.startswith(f"{key}["))


def _command(line: str) -> tuple[str, ...]:
    """The words of an Exec line without its field codes (%f, %U …). Raises ValueError for a quote without its end."""
    words = (word for word in shlex.split(line) if not (len(word) == 2 and word[0] == "%" and word[1] != "%"))
    return tuple(word.replace("%%", "%") for word in words)


def _score(wanted: str, application: Application) -> float:
    """How well a name fits, from 0 to 100: its own names count most, then what kind it is, then its keywords."""
    return max(
        (weight * _likeness(wanted, text.casefold()) for texts, weight in _weighted(application) for text in texts),
        default=0.0,
    )


def _weighted(application: Application) -> tuple[tuple[tuple[str, ...], float], ...]:
    return ((application.names, 1.0), (application.descriptions, 0.97), (application.keywords, 0.85))


def _likeness(wanted: str, text: str) -> float:
    from rapidfuzz import fuzz

    if wanted == text:
        return 100.0
    spelled = fuzz.ratio(wanted, text)
    if wanted and set(wanted.split()) <= set(text.split()):
        return max(spelled, 90.0 + 5.0 * len(wanted) / len(text))
    return spelled


def _executable(name: str) -> str | None:
    """A program on the PATH with this name; never a path or a command line."""
    for spelling in (name, name.casefold(), "-".join(name.casefold().split())):
        if spelling and "/" not in spelling and " " not in spelling and shutil.which(spelling):
            return spelling
    return None


def _came(before: dict[int, WindowFacts], now: Sequence[WindowFacts], names: tuple[str, ...], *, any_new: bool) -> bool:
    """Whether the program has a new window, or one that was already there came to the front."""
    new = [window for window in now if window.number not in before]
    if any(any_new or _is_named(window, names) for window in new):
        return True
    front = next((window for window in now if window.active), None)
    was = before.get(front.number) if front else None
    return bool(front and was and not was.active and _is_named(front, names))


def _is_in_front(now: Sequence[WindowFacts], names: tuple[str, ...]) -> bool:
    return any(window.active and _is_named(window, names) for window in now)


def _is_named(window: WindowFacts, names: tuple[str, ...]) -> bool:
    shown = f"{window.app} {window.title}".casefold()
    return any(word in shown for name in names for word in name.casefold().split())
