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


# Each answer on its own, on a field of nine whose first three are paid

NOTHING_ADDED = {"points.bonus.itm": 0, "points.minimum.points": 0}
NINE = {"entries": 9, "paid_places": 3}


@pytest.mark.parametrize(
    ("bubble_scores", "places", "expected"),
    [
        (False, "official_paid", [51, 0, 0, 0]),
        (True, "official_paid", [51, 30, 30, 0]),
        (False, "all", [51, 30, 30, 30]),
    ],
)
def test_places_that_score_are_the_paid_ones_those_saved_on_the_bubble_or_all(bubble_scores, places, expected):
    """Three paid, two more saved by agreement: what third, fourth, fifth and sixth have of the table."""
    answers = {"points.scoring_places": places, "points.bubble_place_scores": bubble_scores, **NOTHING_ADDED}
    event = result(**NINE, bubble_places=2, finishers=field(*"abcdefghi"))
    made = scheme(**answers)
    assert [one / 100 for one in made.scores(event)[2:6]] == expected
    told = [sum(line.points for line in made.lines(event, finish(place))) / 100 for place in (3, 4, 5, 6)]
    assert told == expected


def test_a_place_that_scores_nothing_says_by_which_rule():
    """Fifth was saved on the bubble, sixth was not: two rules, each named."""
    event = result(**NINE, bubble_places=2)
    made = scheme(**NOTHING_ADDED)
    cites = {place: {str(one) for one in made.lines(event, finish(place))[0].cites} for place in (4, 5, 6)}
    bubble, places = {"acertos:acerto.points.bubble_place_scores"}, {"acertos:acerto.points.scoring_places"}
    assert cites == {4: bubble, 5: bubble, 6: places}


@pytest.mark.parametrize(("lose", "third", "fourth"), [("all_points", 61, 0), ("table_points", 61, 10)])
def test_whoever_is_not_paid_loses_all_points_or_those_of_the_table(lose, third, fourth):
    """Third is paid 51 and 10 for the second day; fourth was there on the second day too."""
    answers = {**NOTHING_ADDED, "points.unpaid_lose": lose, "points.bonus.day2": 10}
    event = result(**NINE)
    assert points(event, finish(3, day2=True, started_day2=True), **answers) == third
    assert points(event, finish(4, day2=True, started_day2=True), **answers) == fourth


@pytest.mark.parametrize(
    ("adds_up", "marks", "expected"),
    [
        (True, {"day2": True, "final_table": True}, 100 + 10 + 15 + 40),
        (False, {"day2": True, "final_table": True}, 100 + 40),
        (False, {"day2": True}, 100 + 15),
        (False, {}, 100 + 15),
    ],
)
def test_bonuses_add_up_or_the_largest_counts_alone(adds_up, marks, expected):
    """10 for the second day, 15 for the money, 40 for the final table; of one alone nothing is taken off."""
    answers = {"points.bonus.day2": 10, "points.bonus.itm": 15, "points.bonus.main_final_table": 40}
    answers |= {"points.bonus.add_up": adds_up, "points.minimum.points": 0}
    one = finish(1, started_day2=marks.get("day2", False), **marks)
    assert points(result(**NINE), one, **answers) == expected
    lines = scheme(**answers).lines(result(**NINE), one)
    alone = sum(line.because == "points.line.largest_bonus" for line in lines)
    assert alone == (not adds_up and "day2" in marks)


def test_a_bonus_of_nothing_has_no_line_and_the_last_paid_place_has_the_bonus_of_the_money():
    """Third of three paid: the table, 15 for the money, and no line for a second day that is worth nothing."""
    answers = {**NOTHING_ADDED, "points.bonus.day2": 0, "points.bonus.itm": 15}
    lines = scheme(**answers).lines(result(**NINE), finish(3, day2=True, started_day2=True))
    assert [(line.because, line.points) for line in lines] == [
        ("points.line.table", 5100),
        ("points.line.itm", 1500),
    ]
    lines = scheme(**answers).lines(result(**NINE), finish(4))
    assert [(line.because, line.points) for line in lines] == [("points.line.unpaid", 0)]


def test_the_factor_is_left_out_of_all_points_where_the_event_is_not_multiplied():
    """Covering all points changes nothing in a side event of fast levels, and a factor of one is none."""
    answers = {**TIMES, "points.multiplier.covers": "all_points"}
    fast = result(**{**SLOW, "level_minutes": 20})
    assert points(fast, finish(2, final_table=True), **answers) == 90
    lines = scheme(**{**answers, "points.multiplier.side": 1}).lines(result(**SLOW), finish(2, final_table=True))
    assert "points.line.multiplier" not in {line.because for line in lines}
    twice = {**answers, "points.multiplier.side": 2}
    assert points(result(**SLOW), finish(2, final_table=True), **twice) == 180


def test_three_tenths_of_a_point_go_whichever_way_it_is_rounded():
    """Second is worth 70, times 1.09: 76.3 goes to 76 in either way; times 1.1 it is whole and has no line."""
    for how in ("nearest", "down"):
        answers = {**TIMES, "points.rounding": how}
        assert points(result(**SLOW), finish(2), **{**answers, "points.multiplier.side": Decimal("1.09")}) == 76
        whole = scheme(**{**answers, "points.multiplier.side": Decimal("1.1")}).lines(result(**SLOW), finish(2))
        assert "points.line.rounding" not in {line.because for line in whole}
    almost = {**TIMES, "points.rounding": "down", "points.multiplier.side": Decimal("1.0999")}
    assert points(result(**SLOW), finish(2), **almost) == 76, "76.99 is not 77 where what is over goes"


def test_only_the_last_of_those_who_dealt_and_those_before_score_the_place_of_the_next_out():
    """A deal of three: the third is scored by the deal's line, the fourth by its own place."""
    made = scheme(**NOTHING_ADDED, **{"points.deal_place": "next_out"})
    because = [made.lines(result(deal_left=3), finish(place))[0].because for place in (1, 3, 4)]
    assert because == ["points.line.deal", "points.line.deal", "points.line.table"]


def formula(text: str):
    book = settle_season("bpt-2015", (), {"points.table_source": "formula", "points.formula": text})
    assert isinstance(book, Settled), book
    return rules_under(book, {"main": TABLE}).scheme


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("buy_in / 10", 62),
        ("people * 10 + paid_places", 33),
        ("entries / place", 9),
        ("100 / 3", 33.33),
        ("200 / 3", 66.67),
        ("0 - 5", 0),
    ],
)
def test_a_formula_knows_the_field_in_reais_and_people_and_is_kept_to_the_hundredth(text, expected):
    """Nine entries by three people at R$ 620, three paid; what comes out below nothing is nothing."""
    event = result(entries=9, paid_places=3, buy_in_centavos=62_000)
    lines = formula(text).lines(event, finish(1))
    assert sum(line.points for line in lines if line.because == "points.line.table") == round(expected * 100)
    assert formula(text).scores(event)[0] == sum(line.points for line in lines)


def test_two_events_of_one_field_and_another_price_are_worked_out_each():
    """A formula of the price: R$ 606 and R$ 607 are two prices, and a real of difference is a point of it."""
    made = formula("buy_in")
    found = [made.scores(result(buy_in_centavos=price))[0] for price in (60_600, 60_700, 60_600)]
    assert found == [60_600, 60_700, 60_600]


def test_a_formula_that_has_no_value_for_one_field_gives_no_points_there():
    """It divides by nothing where 77,777 play: nobody has points, and no other field is touched."""
    made = formula("100 / (entries - 77777) + 100")
    assert made.scores(result(entries=77_777)) == [0, 0, 0]
    assert made.scores(result(entries=77_778)) == [20_000] * 3


def test_a_kind_without_a_table_scores_nothing_from_the_table_and_past_the_last_row_nothing_either():
    book = settle_season("bpt-2015", (), {"points.table_source": "organiser", "points.scoring_places": "all"})
    assert isinstance(book, Settled)
    made = rules_under(book, {"main": TABLE}).scheme
    people = field(*"abcdefghijkl")
    assert made.scores(result(kind="side", finishers=people))[0] == 0
    assert made.scores(result(kind="main", entries=501, finishers=people))[0] == 0
    assert [one / 100 for one in made.scores(result(kind="main", finishers=people))[7:]] == [30, 30, 0, 0, 0]


def test_a_place_is_cited_by_the_rule_that_says_what_it_is_worth():
    """Loaded by the organiser, or by a formula that was settled."""
    event = result()
    told = [{str(one) for one in made.lines(event, finish(1))[0].cites} for made in (scheme(), formula("entries"))]
    assert told == [
        {"acertos:acerto.points.table_source", "acertos:acerto.points.scoring_places"},
        {"acertos:acerto.points.formula", "acertos:acerto.points.scoring_places"},
    ]


def row(entries, places, worth):
    return PointsRow(
        entries_from=entries[0], entries_to=entries[1], place_from=places[0], place_to=places[1], points=worth
    )


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([((1, 9), (2, 3), 10)], ("points.table.hole", "1-9", 1)),
        ([((1, 9), (1, 1), 10), ((1, 9), (4, 4), 5)], ("points.table.hole", "1-9", 2)),
        ([((1, 9), (1, 3), 10), ((1, 9), (3, 4), 5)], ("points.table.twice", "1-9", 3)),
        ([((1, 9), (1, 1), 10), ((1, 9), (2, 2), 11)], ("points.table.rises", "1-9", 2)),
    ],
)
def test_what_is_wrong_with_a_column_names_the_first_place_that_it_is_about(rows, told):
    [finding] = lint_table([row(*one) for one in rows])
    assert (finding.because, finding.where, finding.values["place"]) == told


@pytest.mark.parametrize(
    ("book", "loaded", "awaits", "first"),
    [
        ("bpt-2015", False, False, 158),
        ("bpt-2015", True, False, 100),
        ("nps-2019", False, True, 0),
        ("nps-2019", True, False, 100),
    ],
)
@pytest.mark.clause("nps-2019:P2")
def test_a_book_that_leaves_the_table_to_the_organiser_waits_for_it_and_a_silent_one_has_a_formula(
    book, loaded, awaits, first
):
    """Ten times the root of 250 entries is 158 points for the first; NPS has nothing until its table is there."""
    settled = settle_season(book, (), {})
    assert isinstance(settled, Settled)
    made = rules_under(settled, {"main": TABLE} if loaded else {}).scheme
    assert made.awaits_table is awaits
    assert table_alone(made) == first


def table_alone(made) -> float:
    return sum(line.points for line in made.lines(result(), finish(1)) if line.because == "points.line.table") / 100


@pytest.mark.parametrize(("source", "first"), [("organiser", 158), ("formula", 158), ("book", 0)])
def test_a_house_that_settled_where_points_come_from_waits_for_nothing(source, first):
    """Ten times the root of 250 entries, unless it settled for the table of a book that prints none."""
    book = settle_season("bpt-2015", (), {"points.table_source": source})
    assert isinstance(book, Settled)
    assert rules_under(book, {}).scheme.awaits_table is False
    assert table_alone(rules_under(book, {}).scheme) == first


def test_an_addendum_that_brings_a_formula_waits_for_no_table():
    book = settle_season("adtp-2023", ("liga",), {})
    assert isinstance(book, Settled)
    assert book["points.table_source"].value == "formula"
    assert rules_under(book, {}).scheme.awaits_table is False


@pytest.mark.parametrize(("kept", "expected"), [("kept", 100), ("none", 0)])
def test_a_house_may_leave_the_disqualified_the_points_of_the_place(kept, expected):
    answers = {**NOTHING_ADDED, "penalty.disqualification.points": kept}
    assert points(result(), finish(1, disqualified=True), **answers) == expected
