"""A rehearsal: incidents wait for people, their acts settle them, what nobody saw is missed, and it begins again."""

import pytest

from feltro.app.world.plan import Envelope
from feltro.kernel.instants import Instant, parse_instant
from feltro.sim.rehearsal import INCIDENTS, Rehearsal, rehearsal_house
from feltro.tournament.clock.commands import PauseClock, ResumeClock
from feltro.tournament.eliminations.commands import Busted, BustHand
from feltro.tournament.sanctions.commands import GivePenalty

NOW = parse_instant("2026-11-20T21:00:00-03:00")


class Learned:
    """A rehearsal, an hour that stands still, and somebody who learns."""

    def __init__(self, book="adtp-2023"):
        self.now, self.said = NOW, 0
        self.house, self.logins = rehearsal_house(NOW, "pt")
        self.rehearsal = Rehearsal(self.house, book, "pt", lambda: self.now, 7)

    def pass_minutes(self, minutes):
        self.now = Instant(self.now + minutes * 60_000_000)

    def do(self, command, who="dora", role="director"):
        self.said += 1
        sent = Envelope(key=f"aprende-{self.said}", who=who, role=role, device="teste", at=self.now)
        return self.house.handle(command, sent)

    @property
    def event(self):
        return self.rehearsal.room.tournament

    def states(self):
        with self.house.world.lock:
            self.rehearsal.look()
        return [one.settled for one in self.rehearsal.happened]


@pytest.fixture(scope="module")
def learned():
    return Learned()


@pytest.fixture(autouse=True)
def nothing_waits(learned):
    learned.rehearsal.happened.clear()
    learned.rehearsal.room.held.clear()
    learned.rehearsal.room.dark = False


def test_it_begins_with_an_event_in_play_and_ways_in_for_every_role(learned):
    state = learned.rehearsal.room.state
    assert state.clocks.days
    assert len(state.floor.chair_of) > 10
    assert {one.role for one in learned.logins} == {
        "organiser",
        "director",
        "cashier",
        "floor",
        "dealer",
        "finance",
    }


def test_in_the_dark_nobody_deals_until_the_clock_was_stopped_and_goes_on(learned):
    assert learned.rehearsal.call("power_cut")
    before = learned.rehearsal.room.tables.hands
    learned.rehearsal.step()
    assert learned.rehearsal.room.tables.hands == before
    day = learned.rehearsal.room.day
    learned.do(PauseClock(tournament=learned.event, day=day))
    assert learned.states() == [0.0]
    learned.do(ResumeClock(tournament=learned.event, day=day))
    assert learned.states() == [1.0]
    assert not learned.rehearsal.room.dark


def test_two_out_in_one_hand_are_settled_by_one_report(learned):
    told = learned.rehearsal.call("double_bust")
    table = told.about["table"]
    assert table in learned.rehearsal.room.held
    stacks = learned.rehearsal.room.stacks.of
    winner = next(one for one in learned.rehearsal.room.tables.at(table) if one not in told.about["entries"])
    busts = tuple(Busted(entry=one, stack=stacks[one], by=(winner,)) for one in told.about["entries"])
    hand = learned.rehearsal.room.state.floor.tables[table].hands + 1
    learned.do(BustHand(tournament=learned.event, busts=busts, hand=hand), "flavia", "floor")
    assert learned.states() == [1.0]
    assert table not in learned.rehearsal.room.held


def test_two_reports_of_one_hand_are_settled_in_part(learned):
    told = learned.rehearsal.call("double_bust")
    stacks, table = learned.rehearsal.room.stacks.of, told.about["table"]
    winner = next(one for one in learned.rehearsal.room.tables.at(table) if one not in told.about["entries"])
    for one in told.about["entries"]:
        busts = (Busted(entry=one, stack=stacks[one], by=(winner,)),)
        hand = learned.rehearsal.room.state.floor.tables[table].hands + 1
        learned.do(BustHand(tournament=learned.event, busts=busts, hand=hand), "flavia", "floor")
    assert learned.states() == [0.5]


def test_what_is_over_does_not_let_go_of_a_table_that_waits_again(learned):
    """The same table twice: the first incident, settled long ago, does not free it from the second."""
    rehearsal = learned.rehearsal
    first = rehearsal.call("double_bust")
    learned.pass_minutes(6)
    learned.states()
    assert rehearsal.room.held == set()
    second = rehearsal.call("double_bust")
    assert first.about["table"] == second.about["table"]
    learned.states()
    assert rehearsal.room.held == {second.about["table"]}


def test_a_penalty_settles_a_rude_player_and_one_for_somebody_else_does_not(learned):
    told = learned.rehearsal.call("rude_player")
    others = [one for one in learned.rehearsal.room.state.floor.chair_of if one != told.about["entry"]]

    def warn(entry, penalty):
        learned.do(
            GivePenalty(tournament=learned.event, penalty=penalty, entry=entry, kind="warning", infraction="")
        )

    warn(others[0], "ensaio-1")
    assert learned.states() == [0.0]
    warn(told.about["entry"], "ensaio-2")
    assert learned.states() == [1.0]


def test_the_same_incident_waits_once(learned):
    assert learned.rehearsal.call("missing_chips")
    assert learned.rehearsal.call("missing_chips") is None


def test_what_nobody_settles_is_missed_and_the_room_goes_on(learned):
    learned.rehearsal.call("power_cut")
    learned.rehearsal.call("wrong_seat")
    learned.pass_minutes(7)
    assert learned.states() == [0.0, 0.0]
    score = learned.rehearsal.score
    assert (score.missed, score.settled, score.points) == (2, 0, 0)
    assert not learned.rehearsal.room.dark


def test_the_crew_settles_nothing(learned):
    """Who plays the room is not who learns: an act of theirs counts for nobody."""
    learned.rehearsal.call("power_cut")
    room = learned.rehearsal.room
    room.voice.try_to(PauseClock(tournament=learned.event, day=room.day))
    room.voice.try_to(ResumeClock(tournament=learned.event, day=room.day))
    assert learned.states() == [0.0]


@pytest.mark.slow
def test_it_begins_again_with_another_event_and_no_score():
    fresh = Learned("bpt-2015")
    first = fresh.event
    assert all(fresh.rehearsal.call(kind) for kind in INCIDENTS)
    fresh.rehearsal.begin()
    assert fresh.event != first
    assert fresh.rehearsal.happened == []
    assert fresh.house.world.live(f"tournament:{first}").state.stopped == "cancelled"
