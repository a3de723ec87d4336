"""The page of a run is one file with everything in it, shows where each action went, and runs nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli import marks, page
from app.core.actions import Action, Answer, AskUser, Click, Drag, Scroll, TypeText
from app.core.elements import Element, Role
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.messages import message
from app.core.steps import Allow, Edited, End, Proposal, Risk, Status, Step, Verdict
from app.store import resources
from app.store.runs import RunFolder
from tests.fakes import FakeDesktop
from tests.unit.store import strategies

DESKTOP = FakeDesktop(size=(1280, 800))
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
BUTTON = Element(role=Role.BUTTON, name=EVIL, box=Box(left=100, top=50, width=80, height=30))
AT, ELSEWHERE = ImagePoint(x=140, y=65), ImagePoint(x=900, y=600)


def step(action: Action, number: int = 1, **more: object) -> Step:
    plain = Step(
        number=number,
        proposal=Proposal(action=action, element=BUTTON, thought=EVIL, note=EVIL, plan=(EVIL, "two"), serves=0),
        verdict=Verdict(risk=Risk.SENSITIVE, reason=message("risk.delete", text=EVIL)),
        decision=Allow(),
        viewport=DESKTOP.viewport,
        elements=(BUTTON,),
        ms={"capture": 4.0, "read": 80.0, "settle": 240.0, EVIL: 1.0},
    )
    return plain.model_copy(update=more)


class Seen(HTMLParser):
    """What stands in a page: its tags, whatever it would load, and whether every tag is closed in turn."""

    VOID = frozenset({"meta", "img", "br", "link", "input"})
    SHAPES = frozenset({"circle", "path", "rect", "line", "image", "use"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.handlers: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value or "" for name, value in attrs if name in {"href", "src", "xlink:href"}]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        if tag not in self.VOID and tag not in self.SHAPES:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.SHAPES:
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, f"Save {EVIL}", planner="builtin", desktop=":9")


def rendered(run: RunFolder, language: str = "en") -> str:
    return page.render(RunFolder.open(run.path), resources.catalogue(language))


def test_nothing_from_the_screen_or_a_planner_becomes_a_tag(run: RunFolder) -> None:
    run.picture(1, DESKTOP.capture())
    run.record(step(Click(at=AT), edited=TypeText(text=EVIL * 20), error=message("run.said", text=EVIL)))
    run.end(End(status=Status.FAILED, reason=message("run.said", text=EVIL), answer=EVIL))
    seen = Seen(rendered(run))
    assert {"script", "img", "iframe", "object", "link"}.isdisjoint(seen.tags)
    assert seen.handlers == []
    assert EVIL in seen.text


def test_it_loads_nothing_from_anywhere(run: RunFolder) -> None:
    run.picture(1, DESKTOP.capture())
    run.record(step(Click(at=AT)))
    html = rendered(run)
    assert all(load.startswith(("#", "data:image/jpeg;base64,")) for load in Seen(html).loads)
    assert not re.search(r"url\((?!#)|@import|https?://", html)
    assert "default-src 'none'" in html


def test_every_picture_is_in_it_once(run: RunFolder) -> None:
    for number in (1, 2, 3):
        run.picture(number, DESKTOP.capture())
        run.record(step(Click(at=AT), number))
    assert rendered(run).count("data:image/jpeg") == 3


def test_a_run_that_was_never_a_step_old_and_steps_without_pictures_are_shown(run: RunFolder) -> None:
    assert "Nothing was done." in Seen(rendered(run)).text
    run.record(step(AskUser(question="Which?")))
    assert "No picture was kept of this step." in Seen(rendered(run)).text


@pytest.mark.parametrize("language", resources.LANGUAGES)
def test_every_label_is_there_in_each_language(run: RunFolder, language: str) -> None:
    run.picture(1, DESKTOP.capture())
    run.record(step(Click(at=AT), edited=TypeText(text="a\nb", at=AT), decision=Edited(action=Answer())))
    run.end(End(status=Status.FINISHED, answer="42"))
    html = rendered(run, language)
    assert f'<html lang="{language}">' in html
    assert not re.search(r"[> ](page|ms|state|risk_level|decision|outcome|do|role)\.[a-z_]+[< ]", html)


def test_a_password_stands_nowhere_on_the_page(run: RunFolder) -> None:
    field = BUTTON.model_copy(update={"role": Role.PASSWORD_FIELD})
    run.record(
        step(TypeText(text="hunter2-canary\nx", at=AT), proposal=Proposal(action=TypeText(text="hunter2-canary\nx")))
    )
    with_field = step(TypeText(text="hunter2-canary", at=AT), elements=(field,))
    run.record(with_field)
    assert "canary" not in rendered(run)


@settings(deadline=None, max_examples=60)
@given(st.lists(strategies.steps, max_size=3), strategies.any_text)
def test_any_run_makes_a_whole_page(steps: list[Step], task: str) -> None:
    with TemporaryDirectory() as folder:
        run = RunFolder.create(Path(folder), task, planner="builtin")
        for recorded in steps:
            run.record(recorded)
        html = rendered(run)
    html.encode("utf-8")
    Seen(html)


def test_the_ring_is_where_the_click_went_and_the_outline_around_its_element() -> None:
    drawn = marks.drawing(step(Click(at=AT)))
    assert drawn.places == (marks.Place(140, 65),)
    assert drawn.element == marks.Rectangle(100, 50, 80, 30)
    assert drawn.close_up is not None
    assert drawn.close_up.left <= 140 < drawn.close_up.left + drawn.close_up.width


def test_places_are_pixels_of_the_picture_and_boxes_are_converted() -> None:
    doubled = Viewport(area=Box(left=-640, top=0, width=640, height=400), image=Size(width=1280, height=800))
    box = Box(left=-600, top=20, width=50, height=10)
    proposal = Proposal(action=Click(at=ELSEWHERE), element=BUTTON.model_copy(update={"box": box}))
    drawn = marks.drawing(step(Click(at=ELSEWHERE), viewport=doubled, proposal=proposal))
    assert drawn.places == (marks.Place(900, 600),)
    assert drawn.element == marks.Rectangle(80, 40, 100, 20)


def test_a_drag_has_two_numbered_places_and_an_arrow_between_their_rings() -> None:
    drawn = marks.drawing(step(Drag(start=AT, end=ELSEWHERE)))
    assert [place.number for place in drawn.places] == [1, 2]
    (way,) = drawn.ways
    assert 140 < way.start.x < way.end.x < 900
    assert marks.drawing(step(Drag(start=AT, end=AT))).ways


def test_a_scroll_has_an_arrow_the_way_it_goes() -> None:
    (way,) = marks.drawing(step(Scroll(at=ELSEWHERE, down=-3))).ways
    assert way.end.y < way.start.y < 600
    assert way.end.x == 900


def test_what_the_person_changed_is_shown_beside_what_was_proposed() -> None:
    drawn = marks.drawing(step(Click(at=AT), edited=Click(at=ELSEWHERE)))
    assert drawn.places == (marks.Place(140, 65, replaced=True), marks.Place(900, 600))
    assert drawn.element is None
    same_place = marks.drawing(step(Click(at=AT), edited=Click(at=AT, button="right")))
    assert same_place.places == (marks.Place(140, 65),)
    assert same_place.element is not None


@settings(deadline=None)
@given(strategies.steps)
def test_a_close_up_lies_on_the_picture(recorded: Step) -> None:
    drawn = marks.drawing(recorded)
    if drawn.close_up:
        assert 0 <= drawn.close_up.left <= drawn.width - drawn.close_up.width
        assert 0 <= drawn.close_up.top <= drawn.height - drawn.close_up.height
