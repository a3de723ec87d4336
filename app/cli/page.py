"""Makes one self-contained page of a run: no scripts, no other files, pictures with the target drawn on them."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from app.cli import describing, marks, outcomes
from app.cli.marks import Drawing
from app.cli.wording import Words, sentence, term, visible
from app.core.actions import Action, TypeText
from app.core.messages import message
from app.core.steps import Edited, Step
from app.store import masking, resources, shelf
from app.store.records import local
from app.store.runs import RunFolder
from app.store.shelf import Summary

ORDER = ("capture", "read", "propose", "decide", "guard", "act", "settle")
"""The parts of a step in the order in which they happen; others come after."""


@dataclass(frozen=True)
class Part:
    """A stretch of a step's time. `share` is its percentage of the step."""

    name: str
    label: str
    ms: float
    share: float


@dataclass(frozen=True)
class Card:
    """One step as the page shows it; every text is ready to be read."""

    number: int
    what: str
    original: str
    risk: str
    risk_label: str
    reason: str
    decision: str
    outcome: tuple[str, ...]
    failed: bool
    done: bool
    thought: str
    note: str
    plan: tuple[str, ...]
    serves: int | None
    whole_text: str
    seen: str
    times: tuple[Part, ...]
    total: str
    raw: str
    picture: str
    drawing: Drawing


def render(run: RunFolder, words: Words) -> str:
    """The page as HTML. Raises StoreError where the run cannot be read."""
    from jinja2 import Environment, StrictUndefined

    summary = shelf.summary(run)
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = made.from_string(resources.text("pages", "run.html.j2"))

    def say(id: str, **values: str | int) -> str:
        return sentence(message(id, **values), words)

    return template.render(
        say=say,
        language=say("page.language"),
        task=visible(run.info.task, lines=True),
        state=summary.state.value,
        state_label=term("state", summary.state, words),
        end=_end(summary, words),
        facts=_facts(summary, words),
        cards=[_card(step, run, words) for step in run.steps()],
    )


def _facts(summary: Summary, words: Words) -> list[tuple[str, str]]:
    info = summary.info
    rows = {
        "started": local(info.started),
        "took": _duration(summary),
        "steps": str(summary.steps),
        "planner": info.planner,
        "asks": term("page", f"asks_{info.approve}", words)
        if info.approve in {"ask", "risky", "all"}
        else info.approve,
        "desktop": info.desktop,
        "system": info.system,
        "version": info.program,
        "run": info.id,
    }
    return [(term("page", name, words), visible(value)) for name, value in rows.items() if value]


def _duration(summary: Summary) -> str:
    if summary.ended is None:
        return ""
    seconds = max(0.0, (summary.ended - summary.info.started).total_seconds())
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds) // 60} min {int(seconds) % 60} s"


def _end(summary: Summary, words: Words) -> list[tuple[str, str]]:
    if summary.end is None:
        return []
    said = []
    if summary.end.answer:
        said.append((term("page", "answer", words), visible(summary.end.answer, lines=True)))
    if summary.end.reason:
        said.append((term("page", "reason", words), sentence(summary.end.reason, words)))
    return said


def _card(recorded: Step, run: RunFolder, words: Words) -> Card:
    step = masking.without_secrets(recorded)
    picture = run.picture_of(step.number)
    proposal = step.proposal
    scene = describing.scene_of_step(step, words)
    times = _times(step, words)
    reason = step.verdict.reason
    what = describing.describe(step.action, scene)
    return Card(
        number=step.number,
        what=what,
        original=describing.describe(proposal.action, scene) if step.edited is not None else "",
        risk=step.verdict.risk.value,
        risk_label=term("risk_level", step.verdict.risk, words),
        reason=sentence(reason, words) if reason else "",
        decision=", ".join(outcomes.decision_of(step, words)),
        outcome=tuple(outcomes.outcome_of(step, words)),
        failed=step.error is not None,
        done=step.performed,
        thought=visible(proposal.thought, lines=True) if describing.adds(proposal.thought, what) else "",
        note=visible(proposal.note, lines=True),
        plan=tuple(visible(part) for part in proposal.plan),
        serves=proposal.serves,
        whole_text=_whole_text(step.action),
        seen=sentence(message("page.seen", elements=len(step.elements), windows=len(step.windows)), words),
        times=times,
        total=_ms(sum(part.ms for part in times)),
        raw=visible(_raw(step), lines=True),
        picture=f"data:image/jpeg;base64,{base64.b64encode(picture).decode('ascii')}" if picture else "",
        drawing=marks.drawing(step),
    )


def _whole_text(action: Action) -> str:
    """What is typed, as it is typed, where a sentence cannot show it: several lines, or more than it has room for."""
    if isinstance(action, TypeText) and (len(action.text) > describing.LONGEST_TEXT or "\n" in action.text):
        return visible(action.text, lines=True)
    return ""


def _times(step: Step, words: Words) -> tuple[Part, ...]:
    known = [name for name in ORDER if name in step.ms]
    names = known + [name for name in step.ms if name not in ORDER]
    total = sum(step.ms.values())
    return tuple(
        Part(
            name=name if name in ORDER else "other",
            label=f"{visible(_part_name(name, words))} {_ms(step.ms[name])}",
            ms=step.ms[name],
            share=round(100 * step.ms[name] / total, 2) if total > 0 else 0.0,
        )
        for name in names
    )


def _part_name(name: str, words: Words) -> str:
    return term("ms", name, words) if name in ORDER else name


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def _raw(step: Step) -> str:
    """The actions as they stand in the record, for whoever wants the exact places."""
    actions = [step.proposal.action, *([step.edited] if isinstance(step.decision, Edited) and step.edited else [])]
    return "\n".join(json.dumps(action.model_dump(mode="json"), ensure_ascii=False) for action in actions)
