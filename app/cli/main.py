"""The front door: finds the command's module, and turns whatever goes wrong into one sentence and an exit code."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import app

if TYPE_CHECKING:
    from app.core.errors import HandrailError

NOT_DONE, WRONG_USE, STOPPED = 1, 2, 4

DEBUG = "HANDRAIL_DEBUG"
"""Set to 1, a mistake of Handrail's own is shown with all its details; they can hold typed text."""


class Command(NamedTuple):
    """A row of the table: what `--help` says, and the module with add_arguments(parser) and run(arguments) -> int."""

    help: str
    module: str


COMMANDS = {
    "run": Command("does a task on this desktop and asks before it acts", "app.cli.run"),
    "propose": Command("says the next action for a still picture; never acts", "app.cli.propose"),
    "locate": Command("finds a described thing on a picture", "app.cli.locate"),
    "demo": Command("shows a real task on a real application in a private desktop (Linux)", "app.cli.demo"),
    "runs": Command("lists, shows, exports and deletes the records of runs", "app.cli.runs"),
    "doctor": Command("says what works here, what does not, why, and how to mend it", "app.cli.doctor"),
    "settings": Command("shows and changes the settings", "app.cli.settings"),
    "bench": Command("measures what Handrail can do and what it costs", "app.cli.bench"),
}

EXIT_CODES = """
0 finished, 1 the task was not done, 2 wrong use or settings, 3 you rejected it or nobody could be asked,
4 stopped, 5 this desktop cannot be used, 6 the model cannot be reached or read
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and where to read on, instead of printing all of the usage."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"{self.prog}: {message}\nTry: {self.prog} --help\n")
        raise SystemExit(WRONG_USE)


def main(argv: list[str] | None = None) -> int:
    """Runs one command and returns its exit code (DESIGN: the command line)."""
    _write_what_cannot_be_written_as_question_marks()
    try:
        code = dispatch(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return STOPPED
    except BrokenPipeError:
        # Whoever read our output has gone; what is left of it must not fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_DONE
    except Exception as error:  # noqa: BLE001 - one of the two places; whatever it is, the person gets one sentence
        return explain(error)
    return code


def dispatch(argv: list[str]) -> int:
    """Hands the arguments to the command that comes first among them. Raises what the command raises."""
    if not argv:
        from app.cli import prompt

        return prompt.run()
    if argv[0] in COMMANDS:
        return command(argv[0], argv[1:])
    if argv[0] == "help" or argv[0].startswith("-"):
        _front_parser().parse_args(["--help"] if argv[0] == "help" else argv)
    return _no_such_command(argv)


def command(name: str, argv: list[str]) -> int:
    """Runs the command `name`; only its own module is loaded."""
    row = COMMANDS[name]
    module = importlib.import_module(row.module)
    parser = Parser(prog=f"handrail {name}", description=f"handrail {name} {row.help}.")
    module.add_arguments(parser)
    code: int = module.run(parser.parse_args(argv))
    return code


def explain(error: Exception) -> int:
    """Says on stderr what went wrong and returns the exit code for it."""
    from app.cli import wording
    from app.core.errors import HandrailError

    if isinstance(error, HandrailError):
        wording.complain(error.said)
        return exit_code(error)
    _explain_own_mistake(error)
    return NOT_DONE


def exit_code(error: HandrailError) -> int:
    """The exit code that says what kind of error ended the program."""
    from app.core import errors

    codes = {
        errors.SettingsError: WRONG_USE,
        errors.UsageError: WRONG_USE,
        errors.DesktopError: 5,
        errors.FailSafe: STOPPED,
        errors.Stopped: STOPPED,
        errors.UnreadableReply: 6,
        errors.ModelError: 6,
    }
    return next((codes[kind] for kind in type(error).__mro__ if kind in codes), NOT_DONE)


def _explain_own_mistake(error: Exception) -> None:
    """Where it happened, but not its text: that can hold what was typed."""
    import traceback

    from app.cli import wording
    from app.core.messages import message

    if os.environ.get(DEBUG) == "1":
        traceback.print_exception(error)
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(last.filename)}:{last.lineno}"  # noqa: PTH119 - no import for a file's name
    wording.complain(message("cli.own_mistake", kind=type(error).__name__, where=where, debug=f"{DEBUG}=1"))


def _front_parser() -> Parser:
    rows = "\n".join(f"  {name:<10} {row.help}" for name, row in COMMANDS.items())
    parser = Parser(
        prog="handrail",
        usage="handrail [COMMAND ...]",
        description="Uses the computer for you, and asks before it acts. Without a command it asks for tasks.",
        epilog=f"commands:\n{rows}\n\nhandrail COMMAND --help tells more.\n\nexit codes:{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"handrail {app.__version__}")
    return parser


def _no_such_command(argv: list[str]) -> int:
    import difflib

    from app.cli import wording
    from app.core.messages import message

    near = difflib.get_close_matches(argv[0], COMMANDS, 1)
    if near and len(argv[0].split()) == 1:
        wording.complain(message("cli.meant_command", word=argv[0], command=near[0]))
    else:
        task = " ".join(word for word in argv if not word.startswith("-"))
        wording.complain(message("cli.no_command", word=argv[0], task=task))
    return WRONG_USE


def _write_what_cannot_be_written_as_question_marks() -> None:
    """A terminal of an old encoding must not end a run because a window has a name it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
