"""What X11 windows say of themselves, asked of many windows in one round trip."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from app.core.errors import NoDesktop
from app.core.geometry import Box

ANY_TYPE = 0
LONGEST = 4096
"""The longest property value read, in units of four bytes."""

TEXT_TYPES = ("UTF8_STRING", "STRING", "COMPOUND_TEXT")

UTF8_PART = re.compile(rb"\x1b%G(.*?)\x1b%@", re.DOTALL)
ESCAPE = re.compile(rb"\x1b[\x20-\x2f]+[\x30-\x7e]")

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Property:
    """The value of one property of a window; empty where the window has none, or is gone."""

    numbers: tuple[int, ...] = ()
    raw: bytes = b""
    encoding: str = ""

    @property
    def first(self) -> int | None:
        return self.numbers[0] if self.numbers else None

    @property
    def texts(self) -> tuple[str, ...]:
        """Its texts, in whatever of X11's encodings it comes."""
        return tuple(_decoded(part, self.encoding) for part in self.raw.split(b"\0") if part)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


class X11Connection:
    """One connection to an X server. A window that has vanished answers None, 0 or nothing; it never raises.

    `display` is a name like ":0", None for the one in the environment. Every call raises NoDesktop once the server
    cannot be reached.
    """

    def __init__(self, display: str | None = None) -> None:
        from Xlib import display as xdisplay
        from Xlib import error

        try:
            self.display = xdisplay.Display(display)
        except (error.DisplayError, error.XauthError, OSError) as trouble:
            raise NoDesktop("windows.no_display", display=display or "") from trouble
        self.display.set_error_handler(_ignored)
        self.root: int = self.display.screen().root.id
        self._client_bits = ~int(self.display.display.info.resource_id_mask)
        self._atoms: dict[str, int] = {}

    def client_of(self, window: int) -> int:
        """A number that all windows of one program's connection share."""
        return window & self._client_bits

    def close(self) -> None:
        from Xlib import error

        try:
            self.display.close()
        except (error.ConnectionClosedError, OSError):
            return

    def atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self._guarded(lambda: int(self.display.intern_atom(name)))
        return self._atoms[name]

    def properties(self, windows: Sequence[int], names: Sequence[str]) -> list[list[Property]]:
        """The named properties of each window, in that order."""
        atoms = [self.atom(name) for name in names]
        answers = self._guarded(lambda: self._ask_properties(windows, atoms))
        width = len(names)
        return [answers[start : start + width] for start in range(0, len(answers), width)]

    def property(self, window: int, name: str) -> Property:
        return self.properties([window], [name])[0][0]

    def frames(self, windows: Sequence[int]) -> list[int]:
        """For each window the child of the root that holds it (itself where nothing frames it); 0 where it is gone."""
        found = list(windows)
        open_places = list(range(len(found)))
        while open_places:
            parents = self._parents([found[place] for place in open_places])
            climbing = []
            for place, parent in zip(open_places, parents, strict=True):
                if parent == self.root:
                    continue
                found[place] = parent
                if parent:
                    climbing.append(place)
            open_places = climbing
        return found

    def places(self, windows: Sequence[int]) -> list[tuple[Box, bool] | None]:
        """The box of each child of the root with its border, and whether it is drawn; None where it is gone."""
        return self._guarded(lambda: self._ask_places(windows))

    def processes(self, windows: Sequence[int]) -> dict[int, int]:
        """The process ids of the programs behind the windows, by `client_of`, as the server knows them.

        Not every program tells its number in _NET_WM_PID, and one in a container tells the number it has inside.
        """
        from Xlib import error
        from Xlib.ext import res

        if not windows or not self.display.has_extension(res.extname):
            return {}
        wanted = [{"client": window, "mask": res.LocalClientPIDMask} for window in windows]
        try:
            answer = self._guarded(lambda: self.display.res_query_client_ids(wanted))
        except error.XError:
            return {}
        return {self.client_of(one.spec.client): int(one.value[0]) for one in answer.ids if one.value}

    def child_at(self, x: int, y: int) -> int:
        """The child of the root that a click there goes to, by the server's own rule (input shapes count), or 0."""
        from Xlib.protocol import request

        def ask() -> int:
            inner = self.display.display
            answer = request.TranslateCoords(display=inner, src_wid=self.root, dst_wid=self.root, src_x=x, src_y=y)
            return _number(answer.child)

        return self._guarded(ask)

    def children(self) -> tuple[int, ...]:
        """The children of the root that are drawn and belong to no window manager's rules, the topmost first."""
        from Xlib import X
        from Xlib.protocol import request

        def ask() -> tuple[int, ...]:
            inner = self.display.display
            below = [_number(child) for child in request.QueryTree(display=inner, window=self.root).children]
            asked = [request.GetWindowAttributes(display=inner, defer=True, window=child) for child in below]
            answers = [_answer(one) for one in asked]
            return tuple(
                child
                for child, answer in zip(reversed(below), reversed(answers), strict=True)
                if answer is not None and answer.map_state == X.IsViewable and not answer.override_redirect
            )

        return self._guarded(ask)

    def bring_up(self, window: int, *, with_focus: bool) -> None:
        """Asks the window manager to show, raise and activate the window; `with_focus` does the last without one."""
        from Xlib import X
        from Xlib.protocol import event

        def send() -> None:
            target = self.display.create_resource_object("window", window)
            target.map()
            target.configure(stack_mode=X.Above)
            # 2 says that the wish is the person's own ("pager"), which window managers follow without question.
            wish = event.ClientMessage(
                window=target, client_type=self.atom("_NET_ACTIVE_WINDOW"), data=(32, [2, X.CurrentTime, 0, 0, 0])
            )
            mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
            self.display.screen().root.send_event(wish, event_mask=mask)
            if with_focus:
                target.set_input_focus(X.RevertToParent, X.CurrentTime)
            self.display.sync()

        self._guarded(send)

    def focus(self) -> int:
        """The window with the keyboard focus by the server itself; 0 where none has it."""
        from Xlib.protocol import request

        return self._guarded(lambda: _number(request.GetInputFocus(display=self.display.display).focus))

    def _ask_properties(self, windows: Sequence[int], atoms: Sequence[int]) -> list[Property]:
        from Xlib.protocol import request

        asked = [
            request.GetProperty(
                display=self.display.display,
                defer=True,
                delete=0,
                window=window,
                property=atom,
                type=ANY_TYPE,
                long_offset=0,
                long_length=LONGEST,
            )
            for window in windows
            for atom in atoms
        ]
        return [self._property(_answer(one)) for one in asked]

    def _property(self, answer: Any) -> Property:
        if answer is None or not answer.property_type:
            return Property()
        width, data = answer.value
        if width != 8:
            return Property(numbers=tuple(data))
        encoding = next((name for name in TEXT_TYPES if self.atom(name) == answer.property_type), "STRING")
        return Property(raw=bytes(data), encoding=encoding)

    def _parents(self, windows: Sequence[int]) -> list[int]:
        return self._guarded(lambda: self._ask_parents(windows))

    def _ask_parents(self, windows: Sequence[int]) -> list[int]:
        from Xlib.protocol import request

        asked = [request.QueryTree(display=self.display.display, defer=True, window=window) for window in windows]
        answers = [_answer(one) for one in asked]
        return [_number(answer.parent) if answer is not None else 0 for answer in answers]

    def _ask_places(self, windows: Sequence[int]) -> list[tuple[Box, bool] | None]:
        from Xlib import X
        from Xlib.protocol import request

        inner = self.display.display
        shapes = [request.GetGeometry(display=inner, defer=True, drawable=window) for window in windows]
        states = [request.GetWindowAttributes(display=inner, defer=True, window=window) for window in windows]
        found: list[tuple[Box, bool] | None] = []
        for shape, state in zip(map(_answer, shapes), map(_answer, states), strict=True):
            if shape is None or state is None:
                found.append(None)
                continue
            width, height = shape.width + 2 * shape.border_width, shape.height + 2 * shape.border_width
            box = Box(left=shape.x, top=shape.y, width=width, height=height)
            found.append((box, state.map_state == X.IsViewable))
        return found

    def _guarded(self, ask: Callable[[], _Result]) -> _Result:
        from Xlib import error

        try:
            return ask()
        except (error.ConnectionClosedError, OSError) as trouble:
            raise NoDesktop("windows.display_gone") from trouble


def _answer(asked: Any) -> Any:
    """The answer to a request sent ahead; None where its window is gone."""
    from Xlib import error

    try:
        asked.reply()
    except error.XError:
        return None
    return asked


def _number(window: Any) -> int:
    """The number of what the library gives as a window, or as a bare number where there is none."""
    return int(getattr(window, "id", window))


def _ignored(*_: object) -> None:
    """Errors of requests without an answer: the window vanished meanwhile, which is nobody's fault."""


def _decoded(raw: bytes, encoding: str) -> str:
    if encoding == "COMPOUND_TEXT":
        raw = UTF8_PART.sub(lambda part: part[1].decode(errors="replace").encode("latin-1", "replace"), raw)
        return ESCAPE.sub(b"", raw).decode("latin-1")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1" if encoding == "STRING" else "utf-8", errors="replace")
