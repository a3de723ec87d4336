"""Actions and what came of them are told in plain words, by what is on the screen rather than by a planner's word."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli import describing, outcomes
from app.core.actions import (
    Action,
    Answer,
    AskUser,
    Click,
    Drag,
    Fail,
    FocusWindow,
    HoldKeys,
    OpenApp,
    PressKeys,
    Scroll,
    TypeText,
    Wait,
)
from app.core.elements import Element, Role, Visibility
from app.core.geometry import Box, ImagePoint
from app.core.messages import message
from app.core.steps import Allow, Edited, Outcome, Proposal, Reject, Reply, Risk, Step, TakeOver, Verdict
from app.store import resources
from tests.fakes import FakeDesktop, window
from tests.unit.store import strategies

WORDS = {language: resources.catalogue(language) for language in resources.LANGUAGES}
SAVE = Element(role=Role.BUTTON, name="Save", box=Box(left=10, top=10, width=60, height=20))
NAMELESS = Element(role=Role.TEXT_FIELD, box=Box(left=100, top=10, width=60, height=20))
FRAME = Element(role=Role.WINDOW, name="Everything", box=Box(left=0, top=0, width=320, height=240))
ON_SAVE, ON_NAMELESS, NOWHERE = ImagePoint(x=20, y=20), ImagePoint(x=120, y=20), ImagePoint(x=300, y=200)


def step(action: Action, **more: object) -> Step:
    plain = Step(
        number=1,
        proposal=Proposal(action=action),
        verdict=Verdict(risk=Risk.ROUTINE),
        viewport=FakeDesktop().viewport,
        elements=(FRAME, SAVE, NAMELESS),
        windows=(window(1, "Letter - Mousepad", app="mousepad"),),
    )
    return plain.model_copy(update=more)


SAID: list[tuple[Action, str]] = [
    (Click(at=ON_SAVE), "Click “Save” in Mousepad"),
    (Click(at=ON_SAVE, count=2, held=("ctrl",)), "Double-click “Save” while holding Ctrl in Mousepad"),
    (Click(at=ON_SAVE, button="right"), "Right-click “Save” in Mousepad"),
    (Click(at=ON_NAMELESS), "Click the text field in Mousepad"),
    (Click(at=NOWHERE), "Click the place 300, 200 in Mousepad"),
    (Drag(start=ON_SAVE, end=NOWHERE), "Drag “Save” to the place 300, 200 in Mousepad"),
    (Scroll(at=ON_SAVE, down=-3), "Scroll up by 3 over “Save” in Mousepad"),
    (Scroll(at=ON_SAVE, down=3, right=1), "Scroll down by 3, right by 1 over “Save” in Mousepad"),
    (TypeText(text="Dear Ada"), "Type “Dear Ada” in Mousepad"),
    (TypeText(text="a\nb", at=ON_SAVE, submit=True), "Type “a⏎b” into “Save” and press Enter in Mousepad"),
    (TypeText(text="x", replace=True), "Replace all text with “x” in Mousepad"),
    (PressKeys(keys=("ctrl", "s")), "Press Ctrl+S in Mousepad"),
    (PressKeys(keys=("down",), times=4), "Press Down 4 times in Mousepad"),
    (HoldKeys(keys=("shift",)), "Hold down Shift"),
    (Wait(seconds=1.5), "Wait 1.5 s"),
    (OpenApp(name="Mousepad"), "Open Mousepad"),
    (FocusWindow(title="Letter"), "Bring the window “Letter” to the front"),
    (Answer(text="42"), "Done: 42"),
    (Answer(), "The task is done"),
    (Fail(reason=message("run.limit_steps", limit=3)), "Give up: The task was not done within 3 steps."),
    (AskUser(question="Which?"), "Ask you: Which?"),
]


@pytest.mark.parametrize(("action", "said"), SAID)
def test_an_action_is_a_plain_sentence(action: Action, said: str) -> None:
    assert describing.of_step(step(action), WORDS["en"]) == said


def test_it_is_said_in_the_persons_language() -> None:
    assert describing.of_step(step(Click(at=ON_SAVE)), WORDS["de"]) == "In Mousepad: „Save“ anklicken"
    assert describing.of_step(step(Click(at=ON_SAVE)), WORDS["es"]) == "Hacer clic en «Save» en Mousepad"


def test_what_the_screen_says_counts_more_than_what_the_planner_says() -> None:
    proposal = Proposal(action=Click(at=ON_SAVE), target="Cancel")
    assert "“Save”" in describing.of_step(step(Click(at=ON_SAVE), proposal=proposal), WORDS["en"])
    proposal = Proposal(action=Click(at=NOWHERE), target="Cancel")
    assert "“Cancel”" in describing.of_step(step(Click(at=NOWHERE), proposal=proposal), WORDS["en"])


def test_the_planners_words_are_not_used_for_a_place_the_person_chose() -> None:
    moved = step(Click(at=ON_SAVE), proposal=Proposal(action=Click(at=ON_SAVE), target="x"), edited=Click(at=NOWHERE))
    assert describing.of_step(moved, WORDS["en"]) == "Click the place 300, 200 in Mousepad"


def test_what_is_covered_is_not_named() -> None:
    covered = SAVE.model_copy(update={"visibility": Visibility.COVERED})
    assert "Save" not in describing.of_step(step(Click(at=ON_SAVE), elements=(covered,)), WORDS["en"])


def test_a_password_is_not_told() -> None:
    field = SAVE.model_copy(update={"role": Role.PASSWORD_FIELD, "name": "Password"})
    told = describing.of_step(step(TypeText(text="hunter2", at=ON_SAVE), elements=(field,)), WORDS["en"])
    assert told == "Type “••••••” into “Password” in Mousepad"


@settings(deadline=None)
@given(strategies.steps, st.sampled_from(resources.LANGUAGES))
def test_any_step_can_be_told_on_one_line_in_any_language(recorded: Step, language: str) -> None:
    words = WORDS[language]
    for said in (
        describing.of_step(recorded, words),
        *outcomes.decision_of(recorded, words),
        *outcomes.outcome_of(recorded, words),
    ):
        said.encode("utf-8")
        assert not said.startswith(("do.", "decision.", "outcome.", "role."))


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (Allow(), "approved by you"),
        (Allow(by="mode"), "not asked about"),
        (Allow(by="grant"), "approved by you earlier"),
        (Edited(action=Answer()), "changed by you"),
        (Reject(), "rejected"),
        (Reject(why="wrong file"), "rejected: wrong file"),
        (TakeOver(), "done by you"),
        (Reply(text="b"), "you answered: b"),
    ],
)
def test_a_decision_is_told(decision: object, said: str) -> None:
    assert outcomes.decision_of(step(Answer(), decision=decision), WORDS["en"]) == [said]


def test_what_is_forbidden_was_nobodys_decision() -> None:
    forbidden = step(Click(at=ON_SAVE), verdict=Verdict(risk=Risk.FORBIDDEN), decision=Reject())
    assert outcomes.decision_of(forbidden, WORDS["en"]) == ["never done"]


def test_what_came_of_it_is_told() -> None:
    done = step(Click(at=ON_SAVE), performed=True)

    def told(**outcome: object) -> str:
        came = Outcome.model_validate(outcome)
        return "; ".join(outcomes.outcome_of(done.model_copy(update={"outcome": came}), WORDS["en"]))

    assert told() == "done; nothing changed on the screen"
    assert told(whole=0.25, settled=False) == "done; 25 % of the screen changed; the screen was still changing"
    assert told(whole=0.0001) == "done; <1 % of the screen changed"
    assert told(whole=0.1, new_windows=["Save As"], closed_windows=["x"]).endswith("window: Save As; window closed: x")
    failed = step(Click(at=ON_SAVE), error=message("guard.looks_different"))
    assert outcomes.outcome_of(failed, WORDS["en"])[0] == "not done"
    assert outcomes.outcome_of(step(Answer(text="x")), WORDS["en"]) == []
