"""The child that reads text is never waited for longer than it may take."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from app.core.errors import Stopped
from app.core.steps import Pixels
from app.core.stop import Stop
from app.sight.ocr import THREADS, ChildOcr, NoOcr, installed, missing, models_folder, worker_command

ANSWERS = """
import json, os, sys
from app.sight.ocr_worker import HEADER, LENGTH
while len(head := sys.stdin.buffer.read(HEADER.size)) == HEADER.size:
    width, height = HEADER.unpack(head)
    sys.stdin.buffer.read(width * height * 4)
    data = json.dumps([[str(os.getpid()), 0, 0, width, height, 0.9]]).encode()
    sys.stdout.buffer.write(LENGTH.pack(len(data)) + data)
    sys.stdout.buffer.flush()
"""
HANGS = "import sys; sys.stdin.buffer.read()"
DIES = "import sys; sys.exit('out of luck')"


def child(script: str, deadline: float = 20.0) -> ChildOcr:
    return ChildOcr([sys.executable, "-c", script], deadline)


@pytest.fixture
def pixels() -> Pixels:
    return np.zeros((600, 800, 4), np.uint8)


def test_a_stop_ends_a_read_within_a_tenth_of_a_second(pixels: Pixels) -> None:
    ocr, stop, told = child(HANGS), Stop(), []

    def tell() -> None:
        told.append(time.monotonic())
        stop.stop()

    threading.Timer(0.3, tell).start()
    with pytest.raises(Stopped):
        ocr.read(pixels, stop)
    assert time.monotonic() - told[0] < 0.1
    ocr.close()


def test_one_child_answers_read_after_read(pixels: Pixels) -> None:
    ocr = child(ANSWERS)
    first, second = (ocr.read(pixels, Stop()) for _ in range(2))
    ocr.close()
    assert first == second
    assert first[0].box == (0, 0, 800, 600)


def test_it_starts_in_the_background(pixels: Pixels) -> None:
    ocr = child(ANSWERS)
    ocr.start()
    ocr.start()
    assert len(ocr.read(pixels, Stop())) == 1
    ocr.close()


def test_a_read_past_its_deadline_gives_no_lines_and_a_warning(
    pixels: Pixels, caplog: pytest.LogCaptureFixture
) -> None:
    ocr = child(HANGS, deadline=0.2)
    assert ocr.read(pixels, Stop()) == ()
    assert "did not answer within 0.2 s" in caplog.text
    ocr.close()


def test_a_child_that_dies_is_started_once_more_and_then_left(pixels: Pixels, caplog: pytest.LogCaptureFixture) -> None:
    ocr = child(DIES)
    assert [ocr.read(pixels, Stop()) for _ in range(4)] == [()] * 4
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert "out of luck" in caplog.text
    ocr.close()


def test_a_child_that_was_killed_is_replaced_and_forgiven(pixels: Pixels) -> None:
    ocr = child(ANSWERS)
    for _ in range(3):
        (line,) = ocr.read(pixels, Stop())
        os.kill(int(line.text), 9)
        assert ocr.read(pixels, Stop()) == ()
    assert len(ocr.read(pixels, Stop())) == 1
    ocr.close()


def test_a_program_that_cannot_be_started_gives_no_lines(pixels: Pixels, caplog: pytest.LogCaptureFixture) -> None:
    ocr = ChildOcr(["/nowhere/to/be/found"])
    assert ocr.read(pixels, Stop()) == ()
    assert "cannot be started" in caplog.text
    ocr.close()


def test_closing_ends_a_read_in_another_thread(pixels: Pixels, caplog: pytest.LogCaptureFixture) -> None:
    ocr = child(HANGS)
    threading.Timer(0.2, ocr.close).start()
    assert ocr.read(pixels, Stop()) == ()
    assert not caplog.records


@pytest.mark.skipif(missing() is not None, reason="no engine is installed")
def test_the_child_ends_with_its_parent() -> None:
    script = (
        "import sys; from app.sight.ocr import ChildOcr; one = ChildOcr(); one.start(); "
        "print(one._child._process.pid, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = psutil.Process(int(parent.stdout.readline()))
        assert worker.is_running()
        parent.kill()
    assert not psutil.wait_procs([worker], timeout=10)[1]


@pytest.mark.skipif(missing() is not None, reason="no engine is installed")
def test_the_child_loads_no_windows_no_input_and_no_pydantic() -> None:
    script = (
        "import sys; from pathlib import Path; import app.sight.ocr_worker; from app.sight.ocr_models import PpOcr;"
        "PpOcr(Path(sys.argv[1]), 1); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(models_folder())], stdout=subprocess.PIPE, text=True, check=True
    )
    assert not {"PySide6", "pyautogui", "pynput", "Xlib", "mss", "pydantic", "cv2"} & set(done.stdout.split())


@pytest.mark.skipif(missing() is not None, reason="no engine is installed")
def test_what_libraries_print_does_not_disturb_the_answers(pixels: Pixels) -> None:
    command = worker_command(models_folder(), THREADS)
    script = (
        "import runpy, sys, os, app.sight.ocr_models as m; sys.argv = sys.argv[1:]; old = m.PpOcr.read\n"
        "m.PpOcr.read = lambda self, picture: (os.write(1, b'loud\\n'), old(self, picture))[1]\n"
        "from app.sight.ocr_worker import main; main(sys.argv[1:])"
    )
    ocr = ChildOcr([sys.executable, "-c", script, *command[2:]])
    pixels[...] = 255
    assert ocr.read(pixels, Stop()) == ()
    assert ocr._deaths == 0
    ocr.close()


def test_without_an_engine_nothing_is_read_and_that_is_said_once(
    pixels: Pixels, caplog: pytest.LogCaptureFixture
) -> None:
    ocr = NoOcr()
    assert [ocr.read(pixels, Stop()) for _ in range(3)] == [()] * 3
    assert len(caplog.records) == 1
    ocr.close()


def test_the_installed_engine_is_the_one_that_works() -> None:
    assert isinstance(installed(), NoOcr if missing() else ChildOcr)
    assert Path(models_folder()).name == "ocr"
