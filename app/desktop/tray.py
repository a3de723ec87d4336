"""Tells whether this desktop has a place for tray icons."""

from __future__ import annotations

import os

from app.desktop.facts import SessionKind, here

WATCHER = "org.kde.StatusNotifierWatcher"
ANSWER_SECONDS = 1.0


def has_tray() -> bool:
    """A StatusNotifier host on the session bus or an XEmbed tray on X11; Windows and macOS always have one."""
    match here().session:
        case SessionKind.WINDOWS | SessionKind.MACOS:
            return True
        case SessionKind.X11:
            return _status_notifier() or _xembed()
        case _:
            return _status_notifier()


def _status_notifier() -> bool:
    from jeepney import message_bus
    from jeepney.io.blocking import Proxy, open_dbus_connection

    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return False
    try:
        with open_dbus_connection("SESSION") as bus:
            answer = Proxy(message_bus, bus, timeout=ANSWER_SECONDS).NameHasOwner(WATCHER)
    except (OSError, TimeoutError, EOFError, ValueError):
        return False
    return bool(answer[0])


def _xembed() -> bool:
    from Xlib.display import Display
    from Xlib.error import DisplayError, XauthError

    try:
        display = Display()
    except (DisplayError, XauthError, OSError):
        return False
    try:
        owner = display.get_selection_owner(display.intern_atom("_NET_SYSTEM_TRAY_S0"))
    finally:
        display.close()
    return bool(owner)
