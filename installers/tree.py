"""Draws the project's tree for README from the first line of each module; `--write` puts it there."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

BEGIN, END = "<!-- tree -->", "<!-- /tree -->"

FOLDERS = {
    "installers": "the two commands, the locks, what each system needs",
    "resources": "read at run time: sentences, rules, pages; the wheel carries them as app/resources",
    "tests": "unit, contract and e2e, mirroring app/",
    "assets": "pictures for this page, never read at run time",
}


def role(module: Path) -> str:
    """The first line of the module's docstring, without its full stop; empty where there is none."""
    told = ast.get_docstring(ast.parse(module.read_text("utf-8")))
    return told.splitlines()[0].rstrip(".") if told else ""


def tree(root: Path) -> str:
    """The lines of README's tree."""
    lines = [*_package(root / "app", 0), *(f"{name}/  {said}" for name, said in FOLDERS.items())]
    return "\n".join(line.rstrip() for line in lines)


def _package(folder: Path, depth: int) -> list[str]:
    """A package's own line, its modules, then the packages in it."""
    modules = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    inside = sorted(path.parent for path in folder.glob("*/__init__.py"))
    width = max((len(path.name) for path in modules), default=0)
    lines = [f"{'  ' * depth}{folder.name}/  {role(folder / '__init__.py')}"]
    lines += [f"{'  ' * (depth + 1)}{path.name:<{width}}  {role(path)}" for path in modules]
    return lines + [line for package in inside for line in _package(package, depth + 1)]


def split(text: str) -> tuple[str, str, str]:
    """README before, in and after the tree's markers. Raises ValueError where one is missing."""
    before, begin, rest = text.partition(BEGIN)
    inner, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md lacks {BEGIN} or {END}")
    return before, inner, after


def written(root: Path) -> str:
    """README with the tree as it is now."""
    before, _, after = split((root / "README.md").read_text("utf-8"))
    return f"{before}{BEGIN}\n```\n{tree(root)}\n```\n{END}{after}"


def main() -> None:
    root = Path(__file__).resolve().parent.parent
    if "--write" in sys.argv:
        (root / "README.md").write_text(written(root), "utf-8")
    else:
        sys.stdout.write(f"{tree(root)}\n")


if __name__ == "__main__":
    main()
