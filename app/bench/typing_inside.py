"""Types the texts of `bench typing` into one field of an application, on the desktop it is started on."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from app.bench.devtools import NoAnswer, page_value
from app.bench.setting import free_port
from app.bench.typing_apps import SURFACES, TEXTS, Surface, fits, prepare, read, same
from app.core.actions import PressKeys, TypeText
from app.core.errors import HandrailError
from app.core.geometry import Box, Size, Value, Viewport
from app.core.ports import Hands, Windows
from app.core.stop import Stop
from app.desktop import select
from app.desktop.launch import start_detached

READY_SECONDS = 90.0
REST_SECONDS = 2.5
"""After its window has come, an application loads on; a person would not type sooner either."""

SAVED_SECONDS = 6.0

SCREEN = Viewport(area=Box(left=0, top=0, width=1920, height=1080), image=Size(width=1920, height=1080))


class Case(Value):
    """`ms` is what typing took with its own check; `got` is what arrived where that is something else."""

    app: str
    text: str
    exact: bool
    ms: float
    error: str = ""
    got: str | None = None


def main() -> int:
    """Prints one case a line."""
    surface = next(surface for surface in SURFACES if surface.name == sys.argv[1])
    stop = Stop()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="typing-", ignore_cleanup_errors=True)))
        tree = stack.enter_context(closing(select.accessibility()))
        windows = stack.enter_context(closing(select.windows()))
        hands = stack.enter_context(closing(select.hands(tree, windows, None, folder / "held.json")))
        bench = Bench(surface, folder, windows, hands)
        if not bench.start(stop):
            print(f"{surface.name} did not start", file=sys.stderr)
            return 1
        for key in sys.argv[2:]:
            if fits(surface, TEXTS[key]):
                print(bench.case(key, stop).model_dump_json(), flush=True)
    return 0


class Bench:
    """One field of one application, with hands to type into it."""

    def __init__(self, surface: Surface, folder: Path, windows: Windows, hands: Hands) -> None:
        self._surface, self._folder, self._windows, self._hands = surface, folder, windows, hands
        self._port = free_port()

    def start(self, stop: Stop) -> bool:
        """Whether its window came."""
        prepare(self._folder)
        argv = [word.format(folder=self._folder, port=self._port) for word in self._surface.argv]
        start_detached(argv, self._folder)
        if not stop.wait_until(self._has_focus, READY_SECONDS, every=0.2):
            return False
        stop.wait(REST_SECONDS)
        return True

    def case(self, key: str, stop: Stop) -> Case:
        """Types one text into the empty field and compares what arrived."""
        text = TEXTS[key]
        error = ""
        self._empty(stop)
        began = time.monotonic()
        try:
            self._hands.perform(TypeText(text=text), SCREEN, stop)
        except HandrailError as trouble:
            error = str(trouble)
        took = (time.monotonic() - began) * 1000
        got = self._arrived(text, stop)
        exact = same(self._surface, text, got)
        return Case(
            app=self._surface.name, text=key, exact=exact, ms=round(took), error=error, got=None if exact else got
        )

    def _empty(self, stop: Stop) -> None:
        if self._surface.focus:
            try:
                page_value(self._port, self._surface.focus)
            except NoAnswer:
                stop.wait(1.0)
        if self._surface.read == "sheet":
            for keys in (("ctrl", "a"), ("delete",), ("ctrl", "home")):
                self._hands.perform(PressKeys(keys=keys), SCREEN, stop)
        else:
            self._hands.perform(TypeText(text="", replace=True), SCREEN, stop)

    def _arrived(self, text: str, stop: Stop) -> str | None:
        """What the field holds, once it is the text or the application has had time to save it."""
        if self._surface.file:
            self._hands.perform(PressKeys(keys=("ctrl", "s")), SCREEN, stop)
        got: str | None = None

        def is_there() -> bool:
            nonlocal got
            got = read(self._surface, self._folder, self._port)
            return same(self._surface, text, got)

        stop.wait_until(is_there, SAVED_SECONDS, every=0.1)
        return got

    def _has_focus(self) -> bool:
        return any(window.active and self._surface.title in window.title for window in self._windows.list())


if __name__ == "__main__":
    sys.exit(main())
