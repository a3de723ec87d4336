"""Ends all that belongs to a private desktop and removes its folder, also after its owner was killed.

It also runs as a program of its own, `virtual_watch.py FOLDER`, by the standard library alone: then it waits until the
owner of the desktop is gone, however that came about, and sweeps.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FOLDER_VARIABLE = "HANDRAIL_DESKTOP_FOLDER"
"""Set for every program on a private desktop; daemons started by the session bus inherit it too."""

PREFIX = "handrail-desktop-"
SESSIONS = "sessions"
ALIVE = "alive"
TEMPORARY = "/tmp"  # noqa: S108 - where LibreOffice and the display put their sockets, whatever TMPDIR says
"""A file in the folder that the owner keeps locked; the system lets go of the lock when the owner ends."""

GRACE_SECONDS = 1.5
YOUNG_SECONDS = 60.0


class _Process(NamedTuple):
    state: str
    parent: int
    session: int
    started: int


def locked_by_owner(folder: Path) -> int:
    """A file descriptor that marks the folder as in use until it is closed."""
    handle = os.open(folder / ALIVE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def sweep(folder: Path, wait: Callable[[float], object], spare: frozenset[int] = frozenset()) -> None:
    """Ends every process of the desktop in `folder` but those in `spare`, then removes the folder.

    `wait` sleeps that many seconds. A daemon that leaves may wake another one up, so it looks until none is left, and
    what was asked to end counts while it lives, also where only its parent, now gone, tied it to the desktop.
    """
    deadline = time.monotonic() + GRACE_SECONDS
    asked, sockets = dict[int, int](), set[str]()
    while running := (members(folder) | _living(asked)) - spare:
        sockets |= _sockets(running - asked.keys())
        late = time.monotonic() > deadline
        if time.monotonic() > deadline + GRACE_SECONDS:
            break
        for pid in running if late else running - asked.keys():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked |= _starts(running)
        wait(0.02)
    for path in sockets - set(_bound_sockets().values()):
        with contextlib.suppress(OSError):
            Path(path).unlink()
    _remove(folder)


def sweep_abandoned(wait: Callable[[float], object]) -> None:
    """Sweeps the desktops of this user whose owner is gone and whose watcher was killed as well."""
    for folder in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_uid == os.getuid() and _abandoned(folder):
                sweep(folder, wait)


def remember(folder: Path, leader: int) -> None:
    """Counts the session of a just started program to the desktop, whatever it does to its environment."""
    with contextlib.suppress(OSError), (folder / SESSIONS).open("a") as sessions:
        sessions.write(f"{leader} {_stat(leader).started}\n")


def members(folder: Path) -> set[int]:
    """The processes of the desktop: those marked with its folder, its sessions, and what all of them started.

    A desktop inside this one has an owner and a watcher of its own, and is left to them.
    """
    mark = f"{FOLDER_VARIABLE}={folder}".encode()
    running = _running()
    sessions = _sessions(folder, running)
    marks = {pid: _mark(pid) for pid in running}
    found = {pid for pid, its in marks.items() if its == mark or (its is None and running[pid].session in sessions)}
    while more := {
        pid for pid in running if pid not in found and marks[pid] in {None, mark} and running[pid].parent in found
    }:
        found |= more
    return found - _ancestors(os.getpid(), running)


def watch(folder: Path) -> None:
    """Waits until the owner of the desktop is gone; then nothing of it is left."""
    with contextlib.suppress(FileNotFoundError):
        handle = os.open(folder / ALIVE, os.O_RDWR)
        fcntl.flock(handle, fcntl.LOCK_EX)
        sweep(folder, time.sleep)  # noqa: TID251 - nobody is left who could ask it to stop


def _starts(pids: set[int]) -> dict[int, int]:
    """When each of the processes was started: its number can be given to another one once it has ended."""
    return {pid: process.started for pid, process in _running().items() if pid in pids}


def _living(starts: dict[int, int]) -> set[int]:
    return {pid for pid, started in _starts(set(starts)).items() if started == starts[pid]}


def _abandoned(folder: Path) -> bool:
    try:
        handle = os.open(folder / ALIVE, os.O_RDWR)
    except FileNotFoundError:
        return time.time() - folder.stat().st_mtime > YOUNG_SECONDS
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(handle)


def _running() -> dict[int, _Process]:
    """Everything that runs and is no zombie."""
    found = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                process = _stat(int(entry.name))
                if process.state not in "ZX":
                    found[int(entry.name)] = process
    return found


def _stat(pid: int) -> _Process:
    # The program's name stands in brackets and may itself hold spaces and brackets.
    fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    return _Process(state=fields[0], parent=int(fields[1]), session=int(fields[3]), started=int(fields[19]))


def _bound_sockets() -> dict[str, str]:
    """The file names of all sockets that have one, by their number as /proc names it."""
    lines = [line.split(maxsplit=7) for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
    return {f"socket:[{fields[6]}]": fields[7] for fields in lines if len(fields) == 8}


def _sockets(pids: set[int]) -> set[str]:
    """The socket files that these processes listen on in a temporary folder; some programs leave them behind."""
    bound, found = _bound_sockets(), set[str]()
    for pid in pids:
        with contextlib.suppress(OSError):
            for handle in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    found.add(bound.get(str(handle.readlink()), ""))
    return {path for path in found if path.startswith(f"{TEMPORARY}/")}


def _sessions(folder: Path, running: dict[int, _Process]) -> set[int]:
    """Sessions of the desktop; where the leader started later than noted, its number now belongs to someone else."""
    noted = dict[int, int]()
    with contextlib.suppress(FileNotFoundError):
        for line in (folder / SESSIONS).read_text().splitlines():
            leader, started = line.split()
            noted[int(leader)] = int(started)
    return {pid for pid, started in noted.items() if pid not in running or running[pid].started == started}


def _mark(pid: int) -> bytes | None:
    start = FOLDER_VARIABLE.encode() + b"="
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
            if line.startswith(start):
                return line
    return None


def _ancestors(pid: int, running: dict[int, _Process]) -> set[int]:
    found = set[int]()
    while pid in running and pid not in found:
        found.add(pid)
        pid = running[pid].parent
    return found


def _remove(folder: Path) -> None:
    """Removes the folder, but never through a mounted file system: what is on one is not ours."""
    if _mounts(folder):
        for mount in _mounts(folder):
            with contextlib.suppress(FileNotFoundError):
                subprocess.run(["fusermount", "-u", "-z", mount], check=False, capture_output=True)
        if _mounts(folder):
            return
    shutil.rmtree(folder, ignore_errors=True)


def _mounts(folder: Path) -> list[str]:
    mounted = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return [place for place in mounted if place.startswith(f"{folder}/")]


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch(Path(sys.argv[1]))
