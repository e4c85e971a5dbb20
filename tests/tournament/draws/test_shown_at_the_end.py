"""When somebody has won and is paid, what was drawn in the dark is shown: nobody has to remember it."""

from __future__ import annotations

import pytest

from feltro.kernel.published_draw import findings
from tests.tournament.draws.circuit import proofs
from tests.tournament.draws.test_cards_and_envelopes import RACE
from tests.tournament.prizes.hall import Hall
from tests.tournament.seats import ROOMY

BOOKS = ["cgp-2024", "nps-2019", "adtp-2012", "adtp-2023", "bpt-2015"]


def night(book: str) -> Hall:
    """Four tables, one of which breaks after entries closed; e1 has won and nobody is paid."""
    hall = Hall(book=book, days=ROOMY)
    made = [{"number": number, "chairs": 9} for number in (1, 2, 3, 4)]
    hall.done("OpenTables", role="director", tournament="t1", draw="mesas", tables=made)
    for number in range(1, 26):
        hall.person(f"p{number}")
        hall.sell(f"e{number}", f"p{number}")
        if book == "bpt-2015":
            hall.done("CheckIdentity", tournament="t1", entry=f"e{number}", day="1")
            hall.done("CheckIn", tournament="t1", entry=f"e{number}", day="1")
    hall.close()
    hall.done("BreakTable", role="director", tournament="t1", table=3)
    for number, table in hall.state.floor.tables.items():
        hall.done("RollCall", role="director", tournament="t1", table=number, players=len(table.players))
    return hall.announce()


def paid(hall: Hall, entry: str) -> None:
    hall.done("ApprovePrize", role="finance", who="fatima", tournament="t1", entry=entry)
    hall.pay(entry, hall.amounts[entry])


@pytest.mark.parametrize("book", BOOKS)
def test_the_redraws_can_be_checked_once_the_champion_is_paid(book):
    """Seats of the broken table rest on a secret that no command named: it is shown with the first prize, and it holds."""
    hall = night(book).down_to(1)
    assert proofs(hall)["mesas-after"].secret == ""
    paid(hall, "e1")
    told = proofs(hall)["mesas-after"]
    assert told.further
    assert told.secret
    assert findings(told) == []


def test_a_prize_paid_while_others_play_shows_nothing():
    hall = night("cgp-2024").down_to(2)
    paid(hall, next(iter(hall.amounts)))
    assert proofs(hall)["mesas-after"].secret == ""


def test_a_last_bust_that_was_told_by_mistake_is_still_undone():
    """The bust itself shows no secret, so nothing of it is for ever; what is drawn later rests on a commitment that stands."""
    hall = night("cgp-2024").down_to(2)
    done = hall.done("Eliminate", tournament="t1", entry="e2", role="director", key="engano")
    assert "DrawRevealed" not in [one.name for one in done.events]
    hall.done("Undo", role="director", command_key="engano")
    assert hall.state.entries["e2"].status == "live"


def test_a_race_that_nobody_closed_is_shown_too():
    hall = night("cgp-2024")
    hall.done("CallColorUp", role="director", tournament="t1", **RACE)
    table = next(iter(hall.state.floor.tables))
    seats = sorted(hall.state.floor.tables[table].players)[:2]
    hall.done(
        "RaceTable",
        role="director",
        tournament="t1",
        race="r1",
        table=table,
        odd={seats[0]: 3, seats[1]: 1},
        stacks_visible=True,
    )
    hall.down_to(1)
    paid(hall, "e1")
    told = proofs(hall)[f"race-r1-{table}"]
    assert told.secret
    assert findings(told) == []
