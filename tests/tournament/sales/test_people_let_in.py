"""Whoever is given an entry is one to whom it could have been sold, and on which day age counts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
import pytest

from feltro.store.port import Keep, Meta, Transaction
from feltro.tournament.sheet import Day
from tests.tournament.room import BOOKS, Room, at, sheet

EIGHTEEN_ON_THE_DAY = "2008-11-20"
"""Seventeen on 18 November 2026, eighteen on the day of the event."""


def without_birth_date(room: Room, person: str) -> None:
    room.person(person)
    body = msgspec.json.encode({"id": person, "name": "X", "photo_id": {"at": 1, "by": "ana"}})
    meta = Meta("ana", "cashier", "", room.now, f"again-{person}", "SavePerson")
    room.house.store.commit(Transaction(meta, registry=(Keep("person", person, body),)))


def banned(room: Room, person: str) -> None:
    room.person(person)
    room.done("BanPerson", role="director", season="s26", person=person, ground="order", reason="briga")


RECEIVERS: dict[str, Any] = {
    "person.unknown": lambda room, person: None,
    "entry.refused_by_director": banned,
    "entry.too_young": lambda room, person: room.person(person, "2008-11-21"),
    "entry.birth_date_missing": without_birth_date,
    "entry.photo_id_not_seen": lambda room, person: room.person(person, seen=False),
}


@pytest.mark.clause("cgp-2024:2.6", "nps-2019:J")
@pytest.mark.parametrize("because", RECEIVERS)
@pytest.mark.parametrize("book", BOOKS)
def test_an_entry_is_not_passed_on_to_somebody_it_could_not_be_sold_to(book, because):
    """Banned, seventeen, unknown, without a birth date or without a document seen: the entry stays whose it was."""
    room = Room(book=book, answers={"entry.transfer.allowed_by": "director"} if book not in TOURS else {})
    room.sell("e1", "p1")
    RECEIVERS[because](room, "other")
    passed = {"tournament": "t1", "entry": "e1", "to": "other", "reason": "doença"}
    assert room.refused("TransferEntry", role="director", **passed).because == because
    assert room.state.entries["e1"].person == "p1"
    sold = {**room.sale("e2", "p2"), "person": "other"}
    assert room.refused("SellEntry", **sold).because == because


@pytest.mark.parametrize("book", BOOKS)
def test_an_entry_is_not_passed_on_to_somebody_who_has_one(book):
    """One person, one stack: who plays already takes over nobody's entry."""
    room = Room(book=book, answers={"entry.transfer.allowed_by": "director"} if book not in TOURS else {})
    room.sell("e1", "p1")
    room.sell("e2", "p2")
    passed = {"tournament": "t1", "entry": "e1", "to": "p2", "reason": "doença"}
    assert room.refused("TransferEntry", role="director", **passed).because == "entry.already_in"
    assert room.state.entries["e1"].person == "p1"


TOURS = ("cgp-2024", "nps-2019")


def bought_two_days_before(room: Room) -> Any:
    room.now = at("16:00", "2026-11-18")
    room.person("young", EIGHTEEN_ON_THE_DAY)
    way = {"method": "cash"} if room.state.sheet.book == "nps-2019" else {}
    return room.do("SellAhead", **room.ahead("e1", "young", **way))


@pytest.mark.clause("cgp-2024:2.1", "nps-2019:F")
@pytest.mark.parametrize("book", BOOKS)
def test_age_counts_on_the_day_of_registration(book):
    """Who turns eighteen on the day of the event is seventeen when registering two days before: not sold."""
    refused = bought_two_days_before(Room(book=book))
    assert (refused.because, refused.values) == ("entry.too_young", {"age": 17, "least": 18})


@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023", "bpt-2015"])
def test_a_house_may_count_age_on_the_day_of_the_event(book):
    """Where the book leaves it open: eighteen on that day is enough, and a day less is not."""
    chosen = {"entry.age_counted_on": "event_date"}
    room = Room(book=book, answers=chosen)
    bought_two_days_before(room)
    assert room.state.entries["e1"].person == "young"
    room.person("younger", "2008-11-21")
    assert room.refused("SellAhead", **room.ahead("e2", "younger")).because == "entry.too_young"


def test_the_day_of_an_event_with_several_flights_is_its_first():
    """Eighteen on the second flight but not on the first: too young, whichever flight the entry is for."""
    flights = [("1", "2026-11-20T14:00:00-03:00"), ("1B", "2026-11-21T14:00:00-03:00")]
    days = tuple(Day(id=one, starts_at=datetime.fromisoformat(start), seats=90) for one, start in flights)
    room = Room(book="adtp-2023", answers={"entry.age_counted_on": "event_date"}, days=days)
    room.now = at("16:00", "2026-11-18")
    room.person("younger", "2008-11-21")
    assert room.refused("SellAhead", **room.ahead("e1", "younger", day="1B")).because == "entry.too_young"
    room.person("older", "2008-11-20")
    room.done("SellAhead", **room.ahead("e2", "older", day="1B"))


@pytest.mark.parametrize(("sold", "because"), [(3, "entry.once"), (1, "entry.once_only")], ids=["sold", "not sold"])
def test_a_reentry_is_named_only_where_one_is_sold(sold, because):
    """Who was eliminated is not sent to a re-entry that this tournament does not have."""
    room = Room(items=sheet().items[:sold])
    room.sell("e1", "p1")
    room.done("Eliminate", role="director", tournament="t1", entry="e1")
    assert room.refused("SellEntry", **room.sale("e2", "p1")).because == because
