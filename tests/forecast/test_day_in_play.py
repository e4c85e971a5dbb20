"""A day in play goes on from where it stands: no chip is lost, and what has happened already changes the end."""

import numpy as np
from msgspec.structs import replace

from feltro.forecast.assumptions import usual
from feltro.forecast.day_in_play import DayStanding, play_on
from feltro.forecast.figures import table_breaks
from feltro.sim.evening import STARTS
from feltro.sim.sheets import evening_sheet

EVENING = evening_sheet("nps-2019", STARTS, name="Noite")


def standing(level=6, players=20, **more):
    values = {"chips": 60 * 30_000, "people": 55, "again": 5, "addons": 0, "to_come": 0} | more
    return DayStanding(EVENING, EVENING.days[0], level, players, **values)


def test_every_chip_in_play_ends_with_the_champion():
    runs = play_on(standing(level=8), usual(), 30)
    assert runs.held.tolist() == runs.issued.tolist() == [60 * 30_000] * 30
    assert runs.out.tolist() == [19] * 30
    assert runs.people.tolist() == [55] * 30


def test_nothing_happens_before_the_level_that_has_begun():
    """Five levels of 20 minutes, and the break after the fourth, lie behind."""
    runs = play_on(standing(), usual(), 30)
    assert runs.last_day.ended.min() > 100
    assert runs.last_day.players[:, :6].max() == 0
    assert runs.last_day.players[:, 6].tolist() == [20] * 30


def test_fewer_players_end_earlier():
    few, many = (np.median(play_on(standing(players=left), usual(), 60).last_day.ended) for left in (4, 50))
    assert few + 20 < many


def test_who_is_still_expected_comes_while_entries_are_sold():
    runs = play_on(standing(level=2, players=40, people=40, again=0, chips=40 * 30_000, to_come=15), usual(), 40)
    assert 10 < np.median(runs.people) - 40 < 20
    assert runs.held.tolist() == runs.issued.tolist()
    late = play_on(standing(level=10, to_come=15), usual(), 10)
    assert late.people.tolist() == [55] * 10


def test_counted_stacks_are_played_as_they_are():
    """One holds nearly everything: it is over soon, and nearly always he wins."""
    stacks = (1_790_000, *([500] * 20))
    runs = play_on(standing(players=21, stacks=stacks), usual(), 60)
    even = play_on(standing(players=21), usual(), 60)
    assert np.median(runs.last_day.ended) < np.median(even.last_day.ended) - 10


def test_a_day_that_is_played_down_to_a_number_ends_there():
    day = replace(EVENING.days[0], until_players=9)
    sheet = replace(EVENING, days=(day, replace(day, id="2", from_level=9, until_players=None)))
    stands = DayStanding(sheet, day, 6, 30, 60 * 30_000, 55, 5, 0, 0)
    assert (play_on(stands, usual(), 20).out >= 21).all()


def test_tables_break_on_the_first_of_two_days_too():
    """Thirty players down to nine: four tables become three, then two, while this day is played. The nine meet on the next."""
    day = replace(EVENING.days[0], until_players=9)
    sheet = replace(EVENING, days=(day, replace(day, id="2", from_level=9, until_players=None)))
    runs = play_on(DayStanding(sheet, day, 6, 30, 60 * 30_000, 55, 5, 0, 0), usual(), 20)
    breaks = table_breaks(runs.last_day)
    assert runs.last_day.day == "1"
    assert {3, 2} <= set(breaks)
    assert 1 not in breaks
    assert 100 < breaks[3].p50 < breaks[2].p50
