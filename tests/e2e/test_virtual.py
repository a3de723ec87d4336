"""Private desktops: they are ready, apart from each other, and nothing of them stays behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from app.core.errors import NoDesktop
from app.core.geometry import Box, Size
from app.core.stop import Stop
from app.desktop import virtual_watch
from app.desktop.virtual import VirtualDesktop
from app.desktop.virtual_programs import check_installed, program_path

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not all(map(program_path, ("Xvfb", "openbox", "picom", "tint2", "xhost"))),
    reason="the programs of a private desktop are not installed",
)

OWNER = """
import sys
from app.core.stop import Stop
from app.desktop.virtual import VirtualDesktop
with VirtualDesktop(keyring=True) as desktop:
    desktop.spawn(["mousepad"])
    Stop().wait_until(lambda: "mousepad" in desktop.run(["xdotool", "search", "--class", "mousepad"]).stdout
                      or desktop.run(["xdotool", "search", "--class", "mousepad"]).returncode == 0, 20)
    print(desktop.env["HANDRAIL_DESKTOP_FOLDER"], flush=True)
    sys.stdin.read()
"""


def belonging_to(folder: Path) -> set[str]:
    """Everything that runs and names the folder in its environment or command line, zombies left out."""
    found = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            words = [*process.environ().values(), *process.cmdline()]
            if process.status() != psutil.STATUS_ZOMBIE and any(str(folder) in word for word in words):
                found.add(f"{process.pid} {process.name()}")
    return found


def folder_of(desktop: VirtualDesktop) -> Path:
    return Path(desktop.env["HANDRAIL_DESKTOP_FOLDER"])


def gone(folder: Path, seconds: float = 10) -> bool:
    return Stop().wait_until(lambda: not folder.exists() and not belonging_to(folder), seconds)


@pytest.fixture
def owner() -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """Another process that has a private desktop with an editor and a keyring, and the folder of that desktop."""
    argv = [sys.executable, "-c", OWNER]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        yield process, Path(process.stdout.readline().decode().strip())
        process.kill()


class TestWhatItIs:
    def test_it_has_a_display_of_the_wanted_size_a_bus_and_a_home_of_its_own(self) -> None:
        with VirtualDesktop(Size(width=1024, height=768)) as desktop:
            assert desktop.run(["xdotool", "getdisplaygeometry"]).stdout.split() == ["1024", "768"]
            assert desktop.env["HANDRAIL_PRIVATE_DESKTOP"] == desktop.display
            assert desktop.run(["sh", "-c", "cd; pwd"]).stdout.strip() == str(desktop.home) != os.environ["HOME"]
            names = desktop.run(["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                                 "org.freedesktop.DBus.ListNames"]).stdout  # fmt: skip
            assert "org.a11y.Bus" in names

    def test_nothing_of_the_persons_own_session_comes_along(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("SSH_AUTH_SOCK", "WAYLAND_DISPLAY", "XDG_SESSION_ID", "LC_TIME", "GTK_IM_MODULE", "LANGUAGE"):
            monkeypatch.setenv(name, "of the person")
        monkeypatch.setenv("HANDRAIL_SOMETHING", "kept")
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, locale="C") as desktop:
            assert "of the person" not in desktop.env.values()
            assert desktop.env["HANDRAIL_SOMETHING"] == "kept"
            assert desktop.env["LC_ALL"] == "C"

    def test_it_has_the_monitors_asked_for(self) -> None:
        wanted = (Box(left=0, top=0, width=800, height=600), Box(left=800, top=100, width=640, height=480))
        with VirtualDesktop(monitors=wanted) as desktop:
            shown = desktop.run(["xrandr", "--listmonitors"]).stdout
            assert desktop.size == Size(width=1440, height=600)
            assert "800/212x600/159+0+0" in shown
            assert "640/169x480/127+800+100" in shown

    def test_a_monitor_left_of_the_screen_is_refused(self) -> None:
        with pytest.raises(NoDesktop, match="virtual_negative_monitor"):
            VirtualDesktop(monitors=(Box(left=-10, top=0, width=800, height=600),))

    def test_several_stand_side_by_side(self) -> None:
        with VirtualDesktop() as one, VirtualDesktop() as two:
            assert len({one.display, two.display}) == len({one.home, two.home}) == 2
            two.stop()
            assert one.run(["xdotool", "getdisplaygeometry"]).returncode == 0

    @pytest.mark.desktop(keyring=True)
    def test_its_keyring_keeps_a_secret(self) -> None:
        import keyring

        keyring.set_password("handrail", "key", "gehéim")
        assert keyring.get_password("handrail", "key") == "gehéim"

    @pytest.mark.desktop(window_manager=False, compositor=False, tray=False, accessibility=False)
    def test_without_a_keyring_nobody_is_asked_for_the_password_of_a_new_one(self) -> None:
        import keyring
        from keyring.errors import NoKeyringError

        with pytest.raises(NoKeyringError):
            keyring.set_password("handrail", "key", "secret")

    @pytest.mark.desktop(accessibility=True)
    def test_applications_are_told_that_accessibility_is_on(self, desktop: VirtualDesktop) -> None:
        call = ["--dest=org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties.Get"]
        asked = desktop.run(
            ["dbus-send", "--session", "--print-reply", *call, "string:org.a11y.Status", "string:IsEnabled"]
        )
        assert "boolean true" in asked.stdout

    @pytest.mark.desktop
    def test_a_window_is_closed_by_the_usual_keys(self, desktop: VirtualDesktop) -> None:
        program = desktop.spawn(["galculator"])
        stop = Stop()
        assert stop.wait_until(lambda: desktop.run(["xdotool", "search", "--name", "galculator"]).returncode == 0, 20)
        stop.wait(1)
        desktop.run(["xdotool", "key", "alt+F4"])
        assert stop.wait_until(lambda: program.poll() is not None, 10)

    @pytest.mark.desktop
    def test_the_window_manager_takes_no_other_key_from_the_applications(self) -> None:
        from Xlib import XK, X, display, error

        connection = display.Display()
        refused = error.CatchError(error.BadAccess)
        for name in ("F5", "Tab", "Escape", "space", "Left", "e"):
            code = connection.keysym_to_keycode(XK.string_to_keysym(name))
            connection.screen().root.grab_key(code, X.AnyModifier, False, 1, 1, onerror=refused)
        connection.sync()
        connection.close()
        assert refused.get_error() is None

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
    def test_another_user_of_the_machine_is_kept_out(self) -> None:
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False) as desktop:
            argv = ["setpriv", "--reuid=65534", "--clear-groups", "xdotool", "getdisplaygeometry"]
            assert desktop.run(argv).returncode != 0


class TestWhatStaysBehind:
    def test_stopping_ends_programs_and_the_daemons_they_woke_up(self) -> None:
        with VirtualDesktop(keyring=True) as desktop:
            folder = folder_of(desktop)
            editor = desktop.spawn(["mousepad"])
            desktop.run(["gsettings", "set", "org.gnome.desktop.interface", "cursor-size", "30"])
            # A daemon in the old style: nobody's child, in a session of its own.
            desktop.run(["sh", "-c", "setsid sleep 1000 >&- 2>&- &"])
            assert Stop().wait_until(
                lambda: desktop.run(["xdotool", "search", "--class", "mousepad"]).returncode == 0, 20
            )
            names = {line.split()[1] for line in belonging_to(folder)}
            assert {"Xvfb", "dbus-daemon", "sleep", "gnome-keyring-d", "mousepad"} <= {name[:15] for name in names}
        assert editor.returncode is not None
        assert not folder.exists()
        assert not belonging_to(folder)
        desktop.stop()

    def test_a_program_that_will_not_go_is_ended(self) -> None:
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False) as desktop:
            stubborn = desktop.spawn(["sh", "-c", "trap '' TERM; echo set > trapped; while :; do sleep 0.2; done"])
            assert Stop().wait_until((desktop.home / "trapped").exists, 5)
        assert stubborn.returncode == -signal.SIGKILL
        assert not belonging_to(folder_of(desktop))

    def test_a_socket_that_a_program_leaves_outside_is_removed(self) -> None:
        binding = "import os, socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
        staying = "import socket, sys, time; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); time.sleep(1000)"
        with tempfile.TemporaryDirectory(dir="/tmp") as outside:
            of_a_member, of_somebody_else = Path(outside, "member"), Path(outside, "other")
            subprocess.run([sys.executable, "-c", binding, str(of_somebody_else)], check=True)
            with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False) as desktop:
                desktop.spawn([sys.executable, "-c", staying, str(of_a_member)])
                assert Stop().wait_until(of_a_member.exists, 5)
            assert not of_a_member.exists()
            assert of_somebody_else.exists()

    def test_a_killed_owner_leaves_nothing(self, owner: tuple[subprocess.Popen[bytes], Path]) -> None:
        process, folder = owner
        assert belonging_to(folder)
        process.kill()
        assert gone(folder)

    def test_what_a_killed_owner_and_a_killed_watcher_left_is_swept_at_the_next_start(
        self, owner: tuple[subprocess.Popen[bytes], Path]
    ) -> None:
        process, folder = owner
        (watcher,) = (
            child for child in psutil.Process(process.pid).children() if "virtual_watch" in str(child.cmdline())
        )
        watcher.kill()
        process.kill()
        process.wait()
        assert belonging_to(folder)
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False):
            assert not folder.exists()
            assert not belonging_to(folder)

    def test_the_next_start_leaves_the_desktop_of_a_living_owner_alone(
        self, owner: tuple[subprocess.Popen[bytes], Path]
    ) -> None:
        _, folder = owner
        # What starts last, and what lives for a moment only, would come and go in between.
        Stop().wait(1)
        before = belonging_to(folder)
        virtual_watch.sweep_abandoned(Stop().wait)
        assert folder.exists()
        assert before <= belonging_to(folder)

    def test_a_start_that_fails_leaves_nothing(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "openbox").write_text("#!/bin/sh\necho 'no such theme' >&2\nexit 1\n")
        (tmp_path / "openbox").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        desktop = VirtualDesktop(compositor=False, tray=False, accessibility=False)
        with pytest.raises(NoDesktop, match="no such theme"):
            desktop.start()
        assert gone(folder_of(desktop), 0.1)

    def test_a_missing_program_is_named_with_the_command_that_installs_it(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(NoDesktop, match="xvfb") as missing:
            check_installed(["Xvfb", "openbox"])
        assert str(missing.value.said.values["command"]).endswith("--no-install-recommends openbox xvfb")

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount")
    def test_files_on_something_mounted_in_it_are_not_removed(self, tmp_path: Path) -> None:
        (tmp_path / "precious").touch()
        with VirtualDesktop(window_manager=False, compositor=False, tray=False, accessibility=False) as desktop:
            place = desktop.home / "mounted"
            place.mkdir()
            if subprocess.run(["mount", "--bind", str(tmp_path), str(place)], check=False).returncode:
                pytest.skip("mounting is not allowed here")
        assert (tmp_path / "precious").exists()
        subprocess.run(["umount", str(place)], check=False, capture_output=True)
        virtual_watch.sweep_abandoned(Stop().wait)
        assert not folder_of(desktop).exists()


class TestTheCommand:
    def test_it_runs_a_command_on_a_desktop_and_gives_its_exit_code(self) -> None:
        argv = ["--size", "800x600", "--bare", "--", "sh", "-c", "xdotool getdisplaygeometry; exit 7"]
        done = subprocess.run([sys.executable, "-m", "app.desktop.virtual", *argv], capture_output=True, check=False)
        assert done.stdout.split() == [b"800", b"600"]
        assert done.returncode == 7

    def test_ended_from_outside_it_leaves_nothing(self) -> None:
        argv = ["--bare", "--", "sh", "-c", "echo $HANDRAIL_DESKTOP_FOLDER; exec sleep 1000"]
        with subprocess.Popen([sys.executable, "-m", "app.desktop.virtual", *argv], stdout=subprocess.PIPE) as command:
            assert command.stdout
            folder = Path(command.stdout.readline().decode().strip())
            command.terminate()
            assert command.wait(10) == 128 + signal.SIGTERM
        assert not folder.exists()
        assert not belonging_to(folder)
