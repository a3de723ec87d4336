"""The applications and texts of `bench typing`, and how what arrived is read without asking Handrail's own parts."""

from __future__ import annotations

import xml.etree.ElementTree as ET  # the files were just written by the application on this very desktop
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from app.bench.devtools import NoAnswer, page_value
from app.core.geometry import Value

TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"

TEXTS = {
    "short": "hello world",
    "keys": "Hello World! <>|\\~@#{}[]^`'\"/?;:&*()_+-=%$",
    "mixed": "Hello World! <>|\\~@#{}[]^`'\"/?; é ß ü 你好 €  😀 end",
    "quotes": "'single' \"double\" `back` „low“ «angle» don't it's",
    "corrected": "(c) (tm) -- ... 1/2 i teh TWo :-) http://example.org/a?b=c *bold* end",
    "lines": "one\n\n  indented two\nlast line",
    "table": "name\tage\nZoë\t37\n\tno name",
    "combining": "e\u0301 n\u0303 a\u030a \u0e01\u0e33 \u05d0\u05b8 \u0939\u093f\u0928\u094d\u0926\u0940",
    "emoji": "😀 👨\u200d👩\u200d👧\u200d👦 🇩🇪 👍🏽 ✈\ufe0f 1\ufe0f\u20e3",
    "scripts": "Ελληνικά Русский עברית العربية ไทย 日本語 한국어 Tiếng Việt",
    "spaces": "two  spaces,   three, nbsp:\u00a0. thin:\u2009. end",
    "chinese": "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳" * 10,
    "long": "".join(f"Line {number}: <tag attr='{number}'> é 你 {{x}}\n" for number in range(120)) + "end",
}

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Typing room</title>
<style>*{font:16px sans-serif}[contenteditable]{border:1px solid;min-height:5em}</style>
<p><input aria-label="line" size=60></p><p><textarea aria-label="lines" rows=6 cols=60></textarea></p>
<div id="rich" contenteditable aria-label="rich"></div></html>
"""

DOCUMENT = f"""<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="{OFFICE}" xmlns:text="{TEXT[1:-1]}" xmlns:table="{TABLE[1:-1]}"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.KIND"><office:body>BODY</office:body>
</office:document>"""

BODIES = {
    "writer.fodt": ("text", "<office:text><text:p/></office:text>"),
    "calc.fods": (
        "spreadsheet",
        """<office:spreadsheet><table:table table:name="One"><table:table-row><table:table-cell/></table:table-row>
        </table:table></office:spreadsheet>""",
    ),
}

LINES_OF_BLOCKS = (
    "childNodes.values().map(n => (n.nodeName === 'BR' || n.nodeName === 'DIV' && n.previousSibling ? '\\n' : '')"
    " + n.textContent).toArray().join('')"
)
"""A page puts each further line into a block of its own; innerText would count an empty one twice."""

Reading = Literal["file", "page", "document", "sheet"]


class Surface(Value):
    """A kind of field in an application. `title` is part of its window's title once it is ready.

    `read` says where what arrived is found: the file it saves, or `source`, a JavaScript expression of its page, which
    `focus` gives the focus to. `one_line` fields get no text with newlines.
    """

    name: str
    package: str
    argv: tuple[str, ...]
    title: str
    read: Reading
    file: str = ""
    focus: str = ""
    source: str = ""
    one_line: bool = False


def _office(kind: str, file: str) -> tuple[str, ...]:
    return ("soffice", f"--{kind}", "--norestore", "--nologo", "--nofirststartwizard", "{folder}/" + file)


CHROMIUM = (
    "chromium", "--no-first-run", "--no-sandbox", "--test-type", "--password-store=basic", "--no-proxy-server",
    "--force-renderer-accessibility", "--user-data-dir={folder}/browser", "--remote-debugging-port={port}",
    "--remote-allow-origins=*", "--app=file://{folder}/page.html",
)  # fmt: skip


def _page(name: str, selector: str, value: str, *, one_line: bool = False) -> Surface:
    return Surface(
        name=f"chromium {name}",
        package="chromium",
        argv=CHROMIUM,
        title="Typing room",
        read="page",
        focus=f"document.querySelector('{selector}').focus()",
        source=f"document.querySelector('{selector}').{value}",
        one_line=one_line,
    )


def _editor(name: str) -> Surface:
    file = "note.txt"
    return Surface(name=name, package=name, argv=(name, "{folder}/" + file), title=file, read="file", file=file)


SURFACES = (
    _editor("mousepad"),
    _editor("gedit"),
    _editor("featherpad"),
    _page("input", "input", "value", one_line=True),
    _page("textarea", "textarea", "value"),
    _page("contenteditable", "#rich", LINES_OF_BLOCKS),
    Surface(
        name="writer", package="libreoffice-writer", argv=_office("writer", "writer.fodt"), title="writer.fodt",
        read="document", file="writer.fodt",
    ),
    Surface(
        name="calc", package="libreoffice-calc", argv=_office("calc", "calc.fods"), title="calc.fods", read="sheet",
        file="calc.fods",
    ),
)  # fmt: skip


def prepare(folder: Path) -> None:
    """The files the applications open."""
    (folder / "note.txt").write_text("", encoding="utf-8")
    (folder / "page.html").write_text(PAGE, encoding="utf-8")
    for name, (kind, body) in BODIES.items():
        (folder / name).write_text(DOCUMENT.replace("KIND", kind).replace("BODY", body), encoding="utf-8")


def fits(surface: Surface, text: str) -> bool:
    return not (surface.one_line and "\n" in text)


def read(surface: Surface, folder: Path, port: int) -> str | None:
    """What the field holds; None where it cannot be read right now.

    The newline that editors end a file with is left out; a no-break space that a page keeps a space by counts as one.
    """
    path = folder / surface.file
    try:
        match surface.read:
            case "file":
                return path.read_text(encoding="utf-8").removesuffix("\n")
            case "page":
                value = page_value(port, surface.source)
                return value if isinstance(value, str) else None
            case "document":
                body = next(ET.parse(path).iter(f"{{{OFFICE}}}text"))  # noqa: S314 - see the import
                return "\n".join(map(_paragraph, body.iter(f"{TEXT}p")))
            case "sheet":
                return _sheet(next(ET.parse(path).iter(f"{TABLE}table")))  # noqa: S314 - see the import
    except (OSError, UnicodeDecodeError, ET.ParseError, StopIteration, NoAnswer):
        return None


def same(surface: Surface, wanted: str, got: str | None) -> bool:
    """Whether exactly the text arrived.

    A page whose white space collapses keeps a second space as a no-break space, and Qt saves a no-break space as a
    space: there the two count as one character.
    """
    if got is not None and (surface.source.endswith(LINES_OF_BLOCKS) or surface.name == "featherpad"):
        return got.replace("\u00a0", " ").removesuffix("\n") == wanted.replace("\u00a0", " ")
    return got == wanted


def _paragraph(paragraph: ET.Element) -> str:
    return "".join(_pieces(paragraph))


def _pieces(element: ET.Element) -> Iterator[str]:
    """The text of a paragraph: ODF writes runs of spaces, tabs and line breaks as elements."""
    yield element.text or ""
    for child in element:
        if child.tag == f"{TEXT}s":
            yield " " * int(child.get(f"{TEXT}c", "1"))
        elif child.tag == f"{TEXT}tab":
            yield "\t"
        elif child.tag == f"{TEXT}line-break":
            yield "\n"
        else:
            yield from _pieces(child)
        yield child.tail or ""


def _sheet(table: ET.Element) -> str:
    """The cells with tabs between them and newlines between rows, empty ones at the ends left out."""
    rows = []
    for row in table.iter(f"{TABLE}table-row"):
        cells = []
        for cell in row:
            text = "\n".join(map(_paragraph, cell.iter(f"{TEXT}p")))
            cells += [text] * min(int(cell.get(f"{TABLE}number-columns-repeated", "1")), 50)
        line = "\t".join(cells).rstrip("\t")
        rows += [line] * min(int(row.get(f"{TABLE}number-rows-repeated", "1")), 50)
    return "\n".join(rows).rstrip("\n")
