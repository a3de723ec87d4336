"""Imports pyautogui where its own import would fail, and sets it up."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.core.errors import NoDesktop

UNWANTED = ("mouseinfo", "pymsgbox", "pyscreeze")
"""Parts of pyautogui that are not used: mouseinfo ends the program where tkinter is missing, pyscreeze starts programs
and takes a third of a second to load."""

OLDEST_XLIB = (0, 33)
"""python3-xlib 0.15, an old fork that pyautogui asks for, writes its files over those of python-xlib."""

KEY_CODES = range(8, 256)


def import_pyautogui() -> Any:
    """The module pyautogui: no pause after each call, fail-safe on, every key also by its number (`code_name`).

    It is tied to the DISPLAY that the process has at the first call. Raises NoDesktop where there is no usable one.
    """
    if not os.environ.get("DISPLAY"):
        raise NoDesktop("hands.no_display")
    gui = _imported()
    gui.PAUSE = 0.0
    gui.FAILSAFE = True
    # pyautogui's own table assumes the US layout; a number is right on every layout.
    gui.platformModule.keyboardMapping.update({code_name(code): code for code in KEY_CODES})
    return gui


def code_name(code: int) -> str:
    """The name under which pyautogui presses the key with this X11 key code."""
    return f"code{code}"


def _imported() -> Any:
    import Xlib
    from Xlib.error import DisplayError, XauthError

    if Xlib.__version__ < OLDEST_XLIB:
        raise NoDesktop("hands.wrong_xlib", version=".".join(map(str, Xlib.__version__)))
    try:
        with _without(UNWANTED):
            import pyautogui
    except (DisplayError, XauthError, OSError) as trouble:
        raise NoDesktop("hands.no_display") from trouble
    return pyautogui


@contextmanager
def _without(names: tuple[str, ...]) -> Iterator[None]:
    """Inside, importing any of them fails in the way pyautogui is prepared for."""
    before = {name: sys.modules.get(name) for name in names}
    sys.modules.update(dict.fromkeys(names))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
