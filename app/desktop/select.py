"""Chooses, for every capability, the way that works on this system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from app.core.elements import WindowFacts
from app.core.errors import NoDesktop
from app.core.geometry import ScreenPoint
from app.core.ports import Accessibility, Camera, Clipboard, Hands, PanicKey, Session, Windows
from app.desktop.facts import Capability, Facts, SessionKind, gaps, here

_Way = TypeVar("_Way")


class OpenWindows(Windows, Protocol):
    """Windows that hold a connection."""

    def close(self) -> None: ...


class OpenSession(Session, Protocol):
    """A session that holds connections."""

    def close(self) -> None: ...


class OpenHands(Hands, Protocol):
    """Hands that hold a connection; closing lets go of all keys and buttons."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Way(Generic[_Way]):
    """One way of doing it: for which kinds of session, and what makes it. `never_run` says that nobody has tried."""

    name: str
    sessions: frozenset[SessionKind]
    make: Callable[..., _Way]
    never_run: bool = False


def camera(monitor: int | None = None) -> Camera:
    """Captures one monitor (1 is the first), or all. Raises NoDesktop, UsageError; so do all of these the former."""
    return chosen(CAMERAS, Capability.CAPTURE).make(monitor)


def accessibility() -> Accessibility:
    return chosen(TREES, Capability.ACCESSIBILITY).make()


def windows(own_pids: frozenset[int] = frozenset()) -> OpenWindows:
    """`own_pids`: processes beside this one whose windows are Handrail's own."""
    return chosen(WINDOWS, Capability.WINDOWS).make(own_pids)


def session() -> OpenSession:
    return chosen(SESSIONS, Capability.WINDOWS).make()


def panic_key() -> PanicKey:
    return chosen(PANIC_KEYS, Capability.STOP_KEY).make()


def clipboard() -> Clipboard:
    return chosen(CLIPBOARDS, Capability.INPUT).make()


def hands(
    tree: Accessibility | None,
    windows: Windows,
    stop_key: PanicKey | None,
    held_file: Path,
    own_clipboard: Clipboard | None = None,
) -> OpenHands:
    """`held_file` names what is held down, for the next start after a crash.

    They use a clipboard of their own where none is handed in; that one lasts as long as this process.
    """
    way = chosen(HANDS, Capability.INPUT)
    return way.make(tree, windows, stop_key, held_file, own_clipboard or clipboard())


def busy() -> Callable[[WindowFacts], bool]:
    """What says whether the program of a window still computes; it never does where that cannot be told."""
    if here().session is not SessionKind.X11:
        return lambda _window: False
    from app.desktop.activity_linux import is_busy

    return lambda window: window.pid is not None and is_busy(window.pid)


def chosen(ways: Sequence[Way[_Way]], capability: Capability, facts: Facts | None = None) -> Way[_Way]:
    """The first way that fits this system (or `facts`). Raises NoDesktop with what is missing here."""
    facts = facts or here()
    for way in ways:
        if facts.session in way.sessions:
            return way
    why = next((gap.why for gap in gaps(facts) if gap.capability is capability), None)
    raise NoDesktop(why.id if why else "desktop.no_display")


def _mss_camera(monitor: int | None) -> Camera:
    from app.desktop.camera_mss import MssCamera

    return MssCamera(monitor)


def _atspi() -> Accessibility:
    from app.desktop.accessibility_atspi import AtspiAccessibility

    return AtspiAccessibility()


def _uia() -> Accessibility:
    from app.desktop.accessibility_uia import UiaAccessibility

    return UiaAccessibility()


def _ax() -> Accessibility:
    from app.desktop.accessibility_ax import AxAccessibility

    return AxAccessibility()


def _x11_windows(own_pids: frozenset[int]) -> OpenWindows:
    from app.desktop.windows_x11 import X11Windows

    return X11Windows(own_pids=own_pids)


def _win32_windows(own_pids: frozenset[int]) -> OpenWindows:
    from app.desktop.windows_win32 import Win32Windows

    return Win32Windows(own_pids)


def _macos_windows(own_pids: frozenset[int]) -> OpenWindows:
    from app.desktop.windows_macos import MacosWindows

    return MacosWindows(own_pids)


def _x11_session() -> OpenSession:
    from app.desktop.session_x11 import X11Session

    return X11Session()


def _win32_session() -> OpenSession:
    from app.desktop.session_win32 import Win32Session

    return Win32Session()


def _macos_session() -> OpenSession:
    from app.desktop.session_macos import MacosSession

    return MacosSession()


def _x11_panic_key() -> PanicKey:
    from app.desktop.panic_key_x11 import X11PanicKey

    return X11PanicKey()


def _pynput_panic_key() -> PanicKey:
    from app.desktop.panic_key_pynput import PynputPanicKey

    return PynputPanicKey()


def _x11_clipboard() -> Clipboard:
    from app.desktop.clipboard_x11 import X11Clipboard

    return X11Clipboard()


def _win32_clipboard() -> Clipboard:
    from app.desktop.clipboard_win32 import Win32Clipboard

    return Win32Clipboard()


def _macos_clipboard() -> Clipboard:
    from app.desktop.clipboard_macos import MacosClipboard

    return MacosClipboard()


def _x11_hands(
    tree: Accessibility | None, windows: Windows, stop_key: PanicKey | None, held_file: Path, own: Clipboard
) -> OpenHands:
    from app.desktop.hands_x11 import X11Hands

    return X11Hands(tree, own, windows, stop_key, held_file=held_file)


def _win32_hands(_: object, windows: Windows, stop_key: PanicKey | None, held_file: Path, _own: object) -> OpenHands:
    from app.desktop import hands_native, input_win32

    return hands_native.NativeHands(input_win32.NativeInput(), windows, stop_key, held_file, _corners())


def _macos_hands(_: object, windows: Windows, stop_key: PanicKey | None, held_file: Path, _own: object) -> OpenHands:
    from app.desktop import hands_native, input_macos

    return hands_native.NativeHands(input_macos.NativeInput(), windows, stop_key, held_file, _corners())


def _corners() -> frozenset[ScreenPoint]:
    """The outermost points of every monitor."""
    eyes = camera()
    monitors = eyes.monitors()
    eyes.close()
    return frozenset(
        ScreenPoint(x=x, y=y) for box in monitors for x in (box.left, box.right - 1) for y in (box.top, box.bottom - 1)
    )


X11, WIN32, MACOS = (frozenset({kind}) for kind in (SessionKind.X11, SessionKind.WINDOWS, SessionKind.MACOS))

CAMERAS = (
    Way("mss on X11", X11, _mss_camera),
    Way("mss", WIN32 | MACOS, _mss_camera, never_run=True),
)
TREES = (
    Way("AT-SPI", X11, _atspi),
    Way("UI Automation", WIN32, _uia, never_run=True),
    Way("AX", MACOS, _ax, never_run=True),
)
WINDOWS = (
    Way("X11 window manager hints", X11, _x11_windows),
    Way("Win32", WIN32, _win32_windows, never_run=True),
    Way("AX", MACOS, _macos_windows, never_run=True),
)
SESSIONS = (
    Way("login service, screen savers and lockers", X11, _x11_session),
    Way("input desktop", WIN32, _win32_session, never_run=True),
    Way("session dictionary", MACOS, _macos_session, never_run=True),
)
PANIC_KEYS = (
    Way("X11 key grab", X11, _x11_panic_key),
    Way("pynput listener", WIN32 | MACOS, _pynput_panic_key, never_run=True),
)
CLIPBOARDS = (
    Way("X11 selections", X11, _x11_clipboard),
    Way("Win32", WIN32, _win32_clipboard, never_run=True),
    Way("NSPasteboard", MACOS, _macos_clipboard, never_run=True),
)
HANDS = (
    Way("pyautogui", X11, _x11_hands),
    Way("SendInput", WIN32, _win32_hands, never_run=True),
    Way("Quartz events", MACOS, _macos_hands, never_run=True),
)
