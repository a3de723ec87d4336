"""What Handrail holds down, kept in a file meanwhile so that the next start can let go of it."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from app.core.geometry import Value

log = logging.getLogger(__name__)


class Marker(Value):
    """What a process held down: names of keys and buttons, and its start in epoch seconds."""

    pid: int
    started: float
    keys: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()


class Held:
    """The keys and buttons that are down now, by any names the hands understand.

    `file` names them while there are any; `desktop` (such as ":1") keeps the files of several desktops apart. A file
    that cannot be written is logged and holds nothing up: only the protection against a crash is missing then.
    """

    def __init__(self, file: Path, desktop: str = "") -> None:
        self.file = file.with_name(file.stem + re.sub(r"\W", "_", desktop) + file.suffix)
        self.keys: tuple[str, ...] = ()
        self.buttons: tuple[str, ...] = ()

    def down(self, keys: tuple[str, ...] = (), buttons: tuple[str, ...] = ()) -> None:
        """Notes them, to be called before they go down."""
        self.keys = tuple(dict.fromkeys(self.keys + keys))
        self.buttons = tuple(dict.fromkeys(self.buttons + buttons))
        self._write()

    def up(self, keys: tuple[str, ...] = (), buttons: tuple[str, ...] = ()) -> None:
        """Forgets them, to be called once they are up."""
        self.keys = tuple(key for key in self.keys if key not in keys)
        self.buttons = tuple(button for button in self.buttons if button not in buttons)
        self._write()

    @contextmanager
    def during(self, keys: tuple[str, ...] = (), buttons: tuple[str, ...] = ()) -> Iterator[None]:
        """Notes them for the length of the block; where it raises they stay noted until someone lets go of them."""
        new_keys = tuple(key for key in keys if key not in self.keys)
        new_buttons = tuple(button for button in buttons if button not in self.buttons)
        self.down(new_keys, new_buttons)
        yield
        self.up(new_keys, new_buttons)

    def left_behind(self) -> Marker | None:
        """What a process that is dead now held down; None where there is no such process."""
        try:
            marker = Marker.model_validate_json(self.file.read_bytes())
        except (OSError, ValidationError):
            return None
        return None if _runs(marker) else marker

    def forget(self) -> None:
        """Everything is up."""
        self.keys, self.buttons = (), ()
        self._write()

    def _write(self) -> None:
        try:
            if self.keys or self.buttons:
                marker = Marker(pid=os.getpid(), started=_start_of(os.getpid()), keys=self.keys, buttons=self.buttons)
                self.file.parent.mkdir(parents=True, exist_ok=True)
                self.file.write_text(marker.model_dump_json(), encoding="utf-8")
            else:
                self.file.unlink(missing_ok=True)
        except OSError as trouble:
            log.warning("cannot note what is held down in %s: %s", self.file, trouble)


def _runs(marker: Marker) -> bool:
    return abs(_start_of(marker.pid) - marker.started) < 1.0


def _start_of(pid: int) -> float:
    """When the process started; 0 where there is none."""
    import psutil

    try:
        return float(psutil.Process(pid).create_time())
    except psutil.Error:
        return 0.0
