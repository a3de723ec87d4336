"""What is asked of accessible objects: the methods and properties of AT-SPI that Handrail uses."""

from __future__ import annotations

from app.desktop import atspi_wire as wire
from app.desktop.atspi_wire import Method, Ref

_ATSPI = "org.a11y.atspi."
_ACCESSIBLE, _COMPONENT, _TEXT = _ATSPI + "Accessible", _ATSPI + "Component", _ATSPI + "Text"
_SCREEN_COORDINATES = 0


def _property(interface: str, name: str) -> Method[str | int | float]:
    named = wire.packed((_ATSPI + interface, name))
    return Method("org.freedesktop.DBus.Properties", "Get", "ss", "v", wire.property_value, named)


REGISTRY = Ref("org.a11y.atspi.Registry", "/org/a11y/atspi/registry")
DESKTOP = Ref("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
NOTHING = "/org/a11y/atspi/null"
"""The path by which AT-SPI says that there is no such object."""

NAME, DESCRIPTION = _property("Accessible", "Name"), _property("Accessible", "Description")
CHILD_COUNT, CURRENT_VALUE = _property("Accessible", "ChildCount"), _property("Value", "CurrentValue")
SELECTED_COUNT = _property("Selection", "NSelectedChildren")
LENGTH = _property("Text", "CharacterCount")
ROLE = Method(_ACCESSIBLE, "GetRole", "", "u", wire.number)
STATES = Method(_ACCESSIBLE, "GetState", "", "au", wire.states)
CHILDREN = Method(_ACCESSIBLE, "GetChildren", "", "a(so)", wire.refs)
CHILD = Method(_ACCESSIBLE, "GetChildAtIndex", "i", "(so)", wire.ref)
RELATIONS = Method(_ACCESSIBLE, "GetRelationSet", "", "a(ua(so))", wire.relations)
BOX = Method(_COMPONENT, "GetExtents", "u", "(iiii)", wire.box, wire.packed((_SCREEN_COORDINATES,)))
AT_POINT = Method(_COMPONENT, "GetAccessibleAtPoint", "iiu", "(so)", wire.ref)
TEXT = Method(_TEXT, "GetText", "ii", "s", wire.text)
SELECTED_CHILD = Method(_ATSPI + "Selection", "GetSelectedChild", "i", "(so)", wire.ref)
PROCESS = Method("org.freedesktop.DBus", "GetConnectionUnixProcessID", "s", "u", wire.number)
REGISTER_EVENT = Method(_ATSPI + "Registry", "RegisterEvent", "s", "", wire.nothing)
LISTEN = Method("org.freedesktop.DBus", "AddMatch", "s", "", wire.nothing)
