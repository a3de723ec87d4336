"""Makes the locks anew from pyproject.toml; `--upgrade` takes the newest versions (needs `uv` on the PATH)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCES = {"build": ["--group", "build"], "run": ["pyproject.toml"], "test": ["pyproject.toml", "--group", "dev"]}
COMPILE = ["uv", "pip", "compile", "--universal", "--generate-hashes", "--no-emit-index-url", "--no-annotate"]
PYTHON = ["--python-version", "3.11", "--fork-strategy", "fewest"]


def main() -> None:
    root = Path(__file__).resolve().parent.parent
    for name, source in SOURCES.items():
        lock = f"installers/requirements-{name}.txt"
        # the tests run on exactly what a person gets
        same = ["--constraints", "installers/requirements-run.txt"] if name == "test" else []
        command = [*COMPILE, *PYTHON, *source, *same, "--output-file", lock, *sys.argv[1:]]
        told = os.environ | {"UV_CUSTOM_COMPILE_COMMAND": " ".join(part for part in command if part != "--upgrade")}
        subprocess.run([*command, "--quiet"], cwd=root, env=told, check=True)


if __name__ == "__main__":
    main()
