"""Numbers as fields show them."""

from __future__ import annotations

import re

from app.builtin.names import plain


def same_number(value: str, wanted: str) -> bool:
    first, second = number(value), number(wanted)
    return plain(value) == plain(wanted) if first is None or second is None else abs(first - second) < 1e-6


def number(text: str) -> float | None:
    found = re.search(r"[-+]?\d+(?:[.,]\d+)?", text)
    return float(found[0].replace(",", ".")) if found else None
