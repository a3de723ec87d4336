"""Text typed into real applications: what is in their files and pages afterwards, and on the person's clipboard."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from app.bench.devtools import page_value
from app.bench.setting import free_port
from app.bench.typing_apps import BODIES, CHROMIUM, DOCUMENT, SURFACES, TEXTS, Surface, read
from app.core.actions import Click, Drag, Input, PressKeys, TypeText
from app.core.errors import InputFailed
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.ports import Hands, Windows
from app.core.stop import Stop
from app.desktop import select
from app.desktop.launch import start_detached

SCREEN = Viewport(area=Box(left=0, top=0, width=1920, height=1080), image=Size(width=1920, height=1080))
STOP = Stop()

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Typing test</title>
<style>body{margin:0;font:16px sans-serif}input,textarea{position:absolute;left:20px;width:300px}
#box{position:absolute;left:20px;top:300px;width:60px;height:60px;background:#c66}
#goal{position:absolute;left:500px;top:300px;width:160px;height:160px;background:#6c6}</style>
<input id="plain" style="top:20px" aria-label="plain">
<input id="secret" type="password" style="top:60px" aria-label="secret">
<input id="upper" style="top:100px" aria-label="upper" oninput="value=value.toUpperCase()">
<input id="nopaste" style="top:140px" aria-label="nopaste" onpaste="event.preventDefault()">
<input id="slide" type="range" style="top:180px" value="0" aria-label="slide">
<div id="box" draggable="true" ondblclick="title='double'"></div>
<div id="goal" ondragover="event.preventDefault()" ondrop="textContent='dropped'"></div></html>
"""


class Typing:
    """Hands on the private desktop, with a program started for them."""

    def __init__(self, hands: Hands, windows: Windows) -> None:
        self._hands, self._windows = hands, windows

    def start(self, argv: list[str], title: str, folder: Path) -> None:
        if not shutil.which(argv[0]):
            pytest.skip(f"{argv[0]} is not installed")
        start_detached(argv, folder)
        assert within(60, lambda: any(one.active and title in one.title for one in self._windows.list()))
        STOP.wait(2.0)

    def do(self, *actions: Input) -> None:
        for action in actions:
            self._hands.perform(action, SCREEN, STOP)


@pytest.fixture
def typing(tmp_path: Path) -> Iterator[Typing]:
    with ExitStack() as stack:
        tree = stack.enter_context(closing(select.accessibility()))
        windows = stack.enter_context(closing(select.windows()))
        hands = stack.enter_context(closing(select.hands(tree, windows, None, tmp_path / "held.json")))
        yield Typing(hands, windows)


def within(seconds: float, condition: Callable[[], bool]) -> bool:
    return STOP.wait_until(condition, seconds, every=0.05)


def on_clipboard() -> str:
    return subprocess.run(["xclip", "-o", "-selection", "clipboard"], capture_output=True, check=False).stdout.decode()


@pytest.mark.desktop(compositor=False, tray=False)
class TestEditors:
    @pytest.mark.parametrize("editor", ["mousepad", "featherpad"])
    def test_exactly_the_text_is_in_the_file_and_the_clipboard_is_as_before(
        self, typing: Typing, tmp_path: Path, editor: str
    ) -> None:
        subprocess.run(
            ["xclip", "-selection", "clipboard"], input=b"the person's own", check=True, stdout=subprocess.DEVNULL
        )
        file = tmp_path / "note.txt"
        file.write_text("old")
        typing.start([editor, str(file)], "note.txt", tmp_path)
        text = TEXTS["mixed"] + TEXTS["lines"] + TEXTS["table"] + TEXTS["chinese"]
        save = PressKeys(keys=("ctrl", "s"))
        typing.do(TypeText(text=text, replace=True), save)
        assert within(5, lambda: file.read_text(encoding="utf-8").removesuffix("\n") == text)
        typing.do(TypeText(text="short", replace=True, submit=True), TypeText(text="next"), save)
        assert within(5, lambda: file.read_text(encoding="utf-8").removesuffix("\n") == "short\nnext")
        assert on_clipboard() == "the person's own"


@pytest.mark.desktop(compositor=False, tray=False)
class TestTerminal:
    def test_a_line_comes_in_one_piece_and_runs_only_when_asked(self, typing: Typing, tmp_path: Path) -> None:
        typed = tmp_path / "typed.txt"
        typing.start(["xterm", "-T", "a terminal", "-e", f"cat > {typed}"], "a terminal", tmp_path)
        typing.do(TypeText(text="echo 'ü' <b> \"你好\" | 😀\n"))
        STOP.wait(0.5)
        assert typed.read_bytes() == b""
        with pytest.raises(InputFailed, match="terminal_lines"):
            typing.do(TypeText(text="rm one\nrm two"))
        typing.do(TypeText(text=" end", submit=True), TypeText(text="one\ntwo", submit=True))
        wanted = "echo 'ü' <b> \"你好\" | 😀 end\none\ntwo\n"
        assert within(5, lambda: typed.read_text(encoding="utf-8") == wanted)


@pytest.mark.desktop(compositor=False, tray=False)
class TestBrowser:
    def test_fields_that_are_special_and_what_the_pointer_does(self, typing: Typing, tmp_path: Path) -> None:
        port = free_port()
        (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
        argv = [word.format(folder=tmp_path, port=port) for word in CHROMIUM]
        typing.start(argv, "Typing test", tmp_path)

        def value(name: str, member: str = "value") -> object:
            return page_value(port, f"document.getElementById('{name}').{member}")

        def at(name: str, share: float = 0.5) -> ImagePoint:
            """A place on an element of the page, `share` of its width from its left."""
            box = f"document.getElementById('{name}').getBoundingClientRect()"
            across = page_value(port, f"window.screenX + {box}.left + {box}.width * {share}")
            along = page_value(port, f"window.screenY + outerHeight - innerHeight + {box}.top + {box}.height / 2")
            assert isinstance(across, int | float)
            assert isinstance(along, int | float)
            return ImagePoint(x=round(across), y=round(along))

        typing.do(TypeText(text="two\nlines  <b>é", at=at("plain")))
        assert value("plain") == "two lines  <b>é"
        typing.do(TypeText(text="new", at=at("plain"), replace=True))
        assert value("plain") == "new"
        typing.do(TypeText(text="Pä55 (wörd) 😀<", at=at("secret")))
        assert value("secret") == "Pä55 (wörd) 😀<"
        typing.do(TypeText(text="(typed) ü", at=at("nopaste")))
        assert value("nopaste") == "(typed) ü"
        with pytest.raises(InputFailed, match="QUIET"):
            typing.do(TypeText(text="quiet", at=at("upper")))
        assert value("upper") == "QUIET"

        typing.do(Click(at=at("box"), count=2))
        assert within(2, lambda: value("box", "title") == "double")
        typing.do(Drag(start=at("box"), end=at("goal")))
        assert within(2, lambda: value("goal", "textContent") == "dropped")
        typing.do(Drag(start=at("slide", 0.03), end=at("slide", 0.8)))
        slid = value("slide")
        assert isinstance(slid, str)
        assert 75 <= int(slid) <= 85


@pytest.mark.desktop(compositor=False, tray=False)
class TestOffice:
    def test_nothing_is_corrected_and_tables_go_into_cells(self, typing: Typing, tmp_path: Path) -> None:
        surfaces = {surface.file: surface for surface in SURFACES}
        typed = {"writer.fodt": ("teh 1/2", "(c) i am"), "calc.fods": (TEXTS["table"],)}
        for name, texts in typed.items():
            kind, body = BODIES[name]
            (tmp_path / name).write_text(DOCUMENT.replace("KIND", kind).replace("BODY", body), encoding="utf-8")
            typing.start(["soffice", "--norestore", "--nologo", str(tmp_path / name)], name, tmp_path)
            for text in texts:
                typing.do(TypeText(text=text, submit=True))
            typing.do(PressKeys(keys=("ctrl", "s")))
            assert _saved_within(10, surfaces[name], tmp_path, "\n".join(texts))


def _saved_within(seconds: float, surface: Surface, folder: Path, wanted: str) -> bool:
    return within(seconds, lambda: (read(surface, folder, 0) or "").removesuffix("\n") == wanted)
