"""An application with one field, in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.core.actions import TypeText
from app.core.elements import Element, Role, State
from app.core.geometry import Box, ScreenPoint
from app.core.stop import Stop
from app.desktop.typing import Typist
from tests.fakes import FakeClipboard, FakeDesktop, window

FIELD = Box(left=100, top=100, width=200, height=30)


LINES = frozenset({State.EDITABLE, State.FOCUSED, State.MULTI_LINE})


class Impatient(Stop):
    """Looks a few times and never waits."""

    def wait_until(self, condition: Callable[[], bool], seconds: float, every: float = 0.02) -> bool:
        self.check()
        assert seconds > every
        return any(condition() for _ in range(5))


@dataclass
class Application:
    """One field of an application in memory: keyboard and accessibility in one, all text selected by ctrl+a.

    `takes` is what it makes of text it is sent, by keys or by paste; nothing where it gives "".
    """

    role: Role = Role.TEXT_FIELD
    states: frozenset[State] = frozenset({State.EDITABLE, State.FOCUSED})
    text: str = ""
    readable: bool = True
    takes: Callable[[str, str], str] = lambda text, _way: text
    focus_comes_after: int = 0
    clipboard: FakeClipboard = field(default_factory=FakeClipboard)
    pressed: list[tuple[str, ...]] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    selected: bool = False

    def element(self) -> Element:
        return Element(role=self.role, name="Name", states=self.states, box=FIELD, handle="field", app="an app")

    def elements(self, stop: Stop) -> tuple[Element, ...]:
        stop.check()
        return (self.element(),)

    def focused(self, stop: Stop) -> Element | None:
        stop.check()
        if self.focus_comes_after:
            self.focus_comes_after -= 1
            return Element(role=Role.BUTTON, name="Elsewhere", box=Box(left=0, top=0, width=5, height=5), handle="b")
        return self.element()

    def text_of(self, element: Element) -> str | None:
        return self.text if self.readable and element.handle == "field" else None

    def close(self) -> None: ...

    def chord(self, keys: Sequence[str], times: int, stop: Stop) -> None:
        stop.check()
        self.pressed += [tuple(keys)] * times
        if tuple(keys) == ("ctrl", "v"):
            self._take(self.clipboard.text() or "", "paste")
        elif tuple(keys) == ("ctrl", "a"):
            self.selected = True
        elif tuple(keys) == ("delete",) and self.selected:
            self.text, self.selected = "", False

    def type(self, text: str, stop: Stop) -> None:
        stop.check()
        self.typed.append(text)
        self._take(text, "keys")

    def is_on_keyboard(self, text: str) -> bool:
        return text.isascii()

    def put(
        self, action: TypeText, clicked: ScreenPoint | None = None, app: str = "", stop: Stop | None = None
    ) -> None:
        windows = FakeDesktop(windows=(window(1, "Window", app=app, active=True),))
        Typist(self, self.clipboard, self, windows).type(action, clicked, stop or Impatient())

    def _take(self, text: str, way: str) -> None:
        self.text = self.takes(text, way) if self.selected else self.text + self.takes(text, way)
        self.selected = False
