"""The machine's clock is set forward and back; the house goes on by its own hour until the direction says otherwise."""

from __future__ import annotations

import pytest

from feltro.app.event_view import event_of
from feltro.app.needs.clock import jump_prompts
from feltro.app.settings.hour import HouseClock, Jump
from feltro.app.upkeep.audit import verify_house
from feltro.kernel.instants import SECOND, Instant, later, local_time
from feltro.tournament.clock.face import standing
from feltro.web.live.levels import LevelWatch
from tests.house.counter import Counter
from tests.tournament.room import Room, at

HOUR = 3600


class Machine:
    """A computer whose clock anybody may set; what passes, passes."""

    def __init__(self, now: Instant) -> None:
        self.wall, self.up = now, 0

    def pass_seconds(self, seconds: int) -> None:
        self.wall = later(self.wall, seconds=seconds)
        self.up += seconds * SECOND

    def set_by(self, seconds: int) -> None:
        self.wall = later(self.wall, seconds=seconds)


@pytest.fixture
def room():
    room = Room()
    room.now = room.state.starts["1"]
    room.done("StartClock", role="director", tournament="t1", day="1")
    return room


def clock_of(room: Room, machine: Machine) -> HouseClock:
    return HouseClock(room.house.store, lambda: machine.wall, lambda: machine.up)


def face(room: Room, hour: Instant):
    found = standing(room.state, "1", hour)
    return found.level, found.written


@pytest.mark.parametrize("by", [-HOUR, HOUR, 25 * HOUR])
def test_a_jump_is_not_followed_by_itself(room, by):
    """Ten minutes of play are ten minutes, whatever the machine's clock says; and both hours are known."""
    machine = Machine(room.now)
    clock = clock_of(room, machine)
    machine.pass_seconds(300)
    machine.set_by(by)
    machine.pass_seconds(300)
    assert clock() == later(room.now, seconds=600)
    assert face(room, clock()) == (1, "20:00")
    assert clock.jump() == Jump(clock(), later(clock(), seconds=by))


def test_a_clock_that_is_a_few_seconds_off_asks_nobody(room):
    machine = Machine(room.now)
    clock = clock_of(room, machine)
    machine.set_by(9)
    assert clock.jump() is None
    machine.set_by(1)
    assert clock.jump() is not None


def test_a_jump_forward_marks_no_level(room):
    """An hour forward is two levels; none of them was played."""
    machine = Machine(room.now)
    clock = clock_of(room, machine)
    version = room.house.store.version("tournament:t1")
    machine.set_by(HOUR)
    LevelWatch(room.house, clock).look_at_all()
    assert room.house.store.version("tournament:t1") == version


def test_a_house_that_starts_behind_its_own_log_starts_where_the_log_ends(room):
    """The battery of the machine's clock is empty: it says yesterday. What is written is not written before what was."""
    machine = Machine(later(room.now, seconds=-24 * HOUR))
    clock = clock_of(room, machine)
    assert clock() == room.now
    assert clock.jump() == Jump(room.now, machine.wall)


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_the_direction_says_that_the_machine_is_right(room, by):
    """From then on the house counts by it; the level goes on from where it stood, and the log says who said so."""
    machine = Machine(room.now)
    clock = clock_of(room, machine)
    other = clock_of(room, machine)
    machine.pass_seconds(600)
    machine.set_by(by)
    room.now = clock()
    room.done(
        "FollowMachineClock", role="director", tournament="t1", machine_at=local_time(machine.wall).isoformat()
    )
    for one in (clock, other):
        one.heed()
        assert one() == machine.wall
        assert one.jump() is None
    assert face(room, clock()) == (1, "20:00")
    machine.pass_seconds(300)
    assert face(room, clock()) == (1, "15:00")
    [told] = room.house.world.live("settings:house").facts
    assert (told.event.setting, told.meta.role) == ("clock", "director")
    assert verify_house(room.house.store).findings == []


def test_a_clock_heeds_a_word_once(room):
    """What was said of one jump is not said of the next."""
    machine = Machine(room.now)
    clock = clock_of(room, machine)
    machine.set_by(HOUR)
    room.done(
        "FollowMachineClock", role="director", tournament="t1", machine_at=local_time(machine.wall).isoformat()
    )
    clock.heed()
    machine.set_by(HOUR)
    clock.heed()
    assert clock.jump() == Jump(clock(), later(clock(), seconds=HOUR))


def test_the_direction_is_asked_in_the_list_of_what_needs_somebody(room):
    """With both hours and one button that settles it."""
    event = event_of(room.house, "t1", room.now)
    [asked] = jump_prompts(event, Jump(at("15:00"), at("14:00")))
    assert (asked.weight, asked.key, asked.values["minutes"]) == ("bad", "director.need.clock_jumped", 60)
    [deed] = asked.deeds
    assert (deed.command, deed.fields) == ("FollowMachineClock", {"machine_at": "2026-11-20T14:00:00-03:00"})
    assert list(jump_prompts(event, None)) == []


# The log


def test_within_a_stream_the_hour_never_goes_back(room):
    """A command that comes with an earlier hour is written at the hour of the one before it."""
    room.now = at("15:00")
    room.done("PauseClock", role="director", tournament="t1", day="1")
    room.now = at("14:10")
    room.done("ResumeClock", role="director", tournament="t1", day="1")
    hours = [fact.meta.at for fact in room.house.world.live("tournament:t1").facts]
    assert hours == sorted(hours)
    assert hours[-1] == at("15:00")


def test_verify_stays_sound_when_money_moves_under_an_earlier_hour():
    """Ana's drop came to the safe at three. The clock of another process is an hour behind, and Bia takes change out of the
    safe there: by the hours it was empty then, by the chain of the house it was not."""
    counter = Counter()
    counter.ok("caio", "OpenDrawer", desk="d2", cashier="bia", float_centavos=0)
    counter.now = at("15:00")
    counter.ok("ana", "DropCash", key="drop", desk="d1", amount_centavos=30000)
    counter.ok("dora", "ReceiveDrop", desk="d1", drop="drop")
    counter.now = at("14:00")
    counter.ok("bia", "SupplyDrawer", desk="d2", amount_centavos=20000)
    assert counter.held("safe") == 10000
    assert counter.house.world.live("desk:d2").last_at < counter.house.world.live("desk:d1").last_at
    assert verify_house(counter.house.store).findings == []


def test_what_was_written_before_there_was_a_chain_goes_by_its_hour(room):
    """A house of 0.1.0 has no links: the order of its postings is that of its hours."""
    room.house.store._links.clear()
    assert [one for one in verify_house(room.house.store).findings if one.because.startswith("ledger")] == []
