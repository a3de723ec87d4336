"""Real screens, read: menus, dialogs, web pages, spreadsheets, and windows without a tree."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from app.core.elements import Element, Role, Source, State, Visibility
from app.core.geometry import Box
from app.core.steps import Screen
from app.core.stop import Stop
from app.desktop import select
from app.desktop.accessibility_atspi import AtspiAccessibility
from app.desktop.virtual import VirtualDesktop
from app.desktop.windows_x11 import X11Windows
from app.sight.ocr import ChildOcr, missing
from app.sight.reader import ScreenReader

pytestmark = pytest.mark.desktop
STOP = Stop()

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Test page</title>
<style>body{font:16px sans-serif;margin:20px}td,th{border:1px solid}
#news{display:none;position:fixed;left:380px;top:200px;width:300px;height:220px;background:#ffd}</style>
<h1>Order form</h1><label>Name <input value="Ann"></label>
<label>Password <input type="password" value="secret"></label>
<label><input type="checkbox" checked> Gift wrap</label>
<label>Size <select><option>Small</option><option selected>Medium</option><option>Large</option></select></label>
<label>Volume <input type="range" value="20"></label><button disabled>Cancel</button>
<table><tr><th>Name<th>Phone<tr><td>Alice<td>555-0100</table>
<iframe srcdoc="<p>Top</p><button>Near</button><div style='height:300px'></div><button>Buried</button>" width="300"
height="150"></iframe>
<button style="position:absolute;left:450px;top:330px">Under it</button>
<div id="news" role="dialog" aria-modal="true" aria-label="News">Subscribe? <button>No thanks</button></div>
<p><button onclick="news.style.display='block'">Show news</button></p>
<div style="height:1500px"></div><button>Far below</button></html>
"""

NOWHERE = Box(left=0, top=0, width=0, height=0)


class Desk:
    """Reads and clicks on the private desktop."""

    def __init__(self, desktop: VirtualDesktop, reader: ScreenReader) -> None:
        self.desktop, self.reader, self.camera = desktop, reader, select.camera(None)

    def screen(self) -> Screen:
        return self.reader.read(self.camera.capture(), STOP)

    def until(self, right: Callable[[Screen], bool], seconds: float = 30) -> Screen:
        seen: list[Screen] = []

        def is_right() -> bool:
            seen[:] = [self.screen()]
            return right(seen[0])

        done = STOP.wait_until(is_right, seconds, every=0.1)
        assert done, "\n".join(f"{one.role} {one.name!r} {one.box} {one.visibility}" for one in seen[0].elements)
        return seen[0]

    def shown(self, name: str, *roles: Role) -> Element:
        """The visible element of this name, once there is one that has come to rest."""
        boxes: list[Box] = []

        def at_rest(screen: Screen) -> bool:
            boxes.append(next((one.box for one in screen.elements if is_shown(one, name, roles)), NOWHERE))
            return boxes[-1] != NOWHERE and boxes[-2:-1] == boxes[-1:]

        return named(self.until(at_rest), name, *roles)

    def click(self, element: Element, button: int = 1) -> None:
        middle = element.box.middle
        self.desktop.run(["xdotool", "mousemove", str(middle.x), str(middle.y), "click", str(button)])


def is_shown(element: Element, name: str, roles: tuple[Role, ...]) -> bool:
    return element.name == name and element.visibility is Visibility.VISIBLE and (not roles or element.role in roles)


def named(screen: Screen, name: str, *roles: Role) -> Element:
    return next(one for one in screen.elements if is_shown(one, name, roles))


def visibility(screen: Screen, name: str) -> Visibility:
    return next(one.visibility for one in screen.elements if one.name == name)


@pytest.fixture
def desk(desktop: VirtualDesktop) -> Iterator[Desk]:
    ocr = None if missing() else ChildOcr()
    with closing(AtspiAccessibility()) as accessibility, closing(X11Windows()) as windows:
        one = Desk(desktop, ScreenReader(accessibility, ocr, windows))
        yield one
        one.camera.close()
    if ocr:
        ocr.close()


def test_an_open_submenu_and_what_lies_under_it(desk: Desk) -> None:
    (desk.desktop.home / "note.txt").write_text("Bread\n")
    desk.desktop.spawn(["mousepad", "note.txt"])
    desk.click(desk.shown("Document", Role.MENU))
    desk.click(desk.shown("Tab Size", Role.MENU))
    item = desk.shown("Insert Spaces")
    screen = desk.screen()
    window = next(one for one in screen.windows if one.app == "Mousepad")
    assert item.window == window.number
    text = next(one for one in screen.elements if one.role is Role.TEXT_FIELD)
    assert text.value == "Bread\n"
    warning = next(one for one in screen.elements if one.name.startswith("Warning: you are using the root"))
    assert os.geteuid() != 0 or warning.visibility is Visibility.COVERED


def test_a_save_dialog_with_its_labelled_fields(desk: Desk) -> None:
    (desk.desktop.home / "note.txt").write_text("Bread\n")
    desk.desktop.spawn(["mousepad", "note.txt"])
    desk.shown("File", Role.MENU)
    desk.desktop.run(["xdotool", "key", "ctrl+shift+s"])
    name = desk.shown("Name:", Role.TEXT_FIELD)
    assert name.value == "note.txt"
    screen = desk.screen()
    assert named(screen, "Encoding:", Role.COMBO_BOX).value == "Default (UTF-8)"
    assert named(screen, "Save", Role.BUTTON).window == next(one.number for one in screen.windows if one.active)
    assert next(one for one in screen.elements if State.FOCUSED in one.states).name == "Name:"


def test_menus_of_qt_and_of_gtk_2(desk: Desk) -> None:
    folder = desk.desktop.home / "things"
    (folder / "Letters").mkdir(parents=True)
    desk.desktop.spawn(["featherpad"])
    desk.click(desk.shown("Options", Role.MENU))
    desk.click(desk.shown("Encoding", Role.MENU_ITEM))
    assert desk.shown("East European").box.left > desk.shown("Encoding").box.left
    desk.desktop.run(["xdotool", "key", "Escape", "key", "Escape"])
    desk.desktop.spawn(["pcmanfm", str(folder)])
    assert desk.shown("Letters", Role.ICON).box.area > 400
    desk.click(desk.shown("View", Role.MENU))
    desk.click(desk.shown("Sort Files", Role.MENU))
    assert State.CHECKED in desk.shown("By Name", Role.CHECK_MENU_ITEM).states


def test_a_web_page_with_a_form_a_list_a_frame_and_a_dialog(desk: Desk) -> None:
    page = desk.desktop.home / "page.html"
    page.write_text(PAGE)
    options = ["--no-first-run", "--password-store=basic", "--force-renderer-accessibility", "--window-size=1000,800"]
    desk.desktop.spawn(["chromium", "--no-sandbox", "--test-type", *options, f"--app=file://{page}"])
    chooser = desk.shown("Size", Role.COMBO_BOX)
    screen = desk.until(lambda screen: any(one.name == "Far below" for one in screen.elements))
    assert chooser.value == "Medium"
    assert named(screen, "Name", Role.TEXT_FIELD).value == "Ann"
    assert named(screen, "Password", Role.PASSWORD_FIELD).value == ""
    assert named(screen, "Volume", Role.SLIDER).value == "20"
    assert State.CHECKED in named(screen, "Gift wrap", Role.CHECK_BOX).states
    assert State.ENABLED not in named(screen, "Cancel", Role.BUTTON).states
    assert named(screen, "Alice").role is Role.CELL
    assert visibility(screen, "Near") is Visibility.VISIBLE
    assert visibility(screen, "Buried") is visibility(screen, "Far below") is Visibility.OFFSCREEN
    assert visibility(screen, "Under it") is Visibility.VISIBLE
    desk.click(chooser)
    assert desk.shown("Large", Role.MENU_ITEM).box.top > chooser.box.top
    desk.desktop.run(["xdotool", "key", "Escape"])
    desk.click(desk.shown("Show news"))
    desk.shown("No thanks")
    assert visibility(desk.screen(), "Under it") is Visibility.COVERED


def test_the_cells_of_a_spreadsheet_lie_where_they_are_drawn(desk: Desk) -> None:
    sheet = desk.desktop.home / "sheet.csv"
    sheet.write_text("Name,Amount\nAlice,12.5\n")
    quiet = ["--norestore", "--nologo", "--nofirststartwizard", "--infilter=CSV:44,34,76,1"]
    desk.desktop.spawn(["soffice", *quiet, "--calc", str(sheet)])
    cell = desk.shown("B2", Role.CELL)
    assert cell.value == "12.5"
    desk.click(cell)
    screen = desk.until(lambda screen: any(one.name == "B2" and State.FOCUSED in one.states for one in screen.elements))
    box = next(one for one in screen.elements if one.role is Role.TEXT_FIELD and one.value == "B2")
    assert box.visibility is Visibility.VISIBLE
    assert len([one for one in screen.elements if one.role is Role.CELL]) > 100
    assert len({one.name for one in screen.elements if one.role is Role.CELL}) > 100


@pytest.mark.skipif(missing() is not None, reason="no engine that reads text is installed")
def test_a_window_without_a_tree_is_read_from_its_pixels(desk: Desk) -> None:
    label = (
        "import tkinter; r=tkinter.Tk(); tkinter.Label(r, text='Plain old Tk', font='Sans 16').pack(padx=40, pady=40); "
    )
    desk.desktop.spawn(["/usr/bin/python3", "-c", label + "r.title('Old'); r.mainloop()"])
    line = desk.shown("Plain old Tk", Role.LABEL)
    window = next(one for one in desk.screen().windows if one.title == "Old")
    assert (line.source, line.window) == (Source.OCR, window.number)
    assert window.box.contains(line.box.middle)


def test_a_screen_at_rest_is_read_the_same_twice(desk: Desk) -> None:
    desk.desktop.spawn(["galculator"])
    desk.shown("7")
    first, second = desk.screen(), desk.screen()
    assert first.elements == second.elements
