"""Where keys and passwords may be kept: the system's key store, and nowhere else."""

from __future__ import annotations

import subprocess
import sys

from app.core.messages import Message, message

ANSWER_SECONDS = 6.0
"""A key store that is locked may be showing a question to the person meanwhile."""

TRY = """
import keyring
keyring.set_password("handrail", "probe", "probe")
kept = keyring.get_password("handrail", "probe")
keyring.delete_password("handrail", "probe")
assert kept == "probe", "what was stored did not come back"
"""


def missing() -> Message | None:
    """What keeps secrets from being stored here; None where one was stored, read back and removed just now.

    A process of its own tries it: the libraries of a key store may hang, or fail in ways of their own.
    """
    try:
        tried = subprocess.run(
            [sys.executable, "-c", TRY], capture_output=True, text=True, timeout=ANSWER_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return message("doctor.keyring_silent", seconds=int(ANSWER_SECONDS))
    if tried.returncode == 0:
        return None
    last = (tried.stderr.strip().splitlines() or [""])[-1]
    return message("doctor.keyring_none", why=last.partition(": ")[2].split(". ")[0][:120])
