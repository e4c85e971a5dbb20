"""Two out in one hand on the bubble: the room is played on to it, and each part of what the floor owes there is scored."""

import pytest

from feltro.rulebook.library import shipped
from feltro.tournament.eliminations.commands import Busted, BustHand
from feltro.tournament.eliminations.places import finishing_order, players_left
from feltro.tournament.pace.commands import ReleaseHand, StartHandForHand
from tests.sim.test_rehearsal import Learned


class AtTheBubble(Learned):
    """Somebody who learns, in a room of six chairs a table."""

    @property
    def room(self):
        return self.rehearsal.room

    def call(self, kind):
        return self.rehearsal.call(kind)

    def deal(self):
        """The crew's dealers do their part."""
        for _ in range(3):
            self.rehearsal.step()

    def in_step(self):
        """Hand for hand begun, tables stopped, the first hand released."""
        self.did(StartHandForHand(tournament=self.event, day=self.room.day), "dora", "director")
        self.deal()
        self.did(ReleaseHand(tournament=self.event, day=self.room.day), "dora", "director")

    def bust(self, entries, stacks=None, hand_round=1):
        stacks = stacks or self.room.stacks.of
        winner = next(
            one
            for one in self.room.tables.at(self.room.state.floor.chair_of[entries[0]].table)
            if one not in self.room.bubble_waits
        )
        busts = tuple(Busted(entry=one, stack=stacks[one], by=(winner,)) for one in entries)
        table = self.room.state.floor.chair_of[entries[0]].table
        hand = self.room.state.floor.tables[table].hands + 1
        self.did(BustHand(tournament=self.event, busts=busts, hand=hand, round=hand_round), "flavia", "floor")

    def did(self, command, who, role):
        done = self.do(command, who, role)
        assert not hasattr(done, "because"), done

    def lacks(self):
        self.states()
        return self.rehearsal.happened[-1].lacks


@pytest.fixture(scope="module", params=shipped().ids)
def learned(request):
    return AtTheBubble(request.param)


def test_two_at_one_table_are_settled_by_hand_for_hand_and_one_order(learned):
    """One more than paid at two tables or more; a hand is released, and the bigger stack of the two finishes higher."""
    told = learned.call("bubble_one_table")
    big, small = told.about["entries"]
    assert players_left(learned.room.state) == told.told["left"] == told.told["paid"] + 1
    assert len([one for one in learned.room.state.floor.tables.values() if one.players]) >= 2
    assert "bolha" in learned.room.state.the_sheet.name
    assert learned.room.state.floor.chair_of[big].table == learned.room.state.floor.chair_of[small].table
    assert told.told["first"] > told.told["second"]
    learned.in_step()
    learned.bust((small, big))
    assert learned.states()[-1] == 1.0
    assert learned.lacks() == ()
    assert list(finishing_order(learned.room.state))[:2] == [(big,), (small,)]


def test_two_at_two_tables_are_settled_in_one_released_hand(learned):
    """Each table tells of its own; out of the same released hand they share what the two places are worth."""
    told = learned.call("bubble_two_tables")
    big, small = told.about["entries"]
    assert learned.room.state.floor.chair_of[big].table != learned.room.state.floor.chair_of[small].table
    learned.in_step()
    learned.bust((small,))
    assert learned.states()[-1] == 0.0
    learned.bust((big,))
    assert learned.states()[-1] == 1.0
    assert set(finishing_order(learned.room.state)[0]) == {big, small}


def test_without_hand_for_hand_the_score_says_what_was_missed(learned):
    """Reported at once, table by table: out of two hands, one above the other by chance."""
    told = learned.call("bubble_two_tables")
    assert learned.lacks() == ("hand_for_hand", "reported")
    for one in told.about["entries"]:
        learned.bust((one,), hand_round=0)
    assert learned.states()[-1] == 0.5
    assert learned.lacks() == ("hand_for_hand", "one_hand")


def test_stacks_the_wrong_way_round_are_missed(learned):
    told = learned.call("bubble_one_table")
    big, small = told.about["entries"]
    stacks = learned.room.stacks.of
    learned.in_step()
    learned.bust((big, small), {big: stacks[small], small: stacks[big]})
    assert learned.states()[-1] == 0.5
    assert learned.lacks() == ("order",)


def test_after_its_minutes_the_room_plays_on(learned):
    """Nobody came: it is missed, and the crew deals again."""
    learned.call("bubble_one_table")
    assert learned.room.bubble_waits
    learned.pass_minutes(11)
    assert learned.states()[-1] == 0.0
    assert learned.rehearsal.score.missed == 1
    assert not learned.room.bubble_waits
