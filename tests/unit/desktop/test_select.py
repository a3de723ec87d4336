"""The way chosen for each capability."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.core.errors import NoDesktop
from app.core.stop import Stop
from app.desktop import select
from app.desktop.facts import Capability, Facts, SessionKind, System

ALL: list[tuple[Sequence[select.Way[Any]], Capability]] = [
    (select.CAMERAS, Capability.CAPTURE),
    (select.TREES, Capability.ACCESSIBILITY),
    (select.WINDOWS, Capability.WINDOWS),
    (select.SESSIONS, Capability.WINDOWS),
    (select.PANIC_KEYS, Capability.STOP_KEY),
    (select.CLIPBOARDS, Capability.INPUT),
    (select.HANDS, Capability.INPUT),
]

SYSTEMS = [
    Facts(system=System.LINUX, session=SessionKind.X11, display=":0"),
    Facts(system=System.WINDOWS, session=SessionKind.WINDOWS),
    Facts(system=System.MACOS, session=SessionKind.MACOS),
]


@pytest.mark.parametrize(("ways", "capability"), ALL)
@pytest.mark.parametrize("facts", SYSTEMS)
def test_every_system_has_a_way_and_only_that_of_x11_claims_to_have_run(
    ways: Sequence[select.Way[Any]], capability: Capability, facts: Facts
) -> None:
    way = select.chosen(ways, capability, facts)
    assert way.never_run is (facts.system is not System.LINUX)


@pytest.mark.parametrize(("ways", "capability"), ALL)
def test_a_wayland_session_is_refused_with_what_it_lacks(
    ways: Sequence[select.Way[Any]], capability: Capability
) -> None:
    with pytest.raises(NoDesktop, match=rf"desktop\.wayland_{capability.value}"):
        select.chosen(ways, capability, Facts(system=System.LINUX, session=SessionKind.WAYLAND))


def test_without_a_display_nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform == "linux":
        with pytest.raises(NoDesktop, match=r"desktop\.no_display"):
            select.camera()
        with pytest.raises(NoDesktop, match=r"desktop\.no_display"):
            select.panic_key()


@pytest.mark.desktop
def test_everything_that_was_chosen_on_x11_works(tmp_path: Path) -> None:
    camera, windows, session = select.camera(1), select.windows(), select.session()
    key, tree = select.panic_key(), select.accessibility()
    hands = select.hands(tree, windows, key, tmp_path / "held.json")
    with key.armed(Stop()) as armed:
        assert armed
    assert camera.capture().pixels.shape == (1080, 1920, 4)
    assert windows.list() == ()
    assert session.locked() is False
    assert select.clipboard().text() is None
    assert tree.focused(Stop()) is None
    hands.release_all()
    for part in (hands, session, windows, tree, camera):
        part.close()
