"""Seats, tables, the clock, hand for hand, races: asked anew of the texts and answered by the running house."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.app.sheets.settlement import faults_of
from feltro.tournament.pace.tables import tables_in_step
from feltro.tournament.sheet import Day, Games, Level
from tests.tournament.hall import Hall
from tests.tournament.play import Play, told
from tests.tournament.room import BOOKS, at, cites, sheet
from tests.tournament.seats import Floor

DIRECTOR = {"tournament": "t1", "role": "director", "who": "dora"}
DEAD = tuple(book for book in BOOKS if book != "bpt-2015")
RING = [1, 2, 3, 4, 5, 6, 7, 8, 9]


def because(outcome):
    return getattr(outcome, "because", "done")


# Seats


@pytest.mark.parametrize(("book", "clause"), [
    ("cgp-2024", "cgp-2024:5.2.1"), ("nps-2019", "nps-2019:6"), ("bpt-2015", ""),
])  # fmt: skip
def test_two_players_swap_their_chairs_only_under_bpt_and_before_the_start(book, clause):
    """CGP 5.2.1 and NPS 6: not transferable. BPT 2: by agreement, before play begins."""
    floor = Floor(book)
    floor.open((1, 9))
    floor.seat({1: [1, 2, 3]})
    outcome = floor.do("SwapSeats", first="e1", second="e2", **DIRECTOR)
    if clause:
        assert clause in cites(outcome)
        return
    assert because(outcome) == "done"
    floor.now = at("14:00")
    floor.done("StartClock", **DIRECTOR)
    late = floor.do("SwapSeats", first="e1", second="e3", **DIRECTOR)
    assert "bpt-2015:2" in cites(late)


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_began_in_the_wrong_chair_takes_his_stack_to_the_right_one(book):
    """23.500 after ten hands: they go with him."""
    floor = Floor(book)
    floor.open((1, 9))
    floor.seat({1: [1, 2, 3]})
    found = {"entry": "e1", "found_table": 1, "found_seat": 7, "stack": 23500, "right_chips": True}
    done = floor.do("CorrectSeat", **found, **DIRECTOR)
    assert because(done) == "done", done
    assert floor.at(1, 1) == "e1"


@pytest.mark.parametrize("book", DEAD)
def test_between_button_and_small_blind_no_hand_is_dealt(book):
    """The next hand has button 1, small blind 3, big blind 4; whoever comes to the empty 2 waits for it to pass."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9))
    floor.seat({1: [1, 3, 4, 5, 6, 7, 8], 2: [1, 2, 3, 4, 5, 6, 7]})
    floor.done("MarkLevel", level=1, **DIRECTOR)
    floor.order("EndHand", table=1, button=8, small_blind=1, big_blind=3)
    mover = floor.at(2, 7)
    floor.order("MovePlayer", entry=mover, table=1, seat=2, reason="teste")
    hand = floor.told(1)
    assert (hand.button, hand.small_blind, hand.big_blind) == (1, 3, 4)
    assert (2 in hand.dealt, hand.no_hand) == (False, (2,))
    floor.order("EndHand", table=1)
    assert 2 in floor.told(1).dealt


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("level", [1, 6, 10])
def test_a_late_entry_has_the_whole_starting_stack(book, level):
    floor = Floor(book)
    floor.done("MarkLevel", level=level, **DIRECTOR)
    floor.sell("e1", "p1")
    assert floor.state.entries["e1"].chips == 30000


# Halting


@pytest.mark.parametrize(("book", "clause"), [
    ("cgp-2024", "cgp-2024:5.2.4.D"), ("nps-2019", "nps-2019:8"), ("adtp-2012", "adtp-2012:8.A"),
    ("adtp-2023", "adtp-2023:11.D"),
])  # fmt: skip
@pytest.mark.parametrize(("gone", "halts"), [((4, 5, 6), True), ((4, 5), False)])
def test_three_fewer_than_the_largest_table_halts_play(book, clause, gone, halts):
    """Nine at one table; at the other those due the next blinds go: with six left it waits, with seven it plays on."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9))
    floor.seat({1: RING, 2: RING})
    floor.done("MarkLevel", level=1, **DIRECTOR)
    for table in (1, 2):
        floor.order("EndHand", table=table, button=1, small_blind=2, big_blind=3)
    for seat in gone:
        floor.bust(floor.at(1, seat))
    assert floor.told(1).halted is halts
    assert [clause in one.cites for one in floor.events("TableHalted")] == [True] * halts


# Who moves where


@pytest.mark.parametrize("book", DEAD)
@pytest.mark.parametrize(("button", "small", "big", "mover"), [(4, 5, 7, 8), (8, 9, 1, 2), (9, 1, 2, 3)])
def test_the_big_blind_of_the_next_hand_moves(book, button, small, big, mover):
    """Whoever would have it at the table that gives: with 6 empty and not."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9))
    floor.seat({1: [1, 2, 3, 4, 5, 7, 8, 9], 2: [1, 2, 3, 4, 5, 6]})
    floor.done("MarkLevel", level=1, **DIRECTOR)
    floor.order("EndHand", table=1, button=button, small_blind=small, big_blind=big)
    floor.order("EndHand", table=2, button=1, small_blind=2, big_blind=3)
    floor.do("ProposeBalance", **DIRECTOR)
    (proposal,) = floor.state.floor.proposals.values()
    assert (proposal.moves[0].from_table, proposal.moves[0].from_seat) == (1, mover)


# The clock


@pytest.mark.parametrize("book", BOOKS)
def test_a_break_is_no_level_and_the_next_one_follows_it(book):
    levels = tuple(
        Level(minutes=20, small_blind=100, big_blind=200, break_minutes=10 if n == 2 else 0) for n in range(1, 9)
    )
    room = Hall(book=book, levels=levels)
    room.seat(4, 2)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(45)
    assert room.shown() == (2, True, 300)
    room.pass_time(5)
    assert room.shown() == (3, False, 1200)


def bubble(book, players=11, left=10):
    levels = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))
    room = Hall(book=book, levels=levels)
    room.seat(players, 3)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(30 - left)
    return room


def played(room):
    for table in tuple(tables_in_step(room.state, "1")):
        room.hand(table)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_each_hand_for_hand_costs_two_minutes_whatever_it_took(book):
    """5.3.14.a, 23.a: ten minutes left; three hands of a quarter of an hour leave four, and five more begin level 2."""
    room = bubble(book)
    room.director("StartHandForHand", paid=10)
    played(room)
    start = room.shown()
    assert start == (1, False, 600)
    for _ in range(3):
        room.director("ReleaseHand")
        room.pass_time(15)
        played(room)
    assert room.shown()[:2] == (1, False)
    assert room.shown()[2] == 240
    for _ in range(2):
        room.director("ReleaseHand")
        played(room)
    assert room.shown() == (2, False, 1800)


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
def test_a_called_all_in_waits_for_the_other_tables(book):
    """5.3.14.b, 23.b: it is run only when all others are done, one table at a time."""
    room = bubble(book)
    room.director("StartHandForHand", paid=10)
    played(room)
    room.director("ReleaseHand")
    for table in (1, 2):
        room.director("HoldAllIn", table=table)
    early = room.no("RunAllIn", table=1)
    assert early.because != "done"
    assert any(one.startswith(book) for one in cites(early))
    room.hand(3)
    room.director("RunAllIn", table=1)
    second = room.no("RunAllIn", table=2)
    assert any(one.startswith(book) for one in cites(second))


@pytest.mark.parametrize(("left", "stopped"), [(15, True), (5, True), (15.05, False), (4.95, False)])
@pytest.mark.parametrize(("book", "clause"), [("cgp-2024", "cgp-2024:5.3.13"), ("nps-2019", "nps-2019:22")])
def test_the_clock_stops_for_the_last_hands_between_fifteen_and_five_minutes(book, clause, left, stopped):
    levels = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))
    starts = datetime.fromisoformat("2026-11-20T14:00:00-03:00")
    later_ = datetime.fromisoformat("2026-11-21T14:00:00-03:00")
    days = (Day(id="1", starts_at=starts, until_level=2), Day(id="2", starts_at=later_, from_level=3))
    room = Hall(book=book, levels=levels, days=days)
    room.seat(6, 3)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(60 - left)
    outcome = room.do("StopForLastHands", role="director", tournament="t1")
    assert (because(outcome) == "done") is stopped
    if not stopped:
        assert cites(outcome) == {clause}


@pytest.mark.parametrize("card", ["7h", "Ah", "Kd"])
def test_only_two_to_six_are_cards_of_the_last_hands(card):
    levels = tuple(Level(minutes=30, small_blind=100 * n, big_blind=200 * n) for n in range(1, 9))
    starts = datetime.fromisoformat("2026-11-20T14:00:00-03:00")
    later_ = datetime.fromisoformat("2026-11-21T14:00:00-03:00")
    days = (Day(id="1", starts_at=starts, until_level=2), Day(id="2", starts_at=later_, from_level=3))
    room = Hall(book="nps-2019", levels=levels, days=days)
    room.seat(6, 3)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(50)
    room.director("StopForLastHands")
    assert because(room.do("DrawLastHands", role="director", tournament="t1", entry="e1", card=card)) != "done"


# Races


def race(book, odd, cards, bare=(), players=8):
    play = Play({5: players}, book=book)
    play.direct("CallColorUp", race="r1", remove=25, keep=100)
    fields = {"race": "r1", "table": 5, "odd": odd, "cards": cards, "stacks_visible": True, "bare": list(bare)}
    return told(play.direct("RaceTable", **fields), "TableRaced")[0]


@pytest.mark.parametrize("book", DEAD)
@pytest.mark.parametrize(("odd", "cards", "awards"), [
    # One hundred for four 25s: the ace of spades before the ace of hearts.
    ({1: 2, 2: 2}, {1: ["Ah", "2c"], 2: ["As", "3c"]}, [[2, 100]]),
    # Six 25s are one and a half: rounded up at the half, two chips.
    ({1: 3, 2: 3}, {1: ["Ah", "2c", "3d"], 2: ["4s", "3c", "5d"]}, [[1, 100], [2, 100]]),
    # Five are one and a quarter: one chip.
    ({1: 3, 2: 2}, {1: ["Kh", "2c", "3d"], 2: ["4s", "3c"]}, [[1, 100]]),
    # Seat 1 holds the two highest cards and gets one chip all the same.
    ({1: 3, 3: 3, 4: 2}, {1: ["As", "Ks", "Qs"], 3: ["2c", "3c", "4c"], 4: ["5d", "6d"]}, [[1, 100], [4, 100]]),
])  # fmt: skip
def test_a_chip_race(book, odd, cards, awards):
    assert race(book, odd, cards)["awards"] == awards


@pytest.mark.parametrize("book", DEAD)
def test_two_whose_whole_stack_is_odd_chips_both_stay(book):
    """Neither is raced out; each that wins nothing has one chip of the lowest value."""
    done = race(book, {1: 1, 2: 1, 3: 2}, {1: ["2c"], 2: ["3c"], 3: ["As", "Ks"]}, bare=(1, 2))
    assert done["awards"] == [[3, 100]]
    assert sorted(done["kept_alive"]) == [1, 2]


# Final tables


@pytest.mark.parametrize(("codes", "size", "final"), [
    (("nlhe",), 9, 10), (("nlhe",), 6, 7), (("stud",), 8, 9), (("27sd",), 7, 8),
])  # fmt: skip
def test_final_tables_of_adtp_2012(codes, size, final):
    """9: ten, seven, nine and eight; a sheet that says one less is named with the book's number."""
    forced = {"stud_ante": 100, "bring_in": 200, "small_bet": 400, "big_bet": 800}
    levels = tuple(Level(minutes=30, small_blind=200, big_blind=400, **forced) for _ in range(20))
    made = {"games": Games(codes=codes), "levels": levels, "table_size": size}
    named = [
        one.values["book"]
        for said in (final, final - 1)
        for one in faults_of(sheet("adtp-2012", final_table_size=said, **made))
        if one.because == "sheet.final_table_differs"
    ]
    assert named == [final]


# Absent


@pytest.mark.parametrize("whole", [True, False])
def test_bpt_eliminates_who_was_away_for_a_whole_level(whole):
    """3: from its beginning to its end; a part of one is not enough."""
    room = Hall(book="bpt-2015", levels=tuple(Level(minutes=20, small_blind=100, big_blind=200) for _ in range(8)))
    room.seat(4, 1)
    room.now = at("14:00")
    room.director("StartClock")
    room.pass_time(20 if whole else 21)
    room.director("MarkAway", entry="e1", **({"from_level_start": True} if whole else {}))
    room.pass_time(19)
    assert because(room.do("EliminateAbsent", role="director", tournament="t1", entry="e1", stack=5000)) != "done"
    room.pass_time(1)
    outcome = room.do("EliminateAbsent", role="director", tournament="t1", entry="e1", stack=5000)
    assert (because(outcome) == "done") is whole
    if whole:
        assert room.state.chips_removed == 5000


@pytest.mark.parametrize("book", [one for one in BOOKS if one != "bpt-2015"])
def test_the_others_blind_the_absent_away_and_eliminate_nobody_for_it(book):
    room = Hall(book=book)
    room.seat(4, 1)
    room.now = at("14:00")
    room.director("StartClock")
    room.director("MarkAway", entry="e1", from_level_start=True)
    room.pass_time(90)
    assert because(room.do("EliminateAbsent", role="director", tournament="t1", entry="e1", stack=5000)) != "done"
