"""The Windows port: what the fake and the real ones have in common, and what X11 adds."""

from __future__ import annotations

import gc
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.core.elements import WindowFacts
from app.core.errors import InputFailed, NoDesktop, Stopped
from app.core.geometry import Box, ScreenPoint, Size
from app.core.ports import Windows
from app.core.stop import Stop
from app.desktop.virtual import VirtualDesktop
from app.desktop.windows_x11 import X11Windows
from tests.fakes import FakeDesktop, window

TK_WINDOW = """
import sys, tkinter
root = tkinter.Tk()
root.title(sys.argv[1])
root.geometry(sys.argv[2])
tkinter.Label(root, text="a window").pack()
if "menu" in sys.argv:
    menu = tkinter.Menu(root, tearoff=False)
    menu.add_command(label="An entry")
    root.after(500, lambda: menu.post(700, 420))
root.mainloop()
"""

Show = Callable[..., WindowFacts]


@pytest.fixture
def x11() -> Iterator[X11Windows]:
    with closing(X11Windows()) as windows:
        yield windows


@pytest.fixture
def show(desktop: VirtualDesktop, x11: X11Windows) -> Iterator[Show]:
    """Opens a Tk window with this title and place, and ends it after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def open_window(title: str, place: str = "300x200+100+100", *words: str) -> WindowFacts:
        started.append(desktop.spawn(["/usr/bin/python3", "-c", TK_WINDOW, title, place, *words]))
        return appeared(x11, title)

    yield open_window
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture(params=["fake", pytest.param("x11", marks=pytest.mark.desktop)])
def two_windows(request: pytest.FixtureRequest) -> Windows:
    """A desktop with the windows Under (partly covered, at 100, 100) and Over (at 250, 200, in front, active)."""
    if request.param == "fake":
        return FakeDesktop(windows=(_fake(2, "Over", 250, 200), _fake(1, "Under", 100, 100, active=False)))
    show = request.getfixturevalue("show")
    show("Under", "300x200+100+100")
    show("Over", "300x200+250+200")
    windows: X11Windows = request.getfixturevalue("x11")
    assert Stop().wait_until(lambda: windows.list()[0].title == "Over" and windows.list()[0].active, 5)
    return windows


def _fake(number: int, title: str, left: int, top: int, *, active: bool = True) -> WindowFacts:
    return window(number, title, box={"left": left, "top": top, "width": 300, "height": 220}, active=active)


def appeared(windows: Windows, title: str) -> WindowFacts:
    found: list[WindowFacts] = []

    def look() -> bool:
        found[:] = [one for one in windows.list() if title in one.title]
        return bool(found)

    assert Stop().wait_until(look, 15), f"no window {title!r} among {windows.list()}"
    return found[0]


class TestEveryKindOfWindows:
    def test_the_topmost_comes_first_and_one_is_active(self, two_windows: Windows) -> None:
        assert [one.title for one in two_windows.list()] == ["Over", "Under"]
        assert [one.active for one in two_windows.list()] == [True, False]

    def test_the_window_on_top_is_the_one_at_a_point_both_cover(self, two_windows: Windows) -> None:
        over = two_windows.list()[0]
        found = two_windows.at(ScreenPoint(x=300, y=260))
        assert found
        assert found.number == over.number

    def test_a_point_that_one_window_covers_is_its_own(self, two_windows: Windows) -> None:
        found = two_windows.at(ScreenPoint(x=150, y=180))
        assert found
        assert found.title == "Under"

    def test_there_is_no_window_on_the_bare_desktop(self, two_windows: Windows) -> None:
        assert two_windows.at(ScreenPoint(x=1000, y=50)) is None

    def test_a_window_brought_to_the_front_is_active_and_first(self, two_windows: Windows) -> None:
        under = two_windows.list()[1]
        two_windows.focus(under, Stop())
        assert [one.title for one in two_windows.list()] == ["Under", "Over"]
        assert two_windows.list()[0].active

    def test_a_window_that_is_gone_cannot_be_brought_to_the_front(self, two_windows: Windows) -> None:
        with pytest.raises(InputFailed, match=r"windows\.gone"):
            two_windows.focus(window(0x7FFFFF, "Gone"), Stop())

    def test_an_application_nobody_knows_is_said_to_be_missing(self, two_windows: Windows) -> None:
        with pytest.raises(InputFailed, match=r"windows\.no_such_app"):
            two_windows.open_app("no such application", Stop())

    def test_a_stopped_run_brings_nothing_to_the_front(self, two_windows: Windows) -> None:
        stop = Stop()
        stop.stop()
        with pytest.raises(Stopped):
            two_windows.focus(two_windows.list()[1], stop)


@pytest.mark.desktop
class TestX11:
    def test_a_title_in_any_script_is_read(self, show: Show) -> None:
        assert show("Grüße ✓ 你好 é").title == "Grüße ✓ 你好 é"

    def test_the_box_holds_the_decorations(self, desktop: VirtualDesktop, show: Show) -> None:
        found = show("Framed", "300x200+100+100")
        left, right, top, bottom = _extents(desktop, found, "_NET_FRAME_EXTENTS")
        inside = _inner_box(desktop, found)
        assert top > 10
        assert (found.box.left, found.box.top) == (inside.left - left, inside.top - top)
        assert (found.box.right, found.box.bottom) == (inside.right + right, inside.bottom + bottom)

    def test_the_invisible_shadow_of_a_gtk_window_is_not_part_of_it(
        self, desktop: VirtualDesktop, x11: X11Windows, show: Show
    ) -> None:
        before = show("With a shadow")
        shadow = ["-f", "_GTK_FRAME_EXTENTS", "32c", "-set", "_GTK_FRAME_EXTENTS", "12,14,10,20"]
        desktop.run(["xprop", "-id", str(before.number), *shadow])
        after = x11.list()[0].box
        assert (after.left, after.top) == (before.box.left + 12, before.box.top + 10)
        assert (after.right, after.bottom) == (before.box.right - 14, before.box.bottom - 20)

    @pytest.mark.parametrize("program", ["mousepad", "featherpad", "galculator", "gedit"])
    def test_programs_are_named_as_a_person_calls_them(
        self, desktop: VirtualDesktop, x11: X11Windows, program: str
    ) -> None:
        desktop.spawn([program])
        assert appeared(x11, "").app.casefold() == program

    def test_a_click_on_a_menu_counts_for_its_window(self, x11: X11Windows, show: Show) -> None:
        owner = show("With a menu", "300x200+100+100", "menu")
        on_the_menu = ScreenPoint(x=705, y=425)
        assert Stop().wait_until(lambda: x11.at(on_the_menu) is not None, 5)
        found = x11.at(on_the_menu)
        assert found
        assert found.number == owner.number

    def test_a_minimized_window_is_listed_as_such_and_comes_back(
        self, desktop: VirtualDesktop, x11: X11Windows, show: Show
    ) -> None:
        found = show("To be hidden")
        desktop.run(["xdotool", "windowminimize", "--sync", str(found.number)])
        assert Stop().wait_until(lambda: x11.list()[0].minimized, 5)
        assert x11.at(found.box.middle) is None
        x11.focus(found, Stop())
        assert x11.list()[0].active
        assert not x11.list()[0].minimized

    def test_a_click_on_the_panel_is_known_as_one_though_nobody_calls_it_a_window(
        self, x11: X11Windows, show: Show
    ) -> None:
        show("Beside the panel")
        panel = x11.at(ScreenPoint(x=960, y=1070))
        assert panel
        assert panel.app.casefold() == "tint2"
        assert panel.number not in {one.number for one in x11.list()}

    def test_an_opening_picture_is_no_window(self, desktop: VirtualDesktop, x11: X11Windows, show: Show) -> None:
        before = show("Opening")
        kind = ["-f", "_NET_WM_WINDOW_TYPE", "32a", "-set", "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_SPLASH"]
        desktop.run(["xprop", "-id", str(before.number), *kind])
        assert x11.list() == ()
        found = x11.at(before.box.middle)
        assert found
        assert found.number == before.number

    def test_windows_of_handed_in_processes_are_own(self, show: Show) -> None:
        found = show("Handrail itself")
        assert not found.own
        assert found.pid
        with closing(X11Windows(own_pids=frozenset({found.pid}))) as windows:
            assert windows.list()[0].own

    def test_windows_that_come_and_go_meanwhile_never_raise(self, x11: X11Windows, show: Show) -> None:
        show("Stays")
        for number in range(3):
            show(f"Short-lived {number}")
        for found in x11.list()[:3]:
            assert found.pid
            os.kill(found.pid, 9)
            end = time.monotonic() + 0.3
            while time.monotonic() < end:
                x11.list()
                x11.at(found.box.middle)
        assert [one.title for one in x11.list()] == ["Stays"]

    def test_an_application_is_opened_by_the_name_in_the_menu(self, x11: X11Windows) -> None:
        x11.open_app("calculator", Stop())
        assert x11.list()[0].title == "galculator"

    def test_only_a_window_of_the_program_counts_as_its_own(self, desktop: VirtualDesktop, x11: X11Windows) -> None:
        wait_and_show = f"sleep 1; exec /usr/bin/python3 -c '{TK_WINDOW}' Kettle 300x200+100+100"
        script = desktop.home / "slow"
        script.write_text(f"#!/bin/sh\n{wait_and_show}\n", encoding="utf-8")
        script.chmod(0o755)
        _install(desktop.home, "Kettle", str(script))
        desktop.spawn(["galculator"])
        x11.open_app("kettle", Stop())
        assert "Kettle" in {one.title for one in x11.list()}

    def test_a_program_that_is_open_in_front_already_needs_no_new_window(self, x11: X11Windows) -> None:
        x11.open_app("Mousepad", Stop())
        began = time.monotonic()
        x11.open_app("Mousepad", Stop())
        assert time.monotonic() - began < 6
        assert x11.list()[0].app == "Mousepad"

    def test_a_program_that_ends_at_once_is_said_to_have_failed(self, desktop: VirtualDesktop, x11: X11Windows) -> None:
        _install(desktop.home, "broken", "/bin/false")
        with pytest.raises(InputFailed, match=r"windows\.start_failed"):
            x11.open_app("broken", Stop())

    def test_waiting_for_a_window_ends_with_the_run(self, desktop: VirtualDesktop, x11: X11Windows) -> None:
        _install(desktop.home, "silent", "/bin/sleep 3")
        stop = Stop()
        threading.Timer(0.5, stop.stop).start()
        began = time.monotonic()
        with pytest.raises(Stopped):
            x11.open_app("silent", stop)
        assert time.monotonic() - began < 2


@pytest.mark.desktop(window_manager=False, compositor=False, tray=False)
def test_without_a_window_manager_windows_are_found_all_the_same(x11: X11Windows, show: Show) -> None:
    alone = show("Alone", "300x200+100+100")
    assert alone.box.contains(ScreenPoint(x=200, y=200))
    found = x11.at(ScreenPoint(x=200, y=200))
    assert found
    assert found.number == alone.number


@pytest.mark.desktop(window_manager=False, compositor=False, tray=False)
def test_a_display_that_ends_is_one_clear_error() -> None:
    with VirtualDesktop(Size(width=320, height=240), window_manager=False, compositor=False, tray=False) as bare:
        windows = X11Windows(bare.display)
    with pytest.raises(NoDesktop, match=r"windows\.display_gone"):
        windows.list()
    windows.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_display_that_is_not_there_is_one_clear_error() -> None:
    with pytest.raises(NoDesktop, match=r"windows\.no_display"):
        X11Windows(":4711")
    gc.collect()  # python-xlib leaves the sockets of a failed connection to the garbage collector


def _extents(desktop: VirtualDesktop, found: WindowFacts, name: str) -> list[int]:
    told = desktop.run(["xprop", "-id", str(found.number), name]).stdout
    return [int(number) for number in told.split("=")[1].split(",")]


def _inner_box(desktop: VirtualDesktop, found: WindowFacts) -> Box:
    """The window without its decorations, as xwininfo measures it."""
    told = desktop.run(["xwininfo", "-id", str(found.number)]).stdout
    facts = dict(line.strip().split(":", 1) for line in told.splitlines() if line.count(":") == 1)
    names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    left, top, width, height = (int(facts[name]) for name in names)
    return Box(left=left, top=top, width=width, height=height)


def _install(home: Path, name: str, command: str) -> None:
    folder = home / ".local/share/applications"
    folder.mkdir(parents=True, exist_ok=True)
    entry = f"[Desktop Entry]\nType=Application\nName={name}\nExec={command}\n"
    (folder / f"{name}.desktop").write_text(entry, encoding="utf-8")
