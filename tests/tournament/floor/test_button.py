"""Button and blinds of each table: drawn once, moved on by every hand, told to the dealer before the next."""

from __future__ import annotations

import itertools

import pytest

from feltro.tournament.sheet import Games, Level
from tests.tournament.room import BOOKS
from tests.tournament.seats import Floor

DEAD = tuple(book for book in BOOKS if book != "bpt-2015")


def ring(book, seats=range(1, 10), chairs=9, **changes):
    """One table with these chairs taken."""
    floor = Floor(book, **changes)
    floor.open((1, chairs))
    floor.seat({1: list(seats)})
    return floor


def told(floor, table=1):
    hand = floor.told(table)
    return hand.button, hand.small_blind, hand.big_blind


@pytest.mark.parametrize("book", ["cgp-2024", "nps-2019"])
@pytest.mark.clause("cgp-2024:5.3.1", "nps-2019:9")
def test_one_draw_sets_the_button_of_all_tables(book):
    """Seat 4, drawn by cards at one table, with three tables running: the button is on 4 at all of them."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9), (3, 9))
    floor.fill(27)
    floor.order("DrawButton", seat=4)
    assert {floor.told(table).button for table in (1, 2, 3)} == {4}
    (event,) = floor.events("ButtonDrawn")
    assert event.tables == (1, 2, 3)
    assert all(cite.startswith(book) for cite in event.cites)
    assert floor.no("DrawButton", seat=11).because == "chair.none_such"


@pytest.mark.clause("bpt-2015:13")
def test_the_button_of_a_stage_is_drawn_at_one_table():
    """Stage 3, the draw gives seat 6: the first hand has its button there."""
    floor = ring("bpt-2015")
    floor.order("DrawButton", seat=6, table=1)
    assert told(floor) == (6, 7, 8)
    assert floor.events("ButtonDrawn")[0].cites[0] == "bpt-2015:13"


@pytest.mark.parametrize(("asked", "among"), [({"table": 2}, {2, 7}), ({}, {1, 4})])
def test_the_button_is_drawn_among_the_chairs_of_the_table_that_was_named(asked, among):
    """Two tables, and nobody has the same chair at both: the second one where it is named, the first one otherwise."""
    floor = Floor("cgp-2024")
    floor.open((1, 9), (2, 9))
    floor.seat({1: [1, 4], 2: [2, 7]})
    floor.order("DrawButton", **asked)
    assert set(floor.events("ButtonDrawn")[0].among) == among


def test_a_button_that_feltro_draws_can_be_repeated():
    """It falls on a chair that is taken, and the proof of the deck covers it."""
    from feltro.app.desk.draws import proof_of
    from feltro.kernel.published_draw import findings

    floor = ring("cgp-2024", [2, 5, 8])
    floor.order("DrawButton")
    assert floor.told(1).button in {2, 5, 8}
    floor.done("CloseRegistration", role="director", tournament="t1")
    facts = floor.house.world.live("tournament:t1").facts
    assert findings(proof_of("mesas", floor.state, facts)) == []


@pytest.mark.parametrize("book", DEAD)
@pytest.mark.clause("cgp-2024:5.3.1.a", "nps-2019:9.a", "adtp-2012:28", "adtp-2023:32")
def test_the_button_rests_on_the_chair_of_a_small_blind_who_is_out(book):
    """Button 1, blinds 2 and 3; seat 2 is out: button on empty 2, small blind 3, big blind 4."""
    floor = ring(book)
    floor.order("DrawButton", seat=1)
    floor.bust(floor.at(1, 2))
    floor.order("EndHand", table=1)
    assert floor.state.floor.tables[1].positions.big_blind == 3
    hand = floor.told(1)
    assert (hand.button, hand.small_blind, hand.big_blind, hand.dead_button) == (2, 3, 4, True)
    assert hand.because == "button.dead"
    assert all(cite.startswith(book) for cite in hand.cites)


@pytest.mark.parametrize("book", DEAD)
@pytest.mark.clause("cgp-2024:5.3.1.a", "nps-2019:9.a", "adtp-2012:28", "adtp-2023:32")
def test_nobody_posts_the_small_blind_of_a_big_blind_who_is_out(book):
    """Seat 3 is out as big blind: button 2, no small blind, big blind 4; then button on empty 3, blinds 4 and 5."""
    floor = ring(book)
    floor.order("DrawButton", seat=1)
    floor.bust(floor.at(1, 3))
    floor.order("EndHand", table=1)
    assert told(floor) == (2, None, 4)
    assert floor.told(1).because == "button.lone_big_blind"
    floor.order("EndHand", table=1)
    assert told(floor) == (3, 4, 5)


@pytest.mark.clause("bpt-2015:14")
@pytest.mark.parametrize(("out", "expected"), [(2, (3, 4, 5)), (3, (2, 4, 5))])
def test_a_moving_button_is_always_on_a_player_and_both_blinds_are_posted(out, expected):
    floor = ring("bpt-2015")
    floor.order("DrawButton", seat=1)
    floor.bust(floor.at(1, out))
    floor.order("EndHand", table=1)
    assert told(floor) == expected
    assert floor.told(1).cites == ("bpt-2015:14",)


@pytest.mark.parametrize("book", BOOKS)
def test_with_empty_chairs_no_seat_posts_the_big_blind_hand_after_hand(book):
    """A defect known from another program: four hands in a row on one chair. Here everybody posts in turn."""
    floor = ring(book, [1, 4, 6, 9])
    floor.order("DrawButton", seat=4)
    posted = []
    for _ in range(12):
        posted.append(floor.told(1).big_blind)
        floor.order("EndHand", table=1)
    assert all(first != second for first, second in itertools.pairwise(posted))
    assert sorted(set(posted)) == [1, 4, 6, 9]
    assert {posted.count(seat) for seat in (1, 4, 6, 9)} == {3}


@pytest.mark.parametrize("book", DEAD)
@pytest.mark.clause("cgp-2024:5.3.1.b", "nps-2019:9.b", "adtp-2012:30", "adtp-2023:34")
def test_heads_up_the_button_posts_small_and_nobody_posts_big_twice(book):
    """Three players, button 1, blinds 2 and 3; 1 is out: 3 was big blind, so now 2 is, and 3 has the button."""
    floor = ring(book, [1, 2, 3])
    floor.order("DrawButton", seat=1)
    floor.bust(floor.at(1, 1))
    floor.order("EndHand", table=1)
    hand = floor.told(1)
    assert (hand.button, hand.small_blind, hand.big_blind) == (3, 3, 2)
    assert (hand.first_to_act, hand.first_to_act_later) == (3, 2)
    assert hand.cites[0].startswith(book)


@pytest.mark.clause("bpt-2015:15")
def test_heads_up_in_bpt_the_button_posts_the_big_blind_and_acts_last():
    floor = ring("bpt-2015", [1, 2, 3])
    floor.order("DrawButton", seat=1)
    floor.bust(floor.at(1, 1))
    floor.order("EndHand", table=1)
    hand = floor.told(1)
    assert (hand.button, hand.small_blind, hand.big_blind) == (2, 3, 2)
    assert (hand.first_to_act, hand.first_to_act_later) == (3, 3)
    assert hand.cites == ("bpt-2015:15",)


@pytest.mark.parametrize("book", DEAD)
@pytest.mark.clause("cgp-2024:5.2.1.a", "nps-2019:6.a", "adtp-2012:7", "adtp-2023:10.A")
def test_a_newcomer_between_button_and_small_blind_waits_until_the_button_has_passed(book):
    """Button 5, small blind 7, big blind 8; a newcomer in 6: no cards; he is dealt in with the button on 7."""
    floor = ring(book, [1, 2, 3, 4, 5, 7, 8, 9])
    floor.order("ReportButton", table=1, button=4, small_blind=5, big_blind=7)
    floor.enter(9)
    assert floor.state.floor.chair_of["e9"].seat == 6
    hand = floor.told(1)
    assert (hand.button, hand.small_blind, hand.big_blind) == (5, 7, 8)
    assert hand.no_hand == (6,)
    assert 6 not in hand.dealt
    assert len(hand.cites) > 1
    floor.order("EndHand", table=1)
    hand = floor.told(1)
    assert (hand.button, hand.small_blind, hand.big_blind) == (7, 8, 9)
    assert 6 in hand.dealt


@pytest.mark.parametrize("book", ["cgp-2024", "adtp-2012", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.2.1.a", "cgp-2024:5.2.2", "adtp-2012:7", "adtp-2023:10.A")
def test_a_newcomer_in_a_blind_posts_it_and_is_dealt_in(book):
    """Button 1, small 2; the chair due the big blind is filled: the newcomer posts it."""
    floor = ring(book, [1, 2, 3, 5, 6, 7, 8, 9])
    floor.order("ReportButton", table=1, button=1, small_blind=2, big_blind=3)
    floor.enter(9)
    assert floor.state.floor.chair_of["e9"].seat == 4
    assert told(floor) == (2, 3, 4)
    assert 4 in floor.told(1).dealt


@pytest.mark.parametrize("book", ["cgp-2024", "adtp-2012", "adtp-2023"])
@pytest.mark.clause("cgp-2024:5.2.4.B", "adtp-2012:8.B", "adtp-2023:11.B")
def test_the_button_moves_once_more_and_waits_out_the_stud_levels(book):
    """HORSE, eight players, the last hold'em hand with the button on 3: frozen on 4, and hold'em resumes there."""
    levels = tuple(
        Level(minutes=30, small_blind=200, big_blind=400, stud_ante=100, bring_in=200, small_bet=400, big_bet=800)
        for _ in range(20)
    )
    floor = ring(
        book, range(1, 9), 8, games=Games(codes=("flhe", "stud"), by="level"), levels=levels, table_size=8,
        final_table_size=8,
    )  # fmt: skip
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    floor.order("EndHand", table=1, button=3)
    floor.done("MarkLevel", role="director", tournament="t1", level=2)
    hand = floor.told(1)
    assert (hand.game, hand.button, hand.big_blind) == ("stud", 4, None)
    assert hand.cites[0].startswith(book)
    for _ in range(3):
        floor.order("EndHand", table=1)
        assert floor.told(1).button == 4
    floor.done("MarkLevel", role="director", tournament="t1", level=3)
    assert told(floor) == (4, 5, 6)
    floor.order("EndHand", table=1)
    assert told(floor) == (5, 6, 7)


def test_what_nobody_reported_is_not_guessed():
    """Without draw or report the dealer is told nothing; a reported hand makes the next one known."""
    floor = ring("cgp-2024", [1, 2, 3, 4])
    assert floor.told(1).because == "hand.button_unknown"
    floor.order("EndHand", table=1)
    assert floor.told(1).button is None
    floor.order("ReportButton", table=1, button=4)
    assert told(floor) == (1, 2, 3)
    assert floor.no("ReportButton", table=1, button=1, small_blind=4, big_blind=2).because == (
        "unreadable.blinds_order"
    )


@pytest.mark.parametrize(
    ("reported", "because"),
    [
        ((1, 2, 3), ""),
        ((4, 1, 2), ""),
        ((1, 1, 2), ""),
        ((2, 1, 2), ""),
        ((1, 3, 4), ""),
        ((1, 3, 3), "unreadable.blinds_order"),
        ((3, 3, 3), "unreadable.blinds_order"),
        ((1, 3, 2), "unreadable.blinds_order"),
        ((2, 1, 3), "unreadable.blinds_order"),
        ((3, 2, 1), "unreadable.blinds_order"),
    ],
)
def test_button_and_blinds_are_reported_clockwise(reported, because):
    """The small blind comes after the button and before the big blind; heads-up the button is one of the two."""
    floor = ring("cgp-2024", [1, 2, 3, 4])
    button, small, big = reported
    fields = {"table": 1, "button": button, "small_blind": small, "big_blind": big}
    if because:
        assert floor.no("ReportButton", **fields).because == because
        assert floor.state.floor.tables[1].positions is None
    else:
        floor.order("ReportButton", **fields)
        told = floor.state.floor.tables[1].positions
        assert (told.button, told.small_blind, told.big_blind) == reported


@pytest.mark.parametrize(("stack", "dealt"), [("in_play", (1, 2, 3, 4)), ("held", (1, 2, 4))])
def test_a_paid_player_who_is_not_there_at_the_first_hand(stack, dealt):
    """As the event says: his chips play and post without him, or wait off the table until he comes."""
    floor = Floor(answers={"seating.absent_at_start.stack": stack})
    floor.open((1, 9))
    floor.seat({1: [1, 2, 3, 4]})
    absent = floor.at(1, 3)
    floor.order("MarkAbsent", entry=absent)
    floor.order("DrawButton", seat=1)
    hand = floor.told(1)
    assert hand.dealt == dealt
    assert hand.absent == ((3,) if stack == "in_play" else ())
    assert floor.no("MarkAbsent", entry=absent).because == "seat.absent_already"
    floor.order("MarkArrived", entry=absent)
    assert floor.told(1).dealt == (1, 2, 3, 4)


def test_a_hand_reported_wrongly_is_corrected_in_its_place():
    """The dealer said seat 2, it was seat 5: the coming hand follows from the right one."""
    floor = ring("cgp-2024")
    floor.done("EndHand", role="dealer", tournament="t1", table=1, button=2, key="wrong")
    assert told(floor) == (3, 4, 5)
    right = {"type": "EndHand", "tournament": "t1", "table": 1, "button": 5}
    floor.done("Correct", role="director", command_key="wrong", replacement=right, reason="câmera")
    assert told(floor) == (6, 7, 8)
    assert floor.state.floor.tables[1].hands == 1


def test_a_bust_told_after_its_hand_ended_changes_the_coming_hand():
    """Seat 4 went out in the hand that is over: the big blind passes his chair."""
    floor = ring("cgp-2024")
    floor.order("EndHand", table=1, button=1)
    assert told(floor) == (2, 3, 4)
    busts = [{"entry": floor.at(1, 4), "table": 1}]
    floor.done("BustHand", role="director", tournament="t1", hand=1, busts=busts)
    assert told(floor) == (2, 3, 5)
    floor.order("EndHand", table=1)
    assert floor.state.floor.tables[1].positions.big_blind == 5


def test_whoever_is_missed_before_the_first_hand_misses_the_first_level_and_later_the_next_one():
    """BPT 3 counts levels that a player missed whole: one that he was seen in is none of them."""
    floor = Floor("bpt-2015")
    floor.open((1, 9))
    floor.seat({1: [1, 2, 3, 4]})
    floor.order("MarkAbsent", entry=floor.at(1, 1))
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    floor.order("MarkAbsent", entry=floor.at(1, 2))
    floor.order("EndHand", table=1, button=1)
    floor.order("MarkAbsent", entry=floor.at(1, 3))
    floor.done("MarkLevel", role="director", tournament="t1", level=2)
    floor.order("MarkAbsent", entry=floor.at(1, 4))
    assert [one.missed_from for one in floor.events("PlayerAbsent")] == [1, 1, 2, 3]
