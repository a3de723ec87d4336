"""Text read from pixels, by an engine in a child process that can be ended at any moment."""

from __future__ import annotations

import importlib.util
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import IO

import numpy as np

from app.core.messages import Message, message
from app.core.ports import Ocr
from app.core.steps import Pixels, TextLine
from app.core.stop import Stop
from app.sight.ocr_worker import HEADER, LENGTH

DEADLINE_SECONDS = 20.0
"""A full screen takes about a second of processor time; a child that needs longer than this is lost."""
LOOK_SECONDS = 0.005
"""How often a read looks whether its lines are there (a small crop takes 50 ms)."""
THREADS = max(1, min(2, os.cpu_count() or 1))

_PACKAGE = Path(__file__).resolve().parents[1]
_log = logging.getLogger(__name__)


class _NoAnswer(Exception):
    """The child ended, or its answer is none."""


def installed() -> Ocr:
    """The best engine that is installed here, not started yet."""
    return ChildOcr() if missing() is None else NoOcr()


def missing() -> Message | None:
    """What keeps text from being read here, and how to bring it; None where nothing does."""
    if importlib.util.find_spec("onnxruntime") is None:
        return message("ocr.no_engine")
    if not (models_folder() / "recognition.onnx").is_file():
        return message("ocr.no_models", folder=str(models_folder()))
    return None


def models_folder() -> Path:
    """Where the models are: inside the package where it is installed, beside it in a checkout."""
    inside = _PACKAGE / "resources"
    return (inside if inside.is_dir() else _PACKAGE.parent / "resources") / "ocr"


def worker_command(models: Path, threads: int) -> list[str]:
    return [sys.executable, "-m", "app.sight.ocr_worker", str(models), str(threads)]


class NoOcr:
    """The Ocr port where no engine is installed: finds nothing, and says so once in the log."""

    def __init__(self) -> None:
        self._said = False

    def read(self, pixels: Pixels, stop: Stop) -> tuple[TextLine, ...]:  # noqa: ARG002 - the port's signature
        stop.check()
        if not self._said:
            self._said = True
            _log.warning("no text is read from the screen: no engine is installed")
        return ()

    def close(self) -> None:
        pass


class ChildOcr:
    """The Ocr port by PP-OCR models on onnxruntime in a child process, started at the first read or by `start()`.

    A stop or the deadline ends the child; the next read starts another (about 0.5 s). A child that dies by itself costs
    that read its lines and is started once more; after a second death in a row no more text is read.
    One thread reads at a time; `close()` may come from any.
    """

    def __init__(self, command: Sequence[str] | None = None, deadline: float = DEADLINE_SECONDS) -> None:
        self._command = command or worker_command(models_folder(), THREADS)
        self._deadline = deadline
        self._lock = threading.Lock()
        self._child: _Child | None = None
        self._deaths = 0
        self._closed = False

    def start(self) -> None:
        """Starts the child and comes back at once; it loads its models while the caller goes on."""
        self._started()

    def read(self, pixels: Pixels, stop: Stop) -> tuple[TextLine, ...]:
        """The lines of text on a picture, in reading order. Raises Stopped within 0.1 s of a stop."""
        stop.check()
        child = self._started() if pixels.size else None
        if child is None:
            return ()
        answer = child.asked(pixels)
        try:
            in_time = stop.wait_until(answer.done, self._deadline, every=LOOK_SECONDS)
        except BaseException:
            self._drop(child)
            raise
        if not in_time:
            return self._lost(child, f"did not answer within {self._deadline:g} s")
        try:
            lines = answer.result()
        except _NoAnswer as why:
            return self._lost(child, str(why))
        self._deaths = 0
        return lines

    def close(self) -> None:
        with self._lock:
            self._closed = True
            child, self._child = self._child, None
        if child is not None:
            child.end()

    def _started(self) -> _Child | None:
        with self._lock:
            if self._child is None and not self._closed and self._deaths < 2:
                try:
                    self._child = _Child(self._command)
                except OSError as why:
                    self._deaths += 1
                    _log.warning("the text reader cannot be started: %s", why)
            return self._child

    def _lost(self, child: _Child, why: str) -> tuple[TextLine, ...]:
        self._drop(child)
        if not self._closed:
            self._deaths += 1
            then = "it is started again" if self._deaths < 2 else "no more text is read from the screen"
            _log.warning("the text reader %s; %s", why, then)
        return ()

    def _drop(self, child: _Child) -> None:
        with self._lock:
            if self._child is child:
                self._child = None
        # a large process takes its time to go, which a stop does not have
        threading.Thread(target=child.end, name="ocr-end", daemon=True).start()


class _Child:
    """One running worker. Raises OSError where it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by end()
        try:
            self._process = subprocess.Popen(
                command,
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                creationflags=_creation_flags(),
                start_new_session=True,  # Ctrl+C in a terminal is for the parent to hear
            )
        except OSError:
            self._errors.close()
            raise
        self._talk: threading.Thread | None = None

    def asked(self, pixels: Pixels) -> Future[tuple[TextLine, ...]]:
        """The lines to come. The future fails with _NoAnswer when the child ends before it answers."""
        answer: Future[tuple[TextLine, ...]] = Future()

        def talk() -> None:
            try:
                answer.set_result(self._exchange(pixels))
            except (OSError, ValueError, EOFError, TypeError) as why:
                answer.set_exception(_NoAnswer(f"ended ({self._last_words() or type(why).__name__})"))

        self._talk = threading.Thread(target=talk, name="ocr", daemon=True)
        self._talk.start()
        return answer

    def end(self) -> None:
        """Kills the child and waits for it; a thread that talks to it ends with it."""
        self._process.kill()
        self._process.wait()
        if self._talk is not None:
            self._talk.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what it still holds can no longer be sent
                    pipe.close()
        self._errors.close()

    def _exchange(self, pixels: Pixels) -> tuple[TextLine, ...]:
        to_child, from_child = self._process.stdin, self._process.stdout
        assert to_child is not None
        assert from_child is not None
        height, width = pixels.shape[:2]
        to_child.write(HEADER.pack(width, height))
        to_child.write(np.ascontiguousarray(pixels).data)
        to_child.flush()
        (length,) = LENGTH.unpack(_exactly(from_child, LENGTH.size))
        rows = json.loads(_exactly(from_child, length))
        return tuple(TextLine(text, (left, top, right, bottom), sure) for text, left, top, right, bottom, sure in rows)

    def _last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""


def _exactly(pipe: IO[bytes], count: int) -> bytes:
    data = pipe.read(count)
    if len(data) < count:
        raise EOFError
    return data


def _environment() -> Mapping[str, str]:
    """That of this process; the child finds the same package and numpy starts no threads that only take memory."""
    path = os.pathsep.join(part for part in (str(_PACKAGE.parent), os.environ.get("PYTHONPATH")) if part)
    return os.environ | {"PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _creation_flags() -> int:
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return 0
