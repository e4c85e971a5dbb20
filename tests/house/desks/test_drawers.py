"""A drawer is opened once, counted before it is closed, and closed with every way of paying counted."""

from __future__ import annotations

import msgspec
import pytest

from tests.tournament.room import Room, at


@pytest.fixture
def room():
    """Ana's drawer has R$ 1.000 to begin with, R$ 620 of an entry in cash and R$ 651 on a debit card."""
    made = Room()
    made.sell("e1", "p1")
    made.sell("e2", "p2", method="debit_card")
    return made


def closed(done) -> dict:
    return next(msgspec.json.decode(one.event) for one in done.events if one.name == "DrawerClosed")


def test_a_desk_has_one_drawer_and_a_cashier_too(room):
    """Open already, for anybody; and nobody has a second one at another desk."""
    again = {"desk": "d1", "cashier": "bia", "float_centavos": 0}
    refused = room.refused("OpenDrawer", **again)
    assert (refused.because, refused.values["cashier"]) == ("drawer.already_open", "ana")
    elsewhere = room.refused("OpenDrawer", desk="d2", cashier="ana", float_centavos=0)
    assert (elsewhere.because, elsewhere.values["desk"]) == ("drawer.cashier_elsewhere", "d1")
    room.done("OpenDrawer", desk="d2", cashier="bia", who="bia", float_centavos=0)


@pytest.mark.parametrize("kind", ["DropCash", "CountDrawer", "CloseDrawer"])
def test_a_drawer_that_is_not_open_is_not_touched(room, kind):
    """Nothing leaves it, nothing is counted, nothing is closed."""
    more = {"DropCash": {"amount_centavos": 1}, "CloseDrawer": {"counted_centavos": {}}}.get(kind, {})
    assert room.refused(kind, desk="d9", **more).because == "drawer.not_open"


def test_no_more_cash_leaves_a_drawer_than_is_in_it(room):
    """R$ 1.620,00 are there: one centavo more is refused, all of it goes; what cards paid is no cash."""
    assert room.refused("DropCash", desk="d1", amount_centavos=162001).because == "drawer.short"
    room.done("DropCash", desk="d1", amount_centavos=162000)
    assert room.held("drawer:ana:cash") == 0
    assert room.held("drawer:ana:debit") == 65100
    assert room.refused("DropCash", desk="d1", amount_centavos=1).because == "drawer.short"


def test_it_is_counted_before_it_is_closed_and_once(room):
    """Closing without counting, counting twice, selling while it is counted: refused."""
    all_of_it = {"cash": 162000, "debit": 65100}
    assert room.refused("CloseDrawer", desk="d1", counted_centavos=all_of_it).because == "drawer.count_first"
    room.done("CountDrawer", desk="d1")
    assert room.refused("CountDrawer", desk="d1").because == "drawer.counting"
    assert room.refused("SellEntry", **room.sale("e3", "p3")).because == "drawer.counting"
    room.done("CloseDrawer", desk="d1", counted_centavos=all_of_it)
    assert room.refused("SellEntry", **room.sale("e3", "p3")).because == "drawer.not_open"


def test_every_way_of_paying_that_holds_something_is_counted(room):
    """Debit forgotten: named; a way nobody pays by: named; a way that holds nothing need not be said."""
    room.done("CountDrawer", desk="d1")
    forgotten = room.refused("CloseDrawer", desk="d1", counted_centavos={"cash": 162000})
    assert (forgotten.because, forgotten.values["methods"]) == ("drawer.not_counted", ("debit",))
    wrong = {"cash": 162000, "debit": 65100, "shells": 5}
    unknown = room.refused("CloseDrawer", desk="d1", counted_centavos=wrong)
    assert (unknown.because, unknown.values["method"]) == ("drawer.no_such_method", "shells")
    told = closed(room.done("CloseDrawer", desk="d1", counted_centavos={"cash": 161500, "debit": 65100}))
    assert told["expected_centavos"] == {"cash": 162000, "debit": 65100}
    assert told["counted_centavos"] == {"cash": 161500, "debit": 65100}


def test_what_was_short_is_kept_with_the_closing_and_the_next_drawer_begins_anew(room):
    """Five reais less than the books say; the drawer is empty after it, and may be opened by somebody else."""
    room.done("CountDrawer", desk="d1")
    room.done("CloseDrawer", desk="d1", counted_centavos={"cash": 161500, "debit": 65100})
    (closing,) = room.house.world.live("desk:d1").state.closings
    assert (closing.cashier, closing.difference_centavos) == ("ana", -500)
    assert (room.held("drawer:ana:cash"), room.held("drawer:ana:debit")) == (0, 0)
    assert room.house.world.balances.sum().centavos == 0
    room.now = at("14:30")
    room.done("OpenDrawer", desk="d1", cashier="bia", who="bia", float_centavos=5000)
    assert (room.held("drawer:bia:cash"), room.held("drawer:ana:cash")) == (5000, 0)
    state = room.house.world.live("desk:d1").state
    assert (state.cashier, state.counting) == ("bia", False)
