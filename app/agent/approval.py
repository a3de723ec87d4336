"""Who decides about an action: the mode that was set, or the person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.core.actions import Answer, AskUser, Fail, Wait
from app.core.ports import Approver
from app.core.steps import Allow, Decision, Question, Reject, Risk
from app.core.stop import Stop

Mode = Literal["ask", "risky", "all"]


@dataclass(frozen=True)
class Approval:
    """`private` says whether this is a private virtual desktop, the only place where `all` asks for nothing at all."""

    approver: Approver
    mode: Mode = "ask"
    private: bool = False

    def decide(self, question: Question, stop: Stop) -> Decision:
        """The decision on a judged proposal; what is forbidden is rejected whatever the mode. Raises Stopped."""
        if question.verdict.risk is Risk.FORBIDDEN:
            return Reject()
        if self._needs_no_person(question):
            return Allow(by="mode")
        return self.approver.ask(question, stop)

    def _needs_no_person(self, question: Question) -> bool:
        match question.proposal.action:
            case Answer() | Fail() | Wait():
                return True
            case AskUser():
                return False
            case _ if question.verdict.risk is Risk.SENSITIVE:
                return self.mode == "all" and self.private
            case _:
                return self.mode != "ask"
