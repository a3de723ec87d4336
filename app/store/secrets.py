"""Where keys and passwords may be kept: the system's key store, and nowhere else."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import Future

from app.core.messages import Message, message

SERVICE = "handrail"
PROBE = "probe"
ANSWER_SECONDS = 5.0
"""A key store that is locked may be showing a question to the person meanwhile."""


def missing() -> Message | None:
    """What keeps secrets from being stored here; None where one was stored, read back and removed just now."""
    answer: Future[Message | None] = Future()
    threading.Thread(target=lambda: answer.set_result(_tried()), daemon=True).start()
    try:
        return answer.result(ANSWER_SECONDS)
    except TimeoutError:
        return message("doctor.keyring_silent", seconds=int(ANSWER_SECONDS))


def _tried() -> Message | None:
    import keyring
    from keyring.errors import KeyringError

    errors: tuple[type[Exception], ...] = (KeyringError, OSError, *_backend_errors())
    try:
        keyring.set_password(SERVICE, PROBE, PROBE)
        kept = keyring.get_password(SERVICE, PROBE)
        keyring.delete_password(SERVICE, PROBE)
    except errors as trouble:
        return message("doctor.keyring_none", why=str(trouble).split(". ")[0][:120])
    return None if kept == PROBE else message("doctor.keyring_none", why=type(keyring.get_keyring()).__name__)


def _backend_errors() -> tuple[type[Exception], ...]:
    """What the key store of this system lets through as it is."""
    if sys.platform != "linux":
        return ()
    from jeepney import DBusErrorResponse
    from secretstorage.exceptions import SecretStorageException

    return (DBusErrorResponse, SecretStorageException)
