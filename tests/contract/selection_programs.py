"""Programs at the other end of a clipboard."""

OWNER = """
import sys, time, select, json
from Xlib import X, Xatom, display
from app.desktop.selection_offer import SelectionOffer
from app.desktop.selection_reading import Content
kind = sys.argv[1]
d = display.Display()
d.set_error_handler(lambda *_: None)
w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
offer = SelectionOffer(d, w)
atom = d.intern_atom
rich = {
    atom("UTF8_STRING"): Content(atom("UTF8_STRING"), 8, "plain ü".encode()),
    atom("text/html"): Content(atom("text/html"), 8, b"<b>plain</b>" * 40000),
    atom("image/png"): Content(atom("image/png"), 8, bytes(range(256)) * 4096 * 24),
    atom("application/x-numbers"): Content(Xatom.INTEGER, 32, bytes(range(200)) * 4000),
    atom("application/x-empty"): Content(atom("application/x-empty"), 8, b""),
}
offer.own(rich if kind == "rich" else {atom("UTF8_STRING"): Content(atom("UTF8_STRING"), 8, b"mine")})
print("owned", flush=True)
while kind != "silent":
    select.select([d], [], [], 0.05)
    while d.pending_events():
        offer.handle(d.next_event())
time.sleep(600)
"""
"""Owns the clipboard: with "rich" content of every kind, with a "plain" text, or "silent"."""

READ_ALL = """
import sys, time, json, hashlib
from Xlib import X, display
from app.desktop.selection_reading import SelectionReader
d = display.Display()
w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
reader = SelectionReader(d, w, lambda event: None)
end = time.monotonic() + 20
got = {}
for target in reader.targets(end) if reader.owner() else ():
    content = reader.read(target, end)
    if content is not None:
        digest = hashlib.sha256(content.data).hexdigest()
        got[d.get_atom_name(target)] = [d.get_atom_name(content.type), content.format, len(content.data), digest]
print(json.dumps(got))
"""
"""Prints what is on the clipboard: type, width, length and digest of each target."""

MANAGER = """
import select, time
from Xlib import X, display
from Xlib.protocol import event as events
from app.desktop.selection_offer import SelectionOffer
from app.desktop.selection_reading import SelectionReader
d = display.Display()
d.set_error_handler(lambda *_: None)
w = d.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
offer = SelectionOffer(d, w)
reader = SelectionReader(d, w, offer.handle)
manager = d.intern_atom("CLIPBOARD_MANAGER")
w.set_selection_owner(manager, X.CurrentTime)
d.sync()
print("managing", flush=True)
while True:
    select.select([d], [], [], 0.05)
    while d.pending_events():
        event = d.next_event()
        if event.type != X.SelectionRequest or event.selection != manager:
            offer.handle(event)
            continue
        end = time.monotonic() + 20
        offer.own({target: content for target in reader.targets(end) if (content := reader.read(target, end))})
        done = events.SelectionNotify(
            time=event.time, requestor=event.requestor, selection=manager, target=event.target, property=event.property
        )
        event.requestor.send_event(done)
        d.flush()
"""
"""A clipboard manager: takes over what is there when the owner asks it to."""

LATE_READER = """
import signal, time
from Xlib import X, display
from app.desktop.selection_reading import SelectionReader
d = display.Display()
w = d.screen().root.create_window(0, 0, 50, 50, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
w.map()
d.sync()
time.sleep(0.5)
w.set_input_focus(X.RevertToParent, X.CurrentTime)
d.sync()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
print("ready", flush=True)
signal.sigwait([signal.SIGUSR1])
time.sleep(0.7)
print(SelectionReader(d, w, lambda event: None).text(time.monotonic() + 5), flush=True)
time.sleep(600)
"""
"""Has the focus, and fetches the text 0.7 s after it was told to paste."""
