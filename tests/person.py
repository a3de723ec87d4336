"""A person at a pseudo-terminal: reads what is shown and types the next line whenever a prompt waits."""

from __future__ import annotations

import os
import threading
from types import TracebackType
from typing import Self

CTRL_D = "\x04"
PROMPTS = ("> ", "? ", "): ", "ends the run.\r\n")


class Person:
    """`screen` and `terminal` are the program's end: a file to write to, and the descriptor to read from."""

    def __init__(self, *lines: str, ahead: str = "") -> None:
        self._master, self.terminal = os.openpty()
        self.screen = os.fdopen(self.terminal, "w", encoding="utf-8")
        self.seen = ""
        self._lines = list(lines)
        os.write(self._master, ahead.encode())
        self._thread = threading.Thread(target=self._sit)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.screen.close()
        self._thread.join()
        os.close(self._master)

    def types(self, line: str) -> None:
        os.write(self._master, (line if line == CTRL_D else f"{line}\n").encode())

    def _sit(self) -> None:
        while data := self._read():
            self.seen += data
            if self._lines and self.seen.endswith(PROMPTS):
                self.types(self._lines.pop(0))

    def _read(self) -> str:
        """Nothing once the program has closed its end."""
        try:
            return os.read(self._master, 65536).decode("utf-8", "replace")
        except OSError:
            return ""
