"""`handrail bench`: measures what Handrail can do and what it costs."""

from __future__ import annotations

import argparse
import importlib

from app.cli.main import Parser

KINDS = {
    "desktop": "tasks on real applications, done and checked",
    "typing": "whether what is typed arrives exactly",
    "overhead": "what Handrail adds to each step",
    "ocr": "what the text recognition finds, and what it costs",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(f"  {kind:10} {what}" for kind, what in KINDS.items())
    parser.add_argument("kind", choices=KINDS, help="what is measured")
    parser.add_argument("rest", nargs=argparse.REMAINDER, metavar="...", help="`handrail bench KIND --help` lists them")


def run(arguments: argparse.Namespace) -> int:
    """The exit code of the measurement; only its own module is loaded. Raises what it raises."""
    measurement = importlib.import_module(f"app.bench.{arguments.kind}")
    parser = Parser(prog=f"handrail bench {arguments.kind}", description=KINDS[arguments.kind])
    measurement.add_arguments(parser)
    code: int = measurement.run(parser.parse_args(arguments.rest))
    return code
