"""When an item is on sale."""

import pytest

from feltro.tournament.sheet import Window, last_level, on_sale
from tests.tournament.sheet.sheets import change, template

CLUB = template("club-turbo")


@pytest.mark.parametrize(
    ("item", "opens", "closes"),
    [("entry", 0, 8), ("reentry", 0, 8), ("rebuy", 1, 8), ("time-chip", 0, 1)],
)
def test_an_item_is_sold_from_its_first_level_to_the_end_of_its_last(item, opens, closes):
    """Before, between and after, level by level; level 0 is before the start."""
    sold = [level for level in range(13) if on_sale(CLUB, CLUB.item(item), level=level)]
    assert sold == list(range(opens, closes + 1))


def test_an_add_on_is_sold_in_its_break_and_at_no_other_time():
    """Not in the level before, not in another break."""
    addon = CLUB.item("addon")
    assert on_sale(CLUB, addon, level=8, in_break=True)
    assert not any(on_sale(CLUB, addon, level=level) for level in range(13))
    assert not on_sale(CLUB, addon, level=13, in_break=True)


def test_the_break_after_late_registration_counts_only_where_the_sheet_says_so():
    """An entry in that break is late or in time by one word of the sheet."""
    entry = CLUB.item("entry")
    assert on_sale(CLUB, entry, level=8, in_break=True)
    assert not on_sale(change(CLUB, late_registration_break=False), entry, level=8, in_break=True)
    until_three = change(entry, window=Window(until_level=3))
    assert not on_sale(CLUB, until_three, level=3, in_break=True)
    assert on_sale(CLUB, change(entry, window=Window(until_level=3, break_after=True)), level=3, in_break=True)


def test_a_sheet_without_late_registration_sells_until_the_start():
    """Level 0 is the last one in which an entry is sold."""
    sheet = change(CLUB, late_registration=0)
    assert last_level(sheet, sheet.item("entry")) == 0
    assert on_sale(sheet, sheet.item("entry"), level=0)
    assert not on_sale(sheet, sheet.item("entry"), level=1)
