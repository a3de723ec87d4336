"""`handrail settings`: shows and changes the settings."""

from __future__ import annotations

import argparse
import json
import sys

from app.cli import wording
from app.core.errors import UsageError
from app.core.messages import message
from app.store import files, paths, settings

DEFAULT = "default"
"""As a value, takes a key out of the file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    ways = parser.add_subparsers(dest="way", required=True, metavar="get | set | path")
    get = ways.add_parser("get", help="print all settings, or the value of one")
    get.add_argument("key", nargs="?", metavar="KEY", help=", ".join(settings.NAMES))
    get.add_argument("--json", action="store_true", help="print one object")
    change = ways.add_parser("set", help="change one setting and leave the rest of the file as it is")
    change.add_argument("key", metavar="KEY", help=", ".join(settings.NAMES))
    change.add_argument("value", metavar="VALUE", help=f"the new value; `{DEFAULT}` takes the key out of the file")
    ways.add_parser("path", help="print where the settings file is")


def run(arguments: argparse.Namespace) -> int:
    """Raises SettingsError, UsageError, StoreError."""
    match arguments.way:
        case "get":
            _get(arguments.key, as_json=arguments.json)
        case "set":
            value = None if arguments.value == DEFAULT else arguments.value
            settings.change({arguments.key: value})
            _get(arguments.key)
        case _:
            sys.stdout.write(f"{files.shown(paths.settings_file())}\n")
    return 0


def _get(key: str | None, *, as_json: bool = False) -> None:
    values = settings.load().model_dump(mode="json")
    if key is not None and key not in values:
        raise UsageError("settings.no_such_key", key=key, keys=", ".join(settings.NAMES))
    if as_json:
        sys.stdout.write(json.dumps(values if key is None else {key: values[key]}) + "\n")
    elif key is not None:
        sys.stdout.write(f"{_shown(values[key])}\n")
    else:
        for name, value in values.items():
            sys.stdout.write(f"{name} = {_shown(value)}\n")
        if strange := settings.unknown():
            wording.complain(message("cli.unknown_settings", keys=", ".join(strange)))


def _shown(value: object) -> str:
    return DEFAULT if value is None else wording.visible(str(value))
