"""`handrail demo`: the first thing a new user sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def demo(out: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli.main", "demo", "--out", str(out)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=170,
        check=False,
    )


@pytest.mark.desktop
def test_the_demo_saves_a_file_and_shows_how_on_one_page(tmp_path: Path) -> None:
    done = demo(tmp_path / "out")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "It worked: train.txt" in done.stdout
    page = tmp_path / "out/demo.html"
    assert done.stdout.splitlines()[-1].endswith(str(page))
    text = page.read_text(encoding="utf-8")
    assert text.count("data:image/jpeg;base64,") >= 5
    assert 'src="http' not in text
    assert 'href="http' not in text


def test_without_the_editor_one_line_says_how_to_get_it(tmp_path: Path) -> None:
    done = demo(tmp_path / "out", PATH=str(tmp_path), LANG="C.UTF-8", HANDRAIL_HOME=str(tmp_path / "home"))
    assert done.returncode == 5
    assert "apt-get install -y --no-install-recommends mousepad" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()
