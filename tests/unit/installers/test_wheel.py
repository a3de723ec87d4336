"""The wheel: what `pip install .` brings, built and installed for real without a network."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_the_program_and_its_resources_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = {name for name in file.namelist() if ".dist-info/" not in name}
    program = {str(path.relative_to(ROOT)) for path in (ROOT / "app").rglob("*.py")}
    resources = {
        f"app/resources/{path.relative_to(ROOT / 'resources')}"
        for path in (ROOT / "resources").rglob("*")
        if path.is_file()
    }
    assert names == program | resources


def test_the_installed_program_finds_its_resources_far_from_the_project(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "installed")
    asked = "import sys; sys.path.insert(0, 'installed'); from app.cli.main import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", asked, "propose"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 2
