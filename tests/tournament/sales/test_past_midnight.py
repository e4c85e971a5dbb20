"""An event that starts after midnight: its day begins with its desk hours."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.tournament.sheet import Day
from tests.tournament.room import BOOKS, Room, at

EARLY = (Day(id="1", starts_at=datetime.fromisoformat("2026-11-21T00:30:00-03:00"), seats=90),)


def pay(room, method):
    room.person("p1")
    price = room.state.sheet.items[0].price_centavos
    return room.do("SellEntry", **room.sale("e1", "p1", payments=[{"method": method, "amount_centavos": price}]))


@pytest.mark.parametrize("method", ["cash", "debit_card"])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:1.3", "cgp-2024:2.2", "nps-2019:C", "nps-2019:G")
def test_fifty_minutes_before_half_past_midnight_the_desk_takes_what_it_takes_on_the_day(book, method):
    """Start 00:30 on the 21st, 23:40 on the 20th: cash, and cards where the book takes them."""
    room = Room(book=book, days=EARLY)
    room.now = at("23:40")
    outcome = pay(room, method)
    refused = getattr(outcome, "because", "")
    assert refused == ("payment.method_not_taken" if (book, method) == ("nps-2019", "debit_card") else "")


@pytest.mark.clause("cgp-2024:1.3", "cgp-2024:2.2")
def test_before_the_desk_opens_it_is_the_eve():
    """At 23:20 the desk of the 00:30 event is not open."""
    room = Room(days=EARLY)
    room.now = at("23:20")
    assert pay(room, "cash").because == "desk.not_open_yet"


@pytest.mark.clause("cgp-2024:2.2")
def test_an_event_of_the_afternoon_takes_cash_after_midnight_too():
    """Started at 14:00, still registering at 00:10: it is the event's day, and the day after."""
    room = Room()
    room.now = at("00:10", "2026-11-21")
    assert not getattr(pay(room, "cash"), "because", "")
