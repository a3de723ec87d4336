"""Files that are whole or not there: written aside, put on the disk, then renamed; readable by their owner alone."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.core.errors import StoreError
from app.core.stop import Stop

PART = ".part"
"""The ending of a file that is still being written."""
LOCK_SECONDS = 5.0


def write(path: Path, data: bytes) -> None:
    """Puts `data` at `path` in one go, on the disk when this returns. Raises StoreError."""
    part = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    try:
        _write_through(part, data)
        part.replace(path)
    except OSError as trouble:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise cannot_write(path, trouble) from trouble


def make_folder(path: Path) -> None:
    """Makes the folder and those above it, where they are missing. Raises StoreError."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as trouble:
        raise cannot_write(path, trouble) from trouble


def read(path: Path) -> bytes:
    """Raises StoreError where the file is missing or cannot be read."""
    try:
        return path.read_bytes()
    except (OSError, ValueError) as trouble:
        raise StoreError("store.cannot_read", path=shown(path), why=_why(trouble)) from trouble


def cannot_write(path: Path, trouble: Exception) -> StoreError:
    """The one sentence for a file that could not be written."""
    if isinstance(trouble, OSError) and trouble.errno in {errno.ENOSPC, errno.EDQUOT}:
        return StoreError("store.disk_full", path=shown(path))
    return StoreError("store.cannot_write", path=shown(path), why=_why(trouble))


def shown(path: Path) -> str:
    """A path as text that can be written anywhere, also where its name is not valid Unicode."""
    return str(path).encode("utf-8", "replace").decode("utf-8")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """One process at a time is inside for the same `path`; a file beside it is the lock. Raises StoreError."""
    make_folder(path.parent)
    lock = path.with_name(f"{path.name}.lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as trouble:
        raise cannot_write(lock, trouble) from trouble
    try:
        if not Stop().wait_until(lambda: _got(handle), LOCK_SECONDS):
            raise StoreError("store.locked", path=shown(path), seconds=round(LOCK_SECONDS))
        yield
    finally:
        os.close(handle)


def _got(handle: int) -> bool:
    with contextlib.suppress(BlockingIOError, PermissionError):
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _write_through(part: Path, data: bytes) -> None:
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _why(trouble: Exception) -> str:
    return (trouble.strerror if isinstance(trouble, OSError) else None) or str(trouble)
