"""Hypothesis strategies for whatever a run records, the strangest texts included."""

from __future__ import annotations

from hypothesis import strategies as st

from app.core.actions import (
    Action,
    Answer,
    AskUser,
    Click,
    Drag,
    Fail,
    FocusWindow,
    HoldKeys,
    Move,
    OpenApp,
    PressButton,
    PressKeys,
    ReleaseButton,
    ReleaseKeys,
    Scroll,
    TypeText,
    Wait,
)
from app.core.elements import Element, Role, Source, State, Visibility, WindowFacts
from app.core.geometry import Box, ImagePoint, Size, Viewport
from app.core.keys import NAMED_KEYS
from app.core.messages import Message
from app.core.steps import (
    Allow,
    Decision,
    Edited,
    End,
    Outcome,
    Proposal,
    Reject,
    Reply,
    Risk,
    Status,
    Step,
    StopRun,
    TakeOver,
    Unanswered,
    Verdict,
)

any_text = st.text(st.characters(codec=None), max_size=12)
"""Lone surrogates included: applications give such names."""
valid_text = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
whole = st.integers(-(2**40), 2**40)
points = st.builds(ImagePoint, x=whole, y=whole)
boxes = st.builds(Box, left=whole, top=whole, width=st.integers(0, 9999), height=st.integers(0, 9999))
sizes = st.builds(Size, width=st.integers(1, 9999), height=st.integers(1, 9999))
viewports = st.builds(
    Viewport,
    area=st.builds(Box, left=whole, top=whole, width=st.integers(1, 9999), height=st.integers(1, 9999)),
    image=sizes,
)
numbers = st.floats(allow_nan=False)
messages = st.builds(Message, id=valid_text, values=st.dictionaries(valid_text, any_text | whole | numbers, max_size=3))
keys = st.lists(st.sampled_from(sorted(NAMED_KEYS)) | st.sampled_from("aZß%€"), min_size=1, max_size=4).map(tuple)
buttons = st.sampled_from(["left", "middle", "right"])
sentences = valid_text | messages

actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Click, at=points, button=buttons, count=st.integers(1, 3), held=keys),
    st.builds(Move, at=points),
    st.builds(Drag, start=points, end=points, button=buttons),
    st.builds(Scroll, at=points, down=st.integers(-100, 100), right=st.integers(-100, 100)),
    st.builds(PressButton, at=points, button=buttons),
    st.builds(ReleaseButton, at=points, button=buttons),
    st.builds(TypeText, text=valid_text, at=points | st.none(), replace=st.booleans(), submit=st.booleans()),
    st.builds(PressKeys, keys=keys, times=st.integers(1, 100)),
    st.builds(HoldKeys, keys=keys),
    st.builds(ReleaseKeys, keys=keys),
    st.builds(Wait, seconds=st.floats(0.01, 60)),
    st.builds(OpenApp, name=valid_text),
    st.builds(FocusWindow, title=valid_text),
    st.builds(Answer, text=any_text),
    st.builds(Fail, reason=sentences),
    st.builds(AskUser, question=sentences, choices=st.lists(any_text, max_size=3).map(tuple)),
)

elements = st.builds(
    Element,
    role=st.sampled_from([role for role in Role if role is not Role.PASSWORD_FIELD]),
    name=any_text,
    value=any_text,
    description=any_text,
    box=boxes,
    states=st.frozensets(st.sampled_from(State), max_size=4),
    source=st.sampled_from(Source),
    visibility=st.sampled_from(Visibility),
    path=st.lists(st.integers(0, 9), max_size=3).map(tuple),
    handle=any_text,
    app=any_text,
    window=whole | st.none(),
)
windows = st.builds(
    WindowFacts,
    number=whole,
    title=any_text,
    app=any_text,
    pid=whole | st.none(),
    box=boxes,
    active=st.booleans(),
    minimized=st.booleans(),
    own=st.booleans(),
)
decisions: st.SearchStrategy[Decision] = st.one_of(
    st.builds(Allow, by=st.sampled_from(["person", "grant", "mode"])),
    st.builds(Edited, action=actions),
    st.builds(Reject, why=any_text),
    st.builds(Reply, text=any_text),
    st.sampled_from([TakeOver(), StopRun(), Unanswered()]),
)
titles = st.lists(any_text, max_size=2).map(tuple)
steps = st.builds(
    Step,
    number=st.integers(1, 12345),
    proposal=st.builds(
        Proposal,
        action=actions,
        thought=any_text,
        note=any_text,
        target=any_text,
        element=elements | st.none(),
        plan=titles,
        serves=st.integers(0, 9) | st.none(),
        completes=st.booleans(),
    ),
    verdict=st.builds(Verdict, risk=st.sampled_from(Risk), reason=messages | st.none()),
    decision=decisions | st.none(),
    edited=actions | st.none(),
    performed=st.booleans(),
    outcome=st.none()
    | st.builds(
        Outcome,
        near=numbers | st.none(),
        whole=numbers,
        changed=boxes | st.none(),
        settled=st.booleans(),
        new_windows=titles,
        closed_windows=titles,
    ),
    error=messages | st.none(),
    viewport=viewports,
    elements=st.lists(elements, max_size=3).map(tuple),
    windows=st.lists(windows, max_size=2).map(tuple),
    ms=st.dictionaries(valid_text, numbers, max_size=3),
)
ends = st.builds(
    End, status=st.sampled_from(Status), reason=messages | st.none(), answer=any_text, steps=st.integers(0, 99)
)
