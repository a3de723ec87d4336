"""Tells whether a program is still computing, from the states of its threads under /proc."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

AT_WORK = frozenset("RD")
"""Running or ready to run, and waiting for a disk; a program at rest sleeps until something happens."""


def is_busy(pid: int) -> bool:
    """Whether any thread of the process, or of one it started, is at work right now; False for one that is gone.

    A busy machine does not hide it: a thread that waits for its turn on the processor counts as at work.
    """
    return any(_state(thread) in AT_WORK for thread in _threads(pid))


def _threads(pid: int) -> Iterator[Path]:
    """The threads of a process and of all that it started."""
    for thread in Path(f"/proc/{pid}/task").glob("*"):
        yield thread
        for child in _read(thread / "children").split():
            yield from _threads(int(child))


def _state(thread: Path) -> str:
    """The letter that follows the name, which is in parentheses and may hold some itself."""
    return _read(thread / "stat").rpartition(")")[2].strip()[:1]


def _read(file: Path) -> str:
    """Empty for a thread that has ended meanwhile."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
