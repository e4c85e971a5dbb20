"""Who is out, in which place, by whom; places move by themselves when a fact is put right."""

from __future__ import annotations

import pytest

from feltro.sim.played_room import PlayedRoom
from feltro.tournament.eliminations.commands import Eliminate
from feltro.tournament.eliminations.places import (
    finishing_order,
    place_of,
    players_left,
    standings,
    to_the_money,
)
from tests.tournament.play import Play, told
from tests.tournament.room import BOOKS, Room


@pytest.mark.clause("cgp-2024:5.3.14.d", "nps-2019:23.d")
@pytest.mark.parametrize("book", BOOKS)
def test_two_out_in_one_hand_at_one_table_rank_by_stack(book):
    """Five left: 9,000 and 3,000 go in the same hand; 9,000 is fourth, 3,000 fifth."""
    play = Play({2: 5}, book=book)
    busts = [{"entry": "e1", "stack": 9000}, {"entry": "e2", "stack": 3000}]
    done = play.direct("BustHand", hand=14, busts=busts)
    assert (place_of(play.state, "e1"), place_of(play.state, "e2")) == (4, 5)
    assert told(done, "HandRanked")[0]["because"] == "bust.by_stack"
    assert told(done, "HandRanked")[0]["cites"]


@pytest.mark.clause("cgp-2024:5.3.14.c", "nps-2019:23.c")
@pytest.mark.parametrize("book", BOOKS)
def test_two_out_hand_for_hand_at_different_tables_tie(book):
    """Seven left: one goes at each of two tables in the same hand: both sixth, whatever their stacks."""
    play = Play({2: 4, 5: 3}, book=book)
    busts = [{"entry": "e1", "stack": 9000}, {"entry": "e5", "stack": 3000}]
    play.direct("BustHand", round=1, busts=busts)
    assert [(one.place, set(one.players)) for one in standings(play.state)] == [(6, {"e1", "e5"})]
    assert players_left(play.state) == 5


def test_a_tie_is_found_also_when_each_table_reports_its_own():
    """Two dealers report the same round: the second report ties with the first; a later round does not."""
    play = Play({2: 4, 5: 3})
    play.bust("e1", round=1, stack=9000)
    play.bust("e5", round=1, stack=3000)
    play.bust("e2", round=2, stack=100)
    assert finishing_order(play.state) == [("e2",), ("e1", "e5")]


class GoneThrough(list):
    """An order of those who are out that counts how often it is read from end to end."""

    times = 0

    def __iter__(self):
        self.times += 1
        return super().__iter__()


def test_a_bust_in_a_hand_of_its_own_does_not_go_through_everybody_who_is_out():
    """The ten-thousandth bust costs what the first did: nobody else of that hand is out, so the order of the others is not read."""
    room = PlayedRoom("cgp-2024", 27)
    room.bust("e1")
    order = room.state.eliminations.groups = GoneThrough(room.state.eliminations.groups)
    decided = room.decided(Eliminate(tournament="sim", entry="e2"))
    assert decided[0].entry == "e2"
    assert order.times == 0


def test_three_out_at_two_tables_share_by_rank_at_their_own_table():
    """The best of each table share the better place; the one behind is alone in the last."""
    play = Play({2: 4, 5: 3})
    busts = [{"entry": "e1", "stack": 900}, {"entry": "e2", "stack": 300}, {"entry": "e5", "stack": 100}]
    play.direct("BustHand", round=3, busts=busts)
    assert finishing_order(play.state) == [("e1", "e5"), ("e2",)]


@pytest.mark.parametrize(
    ("fields", "because"),
    [
        ({"busts": [{"entry": "e1"}, {"entry": "e2"}], "hand": 3}, "bust.needs_stack"),
        ({"busts": [{"entry": "e1", "stack": 1}, {"entry": "e5", "stack": 1}]}, "bust.several_tables"),
        ({"busts": [{"entry": "e1"}, {"entry": "e1"}]}, "bust.named_twice"),
        ({"busts": [{"entry": "e1", "by": ["e1"]}]}, "bust.winner_not_playing"),
        ({"busts": [{"entry": "e1", "by": ["nobody"]}]}, "bust.winner_not_playing"),
        ({"busts": [{"entry": "nobody"}]}, "entry.not_playing"),
    ],
)
def test_a_report_that_cannot_be_true_changes_nothing(fields, because):
    """Each wrong report is told what is wrong with it."""
    play = Play({2: 4, 5: 3})
    before = play.house.store.version("tournament:t1")
    assert play.no("BustHand", **fields).because == because
    assert play.house.store.version("tournament:t1") == before


def test_a_player_who_comes_back_is_ranked_once():
    """Out first, back with a re-entry, out again second: one place, that of the last entry."""
    play = Play({1: 4})
    play.bust("e1")
    assert place_of(play.state, "e1") == 4
    play.sell("again", "p1", item="reentry")
    assert place_of(play.state, "e1") is None
    play.bust("e2", "again", "e3")
    assert finishing_order(play.state) == [("e4",), ("e3",), ("again",), ("e2",)]
    people = [play.state.entries[entry].person for group in finishing_order(play.state) for entry in group]
    assert len(people) == len(set(people)) == 4
    assert [one.place for one in standings(play.state)] == [1, 2, 3, 4]


def test_places_move_up_when_an_entry_should_never_have_been_sold():
    """A minor is found out among those still in: whoever was fourth is third."""
    play = Play({1: 5})
    play.bust("e1", "e2")
    assert (place_of(play.state, "e1"), place_of(play.state, "e2")) == (5, 4)
    play.direct("VoidEntry", entry="e5", ground="minor", reason="x")
    assert (place_of(play.state, "e1"), place_of(play.state, "e2")) == (4, 3)
    play.direct("VoidEntry", entry="e1", ground="minor", reason="x")
    assert (place_of(play.state, "e1"), place_of(play.state, "e2")) == (None, 3)
    assert players_left(play.state) == 2


def test_the_bubble_is_not_announced_one_player_too_early():
    """Six left and three paid: after a double bust reported once it is four, not three."""
    play = Play({1: 3, 2: 3})
    play.direct("BustHand", round=1, busts=[{"entry": "e1", "stack": 5}, {"entry": "e4", "stack": 5}])
    assert play.no("Eliminate", entry="e4", round=1).because == "entry.not_playing"
    assert (players_left(play.state), to_the_money(play.state, 3)) == (4, 1)


def test_a_surrendered_entry_has_a_place_only_if_nothing_follows():
    """Chips given up for a re-entry: the person plays on, and is ranked by the entry that follows."""
    room = Room(book="adtp-2012", answers={"reentry.surrender": "allowed"})
    for number in range(1, 4):
        room.sell(f"e{number}", f"p{number}")
    room.sell("again", "p1", item="reentry", surrendered_chips=4000)
    assert room.state.eliminations.outs["e1"].ground == "surrendered"
    assert players_left(room.state) == 3
    room.done("Eliminate", role="director", tournament="t1", entry="again")
    assert finishing_order(room.state) == [("again",)]


def test_an_old_bust_is_put_right_with_the_places_that_follow():
    """Twenty minutes later: not e1 but e2 was out. Places, seats and the count of players follow."""
    play = Play({1: 5})
    play.bust("e1", key="wrong")
    play.bust("e3")
    play.hands(1, 3)
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e2", "stack": 500}
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="mesa 1")
    assert finishing_order(play.state) == [("e3",), ("e2",)]
    assert play.state.floor.chair_of["e1"].seat == 1
    assert "e2" not in play.state.floor.chair_of
    assert type(play.house)(play.house.store).world.live("tournament:t1").state == play.state


def test_one_bust_may_be_corrected_into_two():
    """The dealer saw one player go; two went."""
    play = Play({1: 5})
    play.bust("e1", key="wrong", hand=3)
    right = {
        "type": "BustHand",
        "tournament": "t1",
        "hand": 3,
        "busts": [{"entry": "e1", "stack": 10}, {"entry": "e2", "stack": 20}],
    }
    play.done("Correct", role="director", command_key="wrong", replacement=right, reason="x")
    assert finishing_order(play.state) == [("e2",), ("e1",)]


def test_undoing_a_bust_is_as_if_it_had_not_happened():
    """State, seat and places are those of before."""
    import msgspec

    play = Play({1: 4})
    before = msgspec.to_builtins(play.state, str_keys=True)
    play.bust("e1", key="slip")
    play.done("Undo", role="director", command_key="slip")
    assert msgspec.to_builtins(play.state, str_keys=True) == before


def test_the_last_player_is_the_champion_and_nobody_busts_him():
    """With registration closed somebody has to be left."""
    play = Play({1: 3})
    play.direct("CloseRegistration")
    play.bust("e1", "e2")
    assert finishing_order(play.state)[0] == ("e3",)
    assert place_of(play.state, "e3") == 1
    assert play.no("Eliminate", entry="e3").because == "bust.nobody_left"


def test_a_bust_costs_the_same_with_a_few_players_as_with_many():
    """Deciding and applying a bust looks at no list of all players: counted in steps, not in seconds."""
    import sys

    def steps(players: int) -> int:
        play = Play({1: players})
        play.bust("e1")
        count = 0

        def trace(_frame, event, _arg):
            nonlocal count
            count += event == "line"
            return trace

        from feltro.tournament.decide import decide
        from feltro.tournament.eliminations.commands import Eliminate
        from feltro.tournament.evolve import apply
        from feltro.tournament.now import Now

        state = play.state
        book = play.house.books.settlement(state, play.now).book
        sys.settrace(trace)
        try:
            for event in decide(Eliminate(tournament="t1", entry="e2"), state, book, Now(at=play.now)):
                apply(state, event)
        finally:
            sys.settrace(None)
        return count

    few, many = steps(4), steps(10)
    assert many <= few * 1.2


@pytest.mark.parametrize(
    ("left", "prizes", "tied", "each"),
    [(51, {50: 100000}, 50, 50000), (50, {49: 120000, 50: 100000}, 49, 110000)],
)
@pytest.mark.clause("cgp-2024:5.3.14.c", "nps-2019:23.c")
def test_tied_places_share_their_prizes(left, prizes, tied, each):
    """51 left and 50 paid: two out at two tables share the fiftieth prize; in the money, two prizes."""
    from feltro.kernel.money import Money
    from feltro.procedures.places import Finish, shared_prizes

    play = Play({3: 3, 7: 3})
    play.direct("BustHand", round=1, busts=[{"entry": "e1"}, {"entry": "e4"}])
    finish = standings(play.state)[0]
    moved = Finish(finish.players, finish.place + left - 6)
    assert moved.place == tied
    shares = shared_prizes(moved, {place: Money(amount) for place, amount in prizes.items()})
    assert set(shares.values()) == {Money(each)}


def test_a_fact_is_corrected_once():
    """What was corrected does not stand any more: the correction is undone first, then it is corrected anew."""
    play = Play({1: 5})
    play.bust("e1", key="wrong")
    right = {"type": "Eliminate", "tournament": "t1", "entry": "e2"}
    fields = {"role": "director", "command_key": "wrong", "replacement": right, "reason": "x"}
    play.done("Correct", key="first", **fields)
    assert play.refused("Correct", **fields).because == "undo.already_undone"
    play.done("Undo", role="director", command_key="first")
    play.done("Correct", **fields)
    assert finishing_order(play.state) == [("e2",)]


@pytest.mark.clause("cgp-2024:5.3.14.d", "nps-2019:23.d")
@pytest.mark.parametrize("book", BOOKS)
def test_a_table_may_say_who_had_more_without_saying_how_much(book):
    """A televised table: its stacks are not told yet. The order ranks; another table of the round shares by rank."""
    play = Play({2: 5, 5: 3}, book=book)
    play.direct("BustHand", round=1, busts=[{"entry": "e1", "order": 2}, {"entry": "e2", "order": 1}])
    assert finishing_order(play.state) == [("e1",), ("e2",)]
    play.bust("e6", round=1, stack=700)
    assert finishing_order(play.state) == [("e1", "e6"), ("e2",)]
    late = play.no("BustHand", round=1, busts=[{"entry": "e3", "stack": 5000}])
    assert (late.because, bool(late.cites)) == ("bust.needs_stack", True), "it cannot be put among the two"
    assert {out.stack for out in play.state.eliminations.outs.values()} == {0, 700}
