"""Borrows the clipboard of an X11 desktop and gives it back as it was."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import InputFailed, NoDesktop, Stopped
from app.core.stop import SLICE_SECONDS, Stop

LEND_SECONDS = 25.0
"""More than the keeper takes to save what is there, or to see that it cannot (SAVE_SECONDS there, and its start)."""

PATIENCE_SECONDS = 2.0
"""How long an application may take to fetch what it was told to paste."""

READ_SECONDS = 2.0

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Answer:
    number: int
    done: bool


class X11Clipboard:
    """The Clipboard port: a small process of its own holds the clipboard of `display` (None: the environment's).

    `patience` is how many seconds an application has to fetch the lent text before all that was there is put back.
    The process starts with the first loan. It lives on after this one for as long as anything would be lost without
    it, and gives back what was there also when this process is killed in the middle of a loan.
    """

    def __init__(self, display: str | None = None, patience: float = PATIENCE_SECONDS) -> None:
        self._display, self._patience = display, patience
        self._keeper: _Process | None = None
        self._number = 0

    @contextlib.contextmanager
    def lent(self, text: str, stop: Stop) -> Iterator[None]:
        """Raises InputFailed where what is on the clipboard now cannot be saved first; Stopped."""
        stop.check()
        keeper = self._started()
        try:
            if not self._asked(keeper, stop, lend=text):
                raise InputFailed("clipboard.not_lent")
            yield
        finally:
            # Also after a stop: the application may be about to fetch, and must not get what was there before.
            with contextlib.suppress(Stopped):
                self._asked(keeper, stop, give_back=self._patience)

    def text(self) -> str | None:
        """Raises NoDesktop where there is no display; an owner that does not answer in 2 s gives None."""
        from Xlib import X
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError, XauthError

        from app.desktop.selection_reading import OwnerSilent, SelectionReader

        try:
            display = Display(self._display)
            try:
                window = display.screen().root.create_window(
                    0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask, window_class=X.InputOnly
                )
                return SelectionReader(display, window, lambda _: None).text(time.monotonic() + READ_SECONDS)
            finally:
                display.close()
        except OwnerSilent:
            return None
        except (ConnectionClosedError, DisplayError, XauthError, OSError) as gone:
            raise NoDesktop("hands.no_display") from gone

    def close(self) -> None:
        """Lets the keeper go; it stays for as long as the clipboard would be empty without it."""
        if self._keeper:
            self._keeper.close()
            self._keeper = None

    def _started(self) -> _Process:
        if self._keeper is None or not self._keeper.alive:
            self._keeper = _Process(self._display)
        return self._keeper

    def _asked(self, keeper: _Process, stop: Stop, **order: str | float) -> bool:
        """Whether the keeper did it. Raises InputFailed when it does not answer, Stopped at once when stopped."""
        self._number += 1
        keeper.write(json.dumps({"number": self._number, **order}).encode() + b"\n")
        end = time.monotonic() + LEND_SECONDS
        while time.monotonic() < end:
            stop.check()
            for answer in keeper.answers(SLICE_SECONDS):
                if answer.number == self._number:
                    return answer.done
        raise InputFailed("clipboard.not_lent")


class _Process:
    """The keeper's process and the two pipes to it, as bare descriptors: it may outlive whoever started it."""

    def __init__(self, display: str | None) -> None:
        orders, self._orders = os.pipe()
        self._answers, answers = os.pipe()
        os.set_blocking(self._orders, False)
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        env = os.environ | {"PYTHONPATH": os.pathsep.join(paths)} | ({"DISPLAY": display} if display else {})
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "app.desktop.clipboard_keeper"],
                stdin=orders, stdout=answers, stderr=subprocess.DEVNULL, env=env, cwd="/", start_new_session=True,
            )  # fmt: skip
        finally:
            os.close(orders)
            os.close(answers)
        self.close = weakref.finalize(self, _close, self._orders, self._answers)
        self._waiting = b""
        self._reaper = threading.Thread(target=process.wait, name="clipboard keeper", daemon=True)
        self._reaper.start()

    @property
    def alive(self) -> bool:
        return self._reaper.is_alive()

    def write(self, line: bytes) -> None:
        """Raises InputFailed where the keeper has ended or does not listen."""
        while line:
            _, ready, _ = select.select([], [self._orders], [], LEND_SECONDS)
            if not ready:
                raise InputFailed("clipboard.not_lent")
            try:
                line = line[os.write(self._orders, line) :]
            except BrokenPipeError as ended:
                raise InputFailed("clipboard.not_lent") from ended

    def answers(self, seconds: float) -> list[Answer]:
        """What it has said since, waiting at most so long. Raises InputFailed where it has ended."""
        ready, _, _ = select.select([self._answers], [], [], seconds)
        if not ready:
            return []
        read = os.read(self._answers, 1 << 12)
        if not read:
            raise InputFailed("clipboard.not_lent")
        *lines, self._waiting = (self._waiting + read).split(b"\n")
        return [Answer(**json.loads(line)) for line in lines]


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
