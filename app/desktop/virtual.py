"""Private X desktops with their own programs, bus, keyring and home, of which nothing stays behind."""

from __future__ import annotations

import argparse
import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from app.core.errors import DesktopError, NoDesktop
from app.core.geometry import Box, Size
from app.core.stop import Stop
from app.desktop import virtual_programs as programs
from app.desktop import virtual_watch

if TYPE_CHECKING:
    from Xlib.display import Display

START_SECONDS = 15.0
"""The longest any one part may take; on a free machine all together take less than one second."""

FULL_HD = Size(width=1920, height=1080)


class VirtualDesktop:
    """A private desktop on Linux, as a context manager; any number of them work side by side.

    `size` is in pixels; with `monitors` (in pixels, from 0, 0) the screen is as large as they need. Inside the block
    `env` is the environment for its programs, `display` its name (":5"), `home` the home folder they see. Leaving the
    block ends everything that runs on it and removes its files. Raises NoDesktop where it cannot be started.
    """

    def __init__(
        self,
        size: Size = FULL_HD,
        monitors: tuple[Box, ...] = (),
        *,
        window_manager: bool = True,
        compositor: bool = True,
        tray: bool = True,
        keyring: bool = False,
        accessibility: bool = True,
        locale: str = "C.UTF-8",
    ) -> None:
        self.size, self.monitors = programs.screen_size(size, monitors), monitors
        self.window_manager, self.compositor, self.tray = window_manager, compositor, tray
        self.keyring, self.accessibility, self.locale = keyring, accessibility, locale
        self.env: dict[str, str] = {}
        self._started: list[subprocess.Popen[bytes]] = []
        self._watcher: subprocess.Popen[bytes] | None = None
        self._alive: int | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def display(self) -> str:
        return self.env["DISPLAY"]

    @property
    def home(self) -> Path:
        return Path(self.env["HOME"])

    def spawn(self, argv: Sequence[str], cwd: Path | None = None) -> subprocess.Popen[bytes]:
        """Starts a program on this desktop; it is ended with the desktop. Raises FileNotFoundError."""
        return self._spawn(argv, cwd or self.home)

    def run(
        self, argv: Sequence[str], timeout_s: float = 20.0, cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program to its end. Raises FileNotFoundError, subprocess.TimeoutExpired."""
        return subprocess.run(
            list(argv), env=self.env, cwd=cwd or self.home, timeout=timeout_s, check=False,
            capture_output=True, text=True, stdin=subprocess.DEVNULL,
        )  # fmt: skip

    def start(self) -> None:
        programs.check_installed(self._needed())
        virtual_watch.sweep_abandoned(Stop().wait)
        self._folder = Path(tempfile.mkdtemp(prefix=virtual_watch.PREFIX))
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Ends and removes everything; a second time does nothing."""
        if self._alive is None:
            return
        watcher = {self._watcher.pid} if self._watcher else set[int]()
        virtual_watch.sweep(self._folder, self._wait_and_reap, frozenset(watcher))
        os.close(self._alive)
        self._alive = None
        for process in [*self._started, *([self._watcher] if self._watcher else [])]:
            process.wait()
        self._started, self._watcher = [], None

    def _start(self) -> None:
        self._alive = virtual_watch.locked_by_owner(self._folder)
        self.env = programs.environment(self._folder, self.locale, self.accessibility)
        programs.make_folders(self.env)
        programs.write_settings(Path(self.env["XDG_CONFIG_HOME"]))
        watcher = [sys.executable, "-I", "-S", virtual_watch.__file__, str(self._folder)]
        self._watcher = subprocess.Popen(watcher, env=self.env, start_new_session=True, stdin=subprocess.DEVNULL)
        self._start_display()
        self._start_bus()
        self._start_session()

    def _needed(self) -> list[str]:
        parts = {
            "openbox": self.window_manager,
            "picom": self.compositor,
            "tint2": self.tray,
            "gnome-keyring-daemon": self.keyring,
            "at-spi-bus-launcher": self.accessibility,
            "xrandr": bool(self.monitors),
        }
        return ["Xvfb", "xhost", "xsetroot", "dbus-daemon", *(name for name, wanted in parts.items() if wanted)]

    def _start_display(self) -> None:
        cookie = Path(self.env["XAUTHORITY"])
        programs.write_cookie(cookie)
        screen = f"{self.size.width}x{self.size.height}x24"
        options = ["-screen", "0", screen, "-auth", str(cookie), *programs.XVFB]
        number = self._told("Xvfb", lambda handle: ["Xvfb", "-displayfd", str(handle), *options])
        self.env["DISPLAY"] = self.env["HANDRAIL_PRIVATE_DESKTOP"] = f":{number}"
        # python-xlib does not find a key that is for any host; other people of this machine still cannot get in.
        self._checked(["xhost", f"+si:localuser:#{os.getuid()}"])
        self._checked(["xsetroot", "-solid", "#35506b"])
        for index, monitor in enumerate(self.monitors):
            self._checked(programs.monitor_arguments(index, monitor))

    def _start_bus(self) -> None:
        settings = programs.write_bus_settings(self._folder, self.env["DBUS_SESSION_BUS_ADDRESS"])
        options = [f"--config-file={settings}", "--nofork", "--nopidfile"]
        self._told("dbus-daemon", lambda handle: ["dbus-daemon", *options, f"--print-address={handle}"])

    def _start_session(self) -> None:
        config = self.env["XDG_CONFIG_HOME"]
        manager = self._spawn(["openbox", "--sm-disable"]) if self.window_manager else None
        picom = ["picom", "--backend", "xrender", "--config", f"{config}/picom.conf"]
        compositor = self._spawn(picom) if self.compositor else None
        if self.keyring:
            self._start_keyring()
        if self.accessibility:
            self._enable_accessibility()
        with self._x_display() as display:
            self._ready(manager, lambda: programs.has_window_manager(display))
            self._ready(compositor, lambda: programs.selection_owned(display, "_NET_WM_CM_S0"))
            # A panel that comes before the window manager can end up with a frame around it.
            tray = self._spawn(["tint2", "-c", f"{config}/tint2rc"]) if self.tray else None
            self._ready(tray, lambda: programs.selection_owned(display, "_NET_SYSTEM_TRAY_S0"))

    def _start_keyring(self) -> None:
        """An unlocked keyring with an empty password: it protects nothing and lives as long as the desktop."""
        told = subprocess.run(
            ["gnome-keyring-daemon", "--daemonize", "--unlock", "--components=secrets"],
            env=self.env, input="\n", text=True, capture_output=True, timeout=START_SECONDS, check=False,
        )  # fmt: skip
        if told.returncode != 0:
            raise NoDesktop("desktop.virtual_part_failed", program="gnome-keyring-daemon", why=told.stderr.strip())
        self.env |= dict(line.split("=", 1) for line in told.stdout.splitlines() if "=" in line)

    def _enable_accessibility(self) -> None:
        """Switches accessibility on for every application, as a screen reader would; the bus starts the service."""
        from jeepney import DBusAddress, Properties, new_method_call
        from jeepney.io.blocking import open_dbus_connection

        status = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Status")
        bus = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
        with open_dbus_connection(self.env["DBUS_SESSION_BUS_ADDRESS"]) as connection:
            for call in (Properties(status).set("IsEnabled", "b", True), new_method_call(bus, "GetAddress")):
                try:
                    connection.send_and_get_reply(call, timeout=START_SECONDS)
                except (TimeoutError, OSError) as late:
                    why = str(late)
                    raise NoDesktop("desktop.virtual_part_failed", program="at-spi-bus-launcher", why=why) from late

    @contextlib.contextmanager
    def _x_display(self) -> Iterator[Display]:
        from Xlib.display import Display
        from Xlib.error import ConnectionClosedError, DisplayError

        try:
            with contextlib.closing(Display(self.display)) as display:
                yield display
        except (DisplayError, ConnectionClosedError) as lost:
            raise NoDesktop("desktop.virtual_part_failed", program="Xvfb", why=self._last_words("Xvfb")) from lost

    def _spawn(
        self, argv: Sequence[str], cwd: Path | None = None, keep: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        with self._log(argv[0]).open("ab") as log:
            process = subprocess.Popen(
                list(argv), env=self.env, cwd=cwd or self.home, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, pass_fds=keep,
            )  # fmt: skip
        virtual_watch.remember(self._folder, process.pid)
        self._started.append(process)
        return process

    def _told(self, program: str, argv: Callable[[int], list[str]]) -> str:
        """Starts a program that writes one line to a descriptor once it is ready; what it wrote."""
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as told:
            try:
                self._spawn(argv(writing), keep=(writing,))
            finally:
                os.close(writing)
            ready, _, _ = select.select([told], [], [], START_SECONDS)
            line = told.readline().decode().strip() if ready else ""
        if not line:
            raise NoDesktop("desktop.virtual_part_failed", program=program, why=self._last_words(program))
        return line

    def _checked(self, argv: list[str]) -> None:
        done = self.run(argv, START_SECONDS)
        if done.returncode != 0:
            raise NoDesktop("desktop.virtual_part_failed", program=argv[0], why=done.stderr.strip())

    def _ready(self, process: subprocess.Popen[bytes] | None, condition: Callable[[], bool]) -> None:
        if process is None:
            return
        came = Stop().wait_until(lambda: condition() or process.poll() is not None, START_SECONDS, every=0.01)
        if not came or process.returncode is not None:
            program = str(process.args[0]) if isinstance(process.args, list) else ""
            raise NoDesktop("desktop.virtual_part_failed", program=program, why=self._last_words(program))

    def _log(self, program: str) -> Path:
        return self._folder / f"{Path(program).name}.log"

    def _last_words(self, program: str) -> str:
        log = self._log(program)
        lines = log.read_text(errors="replace").split("\n") if log.exists() else []
        return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")

    def _wait_and_reap(self, seconds: float) -> None:
        for process in self._started:
            process.poll()
        Stop().wait(seconds)


def _size(text: str) -> Size:
    width, _, height = text.partition("x")
    return Size(width=int(width), height=int(height))


def _monitors(text: str) -> tuple[Box, ...]:
    """`1920x1080+0+0,1280x1024+1920+0`, as xrandr writes it."""
    boxes = []
    for monitor in text.split(","):
        size, left, top = monitor.split("+")
        width, height = size.split("x")
        boxes.append(Box(left=int(left), top=int(top), width=int(width), height=int(height)))
    return tuple(boxes)


def main() -> int:
    """Runs one command on a private desktop of its own; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m app.desktop.virtual", description=main.__doc__)
    parser.add_argument("--size", type=_size, default=FULL_HD, metavar="1920x1080")
    parser.add_argument("--monitors", type=_monitors, default=(), metavar="1920x1080+0+0,1280x1024+1920+0")
    parser.add_argument("--keyring", action="store_true", help="with an unlocked keyring")
    parser.add_argument("--bare", action="store_true", help="no window manager, compositor and tray")
    parser.add_argument("command", nargs="+", help="after --")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    parts = not asked.bare
    desktop = VirtualDesktop(
        asked.size, asked.monitors, keyring=asked.keyring, window_manager=parts, compositor=parts, tray=parts
    )
    try:
        with desktop:
            return subprocess.run(asked.command, env=desktop.env, check=False).returncode
    except (DesktopError, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        return 5


if __name__ == "__main__":
    sys.exit(main())
