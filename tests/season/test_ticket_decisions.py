"""Tickets, decided on what is said: whom they may belong to, how they change hands, and what becomes of those not used."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from feltro.kernel.instants import parse_instant
from feltro.kernel.outcome import Refused
from feltro.season import commands as c
from feltro.season import tickets
from feltro.season.now import SeasonNow, Target
from feltro.season.state import SeasonState, Ticket
from tests.tournament.room import Room

TARGET = Target(
    tournament="t1",
    stage="e1",
    event_day=date(2026, 11, 20),
    zone="America/Sao_Paulo",
    closed=False,
    price_centavos=62_000,
    split_centavos={"prize_pool": 50_000, "rake": 12_000},
)


def settled(book: str, **answers):
    """As the tournament that a ticket is for has settled it."""
    room = Room(book=book, answers=answers)
    return room.house.books.settlement(room.state, room.now).book


NOON = parse_instant("2026-11-10T12:00:00-03:00")


def ticket(name="k1", owner="ana", **more) -> Ticket:
    usual = {"value_centavos": 62_000, "target": "t1", "online": False, "owners": [owner]}
    return Ticket(id=name, owner=owner, **{**usual, **more})


def season(*some) -> SeasonState:
    made = SeasonState(season="s26", year=2026)
    made.tickets = {one.id: one for one in some}
    made.used_ids = {one.id for one in some}
    return made


def now(at=NOON, target=TARGET, **more) -> SeasonNow:
    return SeasonNow(at=at, who="olga", role="organiser", key="k", target=target, **more)


def because(outcome) -> str:
    return outcome.because if isinstance(outcome, Refused) else "done"


def issue(name="k2", **more):
    return c.IssueTicket(season="s26", ticket=name, owner="ana", value_centavos=62_000, target="t1", **more)


@pytest.mark.parametrize(
    ("name", "at", "told"),
    [
        ("k2", now(), "done"),
        ("k1", now(), "ticket.id_used"),
        ("k2", now(unknown=("ana",)), "person.unknown"),
        ("k2", now(target=None), "tournament.unknown"),
    ],
)
def test_a_ticket_is_for_somebody_and_for_an_event_that_are_known(name, at, told):
    assert because(tickets.issue(issue(name), season(ticket()), settled("cgp-2024"), at)) == told


def hand_over(book="nps-2019", was=None, at=None, name="k1", to="bia", **more):
    command = c.TransferTicket(season="s26", ticket=name, to=to, **{"way": "both_at_desk", **more})
    settled_book = settled(book) if book else None
    return tickets.transfer(command, season(was or ticket()), settled_book, at or now())


def test_a_ticket_changes_hands_at_the_desk():
    [done] = hand_over()
    assert (done.ticket, done.was, done.owner, done.way) == ("k1", "ana", "bia", "both_at_desk")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": "k9"}, "ticket.unknown"),
        ({"at": now(target=None)}, "ticket.unknown"),
        ({"book": ""}, "ticket.unknown"),
        ({"was": ticket(status="used")}, "ticket.not_open"),
        ({"to": "ana"}, "ticket.is_the_owners"),
        ({"book": "cgp-2024"}, "ticket.personal"),
        ({"at": now(unknown=("bia",))}, "person.unknown"),
        ({"at": now(without_id=("bia",))}, "ticket.transfer_photo_id"),
    ],
)
@pytest.mark.clause("nps-2019:K", "cgp-2024:2.4")
def test_a_ticket_does_not_change_hands(changes, told):
    """One that nobody knows, that was used, to its own owner, under a book that makes it personal, or to a stranger."""
    assert because(hand_over(**changes)) == told


@pytest.mark.parametrize(
    ("lapses_at", "for_", "online", "status", "lapses"),
    [
        ("end_of_registration", ["online"], True, "open", True),
        ("end_of_registration", ["online"], False, "open", False),
        ("end_of_registration", ["live"], False, "open", True),
        ("end_of_registration", ["online"], True, "used", False),
        ("end_of_season_year", ["online"], True, "open", False),
    ],
)
def test_an_absent_owners_ticket_lapses_with_registration_where_the_house_says_so(
    lapses_at, for_, online, status, lapses
):
    book = settled("bpt-2015", **{"ticket.lapses_at": lapses_at, "ticket.lapses_for": for_})
    found = tickets.lapse_no_show(ticket(online=online, status=status), TARGET, book)
    assert (found is not None) is lapses
    if found:
        assert (found.tournament, found.stage, found.value_centavos) == ("t1", "e1", 62_000)


@pytest.mark.parametrize(
    ("to_pool", "value", "split"),
    [
        ("full_price", 62_000, {"prize_pool": 62_000}),
        ("prize_part", 62_000, {"prize_pool": 50_000, "rake": 12_000}),
        ("prize_part", 62_001, {"prize_pool": 50_000, "rake": 12_000}),
        ("prize_part", 61_999, {}),
        ("nothing", 62_000, {}),
    ],
)
def test_what_an_unused_ticket_brings(to_pool, value, split):
    """All of it, its parts as of any entry that was paid in full, or nothing."""
    book = settled("bpt-2015", **{"ticket.no_show.to_pool": to_pool})
    assert tickets.no_show_split(ticket(value_centavos=value), TARGET, book) == split


def test_in_hand_are_a_persons_own_open_tickets_for_this_event_or_for_any():
    one = season(
        ticket("for_it"),
        ticket("for_any", target=""),
        ticket("for_another", target="t2"),
        ticket("used", status="used"),
        ticket("of_bia", owner="bia"),
    )
    assert [mine.id for mine in one.tickets_in_hand("ana", "t1")] == ["for_it", "for_any"]
    assert [mine.id for mine in one.open_tickets("t1")] == ["for_it", "of_bia"]


@pytest.mark.parametrize(
    ("sent_at", "received", "without_id", "told"),
    [
        ("2026-11-17T23:59:00-03:00", True, (), "done"),
        ("2026-11-18T00:00:00-03:00", True, (), "ticket.transfer_late"),
        (None, True, (), "ticket.transfer_late"),
        ("2026-11-17T23:59:00-03:00", False, (), "ticket.transfer_papers"),
        ("2026-11-17T23:59:00-03:00", True, ("bia",), "done"),
    ],
)
@pytest.mark.clause("nps-2019:K")
def test_by_message_it_comes_three_days_before_with_every_paper_and_nobody_is_at_the_desk(
    sent_at, received, without_id, told
):
    """The event is on the 20th: the 17th to its last minute. Photo IDs are looked at where both are there."""
    papers = tuple(settled("nps-2019")["ticket.transfer.email_needs"].value) if received else ()
    sent = datetime.fromisoformat(sent_at) if sent_at else None
    outcome = hand_over(way="email", received=papers, sent_at=sent, at=now(without_id=without_id))
    assert because(outcome) == told


@pytest.mark.parametrize(
    ("at", "lapses_at", "lapses"),
    [
        ("2026-12-31T23:59:00-03:00", "end_of_season_year", False),
        ("2027-01-01T00:00:00-03:00", "end_of_season_year", True),
        ("2027-01-01T00:00:00-03:00", "end_of_registration", False),
    ],
)
def test_a_ticket_lapses_with_the_last_minute_of_the_seasons_year(at, lapses_at, lapses):
    """By the clock of Brasília, and nothing of it is returned."""
    book = settled("bpt-2015", **{"ticket.lapses_at": lapses_at, "ticket.lapses_for": ["live"]})
    found = tickets.lapse_at_year_end(ticket(), season(), book, now(parse_instant(at)))
    assert (found is not None) is lapses
    assert found is None or (found.tournament, found.split_centavos, found.value_centavos) == ("", {}, 62_000)


def test_a_ticket_changes_hands_only_in_a_way_that_the_house_knows():
    """A house that wants both at the desk takes no e-mail, however early and complete it comes."""
    open_house = {"ticket.transferable": True, "ticket.transfer.ways": ["both_at_desk"]}
    command = c.TransferTicket(season="s26", ticket="k1", to="bia", way="email")
    told = tickets.transfer(command, season(ticket()), settled("adtp-2023", **open_house), now())
    assert because(told) == "ticket.transfer_way"
