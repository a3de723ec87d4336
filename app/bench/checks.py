"""Looks whether what a task asked for holds now."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.bench.devtools import NoAnswer, page_value
from app.bench.roles import means
from app.bench.setting import Scene
from app.bench.spreadsheets import NoSpreadsheet, is_column_hidden, read_cell
from app.bench.tasks import (
    AnswerCheck,
    CellCheck,
    Check,
    ColumnCheck,
    ElementCheck,
    ElementWanted,
    FileCheck,
    FolderCheck,
    GsettingsCheck,
    NoWindowCheck,
    OutcomeCheck,
    PageCheck,
    PixelCheck,
    PixelWanted,
    WindowCheck,
    XfconfCheck,
)
from app.core.elements import Element, Role
from app.core.geometry import Value
from app.core.stop import Stop

SECONDS = 10
SHOWN = 120
"""How much of a text is shown in a detail, in characters."""


class Held(Value):
    """Whether a check holds, and what was found in its place."""

    ok: bool
    found: str = ""


@dataclass(frozen=True)
class Checker:
    """Where to look, and how the run ended: done or failed, with the answer of the one or the reason of the other."""

    scene: Scene
    outcome: str
    said: str

    def held(self, check: Check, stop: Stop) -> Held:
        """Whether the check holds now. Raises Stopped."""
        try:
            return self._look(check, stop)
        except (NoAnswer, NoSpreadsheet, OSError, subprocess.TimeoutExpired) as trouble:
            return Held(ok=False, found=str(trouble))

    def _look(self, check: Check, stop: Stop) -> Held:
        match check:
            case FileCheck():
                return _file(check, self.scene.folder)
            case FolderCheck(dir=name):
                return Held(ok=(self.scene.folder / name).is_dir(), found="no such folder")
            case CellCheck() | ColumnCheck():
                return _spreadsheet(check, self.scene.folder)
            case PixelCheck(pixel=wanted):
                return _pixel(wanted, self.scene.folder)
            case GsettingsCheck() | XfconfCheck():
                return _setting(check)
            case PageCheck(page=expression):
                value = page_value(self.scene.port, expression)
                return Held(ok=value is True, found=f"the page says {value!r}")
            case _:
                return self._look_at_the_run(check, stop)

    def _look_at_the_run(
        self, check: ElementCheck | WindowCheck | NoWindowCheck | AnswerCheck | OutcomeCheck, stop: Stop
    ) -> Held:
        match check:
            case ElementCheck(element=wanted):
                return self._element(wanted, stop)
            case WindowCheck(window=part):
                titles = self._titles(stop)
                return Held(ok=any(part in title for title in titles), found=f"windows: {titles}")
            case NoWindowCheck(no_window=part):
                titles = self._titles(stop)
                return Held(ok=not any(part in title for title in titles), found=f"windows: {titles}")
            case AnswerCheck(answer_contains=texts):
                return Held(ok=any(answers(self.said, text) for text in texts), found=f"the answer was {self.said!r}")
            case OutcomeCheck(outcome=wanted_outcome):
                return Held(ok=self.outcome == wanted_outcome, found=f"it ended as {self.outcome}")

    def _titles(self, stop: Stop) -> list[str]:
        """Of windows by both systems: the accessible title can differ, and some programs have none."""
        elements = self.scene.accessibility.elements(stop)
        accessible = {one.name for one in elements if one.role in (Role.WINDOW, Role.DIALOG, Role.ALERT)}
        return sorted(accessible | {window.title for window in self.scene.windows.list() if not window.minimized})

    def _element(self, wanted: ElementWanted, stop: Stop) -> Held:
        near: list[str] = []
        app = wanted.app.casefold()
        elements = [one for one in self.scene.accessibility.elements(stop) if one.app.casefold() == app]
        if any(means(wanted.role, one.role) and self._fits(one, wanted, near) for one in elements):
            return Held(ok=True)
        return Held(ok=False, found=f"no such {wanted.role}; there is {near[:3]}")

    def _fits(self, element: Element, wanted: ElementWanted, near: list[str]) -> bool:
        if wanted.name is not None and _plain(element.name) != _plain(wanted.name):
            return False
        near.append(_short(element.name or element.value))
        if not _state_fits(element, wanted.state):
            return False
        if wanted.text is None and wanted.line is None:
            return True
        text = self.scene.accessibility.text_of(element) or ""
        near[-1] = _short(text)
        lines = {line.strip() for line in text.split("\n")}
        whole = wanted.text is None or wanted.text.rstrip("\n") == text.rstrip("\n")
        return whole and (wanted.line is None or wanted.line in lines)


def answers(said: str, wanted: str) -> bool:
    """Whether an answer contains a text; a number must not be a part of a longer one.

    >>> answers("It costs 7,310.50 in all.", "7310.50"), answers("It costs 7310.50", "310.50")
    (True, False)
    """
    answer, text = _counted(said), _counted(wanted)
    before = r"(?<![\d.,])" if text[:1].isdigit() else ""
    after = r"(?![\d]|[.,]\d)" if text[-1:].isdigit() else ""
    return re.search(before + re.escape(text) + after, answer) is not None


def _counted(text: str) -> str:
    """Lower case, one space between words, numbers without thousands separators."""
    return re.sub(r"(?<=\d)[,.\u00a0\u202f' ](?=\d{3}(?!\d))", "", _plain(text).casefold())


def _plain(text: str) -> str:
    return " ".join(text.replace("\u200b", "").replace("\ufffc", " ").split())


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def _file(check: FileCheck, folder: Path) -> Held:
    path = folder / check.file
    if check.absent:
        return Held(ok=not path.exists(), found="it is there")
    if not path.is_file():
        return Held(ok=False, found="no such file")
    text = path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")
    return Held(ok=all(_holds(check, text)), found=f"it holds {_short(text)!r}")


def _holds(check: FileCheck, text: str) -> Iterator[bool]:
    yield check.equals is None or text.rstrip("\n") == check.equals.rstrip("\n")
    yield check.contains is None or check.contains in text
    yield check.not_contains is None or check.not_contains not in text
    yield check.matches is None or re.search(check.matches, text) is not None


def _spreadsheet(check: CellCheck | ColumnCheck, folder: Path) -> Held:
    if isinstance(check, ColumnCheck):
        hidden = is_column_hidden(folder / check.column.file, check.column.ref)
        return Held(ok=hidden == check.column.hidden, found=f"hidden: {hidden}")
    wanted = check.cell
    cell = read_cell(folder / wanted.file, wanted.ref)
    if isinstance(cell.value, float) and isinstance(wanted.value, float):
        same = abs(cell.value - wanted.value) < 1e-6
    else:
        same = cell.value == wanted.value
    return Held(ok=same and (not wanted.formula or bool(cell.formula)), found=f"{cell.value!r}, formula {cell.formula}")


def _pixel(wanted: PixelWanted, folder: Path) -> Held:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(folder / wanted.file) as picture:
            colour = picture.convert("RGB").getpixel(wanted.at)
    except (UnidentifiedImageError, IndexError) as trouble:
        return Held(ok=False, found=str(trouble))
    if not isinstance(colour, tuple):
        return Held(ok=False, found="it has no colours")
    far = max(abs(seen - due) for seen, due in zip(colour, wanted.rgb, strict=True))
    return Held(ok=far <= wanted.tolerance, found=f"the colour is {colour}")


def _setting(check: GsettingsCheck | XfconfCheck) -> Held:
    if isinstance(check, GsettingsCheck):
        argv = ["gsettings", "get", *check.gsettings]
    else:
        argv = ["xfconf-query", "-c", check.xfconf[0], "-p", check.xfconf[1]]
    told = subprocess.run(argv, capture_output=True, text=True, timeout=SECONDS, check=False)
    value = told.stdout.strip()
    return Held(ok=value == check.equals, found=f"{value!r} {told.stderr.strip()}".strip())


def _state_fits(element: Element, state: str | None) -> bool:
    if state is None:
        return True
    wanted = not state.startswith("not ")
    return (state.removeprefix("not ") in element.states) == wanted
