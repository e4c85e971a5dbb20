"""Balancing while hands are played: who is due the big blind next moves, after his hand, for the hand dealt after it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.app.handling.answer import told_reason
from feltro.sim.played_room import PlayedRoom
from feltro.tournament.clock.commands import StartClock, StartHand
from feltro.tournament.facts import floor as f
from feltro.tournament.floor import commands as fc
from tests.tournament.floor.test_balance import FLOP, RING, from_to, proposal
from tests.tournament.room import BOOKS
from tests.tournament.seats import Floor

MOVING_BUTTON = {"bpt-2015"}
"""The one book whose button goes from player to player; in the others it may rest on an empty chair."""


def mid_hand(book, **changes):
    """Table 1 full, table 2 with eight. The hand that ended: button 1, blinds 2 and 3. Another is being played at both."""
    floor = Floor(book, **changes)
    floor.open((1, 9), (2, 9))
    floor.seat({1: RING, 2: [1, 2, 3, 4, 6, 7, 8, 9]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    for table in (1, 2):
        floor.order("EndHand", table=table, button=1)
        floor.order("StartHand", table=table)
    return floor


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_in_mid_hand_the_next_big_blind_is_proposed_not_the_one_who_has_it(book):
    """Hands in progress have the big blind on 4: chair 5 has it next and goes, to the empty chair 5 that owes it next."""
    floor = mid_hand(book)
    floor.bust(floor.at(2, 7))
    assert from_to(floor) == [(1, 5, 2, 5)]
    assert proposal(floor).moves[0].posts_big_blind


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_the_big_blind_who_busts_leaves_the_small_blind_that_nobody_is_sent_to(book):
    """Chair 4 has the big blind and is out: the next hand's small blind is due there, so the mover goes to 5."""
    floor = mid_hand(book)
    floor.bust(floor.at(2, 4))
    assert from_to(floor) == [(1, 5, 2, 5)]


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_in_automatic_mode_the_mover_plays_his_hand_first(book):
    """The bust brings a proposal; the hand at the full table ends, and with it he goes."""
    floor = mid_hand(book)
    floor.order("SetBalancing", mode="automatic")
    mover = floor.at(1, 5)
    assert [told.name for told in floor.bust(floor.at(2, 7))] == ["EntryEliminated", "BalanceProposed"]
    assert floor.order("EndHand", table=1)[:2] == ["HandPlayed", "PlayerMoved"]
    assert floor.at(2, 5) == mover
    floor.order("EndHand", table=2)
    assert floor.state.floor.tables[2].positions.big_blind == 4
    assert floor.told(2).big_blind == 5


@pytest.mark.parametrize("book", FLOP)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_the_chair_is_looked_for_again_when_the_other_table_deals_on(book):
    """Proposed for chair 5, the next big blind there. That table ends its hand and deals another, with the big blind on
    6: chair 5 would wait between button and small blind, so that he goes to 7, which owes the next one."""
    floor = mid_hand(book)
    floor.bust(floor.at(2, 7))
    assert from_to(floor) == [(1, 5, 2, 5)]
    floor.order("EndHand", table=2)
    assert from_to(floor) == [(1, 5, 2, 5)]
    floor.order("StartHand", table=2)
    assert from_to(floor) == [(1, 5, 2, 7)]


def test_whoever_sits_down_during_a_hand_is_not_dealt_into_it():
    """Chair 5 was empty when the hand began: its big blind stays on chair 4, though somebody came in between."""
    floor = mid_hand("cgp-2024")
    floor.order("MovePlayer", entry=floor.at(1, 9), table=2, seat=5, reason="teste")
    floor.order("EndHand", table=2)
    floor.order("EndHand", table=1)
    assert floor.state.floor.tables[2].positions.big_blind == 4


def test_who_is_told_to_be_out_between_two_hands_was_out_of_the_first():
    """A table that tells when its hands begin: the bust after the end is of the hand that ended, whose big blind was 4."""
    floor = mid_hand("cgp-2024")
    for table in (1, 2):
        floor.order("EndHand", table=table)
    floor.bust(floor.at(2, 7))
    assert from_to(floor) == [(1, 5, 2, 5)]


def test_a_redraw_ends_the_hands_that_were_played():
    floor = mid_hand("cgp-2024")
    floor.order("Redraw", tables=[1, 2])
    assert not floor.state.clocks.hands
    assert "HandStarted" in floor.order("StartHand", table=1)


# A whole room in mid-hand against a slow and simple one


class Seats:
    """One table, told by hand: chairs one by one, nothing shared with the code that is tested."""

    def __init__(self, book, players, button, chairs):
        self.chairs = chairs
        self.moving = book in MOVING_BUTTON
        self.players = set(players)
        self.last = None
        self.drawn = button
        self.dealt = None
        self.starts = True

    def after(self, chair, players):
        for step in range(1, self.chairs + 1):
            found = (chair - 1 + step) % self.chairs + 1
            if found in players:
                return found
        raise LookupError(chair)

    def hand(self, last, players):
        """(button, small blind's chair, big blind) of the hand after `last`."""
        if last is None or self.moving:
            button = self.drawn if last is None else self.after(last[0], players)
            if self.moving and button not in players:
                button = self.after(button, players)
            small = self.after(button, players)
            return button, small, self.after(small, players)
        return last[1], last[2], self.after(last[2], players)

    def current(self):
        """The hand that is played, or the one just played."""
        return self.last if self.dealt is None else self.hand(self.last, self.dealt)

    def next_big_blind(self):
        return self.hand(self.current(), self.players)[2]

    def worst(self):
        """Every free chair tried out: how many hands until it pays; the small blind's never."""
        best = None
        for chair in sorted({*range(1, self.chairs + 1)} - self.players):
            there = self.players | {chair}
            hand = self.hand(self.current(), there)
            if hand[1] == chair:
                continue
            hands = 0
            while hand[2] != chair:
                hand, hands = self.hand(hand, there), hands + 1
            if best is None or hands < best[0]:
                best = hands, chair
        return best


class Model:
    """Drives a room by chance, and keeps its own record of every table."""

    def __init__(self, book, seed, mode, chairs):
        self.chance = random.Random(seed)
        self.room = PlayedRoom(book, 3 * chairs, chairs, seed)
        self.room.do(fc.SetBalancing(tournament="sim", mode=mode))
        self.room.do(StartClock(tournament="sim", reason="teste"))
        tables = self.room.state.floor.tables
        button = tables[1].drawn_button
        self.tables = {number: Seats(book, table.players, button, chairs) for number, table in tables.items()}
        for table in self.tables.values():
            table.starts = self.chance.random() < 0.7
        self.seen = 0

    def start(self, number):
        events = self.room.do(StartHand(tournament="sim", table=number))
        self.tables[number].dealt = set(self.tables[number].players)
        self.look(events)

    def end(self, number):
        table = self.tables[number]
        if table.dealt is None:
            table.dealt = set(table.players)
        table.last, table.dealt = table.current(), None
        events = self.room.end_hand(number)
        (played,) = (event for event in events if isinstance(event, f.HandPlayed))
        kept = played.positions
        assert (kept.button, kept.small_blind, kept.big_blind) == table.last
        self.look(events)

    def bust(self, number):
        table = self.tables[number]
        if table.dealt is None:
            table.dealt = set(table.players)
        seat = self.chance.choice(sorted(table.dealt & table.players))
        entry = self.room.state.floor.tables[number].players[seat]
        table.players.discard(seat)
        self.look(self.room.bust(entry))

    def look(self, events):
        """One move is checked to the chair; of several that are solved together, that nobody got up from a hand."""
        moved = [event for event in events if isinstance(event, f.PlayerMoved)]
        kept = self.room.state.floor.proposals.values()
        waiting = [move for proposal in kept for move in proposal.moves]
        if len(moved) + len(waiting) == 1:
            (move,) = (*moved, *waiting)
            self.seen += 1
            assert move.from_seat == self.tables[move.from_table].next_big_blind()
            assert move.seat == self.tables[move.table].worst()[1]
        for event in moved:
            assert not self.room.state.floor.tables[event.from_table].dealing
            self.tables[event.from_table].players.discard(event.from_seat)
            self.tables[event.table].players.add(event.seat)

    def step(self):
        number = self.chance.choice(sorted(self.tables))
        table = self.tables[number]
        in_hand = table.dealt is not None
        in_play = (table.dealt or set()) & table.players if table.starts or in_hand else table.players
        if len(in_play) > 1 and self.chance.random() < 0.3:
            self.bust(number)
        elif in_hand or not table.starts:
            self.end(number)
        else:
            self.start(number)


@pytest.mark.parametrize("mode", ["propose", "automatic"])
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("cgp-2024:5.2.4.A", "nps-2019:8", "adtp-2012:8.A", "adtp-2023:11.A")
def test_random_rooms_in_mid_hand_move_as_the_slow_room_says(book, mode):
    """Three tables of five to ten, hands at every stage, busts in mid-hand: mover and chair as trying every chair finds."""
    looked_at = []

    @settings(max_examples=40, deadline=None, derandomize=True, database=None)
    @given(st.integers(0, 10_000), st.integers(5, 10))
    def rooms(seed, chairs):
        model = Model(book, seed, mode, chairs)
        steps = 0
        while model.room.left > 2 * chairs + 2 and steps < 120:
            model.step()
            steps += bool(mode == "propose" and model.room.state.floor.proposals.get("1")) * 12 + 1
        looked_at.append(model.seen)

    rooms()
    assert sum(looked_at) > 10


@pytest.mark.parametrize("lang", ["pt", "en", "es"])
def test_a_proposal_is_told_in_words_whatever_it_proposes(lang):
    """A move from table 1, seat 5; a table that breaks; buttons that nobody knows: the answer names them."""
    plain = {"day": "1", "moves": [], "report": [], "breaks": 0, "final_table": False, "cites": []}
    move = {"entry": "e1", "from_table": 1, "from_seat": 5, "table": 2, "seat": 7}
    for proposed, named in (
        ({"moves": [move], "because": "tables.moves"}, ("1", "5", "2", "7")),
        ({"breaks": 3, "because": "tables.break_random"}, ("3",)),
        ({"report": [4, 6], "because": "seat.report_button"}, ("4", "6")),
        ({"final_table": True, "because": "seat.final_table"}, ()),
    ):
        text = told_reason({**plain, **proposed}, lang)
        assert all(one in text for one in named)


def test_the_final_table_is_drawn_when_the_last_hand_of_the_room_ends():
    """Nine are left and hands are played at both tables: nobody gets up at the first that ends, everybody at the second."""
    floor = Floor("cgp-2024")
    floor.open((1, 10), (2, 10))
    floor.seat({1: [1, 2, 3, 4, 5], 2: [1, 2, 3, 4, 5]})
    floor.done("MarkLevel", role="director", tournament="t1", level=1)
    floor.done("CloseRegistration", role="director", tournament="t1")
    for table in (1, 2):
        floor.order("EndHand", table=table, button=1)
        floor.order("StartHand", table=table)
    floor.order("SetBalancing", mode="automatic")
    assert [told.name for told in floor.bust(floor.at(1, 5))] == ["EntryEliminated", "BalanceProposed"]
    assert proposal(floor).final_table
    assert floor.order("EndHand", table=1) == ["HandPlayed"]
    assert floor.order("EndHand", table=2) == ["HandPlayed", "Redrawn", "TableClosed", "ButtonDrawn"]
    assert {len(table.players) for table in floor.state.floor.tables.values()} == {9}
