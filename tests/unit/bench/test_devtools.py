"""Asking a page in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bench.devtools import NoAnswer, page_value
from app.bench.setting import free_port
from app.core.stop import Stop
from app.desktop.launch import start_detached

PAGE = "<!doctype html><title>Kettle</title><p id=a>warm</p>"


@pytest.mark.desktop
def test_a_page_tells_what_is_true_of_it(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    options = ["--no-first-run", f"--remote-debugging-port={port}", f"--user-data-dir={tmp_path / 'profile'}"]
    start_detached(["chromium", *options, f"--app=file://{tmp_path / 'page.html'}"])

    def loaded() -> bool:
        try:
            return page_value(port, "document.readyState==='complete' && !!document.getElementById('a')") is True
        except NoAnswer:
            return False

    assert Stop().wait_until(loaded, 60, every=0.3)
    assert page_value(port, "a.textContent") == "warm"
    assert page_value(port, "1 + 1.5") == 2.5
    assert page_value(port, "undefined") is None
    assert page_value(port, "'x'.repeat(200000)") == "x" * 200_000
    assert page_value(port, f"'{'y' * 70_000}'.length") == 70_000
    assert page_value(port, "Promise.resolve('later')") == "later"
    with pytest.raises(NoAnswer, match="ReferenceError"):
        page_value(port, "no_such_thing")


def test_a_port_without_a_browser_is_said_so() -> None:
    with pytest.raises(NoAnswer):
        page_value(free_port(), "true")
