"""Places on pictures and screens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.core.geometry import FAIL_SAFE_MARGIN, Box, ImagePoint, ScreenPoint, Size, Viewport

SIZES = st.integers(64, 8000)
VIEWPORTS = st.builds(
    Viewport,
    area=st.builds(Box, left=st.integers(-8000, 8000), top=st.integers(-8000, 8000), width=SIZES, height=SIZES),
    image=st.builds(Size, width=SIZES, height=SIZES),
)


def plain(width: int = 100, height: int = 50) -> Viewport:
    return Viewport(area=Box(left=0, top=0, width=width, height=height), image=Size(width=width, height=height))


@given(VIEWPORTS, st.integers(-100, 9000), st.integers(-100, 9000))
def test_a_point_always_lands_on_the_area_and_off_its_corners(viewport: Viewport, x: int, y: int) -> None:
    point, area = viewport.to_screen(ImagePoint(x=x, y=y)), viewport.area
    assert area.contains(point)
    for corner_x in (area.left, area.right - 1):
        for corner_y in (area.top, area.bottom - 1):
            apart = max(abs(point.x - corner_x), abs(point.y - corner_y))
            assert apart >= FAIL_SAFE_MARGIN


@given(VIEWPORTS, st.data())
def test_there_and_back_stays_within_one_pixel_of_the_coarser_grid(viewport: Viewport, data: st.DataObject) -> None:
    image = viewport.image
    point = ImagePoint(
        x=data.draw(st.integers(image.width // 4, image.width * 3 // 4)),
        y=data.draw(st.integers(image.height // 4, image.height * 3 // 4)),
    )
    back = viewport.to_image(viewport.to_screen(point))
    assert abs(back.x - point.x) <= max(1, viewport.scale_x)
    assert abs(back.y - point.y) <= max(1, viewport.scale_y)


def test_a_picture_of_twice_the_size_is_halved() -> None:
    viewport = Viewport(area=Box(left=-100, top=0, width=100, height=50), image=Size(width=200, height=100))
    assert viewport.to_screen(ImagePoint(x=101, y=21)) == ScreenPoint(x=-50, y=10)
    assert viewport.to_image(ScreenPoint(x=-50, y=10)) == ImagePoint(x=101, y=21)
    assert viewport.to_image_box(Box(left=-50, top=10, width=500, height=5)) == (100, 20, 200, 30)


def test_corners_are_kept_free_and_edges_are_reachable() -> None:
    assert plain().to_screen(ImagePoint(x=0, y=0)) == ScreenPoint(x=3, y=0)
    assert plain().to_screen(ImagePoint(x=99, y=49)) == ScreenPoint(x=96, y=49)
    assert plain().to_screen(ImagePoint(x=0, y=25)) == ScreenPoint(x=0, y=25)


def test_boxes_know_their_sides_overlap_and_surroundings() -> None:
    box = Box(left=10, top=20, width=30, height=40)
    assert (box.right, box.bottom, box.area, box.middle) == (40, 60, 1200, ScreenPoint(x=25, y=40))
    assert box.contains(ScreenPoint(x=10, y=20))
    assert not box.contains(ScreenPoint(x=40, y=20))
    assert box.overlap(Box(left=30, top=0, width=100, height=30)) == Box(left=30, top=20, width=10, height=10)
    assert box.overlap(Box(left=500, top=0, width=1, height=1)).area == 0
    assert box.grown(-100).area == 0
    assert Box.around(ScreenPoint(x=5, y=5), 5) == Box(left=0, top=0, width=10, height=10)


def test_values_refuse_what_they_do_not_know() -> None:
    with pytest.raises(ValidationError):
        ImagePoint.model_validate({"x": 1, "y": 2, "z": 3})
    with pytest.raises(ValidationError):
        Size(width=0, height=1)
