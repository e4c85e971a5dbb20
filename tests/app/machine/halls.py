"""Larger rooms that the state machine begins in: tables to even out, games in turn, heads that grow, a bubble, seats."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from feltro.tournament.sheet import Bounty, Day, Games, Level, Satellite
from tests.tournament.room import at

if TYPE_CHECKING:
    from tests.app.machine.houses import Prepared

ONE_DAY = (Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00")),)
IN_TURN = tuple(
    Level(
        minutes=10,
        small_blind=100 * n,
        big_blind=200 * n,
        ante=100,
        bring_in=100,
        small_bet=200 * n,
        big_bet=400 * n,
    )
    for n in range(1, 21)
)
SHEETS: dict[str, dict[str, Any]] = {
    "hall": {"days": ONE_DAY, "table_size": 7, "final_table_size": 7},
    "mixed": {
        "games": Games(codes=("flhe", "stud"), by="level"),
        "levels": IN_TURN,
        "ante_from": "everybody",
        "table_size": 7,
    },
    "hunt": {
        "days": ONE_DAY,
        "bounty": Bounty(kind="progressive", amount_centavos=10000, won_basis_points=5000),
    },
    "bubble": {"days": ONE_DAY, "guarantee_centavos": 30_000_001},
}
"""What differs from the sheet of the smaller rooms."""
SEATS_TO_WIN = {
    "satellite": Satellite(target="t1", seat_centavos=60000, seats=2, already_seated="cash", target_chips=45_000)
}


def fill(of: Prepared, players: int, tables: int, chairs: int) -> None:
    made = [{"number": number, "chairs": chairs} for number in range(1, tables + 1)]
    of.direct("OpenTables", day="1", draw="mesas", tables=made)
    for number in range(1, players + 1):
        of.room.sell(f"e{number}", f"p{number}", day="1")
        for kind in ("CheckIdentity", "CheckIn"):
            of.room.done(kind, tournament="t1", entry=f"e{number}", day="1")


def three_tables(of: Prepared) -> None:
    fill(of, 17, 3, 7)


def two_tables(of: Prepared) -> None:
    fill(of, 10, 2, 6)


def evened_by_itself(of: Prepared) -> None:
    """Tables are evened out as people leave; every table has played its first hand."""
    of.direct("SetBalancing", mode="automatic")
    of.direct("PublishBreakOrder", tables=[3, 2])
    for number in sorted(of.room.state.floor.tables):
        of.room.done("EndHand", who="davi", role="dealer", tournament="t1", table=number)


def one_from_the_money(of: Prepared) -> None:
    """All tables counted, prizes announced, and one more has to go out."""
    for number in (10, 9, 8, 7):
        of.direct("Eliminate", entry=f"e{number}")
    for number, table in sorted(of.room.state.floor.tables.items()):
        of.direct("RollCall", table=number, players=len(table.players))
    of.direct("AgreeCounts")
    of.direct("AnnouncePrizes")
    for number in (6, 5):
        of.direct("Eliminate", entry=f"e{number}")


def play_for_seats(of: Prepared) -> None:
    """Five in the satellite; one of them has a seat at the target already, and the clock runs."""
    for number in range(1, 6):
        fields = of.room.sale(f"e{number}", f"p{number}", day="1")
        price = next(one.price_centavos for one in of.target("sat").items if one.id == "entry")
        paid = [{"method": "cash", "amount_centavos": price}]
        of.room.done("SellEntry", **{**fields, "tournament": "sat", "payments": paid})
    of.room.sell("e1", "p1", day="1")
    of.room.now = at("14:00")
    of.room.done("StartClock", role="director", who="dora", tournament="sat", day="1")
    of.room.now = at("19:30")
