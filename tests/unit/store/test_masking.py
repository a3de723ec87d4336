"""What is typed into a password field stands nowhere in the record, nor in what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.actions import Action, Answer, TypeText
from app.core.elements import Element, Role, State
from app.core.geometry import Box, ImagePoint
from app.core.messages import message
from app.core.steps import Allow, Edited, End, Proposal, Reply, Risk, Status, Step, Verdict
from app.store import masking
from app.store.masking import MASK
from app.store.runs import RunFolder
from tests.fakes import FakeDesktop
from tests.unit.store import strategies

CANARY = "hunter2-canary"
VIEWPORT = FakeDesktop().viewport
PASSWORD = Element(role=Role.PASSWORD_FIELD, name="Password", box=Box(left=10, top=10, width=100, height=20))
NAME = Element(role=Role.TEXT_FIELD, name="Name", box=Box(left=10, top=50, width=100, height=20))
IN_PASSWORD, IN_NAME = ImagePoint(x=20, y=15), ImagePoint(x=20, y=55)


def step(action: Action, number: int = 1, **more: object) -> Step:
    proposal = Proposal(action=action, thought=f"I type {CANARY}", plan=(f"type {CANARY}",))
    plain = Step(
        number=number,
        proposal=proposal,
        verdict=Verdict(risk=Risk.ROUTINE),
        decision=Allow(),
        viewport=VIEWPORT,
        elements=(PASSWORD, NAME),
    )
    return plain.model_copy(update=more)


def everything(folder: Path) -> str:
    return "".join(path.read_text("utf-8") for path in folder.rglob("*.json"))


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return RunFolder.create(tmp_path, f"type {CANARY} into Password", planner="builtin")


FOCUSED = PASSWORD.model_copy(update={"states": frozenset({State.FOCUSED})})
SECRET_STEPS = {
    "at the field": step(TypeText(text=CANARY, at=IN_PASSWORD)),
    "the planner's element": step(
        TypeText(text=CANARY),
        proposal=Proposal(action=TypeText(text=CANARY), element=PASSWORD, thought=CANARY),
        elements=(),
    ),
    "into the focus": step(TypeText(text=CANARY), elements=(FOCUSED, NAME)),
    "by the verdict": step(
        TypeText(text=CANARY),
        elements=(),
        verdict=Verdict(risk=Risk.SENSITIVE, reason=message("risk.password", field="Password")),
    ),
    "edited by the person": step(
        TypeText(text="guess", at=IN_PASSWORD),
        edited=TypeText(text=CANARY, at=IN_PASSWORD),
        decision=Edited(action=TypeText(text=CANARY, at=IN_PASSWORD)),
    ),
    "with a line end": step(TypeText(text=CANARY + "\n", at=IN_PASSWORD)),
}


@pytest.mark.parametrize("name", SECRET_STEPS)
def test_a_typed_password_stands_nowhere_in_the_folder(run: RunFolder, name: str) -> None:
    run.record(SECRET_STEPS[name])
    run.end(End(status=Status.FAILED, reason=message("run.said", text=f"{CANARY} was wrong"), answer=CANARY))
    assert CANARY not in everything(run.path)
    assert RunFolder.open(run.path).info.task == f"type {MASK} into Password"


def test_what_was_written_before_is_masked_too(run: RunFolder) -> None:
    shown = NAME.model_copy(update={"value": CANARY})
    run.record(step(TypeText(text="Ada", at=IN_NAME), elements=(PASSWORD, shown)))
    run.record(step(Answer(), number=2, decision=Reply(text=CANARY)))
    assert CANARY in everything(run.path)
    run.record(step(TypeText(text=CANARY, at=IN_PASSWORD), number=3))
    assert CANARY not in everything(run.path)
    assert [kept.number for kept in RunFolder.open(run.path).steps()] == [1, 2, 3]


def test_what_comes_after_is_masked_too(run: RunFolder) -> None:
    run.record(step(TypeText(text=CANARY, at=IN_PASSWORD)))
    run.record(step(TypeText(text=CANARY, at=IN_NAME), number=2))
    assert CANARY not in everything(run.path)


def test_other_texts_are_kept_as_they_are(run: RunFolder) -> None:
    typed = step(TypeText(text="Dear Ada", at=IN_NAME))
    run.record(typed)
    assert RunFolder.open(run.path).steps() == (typed,)


def test_what_a_password_field_says_it_holds_is_masked_without_any_typing(run: RunFolder) -> None:
    run.record(step(Answer(), elements=(PASSWORD.model_copy(update={"value": "letmein"}),)))
    assert "letmein" not in everything(run.path)


def test_a_password_that_is_a_word_of_ours_leaves_the_record_readable(run: RunFolder) -> None:
    for number, word in enumerate(("click", "type_text", "button", "left", "person", "password field", "1", "a"), 1):
        run.record(step(TypeText(text=word, at=IN_PASSWORD), number=number))
    run.end(End(status=Status.FINISHED))
    steps = RunFolder.open(run.path).steps()
    assert [kept.action for kept in steps] == [TypeText(text=MASK, at=IN_PASSWORD)] * 8


def test_a_short_password_is_masked_as_a_word_but_not_inside_words() -> None:
    assert masking.masked_text("type cat into catalogue", ["cat"]) == f"type {MASK} into catalogue"


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_an_empty_password_masks_nothing(text: str) -> None:
    blank = step(TypeText(text=text, at=IN_PASSWORD))
    assert masking.without_secrets(blank) == blank


@settings(deadline=None)
@given(
    recorded=strategies.steps, secret=st.sampled_from(["left", "click", "ctrl", "person", "enabled", "tree", "routine"])
)
def test_masking_never_makes_a_step_that_cannot_be_read_again(recorded: Step, secret: str) -> None:
    hidden = masking.masked(recorded, [secret])
    assert Step.model_validate(hidden.model_dump()) == hidden
