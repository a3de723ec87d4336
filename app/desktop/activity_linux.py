"""Tells whether a program is still computing, from the states of its threads under /proc."""

from __future__ import annotations

from pathlib import Path

import psutil

AT_WORK = frozenset("RD")
"""Running or ready to run, and waiting for a disk; a program at rest sleeps until something happens."""


def is_busy(pid: int) -> bool:
    """Whether any thread of the process, or of one it started, is at work right now; False for one that is gone.

    A busy machine does not hide it: a thread that waits for its turn on the processor counts as at work.
    """
    try:
        process = psutil.Process(pid)
        family = [process, *process.children(recursive=True)]
    except psutil.Error:
        return False
    return any(_has_thread_at_work(member.pid) for member in family)


def _has_thread_at_work(pid: int) -> bool:
    for stat in Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            # The state follows the name, which is in parentheses and may hold some itself.
            state = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            continue
        if state in AT_WORK:
            return True
    return False
