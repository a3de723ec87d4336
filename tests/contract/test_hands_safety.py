"""What keeps a person in charge: the stop, the fail-safe corners, and that nothing ever stays held down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core.actions import Click, Drag, HoldKeys, Input, OpenApp, PressKeys, TypeText, Wait
from app.core.errors import FailSafe, InputFailed, Stopped
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.stop import Stop
from app.desktop.hands_x11 import X11Hands
from app.desktop.held import Held
from tests.contract.witness import CTRL, Witness, soon, witnessing
from tests.fakes import FakeClipboard

ROOT = Path(__file__).resolve().parents[2]

CONTROL_MASK = 1 << 2

SCREEN = Viewport(area=Box(left=0, top=0, width=1920, height=1080), image=Size(width=1920, height=1080))


def at(x: int, y: int) -> ImagePoint:
    return ImagePoint(x=x, y=y)


@pytest.fixture
def witness() -> Iterator[Witness]:
    with witnessing() as seen:
        yield seen


@pytest.fixture
def hands(tmp_path: Path) -> X11Hands:
    return X11Hands(None, FakeClipboard(), None, held_file=tmp_path / "held.json")


def marker(folder: Path) -> list[Path]:
    return list(folder.glob("held*"))


@pytest.mark.desktop(compositor=False, tray=False, window_manager=False)
class TestOneMonitor:
    def test_a_stop_is_seen_in_the_middle_of_typing(self, hands: X11Hands, witness: Witness) -> None:
        stop = Stop()
        stopped = soon(0.4, stop.stop)
        with pytest.raises(Stopped):
            hands._keyboard.type("x" * 1000, stop)
        assert time.monotonic() - stopped.when < 0.1
        assert 0 < len(witness.typed()) < 1000
        assert witness.keys_down() == 0

    @pytest.mark.parametrize("action", [Wait(seconds=30), Drag(start=at(50, 50), end=at(1800, 1000))])
    def test_a_stop_is_seen_in_the_middle_of_an_action(self, hands: X11Hands, witness: Witness, action: Input) -> None:
        stop = Stop()
        stopped = soon(0.2, stop.stop)
        with pytest.raises(Stopped):
            hands.perform(action, SCREEN, stop)
        assert time.monotonic() - stopped.when < 0.1
        assert witness.down() == 0

    @pytest.mark.parametrize(
        "action",
        [Drag(start=at(300, 300), end=at(900, 700)), Wait(seconds=20), PressKeys(keys=("x",), times=100)],
        ids=lambda action: str(action.kind),
    )
    def test_the_pointer_in_a_corner_ends_any_action(self, hands: X11Hands, witness: Witness, action: Input) -> None:
        for corner in ((0, 0), (1919, 0), (0, 1079), (1919, 1079)):
            witness.push_pointer(200, 200)
            began = time.monotonic()
            for push in range(3):
                # A hand that wants the corner pushes until the pointer stays there.
                soon(0.25 + push * 0.05, witness.push_pointer, *corner)
            with pytest.raises(FailSafe):
                hands.perform(action, SCREEN, Stop())
            assert time.monotonic() - began < 1.5
            assert witness.down() == witness.keys_down() == 0

    def test_the_pointer_pushed_into_a_corner_between_actions_ends_the_next(
        self, hands: X11Hands, witness: Witness
    ) -> None:
        witness.push_pointer(0, 0)
        with pytest.raises(FailSafe):
            hands.perform(Click(at=at(300, 300)), SCREEN, Stop())
        assert witness.events() == []

    def test_a_pointer_that_rested_in_a_corner_before_stops_nothing(self, witness: Witness, tmp_path: Path) -> None:
        witness.push_pointer(0, 0)
        hands = X11Hands(None, FakeClipboard(), None, held_file=tmp_path / "held.json")
        hands.perform(Click(at=at(300, 300)), SCREEN, Stop())
        witness.push_pointer(0, 0)
        with pytest.raises(FailSafe):
            hands.perform(Click(at=at(300, 300)), SCREEN, Stop())

    def test_a_corner_as_target_is_no_fail_safe(self, hands: X11Hands, witness: Witness) -> None:
        wide = Viewport(area=Box(left=-100, top=0, width=2100, height=1080), image=Size(width=2100, height=1080))
        hands.perform(Click(at=at(100, 0)), wide, Stop())
        hands.perform(Click(at=at(500, 500)), wide, Stop())
        assert len(witness.events("button")) == 2

    def test_keys_held_by_the_person_are_waited_for(self, hands: X11Hands, witness: Witness) -> None:
        witness.key(CTRL, down=True)
        with witnessing() as person:
            deed = soon(0.5, lambda: person.key(CTRL, down=False))
            hands.perform(TypeText(text="abc"), SCREEN, Stop())
            assert deed.when
            assert person.typed() == "abc"
            assert not any(state & CONTROL_MASK for kind, _, state in person.noted if kind == "press")

    def test_a_click_waits_for_the_fingers_of_the_person_too(self, hands: X11Hands, witness: Witness) -> None:
        witness.key(CTRL, down=True)
        with witnessing() as person:
            soon(0.3, lambda: person.key(CTRL, down=False))
            hands.perform(Click(at=at(300, 300)), SCREEN, Stop())
            assert person.events("button") == [("button", 1)]
            assert not any(state & CONTROL_MASK for kind, _, state in person.noted if kind == "button")

    def test_keys_that_stay_held_by_the_person_are_told(self, hands: X11Hands, witness: Witness) -> None:
        witness.key(CTRL, down=True)
        with pytest.raises(InputFailed, match="ctrl"):
            hands.perform(TypeText(text="abc"), SCREEN, Stop())

    @pytest.mark.parametrize("how", ["kill", "exit"])
    def test_what_a_dead_process_held_is_let_go_at_the_next_start(
        self, witness: Witness, tmp_path: Path, how: str
    ) -> None:
        code = f"""
            import os, sys
            from pathlib import Path
            from app.core.actions import HoldKeys, PressButton
            from app.core.geometry import Box, ImagePoint, Size, Viewport
            from app.core.stop import Stop
            from app.desktop.clipboard_x11 import X11Clipboard
            from app.desktop.hands_x11 import X11Hands
            screen = Viewport(area=Box(left=0, top=0, width=1920, height=1080), image=Size(width=1920, height=1080))
            hands = X11Hands(None, X11Clipboard(), None, held_file=Path({str(tmp_path / "held.json")!r}))
            hands.perform(HoldKeys(keys=("ctrl", "q")), screen, Stop())
            hands.perform(PressButton(at=ImagePoint(x=200, y=200)), screen, Stop())
            os.kill(os.getpid(), 9) if {how!r} == "kill" else os._exit(0)
        """
        run_python(code)
        assert witness.keys_down() == 2
        assert witness.down()
        X11Hands(None, FakeClipboard(), None, held_file=tmp_path / "held.json").release_all()
        assert witness.keys_down() == witness.down() == 0
        assert not marker(tmp_path)

    def test_what_a_live_process_holds_is_left_alone(self, hands: X11Hands, witness: Witness, tmp_path: Path) -> None:
        hands.perform(HoldKeys(keys=("q",)), SCREEN, Stop())
        other = Held(tmp_path / "held.json", os.environ["DISPLAY"])
        assert other.left_behind() is None
        X11Hands(None, FakeClipboard(), None, held_file=tmp_path / "held.json").release_all()
        assert witness.keys_down() == 1
        hands.release_all()
        assert witness.keys_down() == 0

    def test_an_error_lets_go_of_everything(self, hands: X11Hands, witness: Witness, tmp_path: Path) -> None:
        hands.perform(HoldKeys(keys=("shift",)), SCREEN, Stop())
        with pytest.raises(InputFailed):
            hands.perform(OpenApp(name="nothing"), SCREEN, Stop())
        assert witness.keys_down() == 0
        assert not marker(tmp_path)


@pytest.mark.desktop(
    compositor=False,
    tray=False,
    window_manager=False,
    monitors=(Box(left=0, top=0, width=1280, height=1024), Box(left=1280, top=0, width=800, height=600)),
)
class TestTwoMonitors:
    @pytest.mark.parametrize("corner", [(0, 1023), (1279, 1023), (2079, 599)])
    def test_the_outer_corners_of_each_monitor_are_fail_safe(
        self, hands: X11Hands, witness: Witness, corner: tuple[int, int]
    ) -> None:
        witness.push_pointer(*corner)
        with pytest.raises(FailSafe):
            hands.perform(Click(at=at(100, 100)), SCREEN, Stop())

    def test_a_corner_where_the_next_monitor_goes_on_is_none(self, hands: X11Hands, witness: Witness) -> None:
        witness.push_pointer(1279, 0)
        hands.perform(Click(at=at(100, 100)), SCREEN, Stop())
        assert witness.pointer() == (100, 100)


def run_python(code: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=env, check=False, timeout=60)


def test_the_marker_names_process_and_keys(tmp_path: Path) -> None:
    held = Held(tmp_path / "held.json", ":7")
    held.down(keys=("ctrl",), buttons=("left",))
    noted = json.loads((tmp_path / "held_7.json").read_text())
    assert noted["pid"] == os.getpid()
    assert (noted["keys"], noted["buttons"]) == (["ctrl"], ["left"])
    held.forget()
    assert not marker(tmp_path)
