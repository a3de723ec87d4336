"""The Session port: what the fake and the real one have in common, and what X11 adds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from app.core.ports import Session
from app.core.stop import Stop
from app.desktop.session_x11 import X11Session
from app.desktop.virtual import VirtualDesktop
from tests.fakes import FakeDesktop

SMALL = {"compositor": False, "tray": False}

SERVICE = """
import sys
from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

bus, name = sys.argv[1:3]
answers = {
    "GetActive": ("b", (sys.argv[3] == "active",)),
    "GetSession": ("o", ("/org/freedesktop/login1/session/_31",)),
    "Display": ("v", (("(so)", ("1", "/org/freedesktop/login1/session/_31")),)),
    "LockedHint": ("v", (("b", sys.argv[3] == "locked"),)),
    "Active": ("v", (("b", sys.argv[3] != "elsewhere"),)),
}
with open_dbus_connection(bus) as connection:
    connection.send_and_get_reply(message_bus.RequestName(name))
    print("ready", flush=True)
    while sys.argv[3] != "silent":
        asked = connection.receive()
        if asked.header.message_type is MessageType.method_call:
            member = asked.header.fields[HeaderFields.member]
            key = asked.body[1] if member == "Get" else member
            if sys.argv[3] == "broken":
                connection.send(new_error(asked, "org.example.Broken"))
            else:
                connection.send(new_method_return(asked, *answers[key]))
    sys.stdin.read()
"""
"""A service that answers for a screen saver or for the login service, in the state named by its last word."""

LOCKER = """
import sys
from Xlib import X, display
x = display.Display()
screen = x.screen()
width, height = int(screen.width_in_pixels * float(sys.argv[2])), int(screen.height_in_pixels * float(sys.argv[2]))
window = screen.root.create_window(0, 0, width, height, 0, screen.root_depth, override_redirect=True)
if sys.argv[1]:
    window.set_wm_class(sys.argv[1], sys.argv[1])
window.map()
x.sync()
print("ready", flush=True)
while True:
    x.next_event()
"""
"""A window without a frame over a share of the screen, of the class in its first word."""

Start = Callable[..., None]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a Python program with these words, waits until it is ready, and ends it after the test."""
    with ExitStack() as ended:

        def run(program: str, *words: str, python: str = sys.executable) -> None:
            argv = [python, "-c", program, *words]
            process = ended.enter_context(subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
            ended.callback(process.kill)
            assert process.stdout
            assert process.stdout.readline() == b"ready\n"

        yield run


@pytest.fixture
def session() -> Iterator[X11Session]:
    with closing(X11Session()) as opened:
        yield opened


class TestEveryKindOfSession:
    @pytest.fixture(params=["fake", pytest.param("x11", marks=pytest.mark.desktop(**SMALL))])
    def unlocked(self, request: pytest.FixtureRequest) -> Session:
        if request.param == "fake":
            return FakeDesktop()
        found: X11Session = request.getfixturevalue("session")
        return found

    @pytest.fixture(params=["fake", pytest.param("x11", marks=pytest.mark.desktop(**SMALL))])
    def locked(self, request: pytest.FixtureRequest) -> Session:
        if request.param == "fake":
            return FakeDesktop(is_locked=lambda: True)
        request.getfixturevalue("start")(LOCKER, "i3lock", "1")
        found: X11Session = request.getfixturevalue("session")
        return found

    def test_an_unlocked_session_is_not_locked(self, unlocked: Session) -> None:
        assert unlocked.locked() is False

    def test_a_locked_session_is_locked(self, locked: Session) -> None:
        assert locked.locked() is True


@pytest.mark.desktop(**SMALL)
class TestX11:
    @pytest.mark.parametrize("name", ["gnome", "freedesktop", "mate", "xfce", "cinnamon"])
    def test_an_active_screen_saver_locks(self, start: Start, session: X11Session, name: str) -> None:
        start(SERVICE, "SESSION", f"org.{name}.ScreenSaver", "active")
        assert session.locked()

    @pytest.mark.parametrize("state", ["idle", "broken", "silent"])
    def test_a_screen_saver_that_is_idle_broken_or_silent_does_not(
        self, start: Start, session: X11Session, state: str
    ) -> None:
        start(SERVICE, "SESSION", "org.gnome.ScreenSaver", state)
        assert not session.locked()
        assert not session.locked()

    def test_a_window_over_everything_that_is_no_locker_does_not(self, start: Start, session: X11Session) -> None:
        start(LOCKER, "Player", "1")
        assert not session.locked()

    def test_a_lockers_window_that_covers_little_does_not(self, start: Start, session: X11Session) -> None:
        start(LOCKER, "xscreensaver", "0.5")
        assert not session.locked()

    def test_a_locker_without_a_class_is_known_by_its_program(
        self, start: Start, session: X11Session, tmp_path: Path
    ) -> None:
        program = tmp_path / "slock"
        program.symlink_to(Path(sys.executable).resolve())
        os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
        start(LOCKER, "", "1", python=str(program))
        assert session.locked()

    def test_a_locker_that_leaves_unlocks(self, session: X11Session) -> None:
        with ExitStack() as until:
            argv = [sys.executable, "-c", LOCKER, "i3lock", "1"]
            process = until.enter_context(subprocess.Popen(argv, stdout=subprocess.PIPE))
            until.callback(process.kill)
            assert process.stdout
            process.stdout.readline()
            assert session.locked()
        assert Stop().wait_until(lambda: not session.locked(), 2)

    def test_a_screen_that_the_server_blanked_counts_as_locked(
        self, desktop: VirtualDesktop, session: X11Session
    ) -> None:
        desktop.run(["xset", "s", "activate"])
        assert session.locked()
        desktop.run(["xset", "s", "reset"])
        assert not session.locked()

    @pytest.mark.parametrize(
        ("state", "locked"), [("locked", True), ("elsewhere", True), ("usual", False), ("broken", False)]
    )
    def test_the_login_service_is_believed(self, start: Start, state: str, locked: bool) -> None:
        _make_public()
        start(SERVICE, "SYSTEM", "org.freedesktop.login1", state)
        with closing(X11Session()) as session:
            assert session.locked() is locked

    def test_on_a_private_desktop_the_persons_own_lock_does_not_count(self, start: Start) -> None:
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = os.environ["DBUS_SESSION_BUS_ADDRESS"]
        start(SERVICE, "SYSTEM", "org.freedesktop.login1", "locked")
        with closing(X11Session()) as session:
            assert not session.locked()

    def test_without_any_bus_it_is_not_locked(self) -> None:
        _make_public()
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nowhere"
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = "tcp:host=localhost,port=1"
        with closing(X11Session()) as session:
            assert not session.locked()

    def test_the_end_of_the_display_is_no_lock(self) -> None:
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False) as other:
            session = X11Session(other.display)
            other.stop()
            assert not session.locked()
            session.close()


def _make_public() -> None:
    """As if this were a person's own desktop, with the private bus as the system's."""
    del os.environ["HANDRAIL_PRIVATE_DESKTOP"]
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = os.environ["DBUS_SESSION_BUS_ADDRESS"]
