"""Tells whether an X11 session is locked, by all who may have locked it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import NoDesktop
from app.desktop import facts
from app.desktop.x11_properties import X11Connection

if TYPE_CHECKING:
    from jeepney import Message as BusMessage
    from jeepney.io.blocking import DBusConnection

ANSWER_SECONDS = 0.015
"""The longest a bus may take to answer all questions of one look; who does not answer in time does not lock."""

CONNECT_SECONDS = 0.2
RETRY_SECONDS = 10.0
"""A bus that is not there, or broke off, is looked for again after this long."""

SCREEN_SAVERS = (
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"),
    ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
    ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
)

LOCKERS = frozenset("xscreensaver i3lock xsecurelock slock light-locker xtrlock alock mate-screensaver xlock".split())
"""The classes or programs of windows that cover the screen while it is locked (or blanked)."""

TOPMOST = 12
"""A locker keeps its window on top, at most below a few of its own."""

COVERS = 0.9
"""The share of the screen that a locker's window covers at least (xsecurelock leaves an edge of one pixel)."""

LOGIN = "org.freedesktop.login1"


class X11Session:
    """The Session port on X11. Services that are unknown, silent or broken mean "not locked"; it never raises.

    On a private desktop the login service is not asked: what it says is about the person's own session.
    """

    def __init__(self, display: str | None = None) -> None:
        here = facts.read()
        self._turn = threading.Lock()
        self._display, self._x = display, None if display is None and not here.display else _connected(display)
        self._session_bus = _Bus("SESSION")
        self._system_bus = None if here.private else _Bus("SYSTEM")
        self._login_path = ""

    def locked(self) -> bool:
        with self._turn:
            return self._window_locked() or self._saver_active() or self._login_locked()

    def close(self) -> None:
        with self._turn:
            for bus in (self._session_bus, self._system_bus):
                if bus:
                    bus.close()
            if self._x:
                self._x.close()
                self._x = None

    def _window_locked(self) -> bool:
        if self._x is None:
            return False
        try:
            return _blanked(self._x) or _locker_on_top(self._x)
        except NoDesktop:
            # Whoever captures or acts next finds the display gone and says so.
            self._x = None
            return False

    def _saver_active(self) -> bool:
        from jeepney import DBusAddress, MessageFlag, new_method_call

        questions = []
        for name, path in SCREEN_SAVERS:
            question = new_method_call(DBusAddress(path, bus_name=name, interface=name), "GetActive")
            question.header.flags |= MessageFlag.no_auto_start
            questions.append(question)
        return any(answer == (True,) for answer in self._session_bus.answers(questions))

    def _login_locked(self) -> bool:
        """Whether the login service calls the session locked, or another one is in front of the person."""
        from jeepney import DBusAddress, Properties

        if self._system_bus is None:
            return False
        if not self._login_path:
            self._login_path = _login_path(self._system_bus)
        if not self._login_path:
            return False
        session = Properties(DBusAddress(self._login_path, bus_name=LOGIN, interface=f"{LOGIN}.Session"))
        hint, active = self._system_bus.answers([session.get("LockedHint"), session.get("Active")])
        return hint == (("b", True),) or active == (("b", False),)


class _Bus:
    """A message bus that is asked several things at once and may be away."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._connection: DBusConnection | None = None
        self._tried = float("-inf")

    def answers(self, questions: Sequence[BusMessage]) -> list[tuple[object, ...] | None]:
        """The answer to each question; None for an error, or where none came in time."""
        found: dict[int, tuple[object, ...]] = {}
        connection = self._connected()
        if connection is None:
            return [None] * len(questions)
        try:
            numbers = [self._sent(connection, question) for question in questions]
            self._collect(connection, set(numbers), found)
        except (OSError, EOFError, ValueError):
            self.close()
            return [None] * len(questions)
        return [found.get(number) for number in numbers]

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def _sent(self, connection: DBusConnection, question: BusMessage) -> int:
        number = int(next(connection.outgoing_serial))
        connection.send(question, serial=number)
        return number

    def _collect(self, connection: DBusConnection, open: set[int], found: dict[int, tuple[object, ...]]) -> None:
        from jeepney import HeaderFields, MessageType

        end = time.monotonic() + ANSWER_SECONDS
        while open and (left := end - time.monotonic()) > 0:
            try:
                answer = connection.receive(timeout=left)
            except TimeoutError:
                return
            number = answer.header.fields.get(HeaderFields.reply_serial, 0)
            if answer.header.message_type is MessageType.method_return and number in open:
                found[number] = answer.body
            open.discard(number)

    def _connected(self) -> DBusConnection | None:
        from jeepney.io.blocking import open_dbus_connection
        from jeepney.wrappers import DBusErrorResponse

        if self._connection is None and time.monotonic() - self._tried > RETRY_SECONDS:
            self._tried = time.monotonic()
            try:
                self._connection = open_dbus_connection(self._address(), auth_timeout=CONNECT_SECONDS)
            except (OSError, EOFError, ValueError, RuntimeError, DBusErrorResponse):
                self._connection = None
        return self._connection

    def _address(self) -> str:
        """The session bus stands at a known place where the environment does not name it (started by a service)."""
        if self._name == "SESSION" and "DBUS_SESSION_BUS_ADDRESS" not in os.environ:
            return f"unix:path={os.environ.get('XDG_RUNTIME_DIR', '')}/bus"
        return self._name


def _connected(display: str | None) -> X11Connection | None:
    try:
        return X11Connection(display)
    except NoDesktop:
        return None


def _blanked(x: X11Connection) -> bool:
    """Whether the server itself, or a screen saver for it, has taken the screen over."""
    from Xlib import error
    from Xlib.ext import screensaver

    if not x.display.has_extension(screensaver.extname):
        return False
    try:
        return bool(x.display.screen().root.screensaver_query_info().state == screensaver.StateOn)
    except (error.ConnectionClosedError, OSError) as gone:
        raise NoDesktop("windows.display_gone") from gone


def _locker_on_top(x: X11Connection) -> bool:
    from Xlib import error

    try:
        root = x.display.screen().root
        screen = root.get_geometry()
        children = [child.id for child in reversed(root.query_tree().children)]
    except (error.ConnectionClosedError, OSError) as gone:
        raise NoDesktop("windows.display_gone") from gone
    area = screen.width * screen.height
    top = children[:TOPMOST]
    places = zip(top, x.places(top), strict=True)
    covering = [window for window, place in places if place and place[1] and place[0].area >= COVERS * area]
    return any(_is_locker(x, window) for window in covering)


def _is_locker(x: X11Connection, window: int) -> bool:
    names = {text.lower() for text in x.property(window, "WM_CLASS").texts}
    return not names.isdisjoint(LOCKERS) or (not names and _program(x, window) in LOCKERS)


def _program(x: X11Connection, window: int) -> str:
    pid = x.processes([window]).get(x.client_of(window))
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def _login_path(bus: _Bus) -> str:
    """The object path of this session: the one it was started in, else the person's graphical one; "" for none."""
    from jeepney import DBusAddress, Properties, new_method_call

    manager = DBusAddress("/org/freedesktop/login1", bus_name=LOGIN, interface=f"{LOGIN}.Manager")
    user = Properties(DBusAddress("/org/freedesktop/login1/user/self", bus_name=LOGIN, interface=f"{LOGIN}.User"))
    named = new_method_call(manager, "GetSession", "s", (os.environ.get("XDG_SESSION_ID", ""),))
    graphical, own = bus.answers([user.get("Display"), named])
    match graphical, own:
        case ((_, (str(), str(path))),), _ if path not in {"", "/"}:
            return path
        case _, (str(path),):
            return path
        case _:
            return ""
