"""What a league settles about points where its book is silent: each answer, and what it makes of the same finish."""

from __future__ import annotations

from decimal import Decimal

import pytest

from feltro.app.ranking.rules import rules_under, settle_season
from feltro.rulebook.settle import Settled
from feltro.season.points.table import PointsRow, PointsTable, lint_table, read_table
from feltro.season.results import EventResult, Finisher
from tests.season.league import field, finish, result, rules_of_book
from tests.tournament.room import BOOKS

WORTH = ((1, 1, 100), (2, 2, 70), (3, 3, 51), (4, 9, 30))
TABLE = PointsTable(
    [
        PointsRow(entries_from=1, entries_to=500, place_from=first, place_to=last, points=points)
        for first, last, points in WORTH
    ]
)
SLOW = {"kind": "side", "entries": 80, "paid_places": 9, "buy_in_centavos": 100_000, "level_minutes": 30}
TIMES = {
    "points.multiplier.side": Decimal("1.5"),
    "points.multiplier.min_buy_in": "R$ 1.000",
    "points.multiplier.min_level_minutes": 30,
    "points.bonus.side_final_table": 20,
    "points.minimum.points": 0,
}


def scheme(**answers):
    book = settle_season("bpt-2015", (), {"points.table_source": "organiser", **answers})
    assert isinstance(book, Settled), book
    return rules_under(book, {"main": TABLE, "side": TABLE}).scheme


def points(event, one, **answers) -> float:
    made = scheme(**answers)
    told = sum(line.points for line in made.lines(event, one)) / 100
    assert made.scores(event.__class__(**{**fields_of(event), "finishers": (one,)})) == [round(told * 100)]
    return told


def fields_of(event: EventResult) -> dict:
    return {name: getattr(event, name) for name in event.__struct_fields__}


@pytest.mark.parametrize(("covers", "expected"), [("table_points", 125), ("all_points", 135)])
def test_the_factor_covers_the_table_or_the_bonus_too(covers, expected):
    """Second is worth 70, the final table 20: 70 times 1.5 and 20, or 90 times 1.5."""
    answers = {**TIMES, "points.multiplier.covers": covers}
    assert points(result(**SLOW), finish(2, final_table=True), **answers) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, 105),
        ({"buy_in_centavos": 99_999}, 70),
        ({"level_minutes": 29}, 70),
        ({"level_minutes": 31}, 105),
        ({"kind": "main"}, 70),
    ],
)
def test_the_factor_asks_for_a_side_event_its_price_and_its_slow_levels(changes, expected):
    answers = {**TIMES, "points.bonus.itm": 0}
    assert points(result(**{**SLOW, **changes}), finish(2), **answers) == expected


@pytest.mark.parametrize(("how", "expected"), [("exact", 76.5), ("nearest", 77), ("down", 76)])
def test_half_a_point_is_kept_goes_up_or_goes(how, expected):
    """Third is worth 51, times 1.5."""
    assert points(result(**SLOW), finish(3), **TIMES, **{"points.rounding": how}) == expected


@pytest.mark.parametrize(
    ("how", "per", "entries", "place", "expected"),
    [
        ("floor", "person_per_event", 3, 40, 2),
        ("floor", "entry", 1, 40, 2),
        ("floor", "entry", 3, 40, 6),
        ("floor", "entry", 3, 1, 104),
        ("added", "person_per_event", 3, 1, 102),
        ("added", "entry", 3, 1, 106),
        ("added", "entry", 1, 1, 102),
    ],
)
def test_entering_is_worth_two_points_once_or_for_each_entry(how, per, entries, place, expected):
    answers = {"points.minimum.points": 2, "points.minimum.how": how, "points.counted_per": per}
    answers |= {"points.bonus.itm": 0}
    assert points(result(), finish(place, entries=entries), **answers) == expected


@pytest.mark.parametrize(("place", "own", "next_out"), [(1, 100, 51), (2, 70, 51), (3, 51, 51), (4, 30, 30)])
def test_after_a_deal_of_three_they_score_their_own_places_or_the_third(place, own, next_out):
    event = result(deal_left=3)
    answers = {"points.bonus.itm": 0, "points.minimum.points": 0}
    assert points(event, finish(place), **answers, **{"points.deal_place": "final_order"}) == own
    assert points(event, finish(place), **answers, **{"points.deal_place": "next_out"}) == next_out


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_was_sent_away_scores_nothing_at_all(book):
    """Not a hundredth of a point, and the line says why."""
    rules = rules_of_book(book).scheme
    one = Finisher(person="ana", place=1, disqualified=True, final_table=True)
    lines = rules.lines(result(), one)
    assert [(line.because, line.points) for line in lines] == [("points.line.disqualified", 0)]


def test_a_result_that_tells_only_places_says_nothing_else():
    """One entry each, no second day, no final table, no money: what a file leaves out is not so."""
    one = Finisher(person="ana", place=1)
    assert (one.entries, one.prize_centavos, one.bounties_centavos) == (1, 0, 0)
    assert (one.day2, one.started_day2, one.final_table, one.disqualified, one.deal) == (False,) * 5
    event = EventResult(event="x", stage="s", kind="main", entries=9, paid_places=2, finishers=field("ana"))
    told = (event.bubble_places, event.deal_left, event.buy_in_centavos, event.level_minutes, event.pool_centavos)
    assert told == (0, 0, 0, 0, 0)


def test_a_table_without_a_row_is_told_and_one_that_was_read_can_be_shown():
    [finding] = read_table([])
    assert finding.because == "points.table.empty"
    raw = [{"entries_from": "1", "entries_to": "9", "place_from": "1", "place_to": "3", "points": "10"}]
    table = read_table(raw)
    assert isinstance(table, PointsTable)
    assert table.rows == (PointsRow(entries_from=1, entries_to=9, place_from=1, place_to=3, points=10),)


@pytest.mark.parametrize(
    ("entries", "places", "told"), [((9, 9), (5, 3), (5, 3)), ((9, 4), (5, 3), (9, 4)), ((9, 4), (3, 5), (9, 4))]
)
def test_a_row_that_runs_backwards_is_told_by_the_numbers_that_do(entries, places, told):
    row = PointsRow(
        entries_from=entries[0], entries_to=entries[1], place_from=places[0], place_to=places[1], points=10
    )
    [finding] = lint_table([row])
    assert (finding.because, finding.values["first"], finding.values["last"]) == ("points.table.backwards", *told)
