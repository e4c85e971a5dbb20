"""The same event otherwise: each change is a sheet that can be played, and does what an organiser expects of it."""

from datetime import time, timedelta

import pytest
from msgspec.structs import replace

from feltro.app.plans.event_plan import plan_of
from feltro.app.plans.suggest import suggestions
from feltro.app.plans.what_if import (
    WhatIf,
    again_until,
    longer_levels,
    more_flights,
    other_stack,
    variants,
)
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.forecast.assumptions import usual
from feltro.forecast.study import FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.sim.evening import STARTS
from feltro.sim.sheets import evening_sheet
from feltro.tournament.sheet import last_level

EVENING = evening_sheet("cgp-2024", STARTS, name="Noite")


def asked(sheet=EVENING, people=40):
    return FieldQuestion(sheet, Turnout(people), usual())


def planned(question, ends_by=time(2, 0), runs=40):
    return plan_of(question, one_by_one(blocks(question, runs)), ends_by)


def test_levels_are_longer_by_so_many_minutes():
    assert [one.minutes for one in longer_levels(EVENING, 5).levels[:2]] == [25, 25]
    assert longer_levels(EVENING, -60).levels[0].minutes == 1


def test_an_event_of_one_day_with_a_flight_more_has_two_and_a_last_day():
    days = more_flights(EVENING, 1).days
    assert [day.id for day in days] == ["1A", "1B", "2"]
    assert [day.starts_at - STARTS for day in days] == [timedelta(0), timedelta(days=1), timedelta(days=2)]
    assert days[0].until_level == days[1].until_level == days[2].from_level - 1


def test_flights_that_there_are_get_another_of_their_kind():
    main = sheet_from_template(templates()["cgp-main"], STARTS.date())
    before, after = main.days, more_flights(main, 1).days
    assert len(after) == len(before) + 1
    first = [day for day in after if day.is_first]
    assert first[-1].starts_at == first[-2].starts_at + timedelta(days=1)
    assert after[-1].starts_at == before[-1].starts_at + timedelta(days=1)
    assert len({day.id for day in after}) == len(after)


def test_a_flight_more_brings_more_people():
    """Half of what a flight brings on average, as assumed: forty people on one day are sixty on two."""
    (flight,) = variants(asked(), WhatIf(minutes=0, again_until=0))
    assert flight.question.turnout.people == 60


def test_reentries_until_a_level():
    longer = again_until(EVENING, 8)
    assert last_level(longer, longer.item("reentry")) == 8
    without = replace(EVENING, items=EVENING.items[:1])
    made = again_until(without, 3)
    assert (made.item("reentry").limit.per_person, last_level(made, made.item("reentry"))) == (1, 3)


def test_another_stack_is_made_of_the_same_chips():
    deeper = other_stack(EVENING, 45_000)
    assert deeper.starting_stack == 45_000
    assert {one.value for one in deeper.stack} <= {one.value for one in EVENING.stack}
    assert {one.chips for one in deeper.items} == {45_000}


def test_what_changes_nothing_is_not_compared():
    assert variants(asked(), WhatIf(minutes=0, flights=0, again_until=0, stack=EVENING.starting_stack)) == []
    assert [one.name for one in variants(asked(), WhatIf(stack=45_000))] == [
        "minutes",
        "flights",
        "again_until",
        "stack",
    ]


def test_longer_levels_end_later():
    assert planned(asked(longer_levels(EVENING, 5))).end.p50 > planned(asked()).end.p50 + 30


@pytest.fixture(scope="module")
def suggested():
    return suggestions(asked(people=9), time(23, 0))


@pytest.mark.slow
def test_what_is_suggested_ends_in_time_and_the_best_play_comes_first(suggested):
    assert 1 <= len(suggested) <= 3
    assert all(one.plan.by_chance >= 0.9 for one in suggested)
    depths = [one.plan.final_table for one in suggested]
    assert depths == sorted(depths, reverse=True)


def test_what_is_suggested_can_be_played_with_the_chips_there_are(suggested):
    """Blinds of a template with another stack are rounded to the smallest chip of this one."""
    assert suggested
    for one in suggested:
        blinds = [level.big_blind for level in one.plan.sheet.levels]
        assert all(size % 100 == 0 for size in blinds)
        assert one.plan.sheet.starting_stack == EVENING.starting_stack


def test_nothing_is_suggested_for_an_hour_that_cannot_be():
    assert suggestions(asked(replace(EVENING, games=replace(EVENING.games, codes=("plo",))), 9), time(19, 10)) == []
    assert suggestions(asked(), None) == []
