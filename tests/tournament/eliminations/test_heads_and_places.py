"""Heads that were bought, heads that nobody won, envelopes that do not count yet, and places of flights that meet later."""

from __future__ import annotations

import msgspec
import pytest

from feltro.tournament.eliminations.bounties import bought_heads, head_of, left_over
from feltro.tournament.eliminations.heads import without_hunter
from feltro.tournament.eliminations.places import first_place_is_free, standings
from feltro.tournament.floor.button import next_hand
from feltro.tournament.floor.halts import format_of
from feltro.tournament.sheet import Level
from tests.tournament.days.test_days import LEVELS, bag, flights, play
from tests.tournament.eliminations.test_bounties import FIXED, MYSTERY, PROGRESSIVE, SPLIT
from tests.tournament.hall import Hall
from tests.tournament.play import Play, told
from tests.tournament.room import sheet


def hunted(bounty, players: int = 4) -> Play:
    """As a rule, but a rebuy of R$ 100 puts R$ 40 on the head of whoever buys it."""
    entry, again, rebuy = sheet().items
    items = [msgspec.structs.replace(one, price_centavos=62000, split_centavos=SPLIT) for one in (entry, again)]
    bought = msgspec.structs.replace(rebuy, split_centavos={"prize_pool": 6000, "bounties": 4000})
    return Play({1: players}, book="adtp-2023", items=(*items, bought), bounty=bounty, kind="side")


def rebuy(room: Play, entry: str, sale: str) -> None:
    cash = [{"method": "cash", "amount_centavos": 10000}]
    room.done("SellExtra", tournament="t1", sale=sale, entry=entry, item="rebuy", desk="d1", payments=cash)


def test_a_rebuy_puts_its_part_on_the_head_of_whoever_bought_it():
    """Twice R$ 40 on R$ 100, and whoever knocks him out has half of R$ 180 and wears the rest."""
    room = hunted(PROGRESSIVE)
    assert bought_heads(room.state) == {}
    rebuy(room, "e1", "x1")
    rebuy(room, "e1", "x2")
    assert bought_heads(room.state) == {"e1": 8000}
    assert (head_of(room.state, "e1"), left_over(room.state)) == (18000, 48000)
    room.bust("e1", by=["e2"])
    assert (room.held("payable:p2"), head_of(room.state, "e2"), left_over(room.state)) == (9000, 19000, 39000)


def test_a_hunter_who_is_named_later_wins_the_head_as_it_was_bought():
    """Nobody was named; then e2 is: half of R$ 140 is paid, and the head that was nobody's is nobody's no more."""
    room = hunted(PROGRESSIVE)
    rebuy(room, "e1", "x1")
    room.bust("e1")
    assert without_hunter(room.state) == {"e1": 14000}
    room.direct("NameHunters", entry="e1", by=["e2"])
    assert without_hunter(room.state) == {}
    assert (room.held("payable:p2"), head_of(room.state, "e2")) == (7000, 17000)


def test_the_champion_takes_the_own_head_and_each_that_nobody_won_by_its_name():
    """Two busts of three have no hunter: the list says whose heads they were."""
    room = hunted(FIXED)
    room.bust("e1")
    room.bust("e2", by=["e3"])
    room.bust("e3")
    assert room.no("SettleBounties").because == "bounty.unclaimed"
    won = told(room.direct("SettleBounties", unclaimed_to_champion=True), "BountyWon")
    assert [(one["entry"], one["winner"], one["amount_centavos"]) for one in won] == [
        ("e1", "e4", 10000),
        ("e3", "e4", 10000),
        ("e4", "e4", 10000),
    ]
    assert (room.held("bounties:t1"), left_over(room.state)) == (0, 0)
    assert without_hunter(room.state) == {}


def test_before_their_level_envelopes_are_not_opened_and_nobody_is_asked_for_a_hunter():
    """From level 3 on: a bust in level 2 is worth nothing, one in level 3 an envelope."""
    room = hunted(msgspec.structs.replace(MYSTERY, from_level=3), players=5)
    room.direct("SealEnvelopes")
    room.direct("MarkLevel", level=2)
    assert told(room.bust("e1", by=["e2"]), "BountyWon") == []
    room.bust("e3")
    assert without_hunter(room.state) == {}
    room.direct("MarkLevel", level=3)
    assert len(told(room.bust("e4", by=["e2"]), "BountyWon")) == 1
    assert without_hunter(room.state) == {}


def test_without_bounties_nobody_is_asked_who_did_it():
    room = Play({1: 3}, book="adtp-2023")
    room.bust("e1")
    assert without_hunter(room.state) == {}


@pytest.mark.parametrize(
    ("how", "places"),
    [
        ("by_time", [(("e5",), 3), (("e2",), 4), (("e4",), 5), (("e1",), 6)]),
        ("by_flight", [(("e5", "e2"), 3), (("e4", "e1"), 5)]),
    ],
)
def test_who_was_out_before_the_flights_met_is_listed_by_the_hour_or_by_the_flight(how, places):
    """Two of three go out in each flight, and the two who bagged play on."""
    room = Hall(levels=LEVELS, days=flights(until_level=2), late_registration=1, flight_places=how)
    play(room, "1A", "2026-11-20", 3)
    room.out("e1")
    bag(room, "e3")
    play(room, "1B", "2026-11-21", 3, first=4)
    room.out("e4")
    assert first_place_is_free(room.state)
    room.out("e2")
    room.out("e5")
    assert [(one.players, one.place) for one in standings(room.state)] == places


def test_the_place_is_free_while_somebody_lies_in_a_bag():
    room = Hall(levels=LEVELS, days=flights(until_level=2), late_registration=1)
    play(room, "1A", "2026-11-20", 3)
    bag(room, "e1")
    bag(room, "e2")
    bag(room, "e3")
    assert first_place_is_free(room.state)
    assert standings(room.state) == []


def test_a_table_that_is_not_there_has_no_coming_hand():
    room = Play({1: 3}, book="adtp-2023")
    book = room.house.books.settlement(room.state, room.now).book
    assert next_hand(9, room.state, book, room.now).because == "table.not_open"


@pytest.mark.parametrize(
    ("minutes", "size", "told_as"),
    [
        (15, 9, "turbo"),
        (16, 9, "full_ring"),
        (15, 6, "turbo"),
        (16, 8, "full_ring"),
        (16, 7, "short_handed"),
        (0, 9, "full_ring"),
    ],
)
def test_an_event_is_turbo_by_its_levels_and_else_told_by_its_tables(minutes, size, told_as):
    levels = (Level(minutes=minutes, small_blind=100, big_blind=200),) if minutes else ()
    assert format_of(sheet(levels=levels, table_size=size)) == told_as


def test_a_penalty_is_returned_from_once_and_one_that_went_with_its_player_is_not_lifted():
    room = Play({1: 4}, book="adtp-2023")
    room.direct("GivePenalty", penalty="x", entry="e1", kind="missed_hands", amount=1)
    room.hands(1, 1)
    room.done("ReportReturn", role="dealer", tournament="t1", penalty="x")
    assert room.no("ReportReturn", penalty="x").because == "penalty.none_open"
    room.direct("GivePenalty", penalty="y", entry="e2", kind="missed_rounds", amount=2)
    room.bust("e2")
    assert room.state.sanctions.penalties["y"].handed_on or room.direct("HandOnPenalties", person="p2")
    assert room.no("LiftPenalty", penalty="y", reason="x").because == "penalty.none_open"


def test_a_rebuy_that_is_owed_puts_its_part_on_the_head_as_a_paid_one_does():
    """The chips play at once: R$ 40 more to be won, before the desk has seen the money and after."""
    room = hunted(PROGRESSIVE)
    room.done("AnnounceRebuy", role="floor", tournament="t1", sale="x1", entry="e1", item="rebuy")
    assert (head_of(room.state, "e1"), left_over(room.state)) == (14000, 44000)
    cash = [{"method": "cash", "amount_centavos": 10000}]
    room.done("PayDebt", tournament="t1", sale="x1", desk="d1", payments=cash)
    assert (head_of(room.state, "e1"), left_over(room.state)) == (14000, 44000)


def test_a_head_that_nobody_won_stays_the_champions_when_an_earlier_hunter_is_set_right():
    """e1 went out by nobody. e2's hunter was e4 and not e3: half of R$ 100 changes hands, and the champion keeps e1's R$ 100."""
    room = hunted(PROGRESSIVE)
    room.bust("e1")
    room.direct("Eliminate", key="wrong", entry="e2", by=["e3"])
    room.bust("e3", by=["e4"])
    room.direct("SettleBounties", unclaimed_to_champion=True)
    before = {person: room.held(f"payable:{person}") for person in ("p1", "p2", "p3", "p4")}
    assert before == {"p1": 0, "p2": 0, "p3": 5000, "p4": 35000}
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e2", "by": ["e4"]}
    room.done("Correct", role="director", command_key="wrong", replacement=right, reason="quem eliminou foi e4")
    after = {person: room.held(f"payable:{person}") for person in ("p1", "p2", "p3", "p4")}
    assert after == {"p1": 0, "p2": 0, "p3": 0, "p4": 40000}
    assert room.held("bounties:t1") == 0
