"""Takes what is to be kept to the letter out of an instruction before it is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

START, END = "\x01", "\x02"
"""Around the number that stands for a text taken out; those that a task holds itself are taken out first."""

KEPT = re.compile(f"{START}(\\d+){END}")

_MARKED = re.compile(r"\s*(?:\d{1,3}[.)]|[-*•])\s")

_QUOTED = re.compile(
    r"“(?P<a>[^”“]*)[”“]|„(?P<b>[^“”„]*)[“”]|«\s?(?P<c>[^»]*?)\s?»|»(?P<d>[^«]*)«|「(?P<e>[^」]*)」|`(?P<f>[^`]*)`"
    r"|(?<![\w\"])\"(?P<g>[^\"]*)\"(?!\w)|‘(?P<h>[^’\n]*(?:’(?=\w)[^’\n]*)*)’(?!\w)"
    r"|(?<![\w'])'(?P<i>[^'\n]*(?:'(?=\w)[^'\n]*)*)'(?!\w)"
)


@dataclass
class Kept:
    """The texts taken out, each as it stood (`raw`) and without its quotes (`texts`)."""

    raw: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def take(self, raw: str, text: str) -> str:
        """What stands for this text from now on."""
        self.raw.append(raw)
        self.texts.append(text)
        return f"{START}{len(self.raw) - 1}{END}"

    def restored(self, masked: str) -> str:
        """The person's own words again."""
        return KEPT.sub(lambda found: self.restored(self.raw[int(found[1])]), masked)

    def content(self, masked: str) -> str:
        """The text that is meant: what stands in the quotes where all of it is quoted, else the words themselves."""
        found = KEPT.fullmatch(masked.strip())
        return self.restored(self.texts[int(found[1])] if found else masked)

    def quoted(self, masked: str) -> tuple[str, ...]:
        """The quoted texts in it."""
        return tuple(self.restored(self.texts[int(found[1])]) for found in KEPT.finditer(masked))


def is_kept(masked: str) -> bool:
    """Whether this is one quoted text and nothing else."""
    return KEPT.fullmatch(masked.strip()) is not None


class Parting(IntEnum):
    """Whether a line after a text goes on with the steps: it has the verb of one, also a list mark, or links on."""

    NONE = 0
    VERB = 1
    MARK = 2
    LINKED = 3


def cut(task: str, opens_block: re.Pattern[str], parting: Callable[[str], Parting]) -> tuple[str, Kept]:
    """The task with a mark in place of each quoted text and each text on lines of its own, and those texts.

    `opens_block` is found in a line up to its end that says a text follows; `parting` tells where the text is over.
    """
    kept = Kept()
    masked = re.sub(f"[{START}{END}]", lambda found: kept.take(found[0], found[0]), task.replace("\r\n", "\n"))
    masked = _without_blocks(masked, kept, opens_block, parting)
    masked = _QUOTED.sub(lambda found: kept.take(found[0], found[found.lastgroup or 0]), masked)
    return masked, kept


def _without_blocks(task: str, kept: Kept, opens_block: re.Pattern[str], parting: Callable[[str], Parting]) -> str:
    lines, out, at = task.split("\n"), [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if at < len(lines) and opens_block.search(line) and any(rest.strip() for rest in lines[at:]):
            size = _block_size(lines[at:], parting, marked=_MARKED.match(line) is not None)
            block = "\n".join(lines[at : at + size])
            out.append(f"{line.rstrip().removesuffix(':')} {kept.take(block, block.strip(chr(10)))}")
            at += size
        else:
            out.append(line)
    return "\n".join(out)


def _block_size(lines: list[str], parting: Callable[[str], Parting], *, marked: bool) -> int:
    """How many of the lines are text: at least the first that is not empty.

    A text may hold lines that sound like steps: where a later line plainly links on, or goes on in the list that the
    steps are (`marked`), it reaches up to there.
    """
    first = next(number for number, line in enumerate(lines) if line.strip()) + 1
    partings = [parting(line) for line in lines[first:]]
    for kinds in ((Parting.MARK, Parting.LINKED) if marked else (Parting.LINKED,), (Parting.VERB,), (Parting.MARK,)):
        found = [number for number, one in enumerate(partings) if one in kinds]
        if found:
            return first + found[0]
    return len(lines)
