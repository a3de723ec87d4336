"""Borrows the clipboard on macOS and gives it back as it was. Never run yet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import AppKit

from app.core.stop import Stop

if sys.platform != "darwin":
    raise ImportError("for macOS only")

PASTE_SECONDS = 0.4


class MacosClipboard:
    """The Clipboard port: every item with every type it has is kept and put back."""

    @contextmanager
    def lent(self, text: str, stop: Stop) -> Iterator[None]:
        board = AppKit.NSPasteboard.generalPasteboard()
        kept = [{kind: item.dataForType_(kind) for kind in item.types()} for item in board.pasteboardItems() or ()]
        board.clearContents()
        board.setString_forType_(text, AppKit.NSPasteboardTypeString)
        try:
            yield
            stop.wait(PASTE_SECONDS)
        finally:
            board.clearContents()
            board.writeObjects_([_item(contents) for contents in kept])

    def text(self) -> str | None:
        found = AppKit.NSPasteboard.generalPasteboard().stringForType_(AppKit.NSPasteboardTypeString)
        return str(found) if found is not None else None

    def close(self) -> None:
        """Nothing is kept open."""


def _item(contents: dict[str, object]) -> object:
    item = AppKit.NSPasteboardItem.alloc().init()
    for kind, data in contents.items():
        if data is not None:
            item.setData_forType_(data, kind)
    return item
