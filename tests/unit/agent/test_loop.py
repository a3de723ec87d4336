"""How a run goes and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from app.agent.loop import Run
from app.agent.parts import Limits
from app.core.actions import Answer, AskUser, Click, Fail, FocusWindow, PressKeys, TypeText, Wait
from app.core.errors import (
    BadFrame,
    FailSafe,
    InputFailed,
    ModelError,
    TargetMissing,
    UnreadableReply,
    UsageError,
)
from app.core.geometry import ImagePoint
from app.core.messages import message
from app.core.steps import (
    Allow,
    Edited,
    Reject,
    Reply,
    Risk,
    Status,
    Step,
    StopRun,
    TakeOver,
    Unanswered,
)
from app.core.stop import Stop
from tests.fakes import FakeDesktop, MemoryRecorder, ScriptedApprover, ScriptedPlanner, window
from tests.unit.agent.conftest import MakeRun

CLICK = Click(at=ImagePoint(x=50, y=50))
OTHER_CLICK = Click(at=ImagePoint(x=250, y=50))


def recorder(run: Run) -> MemoryRecorder:
    return cast("MemoryRecorder", run.parts.recorder)


def planner(run: Run) -> ScriptedPlanner:
    return cast("ScriptedPlanner", run.parts.planner)


def approver(run: Run) -> ScriptedApprover:
    return cast("ScriptedApprover", run.parts.approval.approver)


def test_a_task_is_done_step_by_step_and_recorded(
    make_run: MakeRun, desktop: FakeDesktop, paints: Callable[[], None]
) -> None:
    paints()
    told: list[Step] = []
    run = make_run([CLICK, TypeText(text="a"), Answer(text="42")])
    run.tell = told.append
    end = run.until_end()
    assert (end.status, end.answer, end.steps) == (Status.FINISHED, "42", 2)
    assert desktop.performed == [CLICK, TypeText(text="a")]
    assert [step.number for step in told] == [1, 2, 3]
    assert recorder(run).ended == end
    assert [step.performed for step in recorder(run).steps] == [True, True, False]
    assert set(recorder(run).pictures) == {1, 2, 3}
    assert desktop.released == 1


def test_an_empty_task_is_refused_in_one_sentence(make_run: MakeRun) -> None:
    run = make_run([], task="  \n")
    with pytest.raises(UsageError, match="empty_task"):
        run.until_end()
    ended = recorder(run).ended
    assert ended is not None
    assert ended.status is Status.ERROR


def test_a_rejected_action_is_never_performed(make_run: MakeRun, desktop: FakeDesktop) -> None:
    end = make_run([CLICK], decisions=[Reject()]).until_end()
    assert end.status is Status.REJECTED
    assert desktop.performed == []


def test_a_reason_for_rejecting_reaches_the_planner(make_run: MakeRun, desktop: FakeDesktop) -> None:
    run = make_run([CLICK, Fail(reason="then not")], decisions=[Reject(why="not there")])
    assert run.until_end().status is Status.FAILED
    complaint = planner(run).seen[1].complaint
    assert complaint is not None
    assert complaint.values == {"why": "not there"}
    assert desktop.performed == []


def test_taking_over_performs_nothing_and_goes_on(make_run: MakeRun, desktop: FakeDesktop) -> None:
    end = make_run([CLICK, Answer()], decisions=[TakeOver()]).until_end()
    assert end.status is Status.FINISHED
    assert desktop.performed == []


def test_the_person_ends_the_run_at_a_question(make_run: MakeRun) -> None:
    assert make_run([CLICK], decisions=[StopRun()]).until_end().status is Status.STOPPED


def test_where_nobody_can_be_asked_the_question_is_the_reason(make_run: MakeRun) -> None:
    end = make_run([AskUser(question="Which one?")], decisions=[Unanswered()]).until_end()
    assert (end.status, end.reason) == (Status.FAILED, message("run.said", text="Which one?"))
    end = make_run([CLICK], decisions=[Unanswered()]).until_end()
    assert (end.status, end.reason) == (Status.FAILED, message("run.nobody_to_ask"))


def test_a_reply_reaches_the_planner(make_run: MakeRun) -> None:
    run = make_run([AskUser(question=message("which")), Answer()], decisions=[Reply(text="2")])
    run.until_end()
    assert planner(run).seen[1].history[0].decision == Reply(text="2")


def test_three_unreadable_replies_in_a_row_end_the_run(make_run: MakeRun) -> None:
    bad = UnreadableReply("model.no_action")
    run = make_run([bad, bad, Answer()])
    assert run.until_end().status is Status.FINISHED
    assert planner(run).seen[2].complaint == bad.said
    with pytest.raises(UnreadableReply):
        make_run([bad, bad, bad, Answer()]).until_end()


def test_a_model_that_is_away_ends_the_run_as_an_error(make_run: MakeRun, desktop: FakeDesktop) -> None:
    run = make_run([ModelError("model.away")])
    with pytest.raises(ModelError):
        run.until_end()
    assert recorder(run).ended is not None
    assert desktop.released == 1


def test_a_target_that_never_comes_fails_after_its_time(make_run: MakeRun) -> None:
    missing = TargetMissing("match.nothing", target="Save")
    run = make_run([missing] * 99)
    end = run.until_end()
    assert (end.status, end.reason) == (Status.FAILED, missing.said)
    assert [seen.waited for seen in planner(run).seen[-2:]] == [False, True]


def test_a_target_that_comes_late_is_waited_for(make_run: MakeRun, desktop: FakeDesktop) -> None:
    run = make_run([TargetMissing("match.nothing"), CLICK, Answer()])
    assert run.until_end().status is Status.FINISHED
    assert desktop.performed == [CLICK]
    assert not planner(run).seen[1].waited


def test_the_limit_of_steps_ends_the_run(make_run: MakeRun, paints: Callable[[], None]) -> None:
    paints()
    end = make_run([CLICK, OTHER_CLICK, CLICK], limits=Limits(steps=2)).until_end()
    assert end.reason == message("run.limit_steps", limit=2)
    assert end.steps == 2


def test_the_limit_of_time_ends_the_run(make_run: MakeRun) -> None:
    end = make_run([CLICK], limits=Limits(seconds=0)).until_end()
    assert end.reason == message("run.limit_seconds", limit=0)


def test_input_that_fails_is_told_and_three_failures_end_the_run(make_run: MakeRun, desktop: FakeDesktop) -> None:
    def fail(_desktop: FakeDesktop, _action: object) -> None:
        raise InputFailed("hands.no_key")

    desktop.reactions.append(fail)
    run = make_run([CLICK, CLICK, CLICK, Answer()])
    end = run.until_end()
    assert (end.status, end.reason) == (Status.FAILED, message("hands.no_key"))
    assert planner(run).seen[1].complaint == message("hands.no_key")


def test_the_corner_fail_safe_ends_the_run(make_run: MakeRun, desktop: FakeDesktop) -> None:
    def corner(_desktop: FakeDesktop, _action: object) -> None:
        raise FailSafe("hands.fail_safe")

    desktop.reactions.append(corner)
    end = make_run([CLICK]).until_end()
    assert (end.status, end.reason) == (Status.STOPPED, message("hands.fail_safe"))
    assert desktop.released == 1


def test_a_stop_is_seen_before_the_next_action(make_run: MakeRun, desktop: FakeDesktop) -> None:
    stop = Stop()
    stop.stop()
    assert make_run([CLICK], stop=stop).until_end().status is Status.STOPPED
    assert desktop.performed == []


def test_the_same_action_without_effect_is_told_then_asked_about(make_run: MakeRun) -> None:
    run = make_run([CLICK] * 4 + [Answer()], mode="risky", decisions=[Reply(text="yes")])
    end = run.until_end()
    assert end.status is Status.FINISHED
    assert planner(run).seen[2].complaint == message("run.repeats", times=2)
    assert len(approver(run).asked) == 1
    assert [type(step.action).__name__ for step in run.history] == ["Click"] * 4 + ["AskUser", "Answer"]


def test_the_person_ends_a_run_that_goes_in_circles(make_run: MakeRun) -> None:
    end = make_run([CLICK] * 9, mode="risky", decisions=[Reply(text="no")]).until_end()
    assert (end.status, end.steps) == (Status.FAILED, 5)


def test_going_in_circles_with_nobody_there_fails(make_run: MakeRun) -> None:
    end = make_run([CLICK] * 9, mode="risky", decisions=[Unanswered()]).until_end()
    assert end.reason == message("run.stuck", times=4)


def test_waiting_is_no_repeating(make_run: MakeRun) -> None:
    run = make_run([Wait(seconds=1)] * 6 + [Answer()], mode="risky")
    assert run.until_end().status is Status.FINISHED


def test_actions_that_change_something_are_no_repeats(make_run: MakeRun, paints: Callable[[], None]) -> None:
    paints()
    run = make_run([CLICK] * 6 + [Answer()], mode="risky")
    assert run.until_end().status is Status.FINISHED
    assert all(observation.complaint is None for observation in planner(run).seen)


def test_own_windows_are_never_touched_and_end_the_run(make_run: MakeRun, desktop: FakeDesktop) -> None:
    desktop.windows = (window(9, "Handrail", own=True),)
    end = make_run([CLICK, CLICK, CLICK], mode="all").until_end()
    assert (end.status, end.reason) == (Status.FAILED, message("risk.own_window"))
    assert desktop.performed == []


def test_an_edited_action_is_judged_and_performed_in_place_of_the_proposed_one(
    make_run: MakeRun, desktop: FakeDesktop
) -> None:
    run = make_run([CLICK, Answer()], decisions=[Edited(action=OTHER_CLICK)])
    run.until_end()
    assert desktop.performed == [OTHER_CLICK]
    step = recorder(run).steps[0]
    assert (step.proposal.action, step.edited, step.action) == (CLICK, OTHER_CLICK, OTHER_CLICK)


def test_an_edit_that_makes_it_riskier_is_asked_about_again(make_run: MakeRun, desktop: FakeDesktop) -> None:
    delete = PressKeys(keys=("shift", "delete"))
    run = make_run([CLICK, Fail(reason="no")], decisions=[Edited(action=delete), Reject(why="rather not")])
    run.until_end()
    assert len(approver(run).asked) == 2
    assert approver(run).asked[1].verdict.risk is Risk.SENSITIVE
    assert desktop.performed == []
    run = make_run([CLICK, Answer()], decisions=[Edited(action=delete), Allow()])
    run.until_end()
    assert desktop.performed == [delete]


def test_an_edit_that_goes_to_an_own_window_is_not_done(make_run: MakeRun, desktop: FakeDesktop) -> None:
    desktop.windows = (window(1, "Letter"), window(9, "Handrail", own=True, active=False))
    run = make_run([CLICK, Answer()], decisions=[Edited(action=FocusWindow(title="Handrail"))])
    assert run.until_end().status is Status.FINISHED
    assert desktop.performed == []


def test_a_locked_session_is_waited_for(make_run: MakeRun, desktop: FakeDesktop) -> None:
    answers = iter([True, True])
    desktop.is_locked = lambda: next(answers, False)
    assert make_run([Answer()]).until_end().status is Status.FINISHED


def test_a_place_that_looks_different_after_approval_is_not_clicked(make_run: MakeRun, desktop: FakeDesktop) -> None:
    captures = iter(range(99))

    def move(desk: FakeDesktop) -> None:
        if next(captures) == 1:
            desk.paint((20, 20, 80, 80), 0)

    desktop.on_capture = move
    run = make_run([CLICK, Answer()])
    run.until_end()
    assert desktop.performed == []
    assert run.history[0].error == message("guard.looks_different")


def test_a_frozen_picture_ends_the_run_as_an_error(make_run: MakeRun, desktop: FakeDesktop) -> None:
    def swap(desk: FakeDesktop, _action: object) -> None:
        desk.windows = (window(2, "Other"),)

    desktop.reactions.append(swap)
    with pytest.raises(BadFrame):
        make_run([CLICK]).until_end()


def test_a_run_whose_last_step_left_no_trace_says_so(make_run: MakeRun, paints: Callable[[], None]) -> None:
    assert make_run([CLICK, Answer()]).until_end().reason == message("run.unseen")
    assert make_run([Answer()]).until_end().reason is None
    paints()
    assert make_run([CLICK, Answer()]).until_end().reason is None
