"""What a season remembers: numbers that were used, who is kept out and until when, and one person under two records."""

from __future__ import annotations

import pytest

from feltro.season import events as e
from feltro.season.evolve import apply, witness
from feltro.season.state import SeasonState
from tests.season.league import League
from tests.tournament.room import at

JANUARY, MARCH, JUNE = at("10:00", "2027-01-10"), at("10:00", "2027-03-10"), at("10:00", "2027-06-10")


def ban(person, until, since=JANUARY):
    return e.PersonBanned(person=person, ground="people", since=since, until=until, reason="")


def away(person, until, since=JANUARY):
    return e.SelfExcluded(person=person, since=since, until=until)


def ticket(number, owner):
    return e.TicketIssued(
        ticket=number, owner=owner, value_centavos=62000, target="t1", online=False, won_in="", at=JANUARY
    )


def after(*events):
    state = SeasonState()
    for one in events:
        apply(state, one)
    return state


def merged(*events):
    """The record `velho` turned out to be `ana`."""
    return after(*events, e.OwnerMerged(person="velho", into="ana"))


def test_a_season_is_created_once_and_only_people_of_the_house_are_kept_out_of_it():
    league = League()
    again = league.refused("CreateSeason", role="organiser", season="s26", name="Outra", year=2027)
    assert again.because == "season.exists"
    stranger = league.refused(
        "BanPerson", role="director", season="s26", person="ninguem", ground="people", reason="x"
    )
    assert stranger.because == "person.unknown"


def test_the_number_of_a_ticket_is_used_once_though_the_ticket_was_taken_back():
    """Printed, taken back by undoing: the paper is out there, and another ticket has another number."""
    league = League()
    league.person("ana")
    new = {"role": "organiser", "season": "s26", "owner": "ana", "value_centavos": 62000, "target": "t1"}
    league.done("IssueTicket", key="printed", ticket="k1", **new)
    assert league.refused("IssueTicket", ticket="k1", **new).because == "ticket.id_used"
    league.done("Undo", role="organiser", command_key="printed")
    assert league.season.tickets == {}
    assert league.refused("IssueTicket", ticket="k1", **new).because == "ticket.id_used"
    league.done("IssueTicket", ticket="k2", **new)
    witnessed = SeasonState()
    witness(witnessed, ticket("k7", "ana"))
    assert (witnessed.tickets, witnessed.used_ids) == ({}, {"k7"})


def test_tickets_of_two_records_of_one_person_are_all_hers_and_others_keep_theirs():
    state = merged(ticket("k1", "velho"), ticket("k2", "bia"), ticket("k3", "ana"))
    assert {one.id: one.owner for one in state.tickets.values()} == {"k1": "ana", "k2": "bia", "k3": "ana"}
    assert [one.owners for one in state.tickets.values()] == [["ana"], ["bia"], ["ana"]]


@pytest.mark.parametrize(
    ("old", "new", "holds"),
    [
        (JUNE, None, None),
        (None, JUNE, None),
        (JUNE, MARCH, JUNE),
        (MARCH, JUNE, JUNE),
    ],
)
def test_of_two_bans_on_one_person_the_longer_holds(old, new, holds):
    """One without an end is longer than any that has one."""
    state = merged(ban("velho", old), ban("ana", new))
    assert {name: (one.person, one.until) for name, one in state.bans.items()} == {"ana": ("ana", holds)}


def test_a_ban_on_either_record_is_a_ban_on_the_person():
    assert merged(ban("velho", JUNE)).bans["ana"].person == "ana"
    assert merged(ban("velho", None)).bans["ana"].until is None
    assert merged(ban("ana", JUNE)).ban_of("ana", MARCH) is not None


@pytest.mark.parametrize(("old", "new", "holds"), [(JUNE, MARCH, JUNE), (MARCH, JUNE, JUNE)])
def test_who_kept_away_under_two_records_keeps_away_until_the_later_day(old, new, holds):
    state = merged(away("velho", old), away("ana", new))
    assert {name: one.until for name, one in state.self_excluded.items()} == {"ana": holds}


def test_a_wish_to_keep_away_shortens_nothing_that_holds():
    """Confirmed under the old record until June; asked for, and not confirmed yet, under the one that stays."""
    asked = e.SelfExclusionAsked(person="ana", months=6, at=MARCH)
    state = merged(away("velho", JUNE), asked)
    assert state.self_excluded_until("ana", MARCH) == JUNE
    state = merged(e.SelfExclusionAsked(person="velho", months=6, at=MARCH), away("ana", JUNE))
    assert state.self_excluded_until("ana", MARCH) == JUNE
    assert merged(asked).self_excluded["ana"].asked_months == 6
    assert after(asked).self_excluded_until("ana", MARCH) is None
    assert after(away("ana", JUNE)).self_excluded["ana"].asked_months == 0
    both = after(away("ana", JUNE), asked).self_excluded["ana"]
    assert (both.until, both.asked_months) == (JUNE, 6)


@pytest.mark.parametrize(
    ("asking", "holding"), [("velho", "ana"), ("ana", "velho")], ids=["asked by the one that goes", "by the other"]
)
def test_a_wish_that_waits_for_the_desk_is_not_lost_where_the_other_record_keeps_away(asking, holding):
    """Six months asked for, until June confirmed: what holds goes on, and the desk still finds the six months."""
    state = merged(e.SelfExclusionAsked(person=asking, months=6, at=MARCH), away(holding, JUNE, since=MARCH))
    assert list(state.self_excluded) == ["ana"]
    hers = state.self_excluded["ana"]
    assert (hers.since, hers.until, hers.asked_months) == (MARCH, JUNE, 6)


@pytest.mark.parametrize(("old", "new"), [(3, 6), (6, 3)])
def test_of_two_wishes_the_longer_waits_for_the_desk(old, new):
    """Asked under both records and confirmed under none: nobody keeps away yet."""
    asked = [e.SelfExclusionAsked(person=who, months=n, at=MARCH) for who, n in (("velho", old), ("ana", new))]
    state = merged(*asked)
    hers = state.self_excluded["ana"]
    assert (hers.since, hers.until, hers.asked_months) == (None, None, 6)


def test_hands_that_are_owed_wait_for_the_next_event_and_are_gone_once_taken_up():
    owed = e.PenaltyLeft(owed="t1/p1", person="ana", tournament="t1", hands=7, cites=("nps-2019:46",))
    state = after(owed)
    assert [(one.person, one.tournament, one.hands) for one in state.penalties.values()] == [("ana", "t1", 7)]
    apply(state, e.PenaltyTakenUp(owed="t1/p1", tournament="t2"))
    assert state.penalties == {}


def test_hands_that_a_record_owes_are_owed_by_the_person_it_turned_out_to_be():
    """Seven hands left by `velho` and two by somebody else: the next entry of Ana serves the seven."""
    owed = {"tournament": "t1", "cites": ("nps-2019:46",)}
    state = merged(
        e.PenaltyLeft(owed="t1/p1", person="velho", hands=7, **owed),
        e.PenaltyLeft(owed="t1/p2", person="bia", hands=2, **owed),
    )
    assert [(one.person, one.hands) for one in state.penalties.values()] == [("ana", 7), ("bia", 2)]
