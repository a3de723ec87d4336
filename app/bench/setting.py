"""Lays a task out: its files, its programs, and the wait until they are ready."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.bench.tasks import Binary, Ready, Task
from app.core.elements import Role
from app.core.geometry import Value
from app.core.ports import Accessibility, Windows
from app.core.stop import Stop
from app.desktop.launch import start_detached

READY_SECONDS = 90.0
REST_SECONDS = 0.7
"""A window that has just come still draws itself."""

BETWEEN_PROGRAMS_SECONDS = 1.5
TOP_LEVELS = (Role.WINDOW, Role.DIALOG, Role.ALERT, Role.APPLICATION, Role.DOCUMENT)
OWN_FILE_PREFIXES = (".", "~$")
"""Hidden files are the programs' own: profiles, locks, half-written copies."""


class Change(Value):
    """A file of the task's folder that is not as it was; `how` is created, changed or removed."""

    path: str
    how: str


@dataclass(frozen=True)
class Scene:
    """Where a task takes place: its folder, its port, and the desktop this process is on."""

    folder: Path
    port: int
    accessibility: Accessibility
    windows: Windows


def missing_packages(task: Task) -> tuple[str, ...]:
    """Those of the task's Debian packages that are not installed; all of them where nobody can say."""
    if not task.packages or not shutil.which("dpkg-query"):
        return task.packages
    query = ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\n", *task.packages]
    told = subprocess.run(query, capture_output=True, text=True, check=False).stdout
    installed = {line.split()[0] for line in told.splitlines() if line.endswith(" installed")}
    return tuple(name for name in task.packages if name not in installed)


def lay_out(task: Task, folder: Path) -> None:
    """Writes the task's files and folders. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in task.files.items():
        path = folder / name
        if content is None:
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.content if isinstance(content, Binary) else content.encode())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_programs(task: Task, scene: Scene, stop: Stop) -> bool:
    """Starts the task's programs and waits for their windows, the last one on top; whether all of them came.

    Raises InputFailed for a program that is not there, Stopped.
    """
    one_each = len(task.ready) == len(task.start)
    for number, argv in enumerate(task.start):
        start_detached([_filled_in(word, scene) for word in argv], scene.folder)
        if one_each and number + 1 < len(task.start):
            if not _wait_for([task.ready[number]], scene, stop):
                return False
            stop.wait(BETWEEN_PROGRAMS_SECONDS)
    return _wait_for(task.ready, scene, stop)


def snapshot(folder: Path) -> dict[str, str]:
    """What is in the task's folder: a fingerprint for each file, "/" for a folder; without the programs' own files."""
    return dict(_entries(folder))


def changes(before: dict[str, str], after: dict[str, str], but: frozenset[str]) -> tuple[Change, ...]:
    """What has become of the folder's files, but for those a check speaks of."""
    found = []
    for path in sorted({*before, *after} - but):
        if path not in before:
            found.append(Change(path=path, how="created"))
        elif path not in after:
            found.append(Change(path=path, how="removed"))
        elif before[path] != after[path]:
            found.append(Change(path=path, how="changed"))
    return tuple(found)


def _filled_in(word: str, scene: Scene) -> str:
    # Tkinter and PyQt of Debian's packages belong to the system's Python.
    python = shutil.which("python3", path=os.defpath) or "python3"
    return word.replace("{python}", python).replace("{work}", str(scene.folder)).replace("{port}", str(scene.port))


def _wait_for(wanted: Sequence[Ready], scene: Scene, stop: Stop) -> bool:
    def all_there() -> bool:
        return all(_is_there(one, scene, stop) for one in wanted)

    if not stop.wait_until(all_there, READY_SECONDS, every=0.3):
        return False
    stop.wait(REST_SECONDS)
    return True


def _is_there(wanted: Ready, scene: Scene, stop: Stop) -> bool:
    if wanted.title:
        return any(wanted.title in window.title for window in scene.windows.list())
    return any(
        element.app.casefold() == wanted.app.casefold() and wanted.name in element.name
        for element in scene.accessibility.elements(stop)
        if element.role in TOP_LEVELS
    )


def _entries(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder)
        if any(part.startswith(OWN_FILE_PREFIXES) for part in parts.parts):
            continue
        if path.is_dir():
            yield str(parts), "/"
        elif path.is_file():
            yield str(parts), hashlib.sha256(path.read_bytes()).hexdigest()
