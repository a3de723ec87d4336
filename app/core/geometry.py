"""Places on pictures and screens, and the one way from one to the other."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field

FAIL_SAFE_MARGIN = 3
"""Pixels kept free around the corners of a monitor: a pointer in a corner is the person's fail-safe."""


class Value(BaseModel):
    """A frozen value that checks itself when it is made and refuses fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ImagePoint(Value):
    """A place on a captured picture, in pixels of that picture, from its top left corner."""

    x: int
    y: int


class ScreenPoint(Value):
    """A place on the desktop in the units the input system wants; negative left of or above the main monitor."""

    x: int
    y: int


class Size(Value):
    width: Annotated[int, Field(gt=0)]
    height: Annotated[int, Field(gt=0)]


class Box(Value):
    """A rectangle on the desktop in screen units: left and top belong to it, left + width and top + height do not."""

    left: int
    top: int
    width: Annotated[int, Field(ge=0)]
    height: Annotated[int, Field(ge=0)]

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def middle(self) -> ScreenPoint:
        return ScreenPoint(x=self.left + self.width // 2, y=self.top + self.height // 2)

    def contains(self, point: ScreenPoint) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def overlap(self, other: Box) -> Box:
        """The part both share; an empty box (area 0) where they share none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        width, height = min(self.right, other.right) - left, min(self.bottom, other.bottom) - top
        return Box(left=left, top=top, width=max(0, width), height=max(0, height))

    def grown(self, margin: int) -> Box:
        """The box with `margin` screen units more on every side (fewer where negative, never below nothing)."""
        width, height = max(0, self.width + 2 * margin), max(0, self.height + 2 * margin)
        return Box(left=self.left - margin, top=self.top - margin, width=width, height=height)

    @classmethod
    def around(cls, point: ScreenPoint, radius: int) -> Self:
        return cls(left=point.x - radius, top=point.y - radius, width=2 * radius, height=2 * radius)


class Viewport(Value):
    """What a picture shows: an area of the desktop (screen units) drawn on so many pixels.

    The scale is measured, never asked for: it is the size of the picture that came against the area that was captured.
    Points are converted through pixel middles and stay on the area, away from its fail-safe corners.
    """

    area: Box
    image: Size

    @property
    def scale_x(self) -> float:
        """Picture pixels per screen unit, across."""
        return self.image.width / self.area.width

    @property
    def scale_y(self) -> float:
        """Picture pixels per screen unit, down."""
        return self.image.height / self.area.height

    def to_screen(self, point: ImagePoint) -> ScreenPoint:
        x = self.area.left + int((point.x + 0.5) / self.scale_x)
        y = self.area.top + int((point.y + 0.5) / self.scale_y)
        return self._kept_clear(ScreenPoint(x=x, y=y))

    def to_image(self, point: ScreenPoint) -> ImagePoint:
        x = int((point.x - self.area.left + 0.5) * self.scale_x)
        y = int((point.y - self.area.top + 0.5) * self.scale_y)
        return ImagePoint(x=_clamped(x, 0, self.image.width - 1), y=_clamped(y, 0, self.image.height - 1))

    def to_image_box(self, box: Box) -> tuple[int, int, int, int]:
        """The part of `box` on this picture: (left, top, right, bottom) in its pixels, right and bottom excluded."""
        seen = box.overlap(self.area)
        left, top = (seen.left - self.area.left) * self.scale_x, (seen.top - self.area.top) * self.scale_y
        return (
            int(left),
            int(top),
            round(left + seen.width * self.scale_x),
            round(top + seen.height * self.scale_y),
        )

    def _kept_clear(self, point: ScreenPoint) -> ScreenPoint:
        """Inside the area, and moved along x out of the squares at its corners."""
        area, margin = self.area, FAIL_SAFE_MARGIN
        x, y = _clamped(point.x, area.left, area.right - 1), _clamped(point.y, area.top, area.bottom - 1)
        if y < area.top + margin or y >= area.bottom - margin:
            x = _clamped(x, area.left + margin, max(area.left + margin, area.right - 1 - margin))
        return ScreenPoint(x=x, y=y)


def _clamped(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))
