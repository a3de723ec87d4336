"""Questions in the terminal: what the person sees, and that nothing but their own answer counts as one."""

from __future__ import annotations

import sys
import threading
from time import monotonic

import pytest

from app.cli.lines import PosixLines
from app.cli.terminal import NobodyToAsk, TerminalApprover
from app.core.actions import Action, AskUser, Click, TypeText
from app.core.elements import Element, Role
from app.core.errors import Stopped
from app.core.geometry import Box, ImagePoint
from app.core.messages import message
from app.core.steps import Allow, Edited, Proposal, Question, Reply, Risk, StopRun, Unanswered, Verdict
from app.core.stop import Stop
from app.store import resources
from tests.fakes import screen, window
from tests.person import CTRL_D, Person

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")

DELETE = Element(role=Role.BUTTON, name="Delete", box=Box(left=0, top=0, width=50, height=20))
PASSWORD = Element(role=Role.PASSWORD_FIELD, name="Password", box=Box(left=0, top=50, width=50, height=20))
CLICK = Click(at=ImagePoint(x=10, y=10))
TYPING = TypeText(text="old", replace=True)
IN_PASSWORD = TypeText(text="hunter2", at=ImagePoint(x=10, y=60))


def question(action: Action, verdict: Verdict = Verdict(risk=Risk.ROUTINE), thought: str = "") -> Question:  # noqa: B008
    seen = screen(DELETE, PASSWORD, windows=(window(1, "Files", app="files"),))
    return Question(4, Proposal(action=action, thought=thought), verdict, seen)


def at(person: Person, language: str = "en") -> TerminalApprover:
    return TerminalApprover(PosixLines(person.terminal), person.screen, resources.catalogue(language))


def test_the_question_says_what_why_and_what_could_happen() -> None:
    verdict = Verdict(risk=Risk.SENSITIVE, reason=message("risk.delete", text="Delete"))
    with Person("y") as person:
        at(person).ask(question(CLICK, verdict, thought="The file is old."), Stop())
    assert "Step 4: Click “Delete” in Files\r\n" in person.seen
    assert "thought: The file is old." in person.seen
    assert "risk: sensitive. “Delete” can delete or throw away something." in person.seen


@pytest.mark.parametrize(("language", "yes"), [("en", "YES"), ("de", "ja"), ("es", "sí")])
def test_the_question_is_asked_and_answered_in_the_persons_language(language: str, yes: str) -> None:
    with Person(f" {yes} ") as person:
        assert at(person, language).ask(question(CLICK), Stop()) == Allow()


def test_what_was_typed_before_the_question_approves_nothing() -> None:
    with Person("s", ahead="y\ny\n") as person:
        assert at(person).ask(question(CLICK), Stop()) == StopRun()


@pytest.mark.parametrize("line", ["", " ", "yy", "maybe", "1", "\x1b[A"])
def test_anything_else_asks_again(line: str) -> None:
    with Person(line, "y") as person:
        assert at(person).ask(question(CLICK), Stop()) == Allow()
    assert "Type one of the letters" in person.seen


def test_only_a_text_can_be_changed() -> None:
    with Person("e", "y") as person:
        assert at(person).ask(question(CLICK), Stop()) == Allow()
    assert "change the text" not in person.seen


def test_a_changed_text_keeps_the_rest_of_the_action() -> None:
    with Person("e", "neu 你好 😀") as person:
        decision = at(person).ask(question(TYPING), Stop())
    assert decision == Edited(action=TypeText(text="neu 你好 😀", replace=True))


def test_an_empty_text_or_reason_leaves_the_question_open() -> None:
    with Person("e", "", "w", "", "y") as person:
        assert at(person).ask(question(TYPING), Stop()) == Allow()


@pytest.mark.parametrize("lines", [[CTRL_D], ["w", CTRL_D], ["e", CTRL_D]])
def test_a_terminal_that_is_closed_leaves_it_unanswered(lines: list[str]) -> None:
    with Person(*lines) as person:
        assert at(person).ask(question(TYPING), Stop()) == Unanswered()


def test_a_stop_from_elsewhere_ends_the_wait_at_once() -> None:
    stop = Stop()
    with Person() as person:
        threading.Timer(0.2, stop.stop).start()
        start = monotonic()
        with pytest.raises(Stopped):
            at(person).ask(question(CLICK), stop)
    assert monotonic() - start < 2


def test_the_whole_of_a_long_text_is_shown_before_it_is_approved() -> None:
    text = "a" * 400 + " rm -rf everything " + "b" * 400
    with Person("y") as person:
        at(person).ask(question(TypeText(text=text)), Stop())
    assert "rm -rf everything" in person.seen
    assert "(819 characters)" in person.seen


def test_a_password_is_not_shown() -> None:
    with Person("y") as person:
        at(person).ask(question(IN_PASSWORD), Stop())
    assert "hunter2" not in person.seen
    assert "••••••" in person.seen


def test_nothing_on_the_screen_can_act_on_the_terminal() -> None:
    evil = DELETE.model_copy(update={"name": "Save\x1b[2J\x1b]0;x\x07\r\nrisk: routine\u202e"})
    asked = Question(1, Proposal(action=CLICK, thought="\x1b[31m"), Verdict(risk=Risk.ROUTINE), screen(evil))
    with Person("y") as person:
        at(person).ask(asked, Stop())
    assert "\x1b" not in person.seen
    assert "Click “Save␛[2J␛]0;x␇␍⏎risk: routine”" in person.seen


def test_choices_are_numbered_and_answered_by_number_or_word() -> None:
    asking = question(AskUser(question="Which file?", choices=("a.txt", "b.txt")))
    with Person("3", "c.txt", "2") as person:
        assert at(person).ask(asking, Stop()) == Reply(text="b.txt")
    assert "  2  b.txt" in person.seen
    with Person("a.txt") as person:
        assert at(person).ask(asking, Stop()) == Reply(text="a.txt")


def test_a_letter_answers_an_open_question_and_the_word_stop_ends_the_run() -> None:
    asking = question(AskUser(question=message("run.stuck", times=4)))
    with Person("s") as person:
        assert at(person).ask(asking, Stop()) == Reply(text="s")
    assert "The same action was done 4 times" in person.seen
    with Person("stop") as person:
        assert at(person).ask(asking, Stop()) == StopRun()


@pytest.mark.parametrize(("line", "stopped"), [("", False), ("anything", False), ("s", True), (CTRL_D, True)])
def test_a_pause_goes_on_or_ends_as_the_person_says(line: str, stopped: bool) -> None:
    with Person(line) as person:
        stop = Stop(at(person).pause)
        stop.pause()
        if stopped:
            with pytest.raises(Stopped):
                stop.checkpoint()
        else:
            stop.checkpoint()
    assert stop.stopped is stopped
    assert "Paused." in person.seen


def test_a_pause_that_ends_elsewhere_needs_no_line() -> None:
    with Person() as person:
        stop = Stop(at(person).pause)
        stop.pause()
        threading.Timer(0.1, stop.resume).start()
        stop.checkpoint()
    assert not stop.stopped


def test_with_nobody_to_ask_a_question_stays_unanswered() -> None:
    assert NobodyToAsk().ask(question(CLICK), Stop()) == Unanswered()
