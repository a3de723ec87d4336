"""A window that notes all input it is sent, and what is down on the keyboard and the pointer."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from app.core.stop import Stop

CTRL = 0xFFE3


@dataclass
class Witness:
    """Covers the screen, has the focus, and notes (what kind, of what, the modifiers then) in a thread of its own."""

    display: Any
    window: Any
    noted: list[tuple[str, object, int]] = field(default_factory=list)

    def events(self, kinds: str = "press release button unbutton") -> list[tuple[str, object]]:
        """What has come so far of these kinds: ("press", keysym), ("button", 1), ("move", (x, y)) …"""
        Stop().wait(0.05)
        return [(kind, what) for kind, what, _ in self.noted if kind in kinds.split()]

    def typed(self) -> str:
        """The characters of all key presses."""
        named = {0xFF0D: "\n", 0xFF09: "\t"}
        text = ""
        for _, keysym in self.events("press"):
            assert isinstance(keysym, int)
            if keysym in named:
                text += named[keysym]
            elif keysym < 0xFF00 or keysym >= 0x0100_0000:
                text += chr(keysym & 0xFF_FFFF)
        return text

    def down(self) -> int:
        """The modifiers and buttons that are down, as X11's mask, without locks."""
        return int(self.display.screen().root.query_pointer().mask) & 0x1FED

    def caps_lock(self) -> bool:
        return bool(self.display.screen().root.query_pointer().mask & 2)

    def keys_down(self) -> int:
        return sum(byte.bit_count() for byte in self.display.query_keymap())

    def pointer(self) -> tuple[int, int]:
        asked = self.display.screen().root.query_pointer()
        return asked.root_x, asked.root_y

    def push_pointer(self, x: int, y: int) -> None:
        self.display.screen().root.warp_pointer(x, y)
        self.display.sync()

    def key(self, keysym: int, *, down: bool) -> None:
        """A key of the person's own."""
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self.display, X.KeyPress if down else X.KeyRelease, self.display.keysym_to_keycode(keysym))
        self.display.sync()

    def note(self, events: Any, ended: threading.Event) -> None:
        while not ended.wait(0.005):
            while events.pending_events():
                self._note_one(events, events.next_event())

    def _note_one(self, display: Any, event: Any) -> None:
        from Xlib import X

        kinds = {
            X.KeyPress: "press", X.KeyRelease: "release", X.ButtonPress: "button", X.ButtonRelease: "unbutton",
            X.MotionNotify: "move",
        }  # fmt: skip
        if event.type == X.MappingNotify:
            display.refresh_keyboard_mapping(event)
        if event.type not in kinds:
            return
        what: object = event.detail
        if event.type in (X.KeyPress, X.KeyRelease):
            what = display.keycode_to_keysym(event.detail, 1 if event.state & X.ShiftMask else 0)
        elif event.type == X.MotionNotify:
            what = (event.root_x, event.root_y)
        self.noted.append((kinds[event.type], what, event.state))


@contextmanager
def witnessing() -> Iterator[Witness]:
    from Xlib import X
    from Xlib.display import Display

    # One connection for the events and one for questions: an answer must not wait for the other thread.
    events, questions = Display(), Display()
    mask = X.KeyPressMask | X.KeyReleaseMask | X.ButtonPressMask | X.ButtonReleaseMask | X.PointerMotionMask
    window = events.screen().root.create_window(
        0, 0, 1920, 1080, 0, X.CopyFromParent, event_mask=mask, override_redirect=True
    )
    window.map()
    window.set_input_focus(X.RevertToParent, X.CurrentTime)
    events.sync()
    seen, ended = Witness(questions, window), threading.Event()
    thread = threading.Thread(target=seen.note, args=(events, ended))
    thread.start()
    try:
        yield seen
    finally:
        ended.set()
        thread.join()
        for display in (events, questions):
            display.close()


@dataclass
class Deed:
    """Something done `seconds` from now in a thread of its own; `when` is when it was done (time.monotonic())."""

    when: float = 0.0


def soon(seconds: float, do: Any, *arguments: object) -> Deed:
    deed = Deed()

    def act() -> None:
        deed.when = time.monotonic()
        do(*arguments)

    threading.Timer(seconds, act).start()
    return deed
