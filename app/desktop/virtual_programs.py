"""The programs a private desktop is made of: which, from what packages, and their settings."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import struct
from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import NoDesktop
from app.core.geometry import Box, Size
from app.desktop.virtual_watch import FOLDER_VARIABLE

if TYPE_CHECKING:
    from Xlib.display import Display

PACKAGES = {
    "Xvfb": "xvfb",
    "xhost": "x11-xserver-utils",
    "xrandr": "x11-xserver-utils",
    "xsetroot": "x11-xserver-utils",
    "dbus-daemon": "dbus",
    "openbox": "openbox",
    "picom": "picom",
    "tint2": "tint2",
    "gnome-keyring-daemon": "gnome-keyring",
    "at-spi-bus-launcher": "at-spi2-core",
}

LIBEXEC = ("/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib")

OF_THE_OUTER_SESSION = re.compile(
    r"(DBUS|XDG(?!_(DATA|CONFIG)_DIRS$)|WAYLAND|AT_SPI|GTK|QT|GDK|GNOME|KDE|LC|SSH|GPG|ICEAUTHORITY|SESSION|DESKTOP)(_|$)"
    r"|(DISPLAY|XAUTHORITY|LANG|LANGUAGE|TMPDIR|XMODIFIERS|NO_AT_BRIDGE)$"
)
"""What would tie a program on the private desktop to the person's own desktop, keys and agents."""

XVFB = ("-nolisten", "tcp", "-noreset", "-dpi", "96", "-s", "0")
"""Reached by its socket only, lives on without clients, and never goes dark by itself."""

TINT2 = """\
panel_items = TS
panel_size = 100% 30
panel_position = bottom center horizontal
panel_monitor = 1
systray_padding = 4 2 4
systray_icon_size = 22
taskbar_mode = single_desktop
rounded = 0
background_color = #202830 100
panel_background_id = 1
"""
"""No clock: a picture of a desktop at rest stays the same."""

BUS = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>{address}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="max_message_size">1000000000</limit>
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_match_rules_per_connection">50000</limit>
  <limit name="max_replies_per_connection">50000</limit>
</busconfig>
"""

KEYRING_SERVICES = ("org.freedesktop.secrets", "org.gnome.keyring", "org.freedesktop.impl.portal.Secret")
"""Left to the bus, the first browser would wake an installed keyring up, and that asks for a new password."""

KEYS = '<keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>'
"""What every desktop closes a window by, and nothing that an application could want."""

OPENBOX = """\
<openbox_config xmlns="http://openbox.org/3.4/rc">KEYS
<mouse><context name="Client"><mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/>
</mousebind></context></mouse></openbox_config>
"""


def check_installed(programs: list[str]) -> None:
    """Raises NoDesktop, with the command that installs what is missing."""
    missing = [program for program in programs if not program_path(program)]
    if missing:
        packages = " ".join(sorted({PACKAGES[program] for program in missing}))
        become_root = "" if os.geteuid() == 0 else "sudo "
        command = f"{become_root}apt-get install -y --no-install-recommends {packages}"
        raise NoDesktop("desktop.virtual_missing", programs=", ".join(missing), command=command)


def program_path(program: str) -> str | None:
    return shutil.which(program) or next(
        (path for folder in LIBEXEC if os.access(path := f"{folder}/{program}", os.X_OK)), None
    )


def environment(folder: Path, locale: str, accessibility: bool) -> dict[str, str]:
    """The environment of the private desktop in `folder`, all but its display."""
    home = folder / "home"
    env = {name: value for name, value in os.environ.items() if not OF_THE_OUTER_SESSION.match(name)}
    env |= {
        FOLDER_VARIABLE: str(folder),
        "HOME": str(home),
        "TMPDIR": str(folder / "tmp"),
        "XAUTHORITY": str(folder / "Xauthority"),
        "XDG_RUNTIME_DIR": str(folder / "run"),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_SESSION_TYPE": "x11",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder / 'run/bus'}",
        "LANG": locale,
        "LC_ALL": locale,
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        # Its mount would stand in the way of removing the folder.
        "GVFS_DISABLE_FUSE": "1",
    }
    if accessibility:
        env |= {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "GTK_MODULES": "gail:atk-bridge", "GNOME_ACCESSIBILITY": "1"}
    else:
        env["NO_AT_BRIDGE"] = "1"
    return env


def make_folders(env: dict[str, str]) -> None:
    for name in ("HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        Path(env[name]).mkdir(mode=0o700, parents=True, exist_ok=True)


def write_cookie(path: Path) -> None:
    """A fresh key to the display, for any host and number, in the format of the Xauthority file (man Xau)."""
    wild, name, key = 0xFFFF, b"MIT-MAGIC-COOKIE-1", secrets.token_bytes(16)
    fields = (b"", b"", name, key)
    path.touch(mode=0o600)
    path.write_bytes(struct.pack(">H", wild) + b"".join(struct.pack(">H", len(field)) + field for field in fields))


def write_bus_settings(folder: Path, address: str) -> Path:
    """The settings of the session bus: it starts every service that is installed, but no keyring."""
    services = folder / "services"
    services.mkdir()
    for place in os.environ.get("XDG_DATA_DIRS", "/usr/local/share:/usr/share").split(":"):
        for service in Path(place, "dbus-1/services").glob("*.service"):
            if service.stem not in KEYRING_SERVICES and not (services / service.name).is_symlink():
                (services / service.name).symlink_to(service)
    settings = folder / "bus.conf"
    settings.write_text(BUS.format(address=address, services=services))
    return settings


def write_settings(config: Path) -> None:
    """Settings of window manager and panel. The window manager binds no keys: all of them reach the applications."""
    (config / "openbox").mkdir(parents=True, exist_ok=True)
    installed = Path("/etc/xdg/openbox/rc.xml")
    settings = installed.read_text() if installed.exists() else OPENBOX
    settings = re.sub(r"<keyboard>.*?</keyboard>|KEYS", KEYS, settings, flags=re.DOTALL)
    settings = settings.replace("<number>4</number>", "<number>1</number>")
    (config / "openbox/rc.xml").write_text(settings)
    (config / "tint2rc").write_text(TINT2)
    (config / "picom.conf").touch()


def screen_size(size: Size, monitors: tuple[Box, ...]) -> Size:
    """The smallest screen that holds all monitors, or `size` where there are none."""
    if not monitors:
        return size
    if any(monitor.left < 0 or monitor.top < 0 for monitor in monitors):
        raise NoDesktop("desktop.virtual_negative_monitor")
    return Size(width=max(monitor.right for monitor in monitors), height=max(monitor.bottom for monitor in monitors))


def monitor_arguments(number: int, monitor: Box) -> list[str]:
    """For xrandr: the first monitor takes the screen's only output, the others have none. Millimetres at 96 dpi."""
    width, height = (f"{pixels}/{round(pixels / 96 * 25.4)}" for pixels in (monitor.width, monitor.height))
    geometry = f"{width}x{height}+{monitor.left}+{monitor.top}"
    return ["xrandr", "--setmonitor", f"V{number}", geometry, "none" if number else "screen"]


def has_window_manager(display: Display) -> bool:
    """Whether one has said all that a panel asks for; tint2 sleeps a second where the number of desktops is missing."""
    root = display.screen().root
    said = ("_NET_SUPPORTING_WM_CHECK", "_NET_NUMBER_OF_DESKTOPS", "_NET_CURRENT_DESKTOP")
    return all(root.get_full_property(display.intern_atom(name), 0) is not None for name in said)


def selection_owned(display: Display, name: str) -> bool:
    return bool(display.get_selection_owner(display.intern_atom(name)))
