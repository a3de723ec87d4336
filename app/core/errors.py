"""Every error Handrail raises, as one tree; each carries the one sentence the person reads.

HandrailError
├── SettingsError         settings that cannot be read or do not fit               exit 2
├── UsageError            a task, file or option that makes no sense               exit 2
├── DesktopError          the desktop cannot be used                               exit 5
│   ├── NoDesktop         no display, or one of a kind that is not supported
│   ├── BadFrame          a black, locked or frozen picture
│   ├── DesktopBusy       another run holds this desktop
│   └── InputFailed       a key, click or text did not arrive
├── FailSafe              the person pushed the pointer into a corner              exit 4
├── TargetMissing         the thing an action is for is not on the screen (yet)
├── UnreadableReply       a planner's reply that holds no action
├── ModelError            the model cannot be reached or does not answer           exit 6
├── Stale                 approved, but no longer right: ask again, never act
│   ├── StaleScreen       the place looks different now
│   ├── WrongWindow       another window lies under the point
│   ├── OwnWindow         the point is on one of Handrail's own windows
│   ├── LostFocus         the focus is not where the text should go
│   └── Locked            the session is locked
├── StoreError            a file that cannot be written or read
└── Stopped               the person stopped the run                               exit 4
"""

from __future__ import annotations

from app.core.messages import Message, MessageValue


class HandrailError(Exception):
    """`said` is the sentence for the person; str() names it and its values for a log."""

    def __init__(self, id: str, /, **values: MessageValue) -> None:
        self.said = Message(id=id, values=values)
        shown = ", ".join(f"{name}={value!r}" for name, value in values.items())
        super().__init__(f"{id}({shown})")


class SettingsError(HandrailError):
    pass


class UsageError(HandrailError):
    pass


class DesktopError(HandrailError):
    pass


class NoDesktop(DesktopError):
    pass


class BadFrame(DesktopError):
    pass


class DesktopBusy(DesktopError):
    pass


class InputFailed(DesktopError):
    pass


class FailSafe(HandrailError):
    pass


class TargetMissing(HandrailError):
    pass


class UnreadableReply(HandrailError):
    pass


class ModelError(HandrailError):
    pass


class Stale(HandrailError):
    pass


class StaleScreen(Stale):
    pass


class WrongWindow(Stale):
    pass


class OwnWindow(Stale):
    pass


class LostFocus(Stale):
    pass


class Locked(Stale):
    pass


class StoreError(HandrailError):
    pass


class Stopped(HandrailError):
    def __init__(self) -> None:
        super().__init__("run.stopped")
