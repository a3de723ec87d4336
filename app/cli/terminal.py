"""Asks the person in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from app.cli import describing, lines, wording
from app.cli.lines import Lines
from app.cli.wording import Words, sentence, term
from app.core.actions import AskUser, TypeText
from app.core.messages import MessageValue, message
from app.core.ports import Approver
from app.core.steps import (
    Allow,
    Decision,
    Edited,
    Question,
    Reject,
    Reply,
    Risk,
    StopRun,
    TakeOver,
    Unanswered,
)
from app.core.stop import Stop
from app.store import masking


class NobodyToAsk:
    """The Approver where there is neither a terminal nor a window: every question stays unanswered."""

    def ask(self, question: Question, stop: Stop) -> Decision:
        del question
        stop.check()
        return Unanswered()


@dataclass
class TerminalApprover:
    """The Approver that prints a question and reads the answer line by line."""

    typed: Lines
    shown: TextIO
    words: Words

    def ask(self, question: Question, stop: Stop) -> Decision:
        """Waits as long as it takes; Unanswered once the terminal is closed. Raises Stopped."""
        self.typed.forget()
        if isinstance(question.proposal.action, AskUser):
            return self._answer(question.number, question.proposal.action, stop)
        self._show(question)
        return self._decision(question, stop)

    def pause(self, stop: Stop) -> None:
        """For Stop.when_paused: Enter goes on, the word for stop ends the run; either can come from elsewhere too."""
        self.typed.forget()
        self._say("terminal.paused", stop=self._stop_word)
        line = self.typed.next(stop, wanted=lambda: stop.paused)
        if not stop.paused:
            return
        if line is None or self._means("stop", line):
            stop.stop()
        else:
            stop.resume()
            self._say("terminal.goes_on")

    def _show(self, question: Question) -> None:
        proposal, verdict = question.proposal, question.verdict
        what = describing.of_question(question, self.words)
        self._say("terminal.question", number=question.number, what=what)
        if describing.adds(proposal.thought, what):
            self._say("terminal.thought", text=proposal.thought)
        if verdict.risk is not Risk.ROUTINE or verdict.reason:
            risk = term("risk_level", verdict.risk, self.words)
            if verdict.reason:
                self._say("terminal.risk_why", risk=risk, reason=sentence(verdict.reason, self.words))
            else:
                self._say("terminal.risk", risk=risk)
        action = proposal.action
        if isinstance(action, TypeText) and len(action.text) > describing.LONGEST_TEXT and not _is_secret(question):
            # What is approved must have been seen, its middle too.
            self._say("terminal.whole_text", count=len(action.text), text=action.text)

    def _decision(self, question: Question, stop: Stop) -> Decision:
        editable = isinstance(question.proposal.action, TypeText)
        while True:
            self._say("terminal.choices_edit" if editable else "terminal.choices")
            line = self._line("> ", stop)
            if line is None:
                return Unanswered()
            decision = self._decided(line, question, stop)
            if decision:
                return decision

    def _decided(self, line: str, question: Question, stop: Stop) -> Decision | None:
        """What the line decides; None where it decides nothing yet."""
        simple: dict[str, Decision] = {"yes": Allow(), "no": Reject(), "did": TakeOver(), "stop": StopRun()}
        for name, decision in simple.items():
            if self._means(name, line):
                return decision
        action = question.proposal.action
        if self._means("why", line):
            return self._rejected(stop)
        if self._means("edit", line) and isinstance(action, TypeText):
            return self._edited(action, stop)
        self._say("terminal.not_understood")
        return None

    def _rejected(self, stop: Stop) -> Decision | None:
        why = self._line(self._text("terminal.why_not"), stop)
        if why is None:
            return Unanswered()
        return Reject(why=why.strip()) if why.strip() else None

    def _edited(self, action: TypeText, stop: Stop) -> Decision | None:
        text = self._line(self._text("terminal.new_text"), stop)
        if text is None:
            return Unanswered()
        return Edited(action=action.model_copy(update={"text": text})) if text else None

    def _answer(self, number: int, action: AskUser, stop: Stop) -> Decision:
        self._say("terminal.asks", number=number, question=sentence(action.question, self.words))
        for at, choice in enumerate(action.choices, 1):
            self._say("terminal.choice", number=at, choice=choice)
        while True:
            self._say("terminal.choose" if action.choices else "terminal.answer", stop=self._stop_word)
            line = self._line("> ", stop)
            if line is None:
                return Unanswered()
            if reply := self._reply(line.strip(), action.choices):
                return reply

    def _reply(self, line: str, choices: tuple[str, ...]) -> Decision | None:
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            return Reply(text=choices[int(line) - 1])
        if line and (not choices or line in choices):
            return StopRun() if line == self._stop_word else Reply(text=line)
        return StopRun() if self._means("stop", line) else None

    def _line(self, prompt: str, stop: Stop) -> str | None:
        self.shown.write(prompt)
        self.shown.flush()
        return self.typed.next(stop)

    @property
    def _stop_word(self) -> str:
        """The long one: a single letter can be an answer."""
        return self._text("terminal.stop").split()[1]

    def _means(self, name: str, line: str) -> bool:
        """Whether the line is one of the words for it in the person's language."""
        said = line.strip().casefold()
        return said in self._text(f"terminal.{name}").split()

    def _text(self, id: str, **values: MessageValue) -> str:
        return sentence(message(id, **values), self.words)

    def _say(self, id: str, **values: MessageValue) -> None:
        self.shown.write(self._text(id, **values) + "\n")
        self.shown.flush()


def approver(words: Words | None = None, *, aside: bool = False) -> tuple[Approver, Callable[[Stop], None]]:
    """Who is asked here, and what to set as Stop.when_paused: the person at the terminal, or nobody.

    `aside` keeps questions out of stdout wherever that can be, which is then for programs.
    """
    streams = (sys.stderr, sys.stdout) if aside else (sys.stdout, sys.stderr)
    shown = next((stream for stream in streams if stream.isatty()), None)
    if not sys.stdin.isatty() or shown is None:
        return NobodyToAsk(), Stop.stop
    asking = TerminalApprover(lines.of_stdin(), shown, words or wording.words())
    return asking, asking.pause


def _is_secret(question: Question) -> bool:
    screen = question.screen
    return masking.types_secret(question.proposal, screen.elements, screen.screenshot.viewport)
