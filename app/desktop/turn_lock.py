"""Lets one run at a time use a desktop."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from app.core.errors import DesktopBusy, NoDesktop

PID_BYTES = 32
"""Room for the holder's process id; on Windows the locked byte lies behind it, as locked bytes cannot be read."""


class TurnLock:
    """The right to use the desktop on `display` ("" where the system has only one), held inside the block.

    The system itself lets go of it when the process ends, however it ends. Raises DesktopBusy with the process that
    holds it, NoDesktop where the lock cannot be kept anywhere.
    """

    def __init__(self, display: str = "", folder: Path | None = None) -> None:
        name = re.sub(r"\W", "_", re.sub(r"^(unix)?:", "", _without_screen(display))) or "desktop"
        self._path = (folder or _runtime_folder()) / f"turn-{name}.lock"
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if sys.platform != "win32" and self._path.parent.stat().st_uid != os.getuid():
                raise PermissionError(f"{self._path.parent} belongs to someone else")
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as refused:
            raise NoDesktop("desktop.no_turn_lock", path=str(self._path), why=str(refused)) from refused
        file = os.fdopen(handle, "r+b", buffering=0)
        if not _locked(file):
            with file:
                raise DesktopBusy("desktop.busy", pid=file.read(PID_BYTES).decode().strip() or "?")
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        self._file = file
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The file stays: were it removed, two could hold the locks of two files of the same name.
        if self._file:
            self._file.close()
            self._file = None


def _without_screen(display: str) -> str:
    """`:0` and `:0.0` are the same desktop."""
    return re.sub(r"(:\d+)\.\d+$", r"\1", display)


def _runtime_folder() -> Path:
    given = os.environ.get("XDG_RUNTIME_DIR")
    if given and Path(given).is_dir():
        return Path(given, "handrail")
    who = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "")
    return Path(tempfile.gettempdir(), f"handrail-{who}")


def _locked(file: IO[bytes]) -> bool:
    with contextlib.suppress(BlockingIOError, PermissionError):
        if sys.platform == "win32":
            import msvcrt

            file.seek(PID_BYTES)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    file.seek(0)
    return False
