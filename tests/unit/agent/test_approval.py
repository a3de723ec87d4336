"""Who is asked, and when."""

from __future__ import annotations

import pytest

from app.agent.approval import Approval, Mode
from app.core.actions import Action, Answer, AskUser, Click, Wait
from app.core.geometry import ImagePoint
from app.core.steps import Allow, Proposal, Question, Reject, Reply, Risk, Verdict
from app.core.stop import Stop
from tests.fakes import ScriptedApprover, screen

CLICK = Click(at=ImagePoint(x=1, y=1))


def asked(mode: Mode, action: Action, risk: Risk, private: bool = False) -> bool:
    approver = ScriptedApprover([Reply(text="yes")])
    question = Question(1, Proposal(action=action), Verdict(risk=risk), screen())
    decision = Approval(approver, mode, private).decide(question, Stop())
    assert approver.asked or isinstance(decision, Allow | Reject)
    return bool(approver.asked)


@pytest.mark.parametrize(
    ("mode", "risk", "private", "expected"),
    [
        ("ask", Risk.ROUTINE, False, True),
        ("ask", Risk.SENSITIVE, True, True),
        ("risky", Risk.ROUTINE, False, False),
        ("risky", Risk.SENSITIVE, True, True),
        ("all", Risk.ROUTINE, False, False),
        ("all", Risk.SENSITIVE, False, True),
        ("all", Risk.SENSITIVE, True, False),
        ("ask", Risk.FORBIDDEN, True, False),
        ("all", Risk.FORBIDDEN, True, False),
    ],
)
def test_the_mode_says_which_actions_are_asked_about(mode: Mode, risk: Risk, private: bool, expected: bool) -> None:
    assert asked(mode, CLICK, risk, private) is expected


def test_a_question_is_asked_in_every_mode_and_an_ending_or_a_wait_in_none() -> None:
    assert asked("all", AskUser(question="?"), Risk.ROUTINE, private=True)
    assert not asked("ask", Answer(), Risk.ROUTINE)
    assert not asked("ask", Wait(seconds=1), Risk.ROUTINE)


def test_a_forbidden_action_is_rejected_without_asking() -> None:
    approver = ScriptedApprover([Allow()])
    question = Question(1, Proposal(action=CLICK), Verdict(risk=Risk.FORBIDDEN), screen())
    assert Approval(approver).decide(question, Stop()) == Reject()
    assert not approver.asked
