"""Makes .venv from the locks and tells whether it is still the right one."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from installers import faults
from installers.faults import SetupError

ROOM_MB = 700
"""What a first set-up needs while it runs: the packages unpacked and their downloads."""

PARTS = {"run": ("run",), "test": ("test", "run")}
"""What each lock installs: the lock for the tests holds everything of the other, in the same versions."""

COMMAND = """\
#!{python}
import sys

from app.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
"""
COMMAND_WINDOWS = '@"%~dp0python.exe" "%~dp0handrail" %*\n'


@dataclass(frozen=True)
class Environment:
    """The environment of the project in folder `root`; `say` is told what takes long."""

    root: Path
    say: Callable[[str], None] = print
    room_mb: int = ROOM_MB

    @property
    def folder(self) -> Path:
        return self.root / ".venv"

    @property
    def programs(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        return self.programs / ("python.exe" if os.name == "nt" else "python")

    @property
    def handrail(self) -> Path:
        """The command, as a script for `python`."""
        return self.programs / "handrail"

    @property
    def stamp(self) -> Path:
        """Which locks are installed, and in which folder: an environment cannot be moved.

        Empty while an installation is under way: what it left behind when it was cut short is not to be trusted.
        """
        return self.folder / "handrail.json"

    def provide(self, part: str) -> Path:
        """The Python of an environment that holds lock `part` ("run" or "test"), made where it is missing.

        Raises SetupError.
        """
        try:
            if not self._holds(part):
                with self._alone():
                    if not self._holds(part):
                        self._install(part)
        except OSError as error:
            raise faults.of_system(error) from error
        return self.python

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Two set-ups of one folder at a time would spoil each other: the second waits."""
        if os.name == "nt":  # nothing like flock on a file that is only read
            yield
            return
        import fcntl

        with (self.root / "pyproject.toml").open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.say("Another set-up is at work in this folder: waiting for it ...")
                fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _holds(self, part: str) -> bool:
        return self._installed().get(part) == self._fingerprint(part) and self._starts()

    def _installed(self) -> dict[str, str]:
        try:
            read = json.loads(self.stamp.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        fits = isinstance(read, dict) and read.get("folder") == str(self.root)
        return {str(name): str(value) for name, value in read.items()} if fits else {}

    def _fingerprint(self, part: str) -> str:
        return hashlib.sha256(self._lock("build").read_bytes() + self._lock(part).read_bytes()).hexdigest()

    def _lock(self, name: str) -> Path:
        return self.root / "installers" / f"requirements-{name}.txt"

    def _starts(self) -> bool:
        """Whether its Python runs and finds the program: not after the system's Python was replaced by a newer one."""
        asked = "import importlib.util, sys; sys.exit(importlib.util.find_spec('app') is None)"
        try:
            tried = subprocess.run([self.python, "-I", "-c", asked], capture_output=True, check=False)
        except OSError:
            return False
        return tried.returncode == 0

    def _install(self, part: str) -> None:
        before = self._installed()
        if not before or not self._starts():
            before = {}
            self._make()
        self.stamp.write_text("", "utf-8")
        self.say("Installing the Python packages into .venv (once; about a minute) ...")
        try:
            self._pip(self._lock("build"))
            self._pip(self._lock(part))
        except SetupError:
            self.stamp.write_text(json.dumps(before), "utf-8")
            raise
        self._introduce()
        done = {name: self._fingerprint(name) for name in PARTS[part]}
        self.stamp.write_text(json.dumps({"folder": str(self.root), **done}), "utf-8")

    def _make(self) -> None:
        if importlib.util.find_spec("ensurepip") is None:
            raise SetupError(
                "This Python cannot make environments (its venv part is missing): on Debian and Ubuntu run "
                f"apt-get install python3.{sys.version_info.minor}-venv and start again.",
                faults.MACHINE_LACKS,
            )
        free = shutil.disk_usage(self.root).free // 1_000_000
        if free < self.room_mb:
            raise SetupError(f"Setting up needs {self.room_mb} MB of free disk, and there are {free} MB: free some.")
        if self.folder.exists():
            self.say("Making .venv anew: the one that is here was not made to its end, or not by this set-up.")
        base = getattr(sys, "_base_executable", sys.executable)  # this may run in the very environment that goes
        _run([base, "-m", "venv", "--clear", "--without-pip", self.folder])
        _run([self.python, "-I", "-m", "ensurepip", "--default-pip"])  # by hand: venv would swallow what it says

    def _pip(self, lock: Path) -> None:
        # No look at dependencies: the lock is complete, and it leaves out what some packages ask for in vain.
        # No build isolation: the build tools come from a lock with hashes too, not from whatever is newest.
        options = ["--no-deps", "--require-hashes", "--no-build-isolation", "--use-pep517", "--no-input", "--quiet"]
        _run([self.python, "-m", "pip", "install", *options, "-r", lock])

    def _introduce(self) -> None:
        """Makes the program importable from where it lies, and the command `handrail`."""
        asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
        packages = Path(_run([self.python, "-I", "-c", asked]).strip())
        (packages / "handrail.pth").write_text(f"{self.root}\n", "utf-8")
        self.handrail.write_text(COMMAND.format(python=self.python), "utf-8")
        self.handrail.chmod(0o755)
        if os.name == "nt":
            (self.programs / "handrail.cmd").write_text(COMMAND_WINDOWS, "utf-8")


def _run(command: list[str | Path]) -> str:
    """What the command wrote. Raises SetupError with the reason it failed for."""
    settings = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME"}}
    settings |= {"LC_ALL": "C.UTF-8", "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    settings.setdefault("PIP_RETRIES", "2")
    done = subprocess.run(
        command, env=settings, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        raise faults.of_pip(output)
    return output
