"""The two commands, `run` and `test`: makes what they need, then starts them."""

# This file must be readable by old Pythons (2.7, 3.6), so that it can say what is wrong with them: no newer syntax
# here, and everything else is imported after the version was looked at.

import sys

TOO_OLD = """\
Handrail needs Python 3.11 or newer, and this is {}.{}: start it with a newer one, \
or let uv bring one: uv run --no-project --python 3.12 installers/bootstrap.py {}
"""


def main():  # type: () -> int
    if sys.version_info < (3, 11):  # noqa: UP036 - the one place that an older Python reaches
        sys.stderr.write(TOO_OLD.format(sys.version_info[0], sys.version_info[1], " ".join(sys.argv[1:])))
        return 5
    from pathlib import Path

    root = Path(__file__).resolve().parent.parent
    sys.path[0] = str(root)
    from installers import commands

    return commands.main(root, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
