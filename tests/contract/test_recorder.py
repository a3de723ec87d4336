"""The contract of the port Recorder, which the run folder and the fake both pass."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings

from app.core.actions import Click
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.ports import Recorder
from app.core.steps import Allow, End, Proposal, Risk, Screenshot, Status, Step, Verdict
from app.pictures.encode import decoded
from app.store.runs import RunFolder
from tests.fakes import FakeDesktop, MemoryRecorder
from tests.unit.store import strategies

VIEWPORT = Viewport(area=Box(left=0, top=0, width=64, height=48), image=Size(width=64, height=48))
STEP = Step(
    number=1,
    proposal=Proposal(action=Click(at=ImagePoint(x=3, y=4))),
    verdict=Verdict(risk=Risk.ROUTINE),
    viewport=VIEWPORT,
)


class Kept:
    """A recorder and what it says was recorded."""

    recorder: Recorder

    def steps(self) -> tuple[Step, ...]:
        raise NotImplementedError

    def end(self) -> End | None:
        raise NotImplementedError

    def size_of_picture(self, number: int) -> tuple[int, int]:
        raise NotImplementedError


class KeptInMemory(Kept):
    def __init__(self, _folder: Path) -> None:
        self.recorder: MemoryRecorder = MemoryRecorder()

    def steps(self) -> tuple[Step, ...]:
        return tuple(self.recorder.steps)

    def end(self) -> End | None:
        return self.recorder.ended

    def size_of_picture(self, number: int) -> tuple[int, int]:
        height, width, _ = self.recorder.pictures[number].pixels.shape
        return width, height


class KeptOnDisk(Kept):
    def __init__(self, folder: Path) -> None:
        self.recorder: RunFolder = RunFolder.create(folder, "A task", planner="builtin")

    @property
    def _read(self) -> RunFolder:
        return RunFolder.open(self.recorder.path)

    def steps(self) -> tuple[Step, ...]:
        return self._read.steps()

    def end(self) -> End | None:
        ended = self._read.ended()
        return ended.end if ended else None

    def size_of_picture(self, number: int) -> tuple[int, int]:
        data = self._read.picture_of(number)
        assert data is not None
        height, width, _ = decoded(data).shape
        return width, height


@pytest.mark.parametrize("make", [KeptInMemory, KeptOnDisk])
class TestRecorder:
    def test_it_begins_empty(self, make: Callable[[Path], Kept], tmp_path: Path) -> None:
        kept = make(tmp_path)
        assert kept.steps() == ()
        assert kept.end() is None

    def test_a_picture_is_kept_before_its_step(self, make: Callable[[Path], Kept], tmp_path: Path) -> None:
        kept = make(tmp_path)
        desktop = FakeDesktop(size=(320, 200))
        kept.recorder.picture(1, desktop.capture())
        assert kept.size_of_picture(1) == (320, 200)
        assert kept.steps() == ()

    def test_what_is_recorded_again_takes_the_place_of_what_was(
        self, make: Callable[[Path], Kept], tmp_path: Path
    ) -> None:
        kept = make(tmp_path)
        kept.recorder.record(STEP)
        done = STEP.model_copy(update={"decision": Allow(), "performed": True, "ms": {"act": 3.5}})
        kept.recorder.record(done)
        assert kept.steps() == (done,)

    def test_steps_come_back_in_order_and_those_without_a_picture_too(
        self, make: Callable[[Path], Kept], tmp_path: Path
    ) -> None:
        kept = make(tmp_path)
        for number in range(1, 13):
            kept.recorder.record(STEP.model_copy(update={"number": number}))
        assert [step.number for step in kept.steps()] == list(range(1, 13))

    def test_the_end_is_kept(self, make: Callable[[Path], Kept], tmp_path: Path) -> None:
        kept = make(tmp_path)
        end = End(status=Status.FINISHED, answer="42", steps=2)
        kept.recorder.end(end)
        assert kept.end() == end

    def test_a_picture_of_one_pixel_and_one_whose_rows_lie_apart_are_kept(
        self, make: Callable[[Path], Kept], tmp_path: Path
    ) -> None:
        kept = make(tmp_path)
        one = Viewport(area=Box(left=-5, top=0, width=1, height=1), image=Size(width=1, height=1))
        kept.recorder.picture(1, Screenshot(np.zeros((1, 1, 4), np.uint8), one, 0.0))
        apart = np.zeros((96, 128, 4), np.uint8)[::2, ::2]
        kept.recorder.picture(2, Screenshot(apart, VIEWPORT, 0.0))
        assert (kept.size_of_picture(1), kept.size_of_picture(2)) == ((1, 1), (64, 48))

    @settings(deadline=None)
    @given(step=strategies.steps)
    def test_any_step_comes_back_as_it_was(self, make: Callable[[Path], Kept], step: Step) -> None:
        with TemporaryDirectory() as folder:
            kept = make(Path(folder))
            kept.recorder.record(step)
            assert kept.steps() == (step,)

    @settings(deadline=None)
    @given(end=strategies.ends)
    def test_any_end_comes_back_as_it_was(self, make: Callable[[Path], Kept], end: End) -> None:
        with TemporaryDirectory() as folder:
            kept = make(Path(folder))
            kept.recorder.end(end)
            assert kept.end() == end
