"""Three counts that have to agree before the money is announced; a difference names the table to walk to."""

from __future__ import annotations

import pytest

from feltro.tournament.counts.agreement import disagreements
from tests.tournament.play import Play


def counted(play: Play, chips: dict[int, int] | None = None, **players: int) -> None:
    for number, table in play.state.floor.tables.items():
        here = players.get(f"t{number}", len(table.players))
        play.direct("RollCall", table=number, players=here, chips=(chips or {}).get(number, 0))


def test_counts_that_agree_are_written_down():
    """Entries less eliminations, players at the tables and chips: all the same."""
    play = Play({1: 4, 2: 4})
    play.bust("e1")
    counted(play, {1: 130000, 2: 110000})
    play.direct("AgreeCounts")
    assert play.state.counts_made.agreed_players == 7


def test_a_bust_that_nobody_reported_names_its_table():
    """The roll-call finds three where the record has four: that table, before the money is announced."""
    play = Play({1: 4, 2: 4})
    counted(play, t2=3)
    refused = play.no("AgreeCounts")
    assert (refused.because, refused.values["table"]) == ("counts.table_differs", 2)
    assert {one.where for one in disagreements(play.state)} == {"2"}


def test_a_count_before_the_last_hand_is_an_old_count():
    """A hand was played at table 1 since: it is counted again."""
    play = Play({1: 4, 2: 4})
    counted(play)
    play.hands(1)
    refused = play.no("AgreeCounts")
    assert (refused.because, refused.values) == ("counts.not_counted", {"table": 1})
    play.direct("RollCall", table=1, players=4)
    play.direct("AgreeCounts")
    play.bust("e8")
    assert play.no("AgreeCounts").values == {"table": 2}


def test_a_player_without_a_seat_is_named():
    """Sold, and never seated: that is said once, and no table is sent for beside."""
    play = Play({1: 4, 2: 4})
    play.sell("late", "p99")
    counted(play)
    refused = play.no("AgreeCounts")
    assert (refused.because, refused.values["entry"]) == ("counts.no_seat", "late")
    assert [one.because for one in disagreements(play.state) if one.because != "counts.chips_differ"] == [
        "counts.no_seat"
    ]


def test_chips_too_many_name_the_table_whose_stacks_do_not_add_up():
    """5,000 too many at table 2, where the stacks were counted one by one."""
    play = Play({1: 2, 2: 2})
    for entry in ("e1", "e2", "e3", "e4"):
        play.direct("CountStack", entry=entry, chips=30000)
    counted(play, {1: 60000, 2: 65000})
    refused = play.no("AgreeCounts")
    assert (refused.because, refused.values["table"]) == ("counts.chips_differ", 2)
    assert refused.values["difference"] == 5000


def test_chips_of_a_voucher_that_was_not_torn_up_name_its_table():
    """The rebuy's chips are on table 1 and its voucher is still open: just as many too many."""
    play = Play({1: 2, 2: 2}, book="adtp-2023")
    paying = [{"method": "cash", "amount_centavos": 10000}]
    play.done("SellExtra", tournament="t1", entry="e2", item="rebuy", sale="r1", desk="d1", payments=paying)
    counted(play, {1: 70000, 2: 60000})
    assert play.no("AgreeCounts").values["table"] == 1
    play.direct("RedeemVoucher", sale="r1")
    play.direct("AgreeCounts")


def test_without_stacks_the_table_furthest_off_is_named():
    """Chips are missing: the table with the lowest average first."""
    play = Play({1: 2, 2: 2, 3: 2})
    counted(play, {1: 60000, 2: 51000, 3: 60000})
    assert play.no("AgreeCounts").values["table"] == 2


@pytest.mark.parametrize(
    ("chips", "table"),
    [({1: 60000, 2: 69000, 3: 61000}, 2), ({1: 70000, 2: 60000, 3: 60000}, 1), ({1: 59000, 2: 60000, 3: 50000}, 3)],
)
def test_too_many_name_the_highest_average_and_too_few_the_lowest(chips, table):
    """60,000 belong on each: 69,000 is looked at first where there are too many, 50,000 where there are too few."""
    play = Play({1: 2, 2: 2, 3: 2})
    counted(play, chips)
    refused = play.no("AgreeCounts")
    assert (refused.because, refused.values["table"]) == ("counts.chips_differ", table)


def test_a_roll_call_that_cannot_be_is_refused():
    """No such table, more players than chairs, no tables at all."""
    play = Play({1: 4})
    assert play.no("RollCall", table=9, players=1).because == "counts.no_such_table"
    assert play.no("RollCall", table=1, players=11).because == "counts.too_many"
    assert Play({}).no("AgreeCounts").because == "counts.no_tables"


def test_the_money_is_announced_once_the_counts_agreed():
    """A hand was played since at table 1: what was agreed for all these entries still holds."""
    play = Play({1: 4, 2: 4})
    counted(play)
    play.direct("AgreeCounts")
    play.hands(1)
    play.direct("CloseRegistration")
    play.direct("AnnouncePrizes")
    assert play.state.prizes.announced.entries == 8


def test_an_entry_sold_after_the_counts_agreed_has_them_made_again():
    """Eight were agreed on, nine are in: both tables are counted anew."""
    play = Play({1: 4, 2: 4})
    counted(play)
    play.direct("AgreeCounts")
    play.sell("e9", "p9")
    play.sit("e9", 1, 5)
    play.direct("CloseRegistration")
    assert play.no("AnnouncePrizes").because == "counts.not_counted"


def test_a_room_of_empty_tables_names_who_has_no_seat():
    """One entry sold and nobody seated: the player is named, and no table is to blame."""
    play = Play({1: 0})
    play.sell("e1", "p1")
    counted(play)
    found = {one.because: one.values for one in disagreements(play.state)}
    assert found["counts.no_seat"] == {"entry": "e1"}
    assert found["counts.chips_differ"]["table"] == 0
