"""System packages: real apt-get and dpkg-query, on a state of their own; loopback only."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.desktop.virtual_programs import PACKAGES
from installers.faults import MACHINE_LACKS, NOT_DONE, SetupError
from installers.linux import debian

pytestmark = pytest.mark.skipif(not debian.here(), reason="needs Debian's or Ubuntu's apt-get")

CONFIGURATION = """
Dir::State "{0}";
Dir::State::Lists "{0}/lists";
Dir::State::status "{0}/dpkg/status";
Dir::Cache "{0}/cache";
Dir::Etc::sourcelist "{0}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Acquire::http::Proxy "DIRECT";
"""
HOLD = (
    "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); print(flush=True); sys.stdin.read()"
)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system of apt's own without any package, whose only server refuses connections."""
    for folder in ("lists/partial", "cache/archives/partial", "dpkg"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "dpkg/status").touch()
    (tmp_path / "sources.list").write_text("deb [trusted=yes] http://127.0.0.1:9/debian stable main\n")
    (tmp_path / "apt.conf").write_text(CONFIGURATION.format(tmp_path))
    monkeypatch.setenv("APT_CONFIG", str(tmp_path / "apt.conf"))
    return tmp_path


@pytest.fixture
def held(state: Path) -> Iterator[int]:
    """The process that is installing packages just now."""
    command = [sys.executable, "-c", HOLD, str(state / "dpkg/lock-frontend")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        holder.stdout.readline()
        yield holder.pid
        holder.communicate()


def fault_of_installing() -> SetupError:
    with pytest.raises(SetupError) as caught:
        debian.Apt(say=lambda _: None, lock_seconds=1)._install(["hello"])
    return caught.value


def test_what_is_missing_is_found_in_one_look() -> None:
    assert debian.missing(["dpkg", "no-such-package", "apt", "nor-this-one"]) == ["no-such-package", "nor-this-one"]


def test_nothing_is_done_when_nothing_is_missing() -> None:
    said: list[str] = []
    debian.Apt(said.append).provide(["dpkg", "apt"])
    assert said == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root, to become someone else")
def test_who_is_not_root_is_told_the_one_command() -> None:
    asked = (
        "import os, sys; from installers.linux import debian; from installers.faults import SetupError\n"
        "os.setuid(65534)\n"
        "try: debian.Apt().provide(['dpkg', 'no-such-package'])\n"
        "except SetupError as error: print(error.sentence); sys.exit(error.code)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False)
    assert done.returncode == MACHINE_LACKS
    assert done.stdout == (
        "System packages are missing; install them with: "
        "sudo apt-get update && sudo apt-get install -y --no-install-recommends no-such-package\n"
    )


def test_another_installation_that_does_not_end_is_named(held: int) -> None:
    fault = fault_of_installing()
    assert fault.code == NOT_DONE
    assert f"(process {held})" in fault.sentence
    assert "wait until it has finished" in fault.sentence


@pytest.mark.usefixtures("state")
def test_servers_that_cannot_be_reached_are_not_taken_for_an_unknown_package() -> None:
    assert "check the network" in fault_of_installing().sentence


def test_a_package_that_apt_does_not_know_is_named(state: Path) -> None:
    (state / "sources.list").write_text("")
    assert "apt does not know hello" in fault_of_installing().sentence


def test_the_lists_hold_each_package_once_and_all_that_a_private_desktop_is_made_of() -> None:
    names = debian.listed("desktop", "demo", "test")
    assert len(names) == len(set(names))
    assert set(PACKAGES.values()) <= set(names)
