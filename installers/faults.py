"""What can go wrong in setting up, each as one sentence and an exit code."""

from __future__ import annotations

import errno
import re
from pathlib import Path

NOT_DONE = 1
WRONG_USE = 2
MACHINE_LACKS = 5


class SetupError(Exception):
    """One sentence for the person (it says how to mend it) and the code to exit with."""

    def __init__(self, sentence: str, code: int = NOT_DONE) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


COMPILER = (
    "A package has to be built here and there is no working C compiler: install one (Debian, Ubuntu: "
    "apt-get install gcc libc6-dev python3-dev linux-libc-dev) and start again."
)
FULL = "The disk is full: free 1 GB where this folder and the temporary files lie, and start again."
LOCK_CHANGED = (
    "A downloaded package is not the one that was tested (its hash is another): nothing was installed; start again, "
    "and if it stays so, ask the index you use why it serves another file."
)
NO_NETWORK = (
    "The Python package index cannot be reached: check the network (and the proxy, if there is one) and start again."
)
NO_WRITING = "This folder cannot be written to: make it yours, or copy the project to one that is, and start again."
NOT_THERE = (
    "The package index in use has no fitting {0}: check pip's settings (index, proxy) and that this Python is a "
    "64-bit one of 3.11 to 3.13."
)

NO_SPACE = r"No space left on device|Disk quota exceeded|not enough space on the disk"
NO_COMPILER = (
    r"command '\S*(?:cc|\+\+|clang)\S*' failed|fatal error: \S+\.h: No such file|Visual C\+\+ \S+ or greater|"
    r"install the kernel header files|No such file or directory: '\S*(?:cc|\+\+|clang)'"
)
NO_ANSWER = (
    r"NewConnectionError|ConnectTimeout|Read(?:Timeout| timed out)|Max retries exceeded|ProxyError|SSLError|"
    r"Connection (?:refused|broken|reset|aborted)|name resolution|Network is unreachable"
)
PIP_FAULTS = (
    (NO_SPACE, FULL, NOT_DONE),
    (r"DO NOT MATCH THE HASHES", LOCK_CHANGED, NOT_DONE),
    (NO_COMPILER, COMPILER, MACHINE_LACKS),
    (NO_ANSWER, NO_NETWORK, NOT_DONE),
    (r"No matching distribution found for (\S+)", NOT_THERE, NOT_DONE),
    (r"Permission denied|Read-only file system", NO_WRITING, NOT_DONE),
)
"""Looked for in this order: what pip warned of on the way (the network) comes after what ended it."""


def of_pip(output: str) -> SetupError:
    """The fault that `output` of pip, of a build or of venv tells of; its last lines where it is none we know."""
    for pattern, sentence, code in PIP_FAULTS:
        if found := re.search(pattern, output):
            return SetupError(sentence.format(*found.groups()), code)
    last = " / ".join(line.strip() for line in output.strip().splitlines()[-3:])
    return SetupError(f"The Python packages could not be installed; pip's last words: {last}")


def of_system(error: OSError) -> SetupError:
    """The fault that the operating system's `error` tells of."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SetupError(FULL)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return SetupError(NO_WRITING)
    named = f" ({Path(error.filename).name})" if isinstance(error.filename, str) else ""
    return SetupError(f"Setting up failed: {error.strerror or error}{named}.")
