"""Installs missing Debian or Ubuntu packages, or says the one command that does."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from installers import faults
from installers.faults import SetupError

LISTS_ARE_OLD = r"Unable to locate package|no installation candidate|Failed to fetch|404 +Not Found"
UNKNOWN = r"(?:Unable to locate package |Package '?)([a-z0-9.+-]+)(?='? has no installation candidate|\s*$)"
NETWORK = r"Temporary failure resolving|Could not resolve|Could not connect|Connection (?:failed|timed out|refused)"


def here() -> bool:
    return bool(shutil.which("dpkg-query") and shutil.which("apt-get"))


def listed(*sets: str) -> list[str]:
    """The packages of these sets of packages.toml."""
    with (Path(__file__).parent / "packages.toml").open("rb") as file:
        every: dict[str, list[str]] = tomllib.load(file)
    return [name for one in sets for name in every[one]]


def missing(names: list[str]) -> list[str]:
    """Those of the packages that are not installed."""
    asked = ["dpkg-query", "--show", "--showformat", "${Package} ${db:Status-Status}\n", *names]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    installed = {line.split()[0] for line in told.splitlines() if line.endswith(" installed")}
    return [name for name in names if name not in installed]


def command(names: list[str]) -> str:
    """What a person types to install the packages."""
    return f"sudo apt-get update && sudo apt-get install -y --no-install-recommends {' '.join(names)}"


@dataclass(frozen=True)
class Apt:
    """`lock_seconds`: how long another installation is waited for."""

    say: Callable[[str], None] = print
    lock_seconds: int = 60

    def provide(self, names: list[str]) -> None:
        """Installs what is missing of `names`. Raises SetupError with the reason, or with the command to run."""
        absent = missing(names)
        if not absent:
            return
        if os.geteuid() != 0:
            raise SetupError(f"System packages are missing; install them with: {command(absent)}", faults.MACHINE_LACKS)
        self.say(f"Installing system packages (once): {' '.join(absent)} ...")
        self._install(absent)

    def _install(self, names: list[str]) -> None:
        install = ["install", "-y", "--no-install-recommends", *names]
        code, output = self._apt(install)
        if code and re.search(LISTS_ARE_OLD, output):
            # one source out of many may fail here and not matter
            _, told = self._apt(["update"])
            code, output = self._apt(install)
            output = told + output
        if code:
            raise _fault(output)

    def _apt(self, arguments: list[str]) -> tuple[int, str]:
        waiting = ["-o", f"DPkg::Lock::Timeout={self.lock_seconds}", "-o", "Acquire::Retries=2"]
        done = subprocess.run(
            ["apt-get", "-q", *waiting, *arguments],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return done.returncode, done.stdout.decode("utf-8", "replace")


def _fault(output: str) -> SetupError:
    if locked := re.search(r"It is held by process (\d+)(?: \((.*?)\))?", output):
        who = f"{locked[2] or 'a program'} (process {locked[1]})"
        return SetupError(f"Packages are being installed by {who}: wait until it has finished and start again.")
    if "dpkg was interrupted" in output:
        return SetupError("An earlier installation was interrupted: run dpkg --configure -a and start again.")
    if re.search(r"No space left on device|enough free space", output):
        return SetupError(faults.FULL)
    if re.search(NETWORK, output):
        return SetupError("The servers of the system's packages cannot be reached: check the network and start again.")
    if unknown := re.findall(
        r"Unable to locate package (\S+)|Package '?(\S+?)'? has no installation candidate", output
    ):
        names = ", ".join(a or b for a, b in unknown)
        return SetupError(f"apt does not know {names}: enable Debian's main (Ubuntu: universe) and start again.")
    last = " / ".join(line.strip() for line in output.strip().splitlines()[-3:])
    return SetupError(f"The system packages could not be installed; apt's last words: {last}")
