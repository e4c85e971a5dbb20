"""The log of an event that was played tells what the model asks of the past."""

import pytest

from feltro.app.event_view import EventView
from feltro.app.plans.calibration import calibration_of, known_calibration
from feltro.app.plans.past import over_lately, past_event
from feltro.kernel.instants import later
from feltro.sim.evening import STARTS, TOURNAMENT, empty_evening
from feltro.sim.room import Crowd, play_event
from feltro.sim.sheets import evening_sheet


@pytest.fixture(scope="module")
def room():
    house = empty_evening(evening_sheet("adtp-2023", STARTS, name="Noite", minutes=8), 3)
    return play_event(house, TOURNAMENT, Crowd(entries=14, seed=3, hand_seconds=90))


@pytest.fixture(scope="module")
def past(room):
    with room.voice.house.world.lock:
        (event,) = over_lately(room.voice.house, later(room.now, seconds=60))
        return past_event(event)


def test_people_and_reentries_are_those_of_the_log(room, past):
    kinds = [one.kind for one in room.state.entries.values()]
    assert (past.people, past.again) == (kinds.count("entry"), kinds.count("reentry"))
    assert past.people == 14
    assert past.again_chances >= past.again
    assert past.late == sum(one.late for one in room.state.entries.values() if one.kind == "entry")


def test_players_by_level_go_down_to_the_end(room, past):
    assert past.players[0] == past.people - past.late
    assert 2 <= past.players[-1] <= 6
    closed = past.players[past.sheet.late_registration :]
    assert list(closed) == sorted(closed, reverse=True)
    assert 0 < past.end_minutes <= (room.now - room.state.starts[room.day]) / 60_000_000


def test_hands_are_counted_from_one_to_the_next(past):
    """A hand is dealt every 90 seconds at each table: 40 an hour."""
    assert past.hands > 100
    assert 30 < 60 * past.hands / past.hand_minutes < 50


def test_the_house_is_calibrated_by_it_once(room):
    house = room.voice.house
    assert known_calibration(house) is None
    found = calibration_of(house, later(room.now, seconds=60))
    assert [one.past.name for one in found.events] == ["Noite"]
    assert calibration_of(house, later(room.now, seconds=90)) is found
    assert known_calibration(house) is found


def test_a_house_without_events_says_so():
    house = empty_evening(evening_sheet("adtp-2023", STARTS, name="Noite"), 3)
    assert (
        calibration_of(
            house, later(house.world.live(f"tournament:{TOURNAMENT}").facts[0].meta.at, seconds=1)
        ).events
        == ()
    )


def test_an_event_in_play_is_no_past():
    house = empty_evening(evening_sheet("adtp-2023", STARTS, name="Noite"), 3)
    live = house.world.live(f"tournament:{TOURNAMENT}")
    with house.world.lock:
        assert past_event(EventView(house, live, live.facts[-1].meta.at)) is None
