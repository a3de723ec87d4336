"""Looks once more, right before acting, whether what was approved still stands there."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.actions import Action, PressKeys, TypeText, places
from app.core.elements import Element
from app.core.errors import Locked, LostFocus, OwnWindow, StaleScreen, WrongWindow
from app.core.geometry import Box, ImagePoint, ScreenPoint
from app.core.ports import Camera, Session, Windows
from app.core.steps import Pixels, Screen, Screenshot
from app.pictures.compare import looks_different

RADIUS = 40
"""Screen units around a place that are looked at where no element is known there."""
LARGEST_SIDE = 240
TOLERANCE = 0.5
"""The share of what can be made out around the target that may have changed (a focus ring, a pressed look)."""


@dataclass(frozen=True)
class Aim:
    """Which windows an action was meant for when it was decided on: one number (or None) for each of its places."""

    windows: tuple[int | None, ...]
    active: int | None


@dataclass(frozen=True)
class Guard:
    """Looks with these parts. An aim is taken before the person is asked and held against the desktop after."""

    camera: Camera
    windows: Windows
    session: Session

    def aim(self, action: Action, screen: Screen) -> Aim:
        """Which windows the action goes to, as the screen is now."""
        under = [self.windows.at(screen.screenshot.viewport.to_screen(point)) for point in places(action)]
        active = screen.active
        return Aim(tuple(window.number if window else None for window in under), active.number if active else None)

    def recheck(self, action: Action, aim: Aim, screen: Screen, element: Element | None) -> Screenshot:
        """The fresh picture, if the approved action still means the same thing on it.

        Raises Locked, OwnWindow, WrongWindow, LostFocus or StaleScreen where it does not: ask again, never act.
        """
        if self.session.locked():
            raise Locked("guard.locked")
        for point, approved in zip(places(action), aim.windows, strict=True):
            self._recheck_window(screen.screenshot.viewport.to_screen(point), approved)
        if not places(action) and isinstance(action, TypeText | PressKeys):
            self._recheck_focus(aim.active)
        fresh = self.camera.capture()
        for point in places(action):
            _recheck_look(point, element, screen.screenshot, fresh)
        return fresh

    def _recheck_window(self, place: ScreenPoint, approved: int | None) -> None:
        window = self.windows.at(place)
        if window and window.own:
            raise OwnWindow("guard.own_window")
        if (window.number if window else None) != approved:
            raise WrongWindow("guard.wrong_window", window=window.title if window else "")

    def _recheck_focus(self, approved: int | None) -> None:
        active = next((window for window in self.windows.list() if window.active), None)
        if active and active.own:
            raise OwnWindow("guard.own_window")
        if (active.number if active else None) != approved:
            raise LostFocus("guard.lost_focus", window=active.title if active else "")


def _recheck_look(point: ImagePoint, element: Element | None, approved: Screenshot, fresh: Screenshot) -> None:
    if approved.viewport != fresh.viewport:
        raise StaleScreen("guard.screen_changed")
    region = _region(point, element, approved)
    if looks_different(_crop(approved.pixels, region), _crop(fresh.pixels, region)) > TOLERANCE:
        raise StaleScreen("guard.looks_different")


def _region(point: ImagePoint, element: Element | None, shown: Screenshot) -> tuple[int, int, int, int]:
    place = shown.viewport.to_screen(point)
    box = Box.around(place, RADIUS)
    if element and element.box.contains(place):
        box = element.box.grown(2).overlap(Box.around(place, LARGEST_SIDE // 2))
    return shown.viewport.to_image_box(box)


def _crop(pixels: Pixels, region: tuple[int, int, int, int]) -> Pixels:
    left, top, right, bottom = region
    return pixels[top:bottom, left:right]
