"""Tournaments by chip-walk lose no chip and no entry, give nobody an edge, and repeat themselves."""

import os
import pickle
import sys
import time
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.forecast.assumptions import assumed, known, usual
from feltro.forecast.course import course_of
from feltro.forecast.day_rules import Arrivals, DayRules, Luck
from feltro.forecast.field_state import nobody_yet
from feltro.forecast.figures import error_of_median
from feltro.forecast.record import blank_day
from feltro.forecast.study import BLOCK, FieldQuestion, RunBlock, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.forecast.walk import DayWalk
from feltro.procedures.icm import equities
from feltro.sim.evening import STARTS
from feltro.sim.jobs import JobLostError, on_all_cores
from feltro.sim.sheets import evening_sheet
from feltro.tournament.sheet import Day, Limit, SaleItem, Window
from feltro.words.languages import LANGUAGES

EVENING = evening_sheet("cgp-2024", STARTS, name="Noite")
BOOKS_OF_TEMPLATES = sorted(templates())


def runs_of(sheet, people, *, runs=20, seed=1, assumes=None, **field):
    question = FieldQuestion(sheet, Turnout(people, **field), assumes or usual(), seed)
    return one_by_one(blocks(question, runs))


def with_addon(sheet):
    addon = SaleItem(
        id="addon",
        kind="addon",
        label="Add-on",
        price_centavos=10_000,
        split_centavos={"prize_pool": 10_000},
        chips=50_000,
        window=Window(from_level=1, until_level=6, only_break=True),
    )
    return changed(sheet, items=(*sheet.items, addon))


def with_flights(sheet, *, percent=None):
    ends = {"until_percent": percent} if percent else {"until_level": 8}
    days = (
        Day(id="1A", starts_at=STARTS, **ends),
        Day(id="1B", starts_at=STARTS + timedelta(days=1), **ends),
        Day(id="2", starts_at=STARTS + timedelta(days=2), from_level=9),
    )
    return changed(sheet, days=days)


SHEETS = {
    "one day": EVENING,
    "add-on": with_addon(EVENING),
    "flights": with_flights(EVENING),
    "flights to a part of the field": with_flights(EVENING, percent=20),
    "no levels for the end": changed(EVENING, levels=EVENING.levels[:4], late_registration=2),
    "few chairs": changed(EVENING, days=(Day(id="1", starts_at=STARTS, seats=9),)),
    "six at a table": changed(EVENING, table_size=6, final_table_size=7),
    "few chairs and a hall that closes": changed(
        EVENING, days=(Day(id="1", starts_at=STARTS, seats=3, until_level=2),)
    ),
    "a day that never ends": changed(EVENING, days=(Day(id="1", starts_at=STARTS, until_level=5),)),
}


@pytest.mark.slow
@settings(max_examples=24, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(
    st.sampled_from(sorted(SHEETS)),
    st.integers(2, 60),
    st.integers(0, 10**6),
    st.floats(0, 0.9),
    st.floats(0, 1),
)
def test_no_chip_and_no_entry_is_lost(name, people, seed, late, again):
    """The champion holds every chip that was given out, and all entries but one were lost."""
    assumes = assumed({"late_share": late, "again_share": again})
    runs = runs_of(SHEETS[name], people, runs=6, seed=seed, assumes=assumes)
    assert runs.held.tolist() == runs.issued.tolist()
    assert runs.out.tolist() == (runs.entries - 1).tolist()
    stack = EVENING.starting_stack
    assert runs.issued.tolist() == (runs.entries * stack + runs.addons * 50_000).tolist()
    assert (runs.last_day.ended > 0).all()


@pytest.mark.parametrize("name", BOOKS_OF_TEMPLATES)
def test_every_template_can_be_walked_to_its_champion(name):
    sheet = sheet_from_template(templates()[name], STARTS.date())
    runs = runs_of(sheet, 60, runs=5)
    assert runs.held.tolist() == runs.issued.tolist()


def stood(stacks, runs, seed=1):
    """A table of these stacks in so many runs; who sits where can be told by how often he is said to have bought."""
    at = nobody_yet(runs, len(stacks))
    at.stacks[:], at.bought[:] = stacks, range(len(stacks))
    at.left[:], at.chips[:] = len(stacks), sum(stacks)
    rules = DayRules(course_of(EVENING, 6), chairs=9, final_chairs=9)
    luck = Luck(usual(), np.random.default_rng(seed))
    return at, rules, luck


def play_to(at, rules, luck, players):
    nobody = np.zeros(at.runs, dtype=np.int64)
    record = blank_day("1", at.runs, 2)
    DayWalk(at, replace(rules, until_players=players), luck, record, Arrivals(nobody, nobody)).walk()


def test_two_equal_stacks_win_half_of_the_time_each():
    at, rules, luck = stood([20_000, 20_000], 4000)
    play_to(at, rules, luck, 1)
    assert abs((at.bought[:, 0] == 0).mean() - 0.5) < 3 * 0.5 / 4000**0.5


def test_a_stack_wins_as_often_as_it_holds_chips():
    """Whatever the sizes: nobody's chips are expected to grow or to shrink in a hand."""
    stacks = [5000, 10_000, 25_000, 60_000]
    at, rules, luck = stood(stacks, 8000)
    play_to(at, rules, luck, 1)
    for player, stack in enumerate(stacks):
        share = stack / sum(stacks)
        error = 3 * (share * (1 - share) / 8000) ** 0.5
        assert abs((at.bought[:, 0] == player).mean() - share) < error


def test_the_worth_of_stacks_agrees_with_icm():
    """The independent chip model is a model too: it may be off by three hundredths of the pool, besides chance."""
    stacks, prizes = [10_000, 20_000, 30_000, 40_000], [50, 30, 20]
    at, rules, luck = stood(stacks, 6000)
    worth = np.zeros(len(stacks))
    place_of = {}
    for left in (3, 2, 1):
        play_to(at, rules, luck, left)
        place_of[left] = np.array(at.bought[:, :left])
    for player in range(len(stacks)):
        among = [(place_of[left] == player).any(axis=1).mean() for left in (1, 2, 3)]
        worth[player] = 50 * among[0] + 30 * (among[1] - among[0]) + 20 * (among[2] - among[1])
    assert np.abs(worth - equities(stacks, prizes)).max() < 3


def test_the_same_seed_plays_the_same_tournaments():
    first, again, other = (runs_of(EVENING, 40, seed=seed) for seed in (7, 7, 8))
    assert first.last_day.ended.tolist() == again.last_day.ended.tolist()
    assert first.last_day.ended.tolist() != other.last_day.ended.tolist()


@pytest.mark.slow
def test_two_processes_come_to_the_figures_of_one():
    work = list(blocks(FieldQuestion(EVENING, Turnout(12), usual()), 2 * BLOCK + 10))
    alone, together = on_all_cores(work, 1), on_all_cores(work, 2)
    assert alone.count == 2 * BLOCK + 10
    assert alone.last_day.ended.tolist() == together.last_day.ended.tolist()
    assert alone.issued.tolist() == together.issued.tolist()


def test_progress_is_told_up_to_the_last_run():
    """Whoever plays them, the bar ends at all of the runs and never goes back."""
    heard = []
    on_all_cores(list(blocks(FieldQuestion(EVENING, Turnout(4), usual()), 2 * BLOCK + 10)), 2, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 2 * BLOCK + 10


@pytest.mark.skipif(
    sys.platform != "linux", reason="a process that begins anew knows nothing of what a test put in"
)
def test_a_process_that_is_taken_away_is_told(monkeypatch):
    """The system may end a process for want of memory: the study says so, and does not wait for ever."""
    here = os.getpid()

    def taken_away(self):
        if os.getpid() != here:
            os._exit(1)
        time.sleep(0.3)
        return play(self)

    play = RunBlock.play
    monkeypatch.setattr(RunBlock, "play", taken_away)
    with pytest.raises(JobLostError):
        on_all_cores(list(blocks(FieldQuestion(EVENING, Turnout(4), usual()), 2 * BLOCK)), 2)


def test_what_goes_between_processes_is_what_a_day_saw():
    """A row has room for 160 levels; the way to another process carries those that were reached, and the row comes out whole."""
    record = runs_of(EVENING, 40).last_day
    sent = pickle.dumps(record)
    back = pickle.loads(sent)
    assert back.players.tolist() == record.players.tolist()
    assert back.tables.tolist() == record.tables.tolist()
    assert len(sent) < record.players.nbytes / 2


@pytest.mark.slow
def test_more_runs_leave_less_to_chance():
    """Four times the runs: half of the error, give or take."""
    few, many = (runs_of(EVENING, 30, runs=runs).last_day.ended for runs in (100, 1600))
    assert 2.0 < error_of_median(few) / error_of_median(many) < 8.0


@pytest.mark.parametrize(
    ("change", "later"),
    [
        ({"levels": tuple(changed(one, minutes=30) for one in EVENING.levels)}, True),
        ({"levels": EVENING.levels[3:]}, False),
        ({"items": tuple(changed(one, chips=one.chips * 3) for one in EVENING.items)}, True),
        ({"late_registration": 1, "items": EVENING.items[:1]}, False),
    ],
    ids=["longer levels", "higher blinds", "deeper stacks", "no re-entries"],
)
def test_what_makes_an_event_longer_makes_it_longer_here(change, later):
    as_it_is = np.median(runs_of(EVENING, 60, runs=60).last_day.ended)
    other = np.median(runs_of(changed(EVENING, **change), 60, runs=60).last_day.ended)
    assert (other > as_it_is + 5) if later else (other < as_it_is - 5)


def test_who_finds_no_chair_waits_for_one():
    full = runs_of(SHEETS["few chairs"], 30, runs=20, spread=0.0).days[0]
    roomy = runs_of(EVENING, 30, runs=20, spread=0.0).days[0]
    assert full.waited.min() >= 30 * 0.5 - 9
    assert full.wait_minutes.min() > 0
    assert (roomy.waited.max(), roomy.wait_minutes.max()) == (0, 0.0)


def test_the_limit_of_reentries_is_kept():
    """Nobody buys twice where the sheet sells one: there are never more re-entries than people."""
    eager = assumed({"again_share": 1.0, "late_share": 0.0})
    once = runs_of(EVENING, 40, assumes=eager)
    freely = changed(EVENING, items=(EVENING.items[0], changed(EVENING.items[1], limit=Limit())))
    assert (once.again <= once.people).all()
    assert (runs_of(freely, 40, assumes=eager).again > once.people * 0.2).any()


def test_past_stages_can_stand_for_a_number():
    runs = runs_of(EVENING, 0, runs=100, stages=(20, 22, 60))
    assert 12 <= runs.people.min() < 25
    assert 50 < runs.people.max() <= 90


def test_every_assumption_says_what_it_means_and_where_it_is_from():
    assert len(known()) >= 15
    for one in known().values():
        assert one.least <= one.value <= one.most
        assert one.source in {"ours", "public"}
        assert all(one.meaning.read(lang) and one.told_by.read(lang) for lang in LANGUAGES)
    assert {one.told_by.pt.startswith("Suposição nossa") for one in known().values() if one.source == "ours"} == {
        True
    }
