"""Runs each test marked `desktop` in a process of its own, on a private desktop of its own.

The display, the session bus and HOME belong to a process, and pyautogui keeps the display it was imported on: so such a
test runs in a forked child whose environment is that of a fresh VirtualDesktop. The mark takes the desktop's options:
`@pytest.mark.desktop(keyring=True)`. The fixture `desktop` is that VirtualDesktop.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import select
import signal
import sys
import warnings
from pathlib import Path
from typing import cast

import pytest
from _pytest.runner import runtestprotocol

from app.core.errors import NoDesktop
from app.desktop.virtual import VirtualDesktop

TEST_SECONDS = 180.0
"""A desktop test that runs longer than this hangs."""

ALL_PARTS = "HANDRAIL_TEST_ALL_PARTS"
"""Set to 1 where a missing system package is a failure and no reason to skip."""

LEAK_OF_PYAUTOGUI = "ignore:unclosed <socket.*X11-unix:ResourceWarning"
"""It keeps its connection to the display for the life of the process."""

PR_SET_PDEATHSIG = 1

_current: list[VirtualDesktop] = []


@pytest.fixture
def desktop() -> VirtualDesktop:
    """The private desktop of this test; the mark `desktop` is what starts it."""
    assert _current, "this test needs @pytest.mark.desktop"
    return _current[-1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("desktop"):
            item.add_marker(pytest.mark.filterwarnings(LEAK_OF_PYAUTOGUI))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    mark = item.get_closest_marker("desktop")
    if mark is None:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in _on_own_desktop(item, VirtualDesktop(**mark.kwargs)):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    # This process never set the item up; what an item before it left set up is not always what the next one needs.
    item.session._setupstate.teardown_exact(nextitem)
    return True


def _on_own_desktop(item: pytest.Item, desktop: VirtualDesktop) -> list[pytest.TestReport]:
    if sys.platform != "linux":
        return [_skipped(item, "private desktops exist on Linux only")]
    try:
        desktop.start()
    except NoDesktop as missing:
        if os.environ.get(ALL_PARTS) == "1" or missing.said.id != "desktop.virtual_missing":
            return [_failed(item, "setup", str(missing))]
        return [_skipped(item, str(missing))]
    _current.append(desktop)
    try:
        return _in_child(item, Path(desktop.env["TMPDIR"], "reports"))
    finally:
        _current.pop()
        desktop.stop()


def _in_child(item: pytest.Item, told: Path) -> list[pytest.TestReport]:
    parent = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        # Threads of the parent that the child would miss; there are none that it needs.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _run_and_exit(item, told, parent)
    with os.fdopen(os.pidfd_open(child)) as alive:
        late = not select.select([alive], [], [], TEST_SECONDS)[0]
    if late:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if told.exists():
        return cast("list[pytest.TestReport]", pickle.loads(told.read_bytes()))
    why = f"it took longer than {TEST_SECONDS:.0f} s" if late else _how_it_ended(status)
    return [_failed(item, "call", f"The process of this test gave no result: {why}.")]


def _run_and_exit(item: pytest.Item, told: Path, parent: int) -> None:
    """The child: runs the test and ends without the clean-up of a whole pytest session, which is the parent's."""
    status = 1
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == parent:
            os.environ.clear()
            os.environ.update(_current[-1].env)
            # Teardown goes as far as this process set things up, and leaves alone what it found.
            stack = list(item.session._setupstate.stack)
            found = cast("pytest.Item | None", stack[-1] if stack else None)
            reports = runtestprotocol(item, log=False, nextitem=found)
            part = told.with_suffix(".part")
            part.write_bytes(pickle.dumps(reports))
            part.rename(told)
            status = 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _how_it_ended(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"it was ended by {signal.Signals(-code).name}" if code < 0 else f"it left with exit code {code}"


def _report(item: pytest.Item, when: str, outcome: str, why: object) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords=dict.fromkeys(item.keywords, 1),
        outcome=outcome,  # type: ignore[arg-type]
        longrepr=why,  # type: ignore[arg-type]
        when=when,  # type: ignore[arg-type]
    )


def _failed(item: pytest.Item, when: str, why: str) -> pytest.TestReport:
    """With what the test had printed by then: the parent holds the same capture file as the child."""
    report = _report(item, when, "failed", why)
    capture = item.config.pluginmanager.getplugin("capturemanager")
    if capture is not None and capture.is_globally_capturing():
        printed, errors = capture.read_global_capture()
        report.sections += [
            (f"Captured {name} call", text) for name, text in (("stdout", printed), ("stderr", errors)) if text
        ]
    return report


def _skipped(item: pytest.Item, why: str) -> pytest.TestReport:
    return _report(item, "setup", "skipped", (str(item.path), item.location[1] or 0, f"Skipped: {why}"))
