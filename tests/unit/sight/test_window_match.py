"""Which window a tree belongs to."""

from __future__ import annotations

from app.core.elements import Role
from app.sight.window_match import Home, homes
from tests.unit.sight.trees import element, window

LEFT, RIGHT = (0, 0, 400, 300), (500, 0, 400, 300)


def numbers(*found: Home) -> list[int | None]:
    return [home.window.number if home.window else None for home in found]


def test_two_windows_of_one_program_are_told_apart_by_title() -> None:
    roots = [element((0, 0), Role.WINDOW, "a.txt", LEFT), element((0, 1), Role.WINDOW, "b.txt", LEFT)]
    assert numbers(*homes(roots, [window(2, "b.txt", LEFT), window(1, "a.txt", LEFT)])) == [1, 2]


def test_two_windows_of_the_same_title_are_told_apart_by_place() -> None:
    roots = [element((0, 0), Role.WINDOW, "New", LEFT), element((0, 1), Role.WINDOW, "New", RIGHT)]
    assert numbers(*homes(roots, [window(2, "New", RIGHT), window(1, "New", LEFT)])) == [1, 2]


def test_a_title_that_differs_is_no_hindrance_where_process_and_place_agree() -> None:
    root = element((0, 0), Role.WINDOW, "mtPaint", LEFT)
    assert numbers(*homes([root], [window(1, "Untitled", LEFT)])) == [1]


def test_a_program_in_a_sandbox_is_found_by_title_and_place() -> None:
    root = element((0, 0), Role.WINDOW, "Maps", LEFT, pid=99)
    assert numbers(*homes([root], [window(1, "Maps", LEFT)])) == [1]
    assert numbers(*homes([root], [window(1, "Maps", RIGHT)])) == [None]


def test_another_process_in_the_same_place_is_no_match() -> None:
    assert numbers(*homes([element((0, 0), Role.WINDOW, "One", LEFT)], [window(1, "Other", LEFT, pid=8)])) == [None]


def test_a_pop_up_belongs_to_the_active_window_of_its_process() -> None:
    popup = element((0, 1), Role.WINDOW, "", (20, 20, 80, 90))
    (home,) = homes([popup], [window(1, "One", LEFT), window(2, "Two", RIGHT, active=True)])
    assert home.popup
    assert numbers(home) == [2]


def test_a_menu_is_never_taken_for_the_window_it_covers() -> None:
    (home,) = homes([element((0, 1), Role.MENU, "One", LEFT)], [window(1, "One", LEFT)])
    assert home.popup


def test_what_has_no_window_belongs_to_none() -> None:
    (home,) = homes([element((0, 0), Role.WINDOW, "Panel", LEFT, pid=None)], [window(1, "One", LEFT)])
    assert (home.window, home.popup) == (None, False)
