"""`handrail runs`: lists, shows, exports and deletes the records of runs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from app.cli import describing, outcomes, page, wording
from app.cli.wording import Words, sentence, term
from app.core.messages import message
from app.core.steps import Step
from app.store import files, settings, shelf
from app.store.records import local
from app.store.runs import RunFolder
from app.store.shelf import Summary

LONGEST_TASK = 70


def add_arguments(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_subparsers(dest="way", required=True, metavar="list | show | export | delete")
    listing = ways.add_parser("list", help="one line a run, the newest first")
    show = ways.add_parser("show", help="what was done in a run, step by step")
    show.add_argument("--html", type=Path, metavar="FILE", help="write it as a page with all pictures")
    export = ways.add_parser("export", help="write a run as a ZIP file")
    delete = ways.add_parser("delete", help="delete the records of runs")
    which = "a run's name or a part of it, its folder, or `last`"
    show.add_argument("run", metavar="RUN", help=which)
    export.add_argument("run", metavar="RUN", help=which)
    export.add_argument("file", type=Path, metavar="FILE", help="must not exist yet")
    delete.add_argument("run", nargs="+", metavar="RUN", help=which)
    for way in (listing, show):
        way.add_argument("--json", action="store_true", help="print JSON: one object a run")
    for way in (listing, show, export, delete):
        way.add_argument(
            "--runs-dir", type=Path, metavar="DIR", help="where the records are, if not where settings say"
        )


def run(arguments: argparse.Namespace) -> int:
    """Raises SettingsError, UsageError, StoreError."""
    folder = arguments.runs_dir or settings.load().runs_folder
    match arguments.way:
        case "list":
            _list(folder, as_json=arguments.json)
        case "show":
            _show(shelf.find(folder, arguments.run), arguments.html, as_json=arguments.json)
        case "export":
            shelf.export(shelf.find(folder, arguments.run), arguments.file)
            wording.say(message("cli.written", path=files.shown(arguments.file)))
        case _:
            for found in [shelf.find(folder, word) for word in arguments.run]:
                shelf.delete(found)
                wording.say(message("cli.deleted", run=found.path.name))
    return 0


def _list(folder: Path, *, as_json: bool) -> None:
    listing = shelf.list_runs(folder)
    words = wording.words()
    for summary in listing.runs:
        _print(json.dumps(_object(summary)) if as_json else _line(summary, words))
    if not listing.runs and not as_json:
        wording.say(message("cli.no_runs", folder=files.shown(folder)))
    for path in listing.unreadable:
        wording.complain(message("cli.unreadable_run", path=files.shown(path)))


def _show(run: RunFolder, html: Path | None, *, as_json: bool) -> None:
    if html is not None:
        files.write(html, page.render(run, wording.words()).encode("utf-8"))
        if not as_json:
            wording.say(message("cli.written", path=files.shown(html)))
    if as_json:
        steps = [step.model_dump(mode="json", exclude={"elements", "windows"}) for step in run.steps()]
        _print(json.dumps(_object(shelf.summary(run)) | {"steps": steps}))
    elif html is None:
        _print_run(run, wording.words())


def _print_run(run: RunFolder, words: Words) -> None:
    summary = shelf.summary(run)
    _print(wording.visible(run.info.task, lines=True))
    _print(f"{term('state', summary.state, words)} · {local(run.info.started)} · {run.path.name}")
    for step in run.steps():
        _print(f"{step.number:>3}  {describing.of_step(step, words)}")
        _print(f"     {_came_of(step, words)}")
    if summary.end is not None:
        if summary.end.reason:
            _print(sentence(summary.end.reason, words))
        if summary.end.answer:
            _print(wording.visible(summary.end.answer, lines=True))


def _came_of(step: Step, words: Words) -> str:
    risk = term("risk_level", step.verdict.risk, words)
    return " · ".join([risk, *outcomes.decision_of(step, words), *outcomes.outcome_of(step, words)])


def _line(summary: Summary, words: Words) -> str:
    task = wording.shortened(wording.visible(summary.info.task), LONGEST_TASK)
    state = term("state", summary.state, words)
    return f"{summary.path.name}  {local(summary.info.started)}  {state:<12} {summary.steps:>3}  {task}"


def _object(summary: Summary) -> dict[str, object]:
    """One run for scripts."""
    return {
        "run": summary.path.name,
        "folder": files.shown(summary.path),
        "task": summary.info.task,
        "planner": summary.info.planner,
        "state": summary.state,
        "reason": summary.end.reason.model_dump(mode="json") if summary.end and summary.end.reason else None,
        "answer": summary.end.answer if summary.end else "",
        "started": summary.info.started.isoformat(),
        "ended": summary.ended.isoformat() if summary.ended else None,
        "step_count": summary.steps,
    }


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
