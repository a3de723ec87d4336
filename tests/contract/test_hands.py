"""The Hands port: what the fake and X11's have in common, and what X11's sends to a window."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.core.actions import (
    Button,
    Click,
    Drag,
    FocusWindow,
    HoldKeys,
    Input,
    Move,
    PressButton,
    PressKeys,
    ReleaseButton,
    ReleaseKeys,
    Scroll,
    TypeText,
    Wait,
)
from app.core.errors import HandrailError, Stopped
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.ports import Hands
from app.core.stop import Stop
from app.desktop.hands_x11 import X11Hands
from tests.contract.witness import Witness, witnessing
from tests.fakes import FakeClipboard, FakeDesktop

ROOT = Path(__file__).resolve().parents[2]

CONTROL_MASK = 1 << 2

SCREEN = Viewport(area=Box(left=0, top=0, width=1920, height=1080), image=Size(width=1920, height=1080))


def at(x: int, y: int) -> ImagePoint:
    return ImagePoint(x=x, y=y)


class HandsContract:
    """What all Hands do."""

    def hands(self, folder: Path, /) -> Hands:
        raise NotImplementedError

    def test_a_stopped_run_performs_nothing(self, tmp_path: Path) -> None:
        stop = Stop()
        stop.stop()
        with pytest.raises(Stopped):
            self.hands(tmp_path).perform(Click(at=at(30, 30)), SCREEN, stop)

    def test_letting_go_of_nothing_does_nothing(self, tmp_path: Path) -> None:
        hands = self.hands(tmp_path)
        hands.release_all()
        hands.release_all()

    def test_every_plain_action_is_performed(self, tmp_path: Path) -> None:
        hands = self.hands(tmp_path)
        actions: tuple[Input, ...] = (
            Click(at=at(60, 60), button="middle"),
            Move(at=at(61, 60)),
            Drag(start=at(60, 60), end=at(90, 90)),
            Scroll(at=at(60, 60), down=1),
            PressKeys(keys=("shift",)),
            Wait(seconds=0.01),
        )
        for action in actions:
            hands.perform(action, SCREEN, Stop())


class TestFakeHands(HandsContract):
    def hands(self, _folder: Path, /) -> Hands:
        return FakeDesktop(size=(1920, 1080))


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
class TestX11Hands(HandsContract):
    def hands(self, folder: Path, /) -> Hands:
        return X11Hands(None, FakeClipboard(), None, held_file=folder / "held.json")

    def test_a_click_goes_to_its_place(self, hands: X11Hands, witness: Witness) -> None:
        buttons: tuple[Button, ...] = ("left", "middle", "right")
        for number, button in enumerate(buttons, start=1):
            hands.perform(Click(at=at(333, 444 + number), button=button), SCREEN, Stop())
            assert witness.events()[-2:] == [("button", number), ("unbutton", number)]
            assert witness.pointer() == (333, 444 + number)

    def test_places_follow_the_picture_and_its_area(self, hands: X11Hands, witness: Witness) -> None:
        half = Viewport(area=Box(left=400, top=100, width=800, height=600), image=Size(width=400, height=300))
        hands.perform(Move(at=at(10, 20)), half, Stop())
        assert witness.pointer() == (421, 141)

    def test_several_clicks_come_quickly(self, hands: X11Hands, witness: Witness) -> None:
        began = time.monotonic()
        hands.perform(Click(at=at(300, 300), count=3), SCREEN, Stop())
        assert time.monotonic() - began < 0.4
        assert witness.events() == [("button", 1), ("unbutton", 1)] * 3

    def test_two_actions_on_one_place_make_no_double_click(self, hands: X11Hands) -> None:
        hands.perform(Click(at=at(300, 300)), SCREEN, Stop())
        began = time.monotonic()
        hands.perform(Click(at=at(301, 300)), SCREEN, Stop())
        assert time.monotonic() - began > 0.45

    def test_keys_are_held_during_a_click_only(self, hands: X11Hands, witness: Witness) -> None:
        hands.perform(Click(at=at(300, 300), held=("ctrl", "shift")), SCREEN, Stop())
        pressed = [kind for kind, *_ in witness.events()]
        assert pressed == ["press", "press", "button", "unbutton", "release", "release"]
        assert witness.down() == witness.keys_down() == 0

    def test_a_drag_moves_in_many_steps_with_the_button_down(self, hands: X11Hands, witness: Witness) -> None:
        hands.perform(Drag(start=at(200, 200), end=at(500, 420)), SCREEN, Stop())
        witness.events()
        kinds = [kind for kind, *_ in witness.noted]
        held = witness.noted[kinds.index("button") : kinds.index("unbutton")]
        assert len([1 for kind, *_ in held if kind == "move"]) > 8
        assert witness.pointer() == (500, 420)

    def test_the_wheel_turns_in_notches_both_ways(self, hands: X11Hands, witness: Witness) -> None:
        for action in (Scroll(at=at(300, 300), down=2), Scroll(at=at(300, 300), down=-1, right=2)):
            hands.perform(action, SCREEN, Stop())
        hands.perform(Scroll(at=at(300, 300), right=-1), SCREEN, Stop())
        assert [number for _, number in witness.events("button")] == [5, 5, 4, 7, 7, 6]

    def test_a_pressed_button_stays_down_until_it_is_released(self, hands: X11Hands, witness: Witness) -> None:
        hands.perform(PressButton(at=at(200, 200)), SCREEN, Stop())
        hands.perform(Move(at=at(300, 260)), SCREEN, Stop())
        assert witness.events() == [("button", 1)]
        hands.perform(ReleaseButton(at=at(400, 300)), SCREEN, Stop())
        assert witness.events() == [("button", 1), ("unbutton", 1)]
        assert witness.pointer() == (400, 300)

    def test_held_keys_stay_down_over_other_actions(self, hands: X11Hands, witness: Witness, tmp_path: Path) -> None:
        hands.perform(HoldKeys(keys=("shift", "x")), SCREEN, Stop())
        hands.perform(Click(at=at(300, 300)), SCREEN, Stop())
        assert witness.keys_down() == 2
        assert marker(tmp_path)
        hands.perform(ReleaseKeys(keys=("shift", "x")), SCREEN, Stop())
        assert witness.keys_down() == 0
        assert not marker(tmp_path)

    def test_keys_are_pressed_together(self, hands: X11Hands, witness: Witness) -> None:
        chords: dict[tuple[str, ...], list[int]] = {
            ("ctrl", "S"): [0xFFE3, ord("s")],
            ("s", "ctrl"): [0xFFE3, ord("s")],
            ("A",): [0xFFE1, ord("A")],
            ("ctrl", "+"): [0xFFE3, 0xFFE1, ord("+")],
            ("alt", "f4"): [0xFFE9, 0xFFC1],
            ("enter",): [0xFF0D],
            ("<",): [0xFFE1, ord("<")],
            ("ctrl", "é"): [0xFFE3, ord("é")],
            ("€",): [0x010020AC],
            ("f24",): [0xFFD5],
            ("playpause",): [0x1008FF14],
        }
        for keys, keysyms in chords.items():
            witness.noted.clear()
            hands.perform(PressKeys(keys=keys), SCREEN, Stop())
            assert [keysym for _, keysym in witness.events("press")] == keysyms
            assert witness.keys_down() == 0

    def test_every_named_key_can_be_pressed(self, hands: X11Hands, witness: Witness) -> None:
        from app.core.keys import NAMED_KEYS

        for key in sorted(NAMED_KEYS - {"capslock", "numlock", "scrolllock"}):
            hands.perform(PressKeys(keys=(key,)), SCREEN, Stop())
        assert len(witness.events("press")) == len(NAMED_KEYS) - 3

    def test_a_key_can_be_pressed_many_times(self, hands: X11Hands, witness: Witness) -> None:
        hands.perform(PressKeys(keys=("down",), times=7), SCREEN, Stop())
        assert len(witness.events("press")) == 7

    def test_text_is_typed_by_keys_right_with_caps_lock_on(self, hands: X11Hands, witness: Witness) -> None:
        hands.perform(PressKeys(keys=("capslock",)), SCREEN, Stop())
        hands._keyboard.type("Hello <World>", Stop())
        assert witness.typed() == "Hello <World>"
        assert witness.caps_lock()

    def test_text_without_keys_is_typed_too(self, hands: X11Hands, witness: Witness) -> None:
        text = "a é 你好 😀 e\u0301 ß\tz"
        hands._keyboard.type(text, Stop())
        assert witness.typed() == text

    def test_windows_are_found_by_part_of_their_title(self, tmp_path: Path) -> None:
        from tests.fakes import window

        other, own = window(1, "Draft.txt - Mousepad"), window(2, "draft", own=True)
        desktop = FakeDesktop(windows=(own, other))
        hands = X11Hands(None, FakeClipboard(), desktop, held_file=tmp_path / "held.json")
        hands.perform(FocusWindow(title="draft"), SCREEN, Stop())
        with pytest.raises(HandrailError, match="no_such_window"):
            hands.perform(FocusWindow(title="Writer"), SCREEN, Stop())

    def test_our_own_esc_is_announced(self, witness: Witness, tmp_path: Path) -> None:
        key = CountingPanicKey()
        hands = X11Hands(None, FakeClipboard(), None, key, held_file=tmp_path / "held.json")
        for keys in (("esc",), ("ctrl", "esc"), ("enter",)):
            hands.perform(PressKeys(keys=keys), SCREEN, Stop())
        assert key.announced == 2
        assert (("press", 0xFF1B)) in witness.events()

    def test_an_ended_display_is_told_in_one_sentence(self, hands: X11Hands, desktop: Any) -> None:
        server = next(process for process in desktop._started if "Xvfb" in str(process.args))
        os.kill(server.pid, signal.SIGKILL)
        for action in (Click(at=at(30, 30)), TypeText(text="x"), PressKeys(keys=("x",))):
            with pytest.raises(HandrailError, match="display_gone"):
                hands.perform(action, SCREEN, Stop())
        hands.release_all()


class CountingPanicKey:
    """Counts how often an Esc of our own was announced."""

    def __init__(self) -> None:
        self.announced = 0

    @contextlib.contextmanager
    def armed(self, stop: Stop) -> Iterator[bool]:
        stop.check()
        yield True

    @contextlib.contextmanager
    def own_input(self) -> Iterator[None]:
        self.announced += 1
        yield


@pytest.mark.desktop(
    compositor=False,
    tray=False,
    window_manager=False,
    monitors=(Box(left=0, top=0, width=1280, height=1024), Box(left=1280, top=0, width=800, height=600)),
)
class TestX11HandsOnTwoMonitors:
    def test_places_are_those_of_the_whole_desktop(self, hands: X11Hands, witness: Witness) -> None:
        second = Viewport(area=Box(left=1280, top=0, width=800, height=600), image=Size(width=800, height=600))
        hands.perform(Click(at=at(100, 100)), second, Stop())
        assert witness.pointer() == (1380, 100)
