"""What the planner does next, on screens built by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.builtin.lexicon import Lexicon
from app.core.actions import Answer, AskUser, Click, Drag, Fail, FocusWindow, OpenApp, PressKeys, Scroll, TypeText, Wait
from app.core.elements import Element, Role, State, Visibility, WindowFacts
from app.core.errors import TargetMissing
from app.core.messages import Message, message
from app.core.steps import Edited, Outcome, Reject, TakeOver
from tests.unit.builtin.stage import UNCHANGED, VIEWPORT, Run, at, changed, screen, thing, window

Start = Callable[[str], Run]

SAVE = thing(Role.BUTTON, "Save", (10, 10, 80, 20), (0, 0, 0))
CANCEL = thing(Role.BUTTON, "Cancel", (100, 10, 80, 20), (0, 0, 1))
NAME = thing(Role.TEXT_FIELD, "Name", (10, 50, 200, 20), (0, 0, 2), states=frozenset({State.EDITABLE}))
TICK = thing(Role.CHECK_BOX, "Match case", (10, 80, 15, 15), (0, 0, 3))
TICKED = changed(TICK, states=TICK.states | {State.CHECKED})


@pytest.fixture
def start(english: Lexicon) -> Start:
    return lambda task: Run(task, english)


def reason(action: object) -> Message:
    assert isinstance(action, Fail)
    assert isinstance(action.reason, Message)
    return action.reason


def test_a_named_button_is_clicked_in_its_middle_and_then_the_task_is_done(start: Start) -> None:
    run = start("Click Save.")
    proposal = run.propose(screen(CANCEL, SAVE))
    assert proposal.action == Click(at=at(SAVE))
    assert proposal.element == SAVE
    assert (proposal.serves, proposal.completes, proposal.plan) == (0, True, ("Click Save",))
    run.did()
    assert run.action(screen(CANCEL, SAVE)) == Answer()


def test_steps_are_done_in_their_order(start: Start) -> None:
    run = start("Type Bob into the Name field, tick Match case and click Save.")
    assert run.step(screen(SAVE, NAME, TICK)) == TypeText(text="Bob", at=at(NAME), replace=True)
    named = changed(NAME, value="Bob")
    assert run.step(screen(SAVE, named, TICK)) == Click(at=at(TICK))
    assert run.step(screen(SAVE, named, TICKED)) == Click(at=at(SAVE))
    assert run.action(screen(SAVE, named, TICKED)) == Answer()


def test_a_rejected_step_is_not_proposed_again(start: Start) -> None:
    run = start("Click Save.")
    run.propose(screen(SAVE))
    run.decided(Reject(why="not yet"))
    said = reason(run.action(screen(SAVE)))
    assert (said.id, said.values["why"]) == ("builtin.rejected", "not yet")


def test_a_forbidden_step_ends_with_its_reason(start: Start) -> None:
    run = start("Click Save.")
    run.propose(screen(SAVE))
    run.forbidden(message("risk.own_window"))
    assert reason(run.action(screen(SAVE))) == message("risk.own_window")


def test_a_step_that_failed_is_tried_again_twice(start: Start) -> None:
    run = start("Click Save.")
    for _ in range(3):
        assert run.action(screen(SAVE)) == Click(at=at(SAVE))
        run.failed(message("guard.looks_different"))
    assert reason(run.action(screen(SAVE))) == message("guard.looks_different")


def test_what_the_person_did_by_hand_counts_as_done(start: Start) -> None:
    run = start("Click Cancel and click Save.")
    run.propose(screen(SAVE, CANCEL))
    run.decided(TakeOver())
    assert run.action(screen(SAVE, CANCEL)) == Click(at=at(SAVE))


def test_an_edited_step_counts_as_done(start: Start) -> None:
    run = start("Type Bob into the Name field and click Save.")
    run.propose(screen(SAVE, NAME))
    other = TypeText(text="Rob", at=at(NAME), replace=True)
    run.did(edited=other, decision=Edited(action=other))
    assert run.action(screen(SAVE, changed(NAME, value="Rob"))) == Click(at=at(SAVE))


def test_a_missing_thing_is_waited_for_and_then_named_with_the_nearest_ones(start: Start) -> None:
    run = start('Click "Safe".')
    with pytest.raises(TargetMissing) as missing:
        run.propose(screen(CANCEL, thing(Role.BUTTON, "Save all", path=(0, 0, 5))))
    assert missing.value.said.values["target"] == '"Safe"'
    said = reason(run.action(screen(CANCEL, thing(Role.BUTTON, "Save all", path=(0, 0, 5))), waited=True))
    assert "Save all" in str(said.values["nearest"])


def test_an_unclear_task_is_not_begun(start: Start) -> None:
    said = reason(start("Click Save and frobnicate the lot.").action(screen(SAVE)))
    assert said.id == "builtin.unclear"
    assert "frobnicate the lot" in str(said.values["words"])


def test_only_prohibitions_leave_nothing_to_do(start: Start) -> None:
    assert reason(start("Don't click Save.").action(screen(SAVE))).id == "builtin.nothing_to_do"


def test_of_two_things_with_one_name_the_person_says_which(start: Start) -> None:
    first = thing(Role.BUTTON, "Delete", (300, 100, 60, 20), (0, 0, 1, 1))
    second = thing(Role.BUTTON, "Delete", (300, 140, 60, 20), (0, 0, 2, 1))
    labels = (
        thing(Role.LABEL, "Cats", (10, 100, 60, 20), (0, 0, 1, 0)),
        thing(Role.LABEL, "Dogs", (10, 140, 60, 20), (0, 0, 2, 0)),
    )
    shown = screen(labels[0], first, labels[1], second)
    run = start("Click Delete.")
    asked = run.action(shown)
    assert isinstance(asked, AskUser)
    assert asked.choices == ("Delete (Cats)", "Delete (Dogs)")
    run.answered("2")
    assert run.action(shown) == Click(at=at(second))


@pytest.mark.parametrize(
    ("task", "row"),
    [
        ("Click the second Delete button.", 1),
        ("Click the last Delete.", 2),
        ("Click Delete in the row of Bo.", 1),
        ('Click the Delete button next to "Al"', 0),
        ("Click Delete below Bo.", 2),
    ],
)
def test_one_of_several_is_found_by_number_row_or_place(task: str, row: int, start: Start) -> None:
    elements: list[Element] = []
    for number, name in enumerate(("Al", "Bo", "Bobby")):
        top, path = 100 + 40 * number, (0, 0, number)
        elements.append(thing(Role.ROW, "", (10, top, 400, 30), path))
        elements.append(thing(Role.CELL, name, (10, top, 350, 30), (*path, 0)))
        elements.append(thing(Role.BUTTON, "Delete", (300, top + 5, 60, 20), (*path, 1)))
    assert start(task).action(screen(*elements)) == Click(at=at(elements[3 * row + 2]))


def test_a_row_with_nearly_the_same_name_is_not_the_one(start: Start) -> None:
    row = thing(Role.ROW, "", (10, 100, 400, 30), (0, 0, 0))
    cell = thing(Role.CELL, "Maria", (10, 100, 100, 30), (0, 0, 0, 0))
    button = thing(Role.BUTTON, "Delete", (300, 100, 60, 20), (0, 0, 0, 1))
    with pytest.raises(TargetMissing):
        start("Click Delete in the row of Mariah.").propose(screen(row, cell, button))


def test_a_part_of_a_quoted_name_is_no_match(start: Start) -> None:
    with pytest.raises(TargetMissing):
        start('Click "Archive".').propose(screen(thing(Role.BUTTON, "Archive all", path=(0, 0))))


def test_a_misspelled_button_is_found_once_the_very_name_did_not_come(start: Start) -> None:
    settings = thing(Role.BUTTON, "Settings", path=(0, 0))
    with pytest.raises(TargetMissing):
        start("Click Setings").propose(screen(settings))
    assert start("Click Setings").action(screen(settings), waited=True) == Click(at=at(settings))


def test_a_longer_name_is_not_taken_where_the_very_name_is_out_of_sight(start: Start) -> None:
    longer = thing(Role.BUTTON, "Text Box", (10, 10, 80, 20), (0, 0))
    hidden = thing(Role.MENU, "Text", (10, 900, 80, 20), (0, 1), visibility=Visibility.OFFSCREEN)
    assert isinstance(start("Choose Text").action(screen(longer, hidden), waited=True), Scroll)


@pytest.mark.parametrize("name", ["Save As…", "_Save As", "Save &As", "save as...", "Save As...      "])
def test_dots_marks_and_case_make_no_difference(name: str, start: Start) -> None:
    item = thing(Role.MENU_ITEM, name, path=(0, 0))
    assert start('Choose "Save As..."').action(screen(item)) == Click(at=at(item))


def test_a_box_that_is_ticked_already_is_left_alone(start: Start) -> None:
    assert start("Tick Match case.").action(screen(TICKED)) == Answer()
    assert start("Untick Match case.").action(screen(TICKED)) == Click(at=at(TICK))


def test_a_box_that_does_not_get_ticked_ends_as_failed(start: Start) -> None:
    run = start("Tick Match case.")
    run.step(screen(TICK))
    with pytest.raises(TargetMissing):
        run.propose(screen(TICK))
    assert reason(run.action(screen(TICK), waited=True)).id == "builtin.not_ticked"


def test_a_text_that_does_not_arrive_ends_as_failed(start: Start) -> None:
    run = start("Type Bob into the Name field.")
    run.step(screen(NAME))
    assert reason(run.action(screen(changed(NAME, value="Rob")), waited=True)).id == "builtin.text_not_there"


def test_a_greyed_out_button_is_waited_for(start: Start) -> None:
    grey = changed(SAVE, states=frozenset())
    run = start("Click Save.")
    with pytest.raises(TargetMissing) as missing:
        run.propose(screen(grey))
    assert missing.value.said.id == "builtin.greyed_out"
    assert run.action(screen(SAVE)) == Click(at=at(SAVE))


def test_a_field_without_a_name_goes_by_the_label_beside_or_above_it(start: Start) -> None:
    label = thing(Role.LABEL, "Find what:", (10, 100, 80, 20), (0, 0))
    field = thing(Role.TEXT_FIELD, "", (100, 100, 200, 20), (0, 1))
    above = thing(Role.LABEL, "Replace with", (100, 130, 80, 20), (0, 2))
    other = thing(Role.TEXT_FIELD, "", (100, 152, 200, 20), (0, 3))
    shown = screen(label, field, above, other)
    assert start('Put "a" into the Find what field').action(shown) == TypeText(text="a", at=at(field), replace=True)
    assert start('Type "b" into "Replace with"').action(shown) == TypeText(text="b", at=at(other), replace=True)


def test_more_words_than_the_label_has_still_name_a_field(start: Start) -> None:
    phone = thing(Role.TEXT_FIELD, "Phone", (10, 50, 200, 20), (0, 0), value="1")
    header = thing(Role.COLUMN_HEADER, "Phone", (10, 10, 200, 20), (0, 1))
    wanted = TypeText(text="2", at=at(phone), replace=True)
    assert start("Change the phone number to 2.").action(screen(header, phone)) == wanted


def test_a_text_without_a_field_goes_to_the_focus(start: Start) -> None:
    focused = changed(NAME, states=NAME.states | {State.FOCUSED})
    assert start("Type hello").action(screen(SAVE, focused)) == TypeText(text="hello")


def test_a_text_goes_to_the_only_field_where_the_focus_takes_none(start: Start) -> None:
    focused = changed(SAVE, states=SAVE.states | {State.FOCUSED})
    assert start("Type hello").action(screen(focused, NAME)) == TypeText(text="hello", at=at(NAME), replace=True)


def test_a_page_with_the_focus_takes_no_text(start: Start) -> None:
    page = thing(Role.DOCUMENT, "Page", (0, 0, 800, 600), (0,), states=frozenset({State.FOCUSED}))
    with pytest.raises(TargetMissing):
        start("Type hello").propose(screen(page, SAVE))


def test_a_text_is_added_to_a_field_of_many_lines(start: Start) -> None:
    many = changed(NAME, states=NAME.states | {State.MULTI_LINE}, value="old")
    assert start("Type new into the Name field").action(screen(many)) == TypeText(text="new", at=at(many))


def test_as_its_name_means_the_field_with_the_focus(start: Start) -> None:
    entry = thing(Role.TEXT_FIELD, "Enter a new one:", (10, 50, 200, 20), (0, 0), states=frozenset({State.FOCUSED}))
    assert start("Type Oslo as its name").action(screen(entry)) == TypeText(text="Oslo", at=at(entry), replace=True)


COMBO = thing(Role.COMBO_BOX, "Size", (10, 50, 100, 20), (0, 0), value="Small")
LARGE = thing(Role.MENU_ITEM, "Large", (10, 90, 100, 20), (0, 0, 0, 1))
SMALL = thing(Role.MENU_ITEM, "Small", (10, 70, 100, 20), (0, 0, 0, 0))


def test_a_list_is_opened_and_then_its_option_clicked(start: Start) -> None:
    run = start("Choose Large in the Size list and click Save.")
    assert run.step(screen(SAVE, COMBO)) == Click(at=at(COMBO))
    assert run.history[-1].proposal.completes is False
    assert run.step(screen(SAVE, COMBO, SMALL, LARGE)) == Click(at=at(LARGE))
    assert run.action(screen(SAVE, changed(COMBO, value="Large"))) == Click(at=at(SAVE))


def test_a_list_that_shows_the_option_already_is_left_alone(start: Start) -> None:
    assert start("Choose Small in the Size list.").action(screen(COMBO)) == Answer()


def test_an_option_that_was_not_taken_ends_as_failed(start: Start) -> None:
    run = start("Choose Large in the Size list.")
    run.step(screen(COMBO))
    run.step(screen(COMBO, SMALL, LARGE))
    assert reason(run.action(screen(COMBO), waited=True)).id == "builtin.not_chosen"


def test_an_option_that_is_not_in_the_list_is_named_with_those_that_are(start: Start) -> None:
    run = start("Choose Huge in the Size list.")
    run.step(screen(COMBO))
    said = reason(run.action(screen(COMBO, SMALL, LARGE), waited=True))
    assert said.values["options"] == "“Small”, “Large”"


FILE = thing(Role.MENU, "File", (10, 10, 40, 20), (0, 0, 0))
BAR = thing(Role.MENU_BAR, "", (0, 10, 400, 20), (0, 0))
SAVE_AS = thing(Role.MENU_ITEM, "Save As...", (10, 30, 140, 20), (0, 0, 0, 0))


def test_a_menu_path_is_opened_item_by_item(start: Start) -> None:
    run = start("Choose File > Save As.")
    assert run.step(screen(BAR, FILE)) == Click(at=at(FILE))
    assert run.step(screen(BAR, FILE, SAVE_AS)) == Click(at=at(SAVE_AS))
    assert run.action(screen(BAR, FILE)) == Answer()


def test_a_menu_that_is_open_is_not_clicked_again(start: Start) -> None:
    run = start("Open the File menu and choose Save As.")
    assert run.action(screen(BAR, FILE, SAVE_AS)) == Click(at=at(SAVE_AS))


def test_a_menu_that_does_not_open_ends_as_failed(start: Start) -> None:
    run = start("Open the File menu.")
    run.step(screen(BAR, FILE), UNCHANGED)
    assert reason(run.action(screen(BAR, FILE), waited=True)).id == "builtin.menu_did_not_open"


def test_keys_are_pressed_one_chord_after_the_other(start: Start) -> None:
    run = start("Press Ctrl+K, Ctrl+C twice")
    assert run.step(screen()) == PressKeys(keys=("ctrl", "k"))
    assert run.step(screen()) == PressKeys(keys=("ctrl", "c"), times=2)


@pytest.mark.parametrize(("focus", "pressed"), [(SAVE, "button"), (NAME, "key")])
def test_delete_is_the_button_of_that_name_unless_something_is_written(
    focus: Element, pressed: str, start: Start
) -> None:
    button = thing(Role.BUTTON, "Delete", (300, 10, 80, 20), (0, 9))
    focused = changed(focus, states=focus.states | {State.FOCUSED})
    wanted = Click(at=at(button)) if pressed == "button" else PressKeys(keys=("delete",))
    assert start("Press Delete").action(screen(focused, button)) == wanted


def test_the_window_that_is_meant_comes_to_the_front_first(start: Start) -> None:
    editor = window(1, "/home/ada/writer/list.txt - Mousepad", "mousepad")
    writer = window(2, "plan.odt - LibreOffice Writer", "soffice", active=False)
    run = start("In the Writer window, not in the text editor, press F5.")
    assert run.step(screen(windows=(editor, writer))) == FocusWindow(title="plan.odt - LibreOffice Writer")
    front = (changed_window(writer, True), changed_window(editor, False))
    assert run.step(screen(windows=front)) == PressKeys(keys=("f5",))
    assert run.action(screen(windows=front)) == Answer()


def changed_window(facts: WindowFacts, active: bool) -> WindowFacts:
    return facts.model_copy(update={"active": active})


def test_nothing_is_typed_into_a_window_that_is_to_be_left_alone(start: Start) -> None:
    run = start("Press Enter, but not in the text editor.")
    assert reason(run.action(screen(windows=(window(1, "a.txt - Mousepad", "mousepad"),)))).id == "builtin.avoided"


def test_what_is_to_be_left_alone_is_not_clicked(start: Start) -> None:
    run = start('Click the first button, but don\'t click "Save".')
    assert reason(run.action(screen(SAVE, CANCEL))).id == "builtin.avoided"


def test_a_thing_out_of_sight_is_scrolled_to(start: Start) -> None:
    page = thing(Role.DOCUMENT, "Page", (0, 0, 800, 600), (0,))
    hidden = thing(Role.BUTTON, "Accept", (10, 1600, 80, 20), (0, 9), visibility=Visibility.OFFSCREEN)
    run = start("Click Accept.")
    scrolled = run.step(screen(page, hidden))
    assert isinstance(scrolled, Scroll)
    assert scrolled.down > 0
    seen = changed(hidden, box={"left": 10, "top": 400, "width": 80, "height": 20}, visibility="visible")
    assert run.action(screen(page, seen)) == Click(at=at(seen))


def test_a_tree_that_is_behind_the_picture_is_waited_for(start: Start) -> None:
    page = thing(Role.DOCUMENT, "Page", (0, 0, 800, 600), (0,))
    lines = [thing(Role.LABEL, f"Line {n}", (10, 100 * n, 80, 20), (0, n)) for n in range(5)]
    run = start("Scroll down and click Line 3.")
    run.step(screen(page, *lines))
    with pytest.raises(TargetMissing):
        run.propose(screen(page, *lines))
    moved = [changed(line, box={**line.box.model_dump(), "top": line.box.top - 60}) for line in lines]
    assert run.action(screen(page, *moved)) == Click(at=at(moved[3]))


def test_scrolling_to_the_end_goes_on_until_nothing_moves(start: Start) -> None:
    run = start("Scroll to the end of the page.")
    page = screen(thing(Role.DOCUMENT, "Page", (0, 0, 800, 600), (0,)))
    assert isinstance(run.step(page), Scroll)
    assert isinstance(run.step(page, UNCHANGED), Scroll)
    assert run.action(page) == Answer()


def test_a_thing_is_waited_for_as_long_as_it_may_take(start: Start) -> None:
    run = start("Wait until Save appears.")
    waits = [run.step(screen(CANCEL)) for _ in range(3)]
    assert waits == [Wait(seconds=1), Wait(seconds=2), Wait(seconds=4)]
    assert run.action(screen(SAVE)) == Answer()


def test_an_application_is_opened_by_its_name(start: Start) -> None:
    run = start("Open the calculator app")
    assert run.step(screen()) == OpenApp(name="calculator")
    assert run.action(screen()) == Answer()


def test_a_dialog_is_closed_by_its_own_button_and_seen_to_be_gone(start: Start) -> None:
    dialog = thing(Role.DIALOG, "Find", (100, 100, 300, 200), (0, 5))
    button = thing(Role.BUTTON, "Close", (120, 260, 60, 20), (0, 5, 0))
    run = start("Close the dialog.")
    assert run.step(screen(SAVE, dialog, button)) == Click(at=at(button))
    assert reason(run.action(screen(SAVE, dialog, button), waited=True)).id == "builtin.not_closed"
    assert run.action(screen(SAVE)) == Answer()


def test_a_card_is_dragged_to_the_column_that_is_named(start: Start) -> None:
    card = thing(Role.LABEL, "Call Tom", (10, 100, 100, 20), (0, 1))
    done = thing(Role.HEADING, "Done", (400, 50, 200, 20), (0, 2))
    run = start('Drag the card "Call Tom" to "Done".')
    assert run.step(screen(card, done), UNCHANGED) == Drag(start=at(card), end=at(done))
    assert reason(run.action(screen(card, done), waited=True)).id == "builtin.nothing_moved"


def test_a_slider_is_dragged_and_then_set_right_by_keys(start: Start) -> None:
    slider = thing(Role.SLIDER, "Zoom", (100, 100, 216, 20), (0, 0), value="20")
    run = start("Set Zoom to 70.")
    assert isinstance(run.step(screen(slider)), Drag)
    near = changed(slider, value="71")
    assert run.step(screen(near)) == PressKeys(keys=("left",))
    assert run.action(screen(changed(slider, value="70"))) == Answer()


def test_a_slider_whose_value_is_told_late_is_nudged(start: Start) -> None:
    slider = thing(Role.SLIDER, "Zoom", (100, 100, 216, 20), (0, 0), value="20")
    run = start("Set Zoom to 70.")
    run.step(screen(slider))
    assert run.step(screen(slider)) == PressKeys(keys=("right",))
    assert run.action(screen(changed(slider, value="70"))) == Answer()


def test_an_empty_spot_is_away_from_all_things(start: Start) -> None:
    pane = thing(Role.SCROLL_AREA, "", (0, 0, 800, 600), (0,))
    icons = [thing(Role.ICON, f"File {n}", (20 + 120 * n, 20, 80, 60), (0, n)) for n in range(3)]
    action = start("Right-click an empty spot.").action(screen(pane, *icons))
    assert isinstance(action, Click)
    assert action.button == "right"
    assert all(not icon.box.grown(10).contains(VIEWPORT.to_screen(action.at)) for icon in icons)


def test_a_window_that_comes_up_when_saving_is_not_passed_over(start: Start) -> None:
    run = start("Save the document.")
    run.propose(screen())
    run.did(Outcome(whole=0.2, new_windows=("Save As",)))
    assert reason(run.action(screen())).id == "builtin.window_came"
