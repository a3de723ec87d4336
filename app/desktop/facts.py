"""What kind of system and session this is, and what a session of that kind lacks."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from app.core.geometry import Value
from app.core.messages import Message, message

if TYPE_CHECKING:
    from Xlib.display import Display

PRIVATE_DESKTOP = "HANDRAIL_PRIVATE_DESKTOP"
"""Set on a private desktop, to its display: what inherits it on another display is not on a private one."""


class System(StrEnum):
    LINUX = "linux"
    WINDOWS = "windows"
    MACOS = "macos"


class SessionKind(StrEnum):
    """How the screen is drawn. NONE: there is no display, as in a text console or a service."""

    X11 = "x11"
    WAYLAND = "wayland"
    NONE = "none"
    WINDOWS = "windows"
    MACOS = "macos"


class Capability(StrEnum):
    """What Handrail needs of a desktop."""

    CAPTURE = "capture"
    INPUT = "input"
    WINDOWS = "windows"
    ACCESSIBILITY = "accessibility"
    STOP_KEY = "stop_key"


class Facts(Value):
    """`display` is the name of the X display ("" where there is none); `private` whether it is a private desktop."""

    system: System
    session: SessionKind
    display: str = ""
    private: bool = False


class Gap(Value):
    """A capability that this kind of session does not have, and why."""

    capability: Capability
    why: Message


def read(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Facts:
    """The facts as the environment tells them; nothing is asked of the desktop itself."""
    if platform == "win32":
        return Facts(system=System.WINDOWS, session=SessionKind.WINDOWS)
    if platform == "darwin":
        return Facts(system=System.MACOS, session=SessionKind.MACOS)
    display = environ.get("DISPLAY", "")
    private = bool(display) and environ.get(PRIVATE_DESKTOP) == display
    session = SessionKind.X11 if private else _session(environ, display)
    return Facts(system=System.LINUX, session=session, display=display, private=private)


def here() -> Facts:
    """The facts of this process. The display is asked where the environment leaves in doubt what it belongs to.

    A private desktop started from a Wayland session (by xvfb-run, say) inherits that session's variables, but is X11.
    """
    told = read()
    if told.session is SessionKind.WAYLAND and told.display and not _drawn_by_wayland(told.display):
        return told.model_copy(update={"session": SessionKind.X11})
    return told


def gaps(facts: Facts) -> tuple[Gap, ...]:
    """What is missing here and why, one line a capability; nothing where everything can work."""
    if facts.session is SessionKind.WAYLAND:
        return (
            # Where X programs run as well, a picture and a click reach those alone, and that would go unnoticed.
            _gap(Capability.CAPTURE, "desktop.wayland_capture_x_only" if facts.display else "desktop.wayland_capture"),
            _gap(Capability.INPUT, "desktop.wayland_input_x_only" if facts.display else "desktop.wayland_input"),
            _gap(Capability.WINDOWS, "desktop.wayland_windows"),
            _gap(Capability.ACCESSIBILITY, "desktop.wayland_accessibility"),
            _gap(Capability.STOP_KEY, "desktop.wayland_stop_key"),
        )
    if facts.session is SessionKind.NONE:
        return tuple(_gap(capability, "desktop.no_display") for capability in Capability)
    return ()


def _session(environ: Mapping[str, str], display: str) -> SessionKind:
    """A session that calls itself X11 is believed; one with a Wayland display is Wayland, whatever DISPLAY says."""
    told = environ.get("XDG_SESSION_TYPE", "")
    if told != "x11" and (told == "wayland" or environ.get("WAYLAND_DISPLAY")):
        return SessionKind.WAYLAND
    return SessionKind.X11 if display else SessionKind.NONE


def _gap(capability: Capability, id: str) -> Gap:
    return Gap(capability=capability, why=message(id))


def _drawn_by_wayland(display: str) -> bool:
    """Whether this X server shows its windows in a Wayland session; so too where it cannot be asked."""
    from Xlib import error
    from Xlib.display import Display

    try:
        connection = Display(display)
    except (error.DisplayError, error.XauthError, error.ConnectionClosedError, OSError):
        return True
    try:
        # Newer servers have an extension of that name, older ones outputs.
        return "XWAYLAND" in connection.list_extensions() or "XWAYLAND" in _first_output(connection)
    except (error.XError, error.ConnectionClosedError, OSError):
        return True
    finally:
        connection.close()


def _first_output(connection: Display) -> str:
    resources = connection.screen().root.xrandr_get_screen_resources()
    if not resources.outputs:
        return ""
    return str(connection.xrandr_get_output_info(resources.outputs[0], resources.config_timestamp).name)
