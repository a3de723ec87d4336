"""The small process that holds the clipboard: it outlives Handrail, so that what was there is never lost.

It reads one JSON object a line from its input: {"number": 7, "lend": "text"} owns the clipboard with the text, once
everything that was there has been saved; {"number": 8, "give_back": 2.0} waits until the text was fetched, at most so
many seconds, and puts back what was there. Each is answered by a line {"number": 7, "done": true} on its output.
When its input ends it gives back, hands the content to a clipboard manager or serves it until someone else copies
something or the display goes.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app.desktop.selection_offer import SelectionOffer
from app.desktop.selection_reading import TEXT_TARGETS, Content, OwnerSilent, SelectionReader

SAVE_SECONDS = 15.0
SAVE_BYTES = 256 * 1024 * 1024
"""More than this on the clipboard is not kept; the text is not lent then."""

QUIET_SECONDS = 0.1
"""An application that fetches a text often asks twice, in two forms."""

HANDOVER_SECONDS = 5.0

ORPHAN_PATIENCE_SECONDS = 1.0
"""How long a paste may be on its way still when Handrail ends in the middle of it."""

SECRET_HINT = "x-kde-passwordManagerHint"  # noqa: S105 - the name of a target
"""Asks clipboard managers to keep the lent text out of their history."""


Look = Callable[[Any], None]


class Keeper:
    """Saves, lends and gives back the clipboard of one display."""

    def __init__(self, display: Any) -> None:
        from Xlib import X

        self._display = display
        display.set_error_handler(_ignored)
        screen = display.screen()
        self._window = screen.root.create_window(
            0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask, window_class=X.InputOnly
        )
        self._offer = SelectionOffer(display, self._window)
        self._reader = SelectionReader(display, self._window, self._offer.handle)
        self._saved: dict[int, Content] = {}
        self._lent: str | None = None

    def fileno(self) -> int:
        return int(self._display.fileno())

    @property
    def serving(self) -> bool:
        """Whether there is anything that would be lost if the process ended now."""
        return self._offer.owned and bool(self._offer.contents)

    def lend(self, text: str) -> None:
        """Raises OwnerSilent where what is on the clipboard now cannot be saved."""
        if not self._offer.owned:
            self._saved = self._save()
        self._lent = text
        if not self._offer.own(self._contents_of(text)):
            raise OwnerSilent

    def give_back(self, patience: float) -> None:
        """Puts back what was there, unless someone else has copied something meanwhile."""
        if self._lent is None:
            return
        self.serve_until(lambda: self._fetched_and_quiet() or not self._offer.owned, patience)
        mine = self._offer.owned or self._copied_by_manager(self._lent)
        self._lent = None
        if not mine:
            self._saved = {}
        elif self._saved:
            self._offer.own(self._saved)
        else:
            self._offer.give_up()

    def hand_over(self) -> bool:
        """Whether a clipboard manager has taken everything."""
        from Xlib import X

        manager = self._display.intern_atom("CLIPBOARD_MANAGER")
        owner = self._display.get_selection_owner(manager)
        if not getattr(owner, "id", owner):
            return False
        place = self._display.intern_atom("HANDRAIL_HANDOVER")
        targets = self._display.intern_atom("SAVE_TARGETS")
        self._window.change_property(place, self._display.intern_atom("ATOM"), 32, list(self._offer.contents))
        self._window.convert_selection(manager, targets, place, X.CurrentTime)
        answered: list[Any] = []

        def look(event: Any) -> None:
            if event.type == X.SelectionNotify and event.selection == manager:
                answered.append(event.property)
            self._offer.handle(event)

        self.serve_until(lambda: bool(answered), HANDOVER_SECONDS, look)
        return bool(answered and answered[0])

    def serve_until(self, done: Callable[[], bool], seconds: float | None, look: Look | None = None) -> None:
        """Serves until `done()`, the time is up (None: no limit); `look` sees the events in place of the offer."""
        end = None if seconds is None else time.monotonic() + seconds
        while not done():
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                return
            self.serve_events(look)
            if self._display.pending_events() or done():
                continue
            select.select([self._display], [], [], 0.02 if left is not None else None)

    def serve_events(self, look: Look | None = None) -> None:
        while self._display.pending_events():
            (look or self._offer.handle)(self._display.next_event())

    def _fetched_and_quiet(self) -> bool:
        fetched = self._offer.fetched
        return fetched is not None and time.monotonic() - fetched > QUIET_SECONDS and not self._offer.busy

    def _copied_by_manager(self, text: str) -> bool:
        """Whether the new owner holds the very text that was lent: some clipboard managers take every content over."""
        try:
            return self._reader.text(time.monotonic() + QUIET_SECONDS) == text
        except OwnerSilent:
            return False

    def _save(self) -> dict[int, Content]:
        """Everything that is on the clipboard. Raises OwnerSilent where that takes too long or too much memory."""
        saved: dict[int, Content] = {}
        if not self._reader.owner():
            return saved
        end, left = time.monotonic() + SAVE_SECONDS, SAVE_BYTES
        for target in self._reader.targets(end):
            content = self._reader.read(target, end, left)
            if content is not None:
                saved[target] = content
                left -= len(content.data)
        return saved

    def _contents_of(self, text: str) -> dict[int, Content]:
        atom = self._display.intern_atom
        utf8, latin = text.encode(), text.encode("latin-1", errors="replace")
        contents = {
            atom(name): Content(atom("UTF8_STRING" if name == "TEXT" else name), 8, utf8) for name in TEXT_TARGETS
        }
        contents[atom("STRING")] = Content(atom("STRING"), 8, latin)
        contents[atom(SECRET_HINT)] = Content(atom(SECRET_HINT), 8, b"secret")
        return contents


@dataclass(frozen=True)
class Order:
    """One line of the input: a text to lend, or how long to wait before giving back."""

    number: int
    lend: str | None = None
    give_back: float = 0.0


def main() -> int:
    """Serves until its input has ended and nothing would be lost any more."""
    from Xlib.display import Display
    from Xlib.error import ConnectionClosedError, DisplayError, XauthError

    answers = _own_output()
    try:
        keeper = Keeper(Display())
        _follow(keeper, answers)
        keeper.give_back(ORPHAN_PATIENCE_SECONDS)
        if keeper.serving and not keeper.hand_over():
            keeper.serve_until(lambda: not keeper.serving, None)
    except (ConnectionClosedError, DisplayError, XauthError, OSError):
        return 1
    return 0


def _follow(keeper: Keeper, answers: int) -> None:
    """Does what comes in on the input, to its end, and serves the clipboard meanwhile."""
    waiting = b""
    while True:
        keeper.serve_events()
        ready, _, _ = select.select([keeper.fileno(), 0], [], [])
        if 0 not in ready:
            continue
        read = os.read(0, 1 << 16)
        if not read:
            return
        *lines, waiting = (waiting + read).split(b"\n")
        for line in lines:
            order = Order(**json.loads(line))
            answer = {"number": order.number, "done": _done(keeper, order)}
            with contextlib.suppress(BrokenPipeError):
                os.write(answers, json.dumps(answer).encode() + b"\n")


def _done(keeper: Keeper, order: Order) -> bool:
    try:
        if order.lend is None:
            keeper.give_back(order.give_back)
        else:
            keeper.lend(order.lend)
    except OwnerSilent:
        return False
    return True


def _own_output() -> int:
    """The pipe to write answers to; what libraries print goes nowhere."""
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return answers


def _ignored(*_: object) -> None:
    """Errors of requests without an answer: the application went away meanwhile."""


if __name__ == "__main__":
    sys.exit(main())
