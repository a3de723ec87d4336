"""The Camera port: what the fake and the real one have in common, and what mss adds."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing

import pytest

from app.core.errors import BadFrame, NoDesktop, UsageError
from app.core.geometry import Box, ImagePoint, ScreenPoint
from app.core.ports import Camera
from app.core.stop import Stop
from app.desktop.camera_mss import MssCamera
from app.desktop.virtual import VirtualDesktop
from tests.fakes import FakeDesktop

TWO = (Box(left=0, top=0, width=800, height=600), Box(left=800, top=0, width=640, height=480))


class CameraContract:
    def test_a_picture_fits_its_viewport(self, camera: Camera) -> None:
        shot = camera.capture()
        image = shot.viewport.image
        assert shot.pixels.shape == (image.height, image.width, 4)

    def test_a_picture_stays_as_it_was_when_the_next_one_is_taken(self, camera: Camera) -> None:
        first = camera.capture()
        copy = first.pixels.copy()
        camera.capture()
        assert (first.pixels == copy).all()

    def test_there_is_a_monitor_and_the_picture_lies_on_the_monitors(self, camera: Camera) -> None:
        monitors = camera.monitors()
        area = camera.capture().viewport.area
        assert any(monitor.overlap(area).area for monitor in monitors)


class TestFake(CameraContract):
    @pytest.fixture
    def camera(self) -> Camera:
        return FakeDesktop()


@pytest.mark.desktop(compositor=False, tray=False)
class TestMss(CameraContract):
    @pytest.fixture
    def camera(self, desktop: VirtualDesktop) -> Iterator[Camera]:
        assert desktop.display
        with closing(MssCamera()) as camera:
            yield camera

    def test_the_colours_are_those_of_the_screen(self, camera: Camera) -> None:
        subprocess.run(["xsetroot", "-solid", "#1060c0"], check=True)
        assert Stop().wait_until(lambda: camera.capture().pixels[500, 500, :3].tolist() == [0xC0, 0x60, 0x10], 2)

    def test_a_black_screen_is_never_passed_on(self, camera: Camera) -> None:
        subprocess.run(["xsetroot", "-solid", "black"], check=True)
        with pytest.raises(BadFrame):
            Stop().wait_until(lambda: camera.capture() is None, 2)

    def test_a_monitor_that_is_not_there_is_named(self) -> None:
        with pytest.raises(UsageError, match="monitor=3, count=1"):
            MssCamera(3)


@pytest.mark.desktop(monitors=TWO, compositor=False, tray=False)
def test_each_monitor_is_captured_alone_and_all_together(desktop: VirtualDesktop) -> None:
    assert desktop.display
    with closing(MssCamera()) as everything, closing(MssCamera(2)) as second:
        assert everything.monitors() == TWO
        whole = everything.capture().viewport
        assert (whole.image.width, whole.image.height) == (1440, 600)
        viewport = second.capture().viewport
        assert viewport.area == TWO[1]
        assert viewport.to_screen(ImagePoint(x=10, y=20)) == ScreenPoint(x=810, y=20)


@pytest.mark.desktop(compositor=False, tray=False)
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_a_display_that_ends_is_told(desktop: VirtualDesktop) -> None:
    camera = MssCamera()
    camera.capture()
    subprocess.run(["pkill", "-f", f"Xvfb.*{desktop.env['XAUTHORITY']}"], check=False)
    with pytest.raises(NoDesktop):
        Stop().wait_until(lambda: camera.capture() is None, 5, every=0.1)


def test_a_display_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":9999")
    with pytest.raises(NoDesktop):
        MssCamera()
