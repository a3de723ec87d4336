"""What Handrail is measured against on X11: when input arrives, and a step done the plain way."""

from __future__ import annotations

import threading
import time

from app.core.stop import Stop
from app.desktop.pyautogui_import import import_pyautogui


class InputTimes:
    """Hears every pointer movement and button that reaches the display, and when."""

    def __init__(self) -> None:
        self._times: list[float] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def first_after(self, moment: float) -> float | None:
        """The time.monotonic() of the first event since `moment`; None where there was none yet."""
        return next((when for when in self._times if when >= moment), None)

    def _listen(self) -> None:
        from Xlib.display import Display
        from Xlib.ext import xinput

        display = Display()
        mask = xinput.RawMotionMask | xinput.RawButtonPressMask
        display.screen().root.xinput_select_events([(xinput.AllDevices, mask)])
        while True:
            display.next_event()
            self._times.append(time.monotonic())


def plain_step(sleep_seconds: float, stop: Stop) -> None:
    """A step as simple programs do it: capture the whole screen, click its middle, sleep.

    The capture is Pillow's, which is what pyautogui.screenshot() is where it works; on Linux it asks for
    gnome-screenshot to be installed first.
    """
    from PIL import ImageGrab

    gui = import_pyautogui()
    shot = ImageGrab.grab()
    gui.click(shot.width // 2, shot.height // 2)
    stop.wait(sleep_seconds)
