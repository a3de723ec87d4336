"""The contract of the port Approver, which the terminal (on a real pseudo-terminal), nobody and the fake all pass."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import get_args

import pytest

from app.cli.lines import PosixLines
from app.cli.terminal import NobodyToAsk, TerminalApprover
from app.core.actions import Action, AskUser, Click, TypeText
from app.core.errors import Stopped
from app.core.geometry import ImagePoint
from app.core.ports import Approver
from app.core.steps import (
    Allow,
    Decision,
    Edited,
    Proposal,
    Question,
    Reject,
    Reply,
    Risk,
    StopRun,
    TakeOver,
    Unanswered,
    Verdict,
)
from app.core.stop import Stop
from app.store import resources
from tests.fakes import ScriptedApprover, screen
from tests.person import CTRL_D, Person

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")

CLICK = Click(at=ImagePoint(x=3, y=4))
TYPING = TypeText(text="old text", submit=True)
ASKING = AskUser(question="Which one?")

DECISIONS: list[tuple[Action, Decision, list[str]]] = [
    (CLICK, Allow(), ["y"]),
    (CLICK, Reject(), ["n"]),
    (CLICK, Reject(why="it is the wrong file"), ["w", "it is the wrong file"]),
    (CLICK, TakeOver(), ["d"]),
    (CLICK, StopRun(), ["s"]),
    (CLICK, Unanswered(), [CTRL_D]),
    (TYPING, Edited(action=TYPING.model_copy(update={"text": "new text"})), ["e", "new text"]),
    (ASKING, Reply(text="the second"), ["the second"]),
]
"""What is asked, what the person decides, and the lines they type for it."""

Make = Callable[[Decision, list[str]], AbstractContextManager[Approver]]


def question(action: Action) -> Question:
    return Question(1, Proposal(action=action), Verdict(risk=Risk.ROUTINE), screen())


@contextmanager
def at_a_terminal(_decision: Decision, typed: list[str]) -> Iterator[Approver]:
    with Person(*typed) as person:
        yield TerminalApprover(PosixLines(person.terminal), person.screen, resources.catalogue("en"))


@contextmanager
def scripted(decision: Decision, _typed: list[str]) -> Iterator[Approver]:
    yield ScriptedApprover([decision])


@contextmanager
def nobody(_decision: Decision, _typed: list[str]) -> Iterator[Approver]:
    yield NobodyToAsk()


@pytest.mark.parametrize("make", [at_a_terminal, scripted, nobody])
class TestApprover:
    @pytest.mark.parametrize(("action", "decision", "typed"), DECISIONS)
    def test_it_gives_what_the_person_decides(
        self, make: Make, action: Action, decision: Decision, typed: list[str]
    ) -> None:
        with make(decision, typed) as approver:
            given = approver.ask(question(action), Stop())
        assert given == (Unanswered() if make is nobody else decision)

    def test_it_can_be_asked_again(self, make: Make) -> None:
        with make(Allow(), ["y", "y"]) as approver:
            first, second = (approver.ask(question(CLICK), Stop()) for _ in range(2))
        assert first == second

    def test_it_decides_nothing_once_the_run_is_stopped(self, make: Make) -> None:
        stop = Stop()
        stop.stop()
        with make(Allow(), ["y"]) as approver, pytest.raises(Stopped):
            approver.ask(question(CLICK), stop)


def test_every_kind_of_decision_is_tried() -> None:
    assert {type(decision) for _, decision, _ in DECISIONS} == set(get_args(get_args(Decision)[0]))
