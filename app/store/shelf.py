"""The runs that are kept: listed, found by a word, exported, deleted."""

from __future__ import annotations

import re
import shutil
import zipfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.core.errors import StoreError, UsageError
from app.core.steps import End
from app.store import files
from app.store.records import RunInfo, RunState
from app.store.runs import INFO, RunFolder

LAST = "last"
"""The word for the newest run."""
_OF_A_RUN = re.compile(
    r"(run|end)\.json(\.\d+\.part)?|[\w. -]+\.html|steps|steps/\d+"
    r"|steps/\d+/(step\.json|screen\.json|picture\.(jpg|png))(\.\d+\.part)?"
)


@dataclass(frozen=True)
class Summary:
    """A run in one line. `end` and `ended` are None where it has not ended."""

    path: Path
    info: RunInfo
    state: RunState
    steps: int
    end: End | None = None
    ended: datetime | None = None


@dataclass(frozen=True)
class Listing:
    """The newest run first; `unreadable` are folders of runs that are damaged, or of a later Handrail."""

    runs: tuple[Summary, ...]
    unreadable: tuple[Path, ...] = ()


def list_runs(runs_dir: Path) -> Listing:
    """Every run in the folder; none where it is missing. Raises StoreError where it cannot be read."""
    found, unreadable = [], []
    for path in _folders(runs_dir):
        try:
            found.append(summary(RunFolder.open(path)))
        except StoreError:
            unreadable.append(path)
    newest_first = sorted(found, key=lambda run: (run.info.started, run.info.id), reverse=True)
    return Listing(tuple(newest_first), tuple(unreadable))


def summary(run: RunFolder) -> Summary:
    """Raises StoreError."""
    state, ended, steps = run.state, run.ended(), len(run.numbers())
    if ended is None:
        return Summary(run.path, run.info, state, steps)
    return Summary(run.path, run.info, state, steps, ended.end, ended.at)


def find(runs_dir: Path, word: str) -> RunFolder:
    """The run that `word` means: "last", a folder, a run's name, or a part of the name that only one run has.

    Raises UsageError where it means none or several, StoreError where the run cannot be read.
    """
    if word == LAST:
        newest = list_runs(runs_dir).runs[:1]
        return RunFolder.open(newest[0].path if newest else _no_such(runs_dir, word))
    for path in (runs_dir / word, Path(word)):
        if word and _is_file(path / INFO):
            return RunFolder.open(path)
    found = [path for path in _folders(runs_dir) if word and word in path.name]
    if len(found) > 1:
        raise UsageError("store.which_run", run=word, runs=", ".join(path.name for path in found[-5:]))
    return RunFolder.open(found[0] if found else _no_such(runs_dir, word))


def delete(run: RunFolder) -> None:
    """Removes the folder of a run that is over.

    Raises UsageError, and removes nothing, where the run still goes on or more than a run lies in its folder.
    """
    if run.state is RunState.RUNNING:
        raise UsageError("store.still_running", run=run.path.name)
    root = run.path
    strange = [path for path in root.rglob("*") if not _belongs(path, root)]
    if root.is_symlink() or strange:
        raise UsageError("store.more_than_a_run", path=files.shown(strange[0] if strange else root))
    # Without its run.json it is no run any more: a delete that is cut short leaves no half run in the list.
    try:
        (root / INFO).unlink()
        shutil.rmtree(root)
    except OSError as trouble:
        raise StoreError("store.cannot_delete", path=files.shown(root), why=str(trouble.strerror)) from trouble


def export(run: RunFolder, target: Path) -> None:
    """Writes the run as a ZIP file. Raises UsageError where `target` exists, StoreError where it cannot be written."""
    if target.exists():
        raise UsageError("store.exists", path=files.shown(target))
    part = target.with_name(target.name + files.PART)
    try:
        with zipfile.ZipFile(part, "x", zipfile.ZIP_DEFLATED) as archive:
            part.chmod(0o600)
            for path in sorted(run.path.rglob("*")):
                if path.is_file() and path.suffix != files.PART:
                    archive.write(path, Path(run.path.name) / path.relative_to(run.path))
        part.rename(target)
    except OSError as trouble:
        part.unlink(missing_ok=True)
        raise files.cannot_write(target, trouble) from trouble


def _folders(runs_dir: Path) -> list[Path]:
    try:
        return sorted(path for path in runs_dir.iterdir() if _is_file(path / INFO))
    except FileNotFoundError:
        return []
    except OSError as trouble:
        raise StoreError("store.cannot_read", path=files.shown(runs_dir), why=str(trouble.strerror)) from trouble


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _belongs(path: Path, root: Path) -> bool:
    return not path.is_symlink() and bool(_OF_A_RUN.fullmatch(path.relative_to(root).as_posix()))


def _no_such(runs_dir: Path, word: str) -> Path:
    raise UsageError("store.no_such_run", run=word, folder=files.shown(runs_dir))
