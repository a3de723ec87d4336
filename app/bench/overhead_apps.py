"""The applications whose screens `bench overhead` waits for, and what is done in each."""

from __future__ import annotations

from pathlib import Path

from app.core.geometry import Value

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Waiting room</title>
<style>body{font:18px sans-serif;margin:40px}dialog{width:400px;height:200px}#late{height:220px;background:#cde}</style>
<h1>Waiting room</h1><p><button onclick="document.querySelector('dialog').showModal()">Open now</button>
<button onclick="setTimeout(()=>document.querySelector('dialog').showModal(),150)">Open soon</button>
<button onclick="setTimeout(()=>{late.hidden=!late.hidden},100)">Unfold</button>
<button onclick="for(let n=0;n<40;n++)document.body.append(document.createElement('hr'))">Add lines</button></p>
<div id="late" hidden>Here I am.</div>
<dialog><p>A dialog.</p><button onclick="document.querySelector('dialog').close()">Close it</button></dialog></html>
"""


class Driven(Value):
    """`script` has one entry an action: "keys ctrl+f", "type words" or "click Name of a control"."""

    name: str
    package: str
    argv: tuple[str, ...]
    title: str
    script: tuple[str, ...]


DRIVEN = (
    Driven(
        name="gtk",
        package="mousepad",
        argv=("mousepad", "{folder}/note.txt"),
        title="Mousepad",
        script=(
            "keys ctrl+f", "keys esc", "keys ctrl+o", "keys esc", "keys alt+f", "keys esc", "keys ctrl+h", "keys esc",
            "type some words", "keys ctrl+a", "keys ctrl+shift+s", "keys esc",
        ),
    ),
    Driven(
        name="qt",
        package="featherpad",
        argv=("featherpad", "{folder}/note.txt"),
        title="note.txt",
        script=(
            "keys ctrl+f", "keys esc", "keys ctrl+o", "keys esc", "keys alt+f", "keys esc", "keys ctrl+r", "keys esc",
            "type some words", "keys ctrl+a", "keys ctrl+shift+s", "keys esc",
        ),
    ),
    Driven(
        name="libreoffice",
        package="libreoffice-writer",
        argv=("soffice", "--norestore", "--nologo", "--nofirststartwizard", "--writer"),
        title="LibreOffice",
        script=(
            "keys ctrl+h", "keys esc", "keys ctrl+o", "keys esc", "keys alt+f", "keys esc", "keys f5", "keys f5",
            "type some words", "keys ctrl+a", "keys ctrl+b", "keys ctrl+shift+s", "keys esc",
        ),
    ),
    Driven(
        name="chromium",
        package="chromium",
        argv=("chromium", "--no-first-run", "--no-sandbox", "--test-type", "--password-store=basic",
              "--force-renderer-accessibility", "--user-data-dir={folder}/browser", "--app=file://{folder}/page.html"),
        title="Waiting room",
        script=(
            "click Open now", "click Close it", "click Open soon", "click Close it", "click Unfold", "click Unfold",
            "click Add lines", "keys end", "keys home", "keys tab",
        ),
    ),
)  # fmt: skip


def prepare(folder: Path) -> None:
    """The files the applications open."""
    (folder / "note.txt").write_text("A note.\n", encoding="utf-8")
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
