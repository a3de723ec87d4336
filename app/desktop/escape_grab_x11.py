"""Takes Esc from all applications of an X display, and tells who presses it."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from Xlib.display import Display

GENERIC_EVENT = 35
RAW_EVENT = struct.Struct("<HIIH")
"""The head of a raw key event (XInput 2): device, time in ms, key code, the device that it came from."""


class EscapeGrab:
    """Esc on one connection: taken from everybody else, and its presses as the server tells them."""

    def __init__(self, display: Display) -> None:
        from Xlib import XK
        from Xlib.ext import xinput

        self._display = display
        self._root = display.screen().root
        self._codes = {code for code, level in display.keysym_to_keycodes(XK.XK_Escape) if level == 0}
        self._xinput = (
            display.display.get_extension_major(xinput.extname) if display.has_extension(xinput.extname) else None
        )
        self._simulated = self._select_raw() if self._xinput is not None else None

    def take(self) -> bool:
        """Whether Esc is ours now, at least without modifiers (window managers like to hold Alt with Esc)."""
        from Xlib import X

        if not self._codes or self._simulated is None:
            return False
        if self._granted([X.AnyModifier]):
            return True
        locks = _sums([X.LockMask, *self._lock_masks()])
        if not self._granted(locks):
            self.give_back()
            return False
        held = _sums([X.ShiftMask, X.ControlMask, X.Mod1Mask, X.Mod4Mask])
        self._granted([lock | mask for lock in locks for mask in held if mask])
        return True

    def give_back(self) -> None:
        from Xlib import X

        for code in self._codes:
            self._root.ungrab_key(code, X.AnyModifier)
        self.wait_for_server()

    def wait_for_server(self) -> None:
        self._display.sync()

    def presses(self) -> Iterator[tuple[int, bool]]:
        """The presses of Esc so far: the time in ms, and whether a program (XTEST) and no keyboard made it."""
        from Xlib import X

        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.KeyPress:
                # Else the server would keep every key from the application for as long as Esc is down.
                self._display.ungrab_keyboard(event.time)
                self._display.flush()
            elif event.type == GENERIC_EVENT and event.extension == self._xinput:
                _, at, code, source = RAW_EVENT.unpack_from(event.data)
                if code in self._codes:
                    yield at, source in (self._simulated or ())

    def _granted(self, masks: Iterable[int]) -> bool:
        """Asks for Esc with each combination of modifiers. The server's refusals come later, so it waits for them."""
        from Xlib import X, error

        refusals = []
        for code, mask in itertools.product(self._codes, masks):
            refusals.append(error.CatchError(error.BadAccess))
            self._root.grab_key(code, mask, False, X.GrabModeAsync, X.GrabModeAsync, onerror=refusals[-1])
        self._display.sync()
        return all(refused.get_error() is None for refused in refusals)

    def _lock_masks(self) -> list[int]:
        """The modifiers that NumLock and ScrollLock are on this keyboard."""
        from Xlib import XK

        locks = {
            code
            for keysym in (XK.XK_Num_Lock, XK.XK_Scroll_Lock)
            for code, _ in self._display.keysym_to_keycodes(keysym)
        }
        mapping = self._display.get_modifier_mapping()
        return [1 << index for index, codes in enumerate(mapping) if locks.intersection(codes)]

    def _select_raw(self) -> frozenset[int] | None:
        """Asks for raw key presses; the devices that stand for programs, None where the server is too old."""
        from Xlib.ext import xinput

        # python-xlib's own call says 2.0, and to such a client raw events do not come while another one holds a grab.
        version = xinput.XIQueryVersion(
            display=self._display.display, opcode=self._xinput, major_version=2, minor_version=2
        )
        if (version.major_version, version.minor_version) < (2, 1):
            return None
        self._root.xinput_select_events([(xinput.AllMasterDevices, xinput.RawKeyPressMask)])
        devices: Any = self._display.xinput_query_device(xinput.AllDevices).devices
        return frozenset(device.deviceid for device in devices if "XTEST" in _text(device.name))


def _sums(masks: Iterable[int]) -> list[int]:
    """Every combination of the masks, none of them included.

    >>> _sums([1, 4])
    [0, 1, 4, 5]
    """
    found = [0]
    for mask in masks:
        found += [other | mask for other in found]
    return sorted(set(found))


def _text(name: str | bytes) -> str:
    return name.decode(errors="replace") if isinstance(name, bytes) else name
