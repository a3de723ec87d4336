"""`handrail` alone: asks for tasks in the terminal, one a line, and does them."""

from __future__ import annotations

import contextlib
import sys

from app.cli import main, wording
from app.core.errors import UsageError
from app.core.messages import message


def run() -> int:
    """Ends with an empty line's Ctrl-D, or Ctrl-C. Raises UsageError where there is no terminal to ask in."""
    if not sys.stdin.isatty():
        raise UsageError("cli.no_terminal")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - loaded, it lets the person edit the line
    wording.say(message("cli.prompt_welcome"))
    while (task := _asked()) is not None:
        if task.strip():
            _done(task.strip())
    return 0


def _asked() -> str | None:
    try:
        return input(wording.sentence(message("cli.prompt")))
    except EOFError:
        sys.stdout.write("\n")
        return None


def _done(task: str) -> None:
    """One task; whatever goes wrong with it is said, and the next one can be asked for."""
    with contextlib.suppress(SystemExit):
        main.main(["run", "--", task])
