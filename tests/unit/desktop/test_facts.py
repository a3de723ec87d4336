"""What the environment tells of system and session."""

from __future__ import annotations

import pytest

from app.desktop.facts import Capability, Facts, SessionKind, System, gaps, here, read

LINUX = System.LINUX


@pytest.mark.parametrize(
    ("environ", "session", "private"),
    [
        ({}, SessionKind.NONE, False),
        ({"XDG_SESSION_TYPE": "tty"}, SessionKind.NONE, False),
        ({"DISPLAY": ":0"}, SessionKind.X11, False),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, SessionKind.X11, False),
        ({"DISPLAY": "localhost:10.0", "XDG_SESSION_TYPE": "tty"}, SessionKind.X11, False),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11", "WAYLAND_DISPLAY": "wayland-1"}, SessionKind.X11, False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, SessionKind.WAYLAND, False),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, SessionKind.WAYLAND, False),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, SessionKind.WAYLAND, False),
        ({"DISPLAY": ":5", "HANDRAIL_PRIVATE_DESKTOP": ":5"}, SessionKind.X11, True),
        ({"DISPLAY": ":5", "HANDRAIL_PRIVATE_DESKTOP": ":5", "WAYLAND_DISPLAY": "w"}, SessionKind.X11, True),
        ({"DISPLAY": ":0", "HANDRAIL_PRIVATE_DESKTOP": ":5"}, SessionKind.X11, False),
        ({"DISPLAY": "", "HANDRAIL_PRIVATE_DESKTOP": ""}, SessionKind.NONE, False),
    ],
)
def test_the_session_is_read_from_the_environment(environ: dict[str, str], session: SessionKind, private: bool) -> None:
    facts = read(environ, "linux")
    assert facts == Facts(system=LINUX, session=session, display=environ.get("DISPLAY", ""), private=private)


@pytest.mark.parametrize(("platform", "session"), [("win32", SessionKind.WINDOWS), ("darwin", SessionKind.MACOS)])
def test_windows_and_macos_have_one_kind_of_session_each(platform: str, session: SessionKind) -> None:
    facts = read({"DISPLAY": ":0"}, platform)
    assert facts.session is session
    assert not gaps(facts)


def test_nothing_is_missing_on_x11() -> None:
    assert gaps(Facts(system=LINUX, session=SessionKind.X11, display=":0")) == ()


@pytest.mark.parametrize("session", [SessionKind.WAYLAND, SessionKind.NONE])
def test_every_capability_that_is_missing_has_its_reason(session: SessionKind) -> None:
    assert {gap.capability for gap in gaps(Facts(system=LINUX, session=session))} == set(Capability)


def test_where_x_programs_run_inside_wayland_it_says_that_only_those_would_be_seen_and_reached() -> None:
    found = {gap.capability: gap.why.id for gap in gaps(Facts(system=LINUX, session=SessionKind.WAYLAND, display=":0"))}
    assert found[Capability.CAPTURE] == "desktop.wayland_capture_x_only"
    assert found[Capability.INPUT] == "desktop.wayland_input_x_only"


@pytest.mark.desktop(window_manager=False, compositor=False, tray=False, accessibility=False)
def test_a_display_that_only_inherits_a_wayland_session_is_x11(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HANDRAIL_PRIVATE_DESKTOP")
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    assert read().session is SessionKind.WAYLAND
    assert here().session is SessionKind.X11


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # python-xlib's, of the refused connection
def test_a_wayland_session_whose_display_does_not_answer_stays_wayland(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    monkeypatch.setenv("DISPLAY", ":9999")
    monkeypatch.delenv("HANDRAIL_PRIVATE_DESKTOP", raising=False)
    assert here().session is SessionKind.WAYLAND
