"""The child process that reads text: pictures come in on standard input, lines go out on standard output."""

from __future__ import annotations

import json
import os
import queue
import struct
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

HEADER = struct.Struct("<II")
"""Width and height in pixels; width x height x 4 bytes follow, blue green red unused."""
LENGTH = struct.Struct("<I")
"""The size in bytes of the answer that follows: JSON rows of text, left, top, right, bottom, confidence."""

NICE = 5
"""Below the applications, whose reaction is what a run waits for."""


def main(arguments: Sequence[str]) -> None:
    """Answers pictures until standard input ends. Arguments: the folder of the models, the number of threads."""
    from app.sight.ocr_models import PpOcr

    if hasattr(os, "nice"):
        os.nice(NICE)
    answers = _answers()
    pictures: queue.SimpleQueue[NDArray[np.uint8]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, pictures), daemon=True).start()
    engine = PpOcr(Path(arguments[0]), int(arguments[1]))
    while True:
        lines = engine.read(np.ascontiguousarray(pictures.get()[..., :3]))
        rows = [(line.text, *line.region, round(line.confidence, 4)) for line in lines]
        data = json.dumps(rows).encode()
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()


def _answers() -> BinaryIO:
    """Standard output for the answers alone: what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _listen(pipe: BinaryIO, pictures: queue.SimpleQueue[NDArray[np.uint8]]) -> None:
    """Takes pictures in, and ends the process at once when nobody is there any more to send one."""
    while len(header := pipe.read(HEADER.size)) == HEADER.size:
        width, height = HEADER.unpack(header)
        data = pipe.read(width * height * 4)
        if len(data) < width * height * 4:
            break
        pictures.put(np.frombuffer(data, np.uint8).reshape(height, width, 4))
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
