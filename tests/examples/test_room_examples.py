"""The examples of the clause index that happen in the room, with their own figures."""

from __future__ import annotations

from datetime import datetime

import pytest

from feltro.app.conduct.incidents.files import load
from feltro.app.desk.draws import proof_of
from feltro.kernel import draws
from feltro.kernel.cards import card
from feltro.kernel.published_draw import findings
from feltro.procedures.breaks import dealt_chairs
from feltro.tournament.eliminations.places import place_of
from feltro.tournament.sanctions.view import due_while_away
from feltro.tournament.sheet import Day, Level
from tests.tournament.play import Play, cited, told
from tests.tournament.room import at
from tests.tournament.seats import Floor

TOURS = ("cgp-2024", "nps-2019")


def give(play: Play, kind: str, **more: object) -> dict:
    return told(play.direct("GivePenalty", penalty="x", entry="e1", kind=kind, **more), "PenaltyGiven")[0]


# Seats


@pytest.mark.clause("adtp-2012:5")
def test_180_entries_have_a_chair_each_from_a_draw_that_is_on_record():
    """Twenty tables of nine: 180 different chairs, and the draw can be checked when registration closes."""
    floor = Floor("adtp-2012")
    floor.open(*((table, 9) for table in range(1, 21)))
    floor.fill(180)
    assert len(set(floor.state.floor.chair_of.values())) == 180
    floor.done("CloseRegistration", role="director", tournament="t1")
    assert findings(proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)) == []


@pytest.mark.clause("cgp-2024:5.2.1", "nps-2019:6")
def test_the_same_seed_draws_the_same_ninety_chairs():
    """Ten tables of nine: every chair once; drawn again with seed 7 the order is the same, with 8 another."""
    deck = draws.Deck("mesas", draws.chairs_of([(table, 9) for table in range(1, 11)]))
    drawn = [draws.draw(deck, seed.to_bytes(32, "big")) for seed in (7, 7, 8)]
    assert len(set(drawn[0])) == 90
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.clause("cgp-2024:2.5", "nps-2019:I")
@pytest.mark.parametrize("book", TOURS)
def test_the_chair_that_opens_is_the_first_alternates(book):
    """Twenty tables of nine are full, X and then Y come; 4/7 opens: X sits there with a whole stack, Y is first."""
    day = Day(id="1", starts_at=datetime.fromisoformat("2026-11-20T14:00:00-03:00"), seats=180)
    floor = Floor(book, days=(day,))
    floor.open(*((table, 9) for table in range(1, 21)))
    floor.fill(180)
    floor.now = at("14:20")
    floor.done("MarkLevel", role="director", tournament="t1", level=2)
    floor.sell("x", "px")
    floor.sell("y", "py")
    floor.order("SetBalancing", mode="off")
    floor.bust(floor.at(4, 7))
    floor.done("SeatAlternate", role="director", tournament="t1", entry="x")
    assert floor.at(4, 7) == "x"
    assert (floor.state.entries["x"].chips, floor.state.waiting) == (30000, ["y"])
    refused = floor.refused("CancelEntry", tournament="t1", entry="y", desk="d1")
    assert refused.because == "cancel.alternate"


@pytest.mark.clause("adtp-2023:8.A")
def test_a_reentry_is_drawn_among_all_open_chairs_with_a_whole_stack():
    """Level 6, 30,000 on the sheet: 30,000 issued, drawn at one of the two tables that have a chair."""
    floor = Floor("adtp-2023")
    floor.open((1, 4), (2, 4))
    floor.fill(8)
    floor.order("SetBalancing", mode="off")
    floor.done("MarkLevel", role="director", tournament="t1", level=6)
    gone = [floor.at(1, 2), floor.at(2, 3)]
    for entry in gone:
        floor.bust(entry)
    issued = floor.state.chips_issued
    floor.sell("again", "p" + gone[0][1:], item="reentry")
    assert floor.state.chips_issued == issued + 30000
    chair = floor.state.floor.chair_of["again"]
    assert (chair.table, chair.seat) in {(1, 2), (2, 3)}
    assert floor.events("PlayerSeated")[-1].among == "1-2"


def full_but_for(book: str, players: int) -> Floor:
    """Table 9 has so many players, and as many chairs are free elsewhere."""
    floor = Floor(book)
    floor.open((1, 9), (2, 9), (9, 9))
    half = players // 2
    chairs = list(range(1, 10))
    floor.seat({1: chairs[half:], 2: chairs[players - half :], 9: chairs[:players]})
    return floor


@pytest.mark.clause("cgp-2024:5.2.2", "nps-2019:7")
@pytest.mark.parametrize("book", TOURS)
def test_six_players_of_a_broken_table_take_the_six_open_chairs(book):
    """Six moves, one for each chair, in an order that is drawn."""
    floor = full_but_for(book, 6)
    assert floor.order("BreakTable", table=9).count("PlayerMoved") == 6
    assert {len(table.players) for table in floor.state.floor.tables.values()} == {9}
    (broken,) = floor.events("TableBroken")
    assert (broken.how, len(set(broken.seat_cards))) == ("random", 6)


@pytest.mark.clause("adtp-2023:10.B")
def test_seven_players_are_drawn_twice_over_and_the_log_repeats_it():
    """Chairs and players' cards are shuffled apart; their pairing is the result, and both draws can be checked."""
    floor = full_but_for("adtp-2023", 7)
    floor.order("BreakTable", table=9)
    (broken,) = floor.events("TableBroken")
    assert (len(broken.seat_cards), len(broken.cards)) == (7, 7)
    ranks = [card(one) for one in broken.cards]
    chairs = dealt_chairs(broken.players, broken.seat_cards, ranks, "highest_card", "clockwise")
    assert {entry: str(floor.state.floor.chair_of[entry]) for entry in broken.players} == chairs
    floor.done("CloseRegistration", role="director", tournament="t1")
    assert findings(proof_of("mesas", floor.state, floor.house.world.live("tournament:t1").facts)) == []


@pytest.mark.clause("bpt-2015:3.1")
def test_the_button_stops_at_the_chair_of_somebody_who_is_away():
    """From seat 2 it goes to seat 3, though nobody sits there now."""
    floor = Floor("bpt-2015")
    floor.open((1, 6))
    floor.seat({1: [1, 2, 3, 4, 5]})
    floor.order("ReportButton", table=1, button=2, small_blind=3, big_blind=4)
    floor.order("MarkAway", entry=floor.at(1, 3))
    assert floor.told(1).button == 3


@pytest.mark.clause("cgp-2024:5.3.1.c", "nps-2019:9.c")
@pytest.mark.parametrize("book", TOURS)
def test_a_misplaced_button_goes_on_from_where_it_was(book):
    """It was on 5 instead of 4 and the hand was played: the next one has it on 6."""
    floor = Floor(book)
    floor.open((1, 9))
    floor.fill(9)
    floor.order("ReportButton", table=1, button=3)
    assert floor.told(1).button == 4
    floor.order("EndHand", table=1, button=5)
    assert floor.told(1).button == 6


# Chips


@pytest.mark.clause("adtp-2012:49", "adtp-2023:63")
@pytest.mark.parametrize("book", ["adtp-2012", "adtp-2023"])
def test_6000_in_a_pocket_leave_play_and_14000_stay(book):
    """The stack on the table is kept, the total falls by 6,000, and disqualification is offered."""
    play = Play({5: 3}, book=book)
    play.direct("CountStack", entry="e1", chips=14000)
    before = play.in_play
    fields = {"entry": "e1", "chips": 6000, "ground": "confiscated"}
    removed = told(play.direct("RemoveChips", **fields), "ChipsRemoved")[0]
    assert removed["disqualification"] == "may"
    assert (play.in_play, play.state.chips.stacks["e1"].chips) == (before - 6000, 14000)


@pytest.mark.clause("adtp-2023:64")
def test_a_chip_of_500_found_on_the_floor():
    """Of 900,000 in play 899,500 are left and the chip is in the inventory; its owner known, it goes back."""
    play = Play({1: 10, 2: 10, 3: 10}, book="adtp-2023")
    assert play.in_play == 900000
    play.direct("ReturnChips", entry="e2", chips=500)
    assert play.in_play == 900000
    play.direct("RemoveChips", chips=500, ground="lost_and_found")
    assert (play.in_play, play.state.chips_removed) == (899500, 500)


# Penalties


@pytest.mark.clause("adtp-2012:52", "adtp-2023:67.D")
@pytest.mark.parametrize(("book", "stack", "left"), [("adtp-2012", 12500, 887500), ("adtp-2023", 44000, 856000)])
def test_the_chips_of_a_disqualified_player_leave_play(book, stack, left):
    """Of 900,000 in play his stack is gone, and his seat is empty."""
    play = Play({1: 10, 2: 10, 3: 10}, book=book)
    give(play, "disqualification", stack=stack)
    assert (play.in_play, "e1" in play.state.floor.chair_of) == (left, False)


@pytest.mark.clause("adtp-2012:54", "adtp-2023:69")
@pytest.mark.parametrize(("book", "hand", "players"), [("adtp-2012", 112, 8), ("adtp-2023", 50, 9)])
def test_the_hand_in_which_cards_were_shown_plays_on(book, hand, players):
    """The orbit begins with the next hand: 113 to 120 are missed, or 51 to 59."""
    play = Play({3: players}, book=book)
    play.hands(3, hand - 1)
    give(play, "missed_rounds", infraction="conduct.exposing_cards", during_hand=True)
    play.hands(3, 1)
    assert play.state.sanctions.penalties["x"].left == players
    play.hands(3, players)
    assert (play.state.floor.tables[3].hands, play.state.sanctions.penalties["x"].left) == (hand + players, 0)


@pytest.mark.clause("cgp-2024:5.8.1~redistribuicao", "nps-2019:49.g~redistribuicao", "adtp-2023:35.C")
@pytest.mark.parametrize(
    ("book", "hands", "served", "left"), [("cgp-2024", 4, 0, 3), ("nps-2019", 4, 0, 3), ("adtp-2023", 9, 3, 5)]
)
def test_a_hand_dealt_twice_counts_once(book, hands, served, left):
    """A misdeal ends no hand: four hands owed are three after the redeal, and three served of nine are four."""
    play = Play({3: hands}, book=book)
    give(play, "missed_rounds")
    play.hands(3, served)
    assert play.state.sanctions.penalties["x"].left == hands - served
    play.hands(3, 1)
    assert play.state.sanctions.penalties["x"].left == left


@pytest.mark.clause("adtp-2012:29", "adtp-2023:33")
@pytest.mark.parametrize(("book", "clause"), [("adtp-2012", "29"), ("adtp-2023", "33")])
def test_dodging_the_blinds_is_not_written_down_without_a_penalty(book, clause):
    """Marked intentional, it cannot be saved as nothing; with a penalty it can."""
    play = Play({3: 5}, book=book)
    refused = play.no("NoteInfraction", entry="e1", infraction="conduct.dodging_blinds")
    assert (refused.because, cited(refused)) == ("penalty.obligatory", {f"{book}:{clause}"})
    assert give(play, "missed_hands", infraction="conduct.dodging_blinds")["hands"] == 1


@pytest.mark.clause("cgp-2024:5.6.6.g", "nps-2019:47.g", "adtp-2023:67.A")
@pytest.mark.parametrize(
    ("book", "stack", "level"),
    [
        ("cgp-2024", 2400, Level(minutes=20, small_blind=1000, big_blind=2000, ante=2000)),
        ("nps-2019", 2400, Level(minutes=20, small_blind=1000, big_blind=2000, ante=2000)),
        ("adtp-2023", 1500, Level(minutes=20, small_blind=500, big_blind=1000, ante=1000)),
    ],
)
def test_the_big_blind_takes_the_last_chips_of_somebody_who_is_serving(book, stack, level):
    """Blind and ante are more than the stack: nothing is left, and the player is out in the place of the moment."""
    play = Play({3: 9}, book=book)
    give(play, "missed_rounds")
    settled = play.house.books.settlement(play.state, play.now).book
    assert due_while_away("big_blind", level, "big_blind", settled) >= stack
    out = told(play.bust("e1", ground="blinded_out"), "EntryEliminated")[0]
    assert any(cite.startswith(book) for cite in out["cites"])
    assert (play.state.entries["e1"].status, place_of(play.state, "e1")) == ("out", 9)


# Files


@pytest.mark.clause("cgp-2024:5.5.5.a", "nps-2019:41.a")
@pytest.mark.parametrize("book", TOURS)
def test_a_hand_that_somebody_suspects_is_set_aside_in_a_file_of_its_own(book):
    """Hand 118 is put away with what was seen, and the case is open until the direction closes it."""
    play = Play({3: 5}, book=book)
    seen = "Mão 118: AhKd e 7c7d, board 7h 7s 2c Kd 9h"
    play.direct("OpenIncident", incident="c1", kind="hand_set_aside", table=3, hand=118, account=seen)
    file = load("t1", "c1", play.house.store)
    assert (file.kind, file.table, file.hand, file.closed) == ("hand_set_aside", 3, 118, False)
    assert file.notes[0].account == seen
