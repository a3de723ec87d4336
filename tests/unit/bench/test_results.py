"""What the table says of a task."""

from __future__ import annotations

from app.bench.results import Denied, Result, heading, line, summary, totals
from app.bench.setting import Change

SOLVED = Result(id="a", solved=True, status="finished", answer="31.50", steps=3, seconds=2.5)
CLAIMED = Result(id="b", status="finished", steps=2, seconds=1.0, denied=(Denied(check="{}", found="no such file"),))
FAILED = Result(id="c", status="failed", reason="There is no Teapot.", steps=1, seconds=0.5)
UNAVAILABLE = Result(id="d", status="unavailable", reason="not installed: teapot")
BESIDE = SOLVED.model_copy(update={"id": "e", "side_effects": (Change(path="x.txt", how="removed"),)})


def test_a_run_that_says_it_is_done_when_it_is_not_is_counted_and_shown_with_the_proof() -> None:
    assert totals([SOLVED, CLAIMED, FAILED]).claimed_wrongly == 1
    assert line(CLAIMED, 5).splitlines()[1] == "    said to be done, but not so: {}: no such file"


def test_unavailable_tasks_are_counted_apart() -> None:
    total = totals([SOLVED, FAILED, UNAVAILABLE])
    assert (total.solved, total.unavailable) == (1, 1)
    assert summary(total).splitlines()[:2] == [
        "1 of 2 solved, 4 steps in 3 s",
        "1 not tried: packages are missing",
    ]


def test_a_line_stands_under_its_heading() -> None:
    shown, head = line(FAILED, 20), heading(20)
    assert shown.index("failed") == head.index("status")
    assert shown.index("There is no Teapot.") == head.index("reason")


def test_what_was_changed_beside_the_task_is_shown() -> None:
    assert line(BESIDE, 5).endswith("beside the task: x.txt was removed")
    assert "changed files" in summary(totals([BESIDE]))


def test_a_result_keeps_everything_in_its_json() -> None:
    for result in (SOLVED, CLAIMED, FAILED, UNAVAILABLE, BESIDE):
        assert Result.model_validate_json(result.model_dump_json()) == result
