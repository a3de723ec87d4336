"""The Accessibility port: what the fake and AT-SPI have in common, and what AT-SPI adds."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from app.core.elements import Element, Role, State, Visibility
from app.core.errors import Stopped
from app.core.geometry import Box
from app.core.ports import Accessibility
from app.core.stop import Stop
from app.desktop.accessibility_atspi import AtspiAccessibility
from app.desktop.virtual import VirtualDesktop
from tests.fakes import FakeAccessibility

STOP = Stop()


def box(left: int, top: int) -> Box:
    return Box(left=left, top=top, width=60, height=20)


CALCULATOR = (
    Element(role=Role.WINDOW, name="galculator", box=box(0, 0), path=(0, 0), app="galculator"),
    Element(role=Role.BUTTON, name="7", box=box(10, 10), path=(0, 0, 0), app="galculator"),
    Element(
        role=Role.TEXT_FIELD,
        box=box(10, 40),
        path=(0, 0, 1),
        app="galculator",
        handle="display",
        value="0",
        states=frozenset({State.FOCUSED}),
    ),
)


@pytest.fixture
def atspi() -> Iterator[AtspiAccessibility]:
    with closing(AtspiAccessibility()) as accessibility:
        yield accessibility


def appeared(accessibility: Accessibility, name: str) -> Element:
    """The first element of this name, once it is there."""
    found: list[Element] = []

    def there() -> bool:
        found[:] = [one for one in accessibility.elements(STOP) if one.name == name]
        return bool(found)

    assert STOP.wait_until(there, 30, every=0.1), f"no {name}"
    return found[0]


@pytest.fixture(params=["fake", pytest.param("atspi", marks=pytest.mark.desktop)])
def calculator(request: pytest.FixtureRequest) -> Accessibility:
    """A desktop that shows galculator and nothing else."""
    if request.param == "fake":
        return FakeAccessibility(CALCULATOR, {"display": "0"})
    desktop: VirtualDesktop = request.getfixturevalue("desktop")
    accessibility: AtspiAccessibility = request.getfixturevalue("atspi")
    desktop.spawn(["galculator"])
    appeared(accessibility, "7")
    return accessibility


def test_parents_come_before_their_children(calculator: Accessibility) -> None:
    met: set[tuple[int, ...]] = set()
    for element in calculator.elements(STOP):
        assert element.path[:-1] in met or element.role is Role.WINDOW
        assert element.path not in met
        met.add(element.path)


def test_a_button_has_its_name_application_and_place(calculator: Accessibility) -> None:
    button = next(one for one in calculator.elements(STOP) if one.name == "7")
    assert button.role in (Role.BUTTON, Role.TOGGLE_BUTTON)
    assert button.app == "galculator"
    assert button.visibility is Visibility.VISIBLE
    assert button.box.area > 100


def test_a_field_holds_its_text(calculator: Accessibility) -> None:
    display = next(one for one in calculator.elements(STOP) if one.role is Role.TEXT_FIELD)
    assert display.value == "0"
    assert calculator.text_of(display) == "0"


def test_a_password_is_never_told(calculator: Accessibility) -> None:
    display = next(one for one in calculator.elements(STOP) if one.role is Role.TEXT_FIELD)
    assert calculator.text_of(display.model_copy(update={"role": Role.PASSWORD_FIELD})) is None


def test_an_element_that_is_gone_has_no_text(calculator: Accessibility) -> None:
    display = next(one for one in calculator.elements(STOP) if one.role is Role.TEXT_FIELD)
    assert calculator.text_of(display.model_copy(update={"handle": ":1.999/gone"})) is None
    assert calculator.text_of(display.model_copy(update={"handle": ""})) is None


def test_a_run_that_is_stopped_reads_nothing(calculator: Accessibility) -> None:
    stopped = Stop()
    stopped.stop()
    for read in (calculator.elements, calculator.focused):
        with pytest.raises(Stopped):
            read(stopped)


def test_without_an_accessibility_bus_there_are_no_elements() -> None:
    with closing(AtspiAccessibility("unix:path=/nowhere/at/all")) as accessibility:
        assert accessibility.elements(STOP) == ()
        assert accessibility.focused(STOP) is None
        assert accessibility.text_of(CALCULATOR[2].model_copy(update={"handle": ":1.1/x"})) is None


def test_an_address_of_no_known_kind_is_no_bus() -> None:
    for address in ("tcp:host=localhost,port=1", "nonsense", ""):
        with closing(AtspiAccessibility(address)) as accessibility:
            assert accessibility.elements(STOP) == ()


@pytest.fixture
def two(desktop: VirtualDesktop, atspi: AtspiAccessibility) -> tuple[subprocess.Popen[bytes], AtspiAccessibility]:
    """galculator and mousepad; the process of mousepad."""
    (desktop.home / "note.txt").write_text("Bread\nMilk\n")
    mousepad = desktop.spawn(["mousepad", "note.txt"])
    desktop.spawn(["galculator"])
    appeared(atspi, "7")
    appeared(atspi, "Edit")
    return mousepad, atspi


def apps(accessibility: Accessibility) -> set[str]:
    return {element.app for element in accessibility.elements(STOP)}


@pytest.mark.desktop
def test_a_program_that_hangs_is_left_out_and_the_others_come(
    two: tuple[subprocess.Popen[bytes], AtspiAccessibility],
) -> None:
    mousepad, atspi = two
    mousepad.send_signal(signal.SIGSTOP)
    try:
        start = time.monotonic()
        assert apps(atspi) == {"galculator"}
        assert apps(atspi) == {"galculator"}
        assert time.monotonic() - start < 6
    finally:
        mousepad.send_signal(signal.SIGCONT)
    assert STOP.wait_until(lambda: apps(atspi) == {"galculator", "mousepad"}, 10)


@pytest.mark.desktop
def test_a_stop_is_seen_at_once_also_while_a_program_hangs(
    two: tuple[subprocess.Popen[bytes], AtspiAccessibility],
) -> None:
    mousepad, atspi = two
    mousepad.send_signal(signal.SIGSTOP)
    try:
        stop, start = Stop(), time.monotonic()
        timer = threading.Timer(0.3, stop.stop)
        timer.start()
        with pytest.raises(Stopped):
            atspi.elements(stop)
        assert time.monotonic() - start < 0.8
        timer.join()
    finally:
        mousepad.send_signal(signal.SIGCONT)
    assert STOP.wait_until(lambda: "mousepad" in apps(atspi), 10)


@pytest.mark.desktop
def test_the_focus_is_known_and_the_focused_text_can_be_read(
    two: tuple[subprocess.Popen[bytes], AtspiAccessibility], desktop: VirtualDesktop
) -> None:
    _, atspi = two
    text = next(one for one in atspi.elements(STOP) if one.app == "mousepad" and one.role is Role.TEXT_FIELD)
    middle = text.box.middle
    desktop.run(["xdotool", "search", "--name", "Mousepad", "windowactivate", "--sync"])
    desktop.run(["xdotool", "mousemove", str(middle.x), str(middle.y), "click", "1"])
    focused: list[Element | None] = []

    def in_text() -> bool:
        focused[:] = [atspi.focused(STOP)]
        return focused[0] is not None and focused[0].handle == text.handle

    assert STOP.wait_until(in_text, 5)
    assert focused[0] is not None
    assert State.FOCUSED in focused[0].states
    assert (focused[0].app, focused[0].path, focused[0].box) == (text.app, text.path, text.box)
    assert atspi.text_of(focused[0]) == "Bread\nMilk\n"


@pytest.mark.desktop
def test_a_bus_that_goes_away_is_no_error(
    two: tuple[subprocess.Popen[bytes], AtspiAccessibility], desktop: VirtualDesktop
) -> None:
    _, atspi = two
    assert STOP.wait_until(lambda: len(apps(atspi)) == 2, 10)
    for process in psutil.process_iter(["cmdline"]):
        if "accessibility.conf" in " ".join(process.info["cmdline"] or ()) and _is_on(desktop, process.pid):
            process.kill()
            process.wait()
    assert atspi.focused(STOP) is None
    assert atspi.elements(STOP) == ()


def _is_on(desktop: VirtualDesktop, pid: int) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
    return os.fsencode(f"HOME={desktop.home}") in environment
