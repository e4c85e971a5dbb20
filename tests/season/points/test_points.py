"""Where points come from: every example of the index, under the book's own parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feltro.app.ranking.rules import rules_under, settle_season
from feltro.rulebook.formula import FormulaError, read_formula
from feltro.rulebook.settle import Settled
from feltro.season.points.table import PointsRow, PointsTable, lint_table, read_table
from tests.season.league import NPS_TABLE, field, finish, result, rules_of_book

if TYPE_CHECKING:
    from feltro.season.points.scheme import Scheme
    from feltro.season.results import EventResult

CGP = rules_of_book("cgp-2024").scheme


def nps() -> Scheme:
    table = PointsTable([PointsRow(**row) for row in NPS_TABLE])
    book = settle_season("nps-2019", (), {})
    assert isinstance(book, Settled)
    return rules_under(book, {"main": table, "side": table}).scheme


def points(event: EventResult, one, scheme: Scheme = CGP) -> float:
    return sum(line.points for line in scheme.lines(event, one)) / 100


def table_points(event: EventResult, one, scheme: Scheme = CGP) -> float:
    of_table = {"points.line.table", "points.line.deal", "points.line.unpaid", "points.line.multiplier"}
    return sum(line.points for line in scheme.lines(event, one) if line.because in of_table) / 100


@pytest.mark.clause("cgp-2024:4.1")
@pytest.mark.parametrize(
    ("kind", "entries", "paid", "place", "expected"),
    [
        ("main", 300, 35, 1, 600),
        ("main", 301, 35, 1, 750),
        ("main", 450, 53, 1, 750),
        ("main", 600, 62, 1, 750),
        ("main", 601, 71, 1, 900),
        ("main", 900, 98, 1, 900),
        ("main", 901, 98, 1, 990),
        ("main", 950, 98, 95, 18),
        ("side", 80, 8, 1, 250),
        ("side", 81, 11, 1, 300),
        ("side", 160, 17, 1, 300),
        ("side", 161, 17, 1, 330),
        ("side", 80, 8, 8, 63),
        ("side", 80, 8, 10, 0),
        ("side", 161, 17, 17, 40),
        ("side", 161, 17, 40, 0),
    ],
)
def test_a_place_is_worth_its_cell_of_the_table_for_the_size_of_the_field(kind, entries, paid, place, expected):
    """Past the last paid place the table gives nothing."""
    event = result(kind=kind, entries=entries, paid_places=paid)
    assert table_points(event, finish(place)) == expected


@pytest.mark.clause("cgp-2024:4.1", "cgp-2024:4.2.06")
def test_an_unpaid_place_of_the_table_is_worth_the_minimum_only():
    """Tenth of a side event that pays eight: the cell is unused, and entering is worth one point."""
    assert points(result(kind="side", entries=80, paid_places=8), finish(10)) == 1
    assert points(result(kind="side", entries=161, paid_places=17), finish(40)) == 1


@pytest.mark.clause("cgp-2024:4.2.01", "cgp-2024:4.2.06")
def test_day_two_is_worth_its_bonus_even_without_a_prize():
    """45 and not 46: the minimum is a floor under the sum. Sitting down on day two is not needed."""
    assert points(result(), finish(60, day2=True)) == 45
    assert points(result(), finish(60, day2=True, started_day2=True)) == 45


@pytest.mark.clause("cgp-2024:4.2.02", "cgp-2024:4.2.01")
def test_the_money_is_worth_its_bonus_on_top_of_table_and_day_two():
    """Twentieth of 250: 72 + 45 + 45."""
    assert points(result(), finish(20, day2=True)) == 162


@pytest.mark.clause("cgp-2024:4.2.03")
def test_the_main_final_table_is_worth_its_bonus_on_top_of_the_others():
    """Fifth of 250: 300 + 45 + 45 + 45."""
    assert points(result(), finish(5, day2=True, final_table=True)) == 435


@pytest.mark.clause("cgp-2024:4.2.04")
def test_a_side_final_table_is_worth_25():
    """Ninth of 100 at the final table: 60 + 25."""
    assert points(result(kind="side", entries=100, paid_places=11), finish(9, final_table=True)) == 85


@pytest.mark.clause("cgp-2024:4.2.05")
@pytest.mark.parametrize(
    ("price", "minutes", "table", "total"),
    [(100_000, 30, 480, 505), (100_000, 25, 300, 325), (99_900, 30, 300, 325), (120_000, 20, 300, 325)],
)
def test_costly_slow_side_events_multiply_the_table_and_not_the_bonus(price, minutes, table, total):
    """Both are needed: R$ 1,000 and levels of half an hour."""
    event = result(kind="side", entries=90, paid_places=8, buy_in_centavos=price, level_minutes=minutes)
    assert table_points(event, finish(1, final_table=True)) == table
    assert points(event, finish(1, final_table=True)) == total


def test_a_product_that_is_not_whole_keeps_its_decimals_unless_the_rounding_is_settled():
    """213 times 1.6 is 340.8; a league that settles rounding gets 341 or 340, and a line that says so."""
    event = result(kind="side", entries=80, paid_places=8, buy_in_centavos=100_000, level_minutes=30)
    assert points(event, finish(2)) == 340.8
    for how, expected in (("nearest", 341), ("down", 340)):
        book = settle_season("cgp-2024", (), {"points.rounding": how})
        assert isinstance(book, Settled)
        scheme = rules_under(book, {}).scheme
        assert points(event, finish(2), scheme) == expected
        assert scheme.lines(event, finish(2))[-1].because == "points.line.rounding"


@pytest.mark.clause("cgp-2024:4.2.06")
def test_entering_is_worth_one_point_however_often():
    """Out on day one with an entry and two re-entries: one point."""
    assert points(result(), finish(200)) == 1
    assert points(result(), finish(200, entries=3)) == 1


@pytest.mark.clause("cgp-2024:4.3.d")
def test_a_place_saved_on_the_bubble_by_agreement_does_not_score():
    """24 are officially paid; the 25th gets money from the players, and no placing points."""
    event = result(paid_places=24, bubble_places=1)
    assert table_points(event, finish(24)) == 60
    assert table_points(event, finish(25)) == 0
    assert points(event, finish(25)) == 1
    assert scheme_cites(event, finish(25)) >= {"cgp-2024:4.3.d"}


def scheme_cites(event, one) -> set[str]:
    return {str(cite) for line in CGP.lines(event, one) for cite in line.cites}


@pytest.mark.clause("cgp-2024:4.3.e")
@pytest.mark.parametrize(("left", "each"), [(4, 360), (2, 510)])
def test_after_a_deal_all_who_remain_score_the_place_of_the_next_out(left, each):
    """Whatever the final order; the fifth is scored as the fifth."""
    event = result(deal_left=left)
    assert {table_points(event, finish(place)) for place in range(1, left + 1)} == {each}
    assert table_points(event, finish(5)) == 300


@pytest.mark.clause("nps-2019:P2")
def test_the_organisers_table_scores_only_the_paid_places():
    """45 paid: the 45th has the 12 of the loaded table, the 46th nothing at all."""
    event = result(entries=300, paid_places=45)
    assert points(event, finish(45), nps()) == 12
    assert points(event, finish(46, day2=True), nps()) == 0


def test_scores_are_the_sums_of_their_lines():
    """The quick way and the explained way agree for everybody of many fields."""
    for scheme in (CGP, nps(), rules_of_book("adtp-2023").scheme):
        for kind in ("main", "side"):
            for entries in (12, 80, 161, 301, 950):
                people = [f"p{number}" for number in range(60)]
                finishers = tuple(
                    type(one)(person=one.person, place=one.place, day2=one.place < 40, final_table=one.place < 10)
                    for one in field(*people)
                )
                event = result(kind=kind, entries=entries, paid_places=20, deal_left=3, finishers=finishers)
                explained = [sum(line.points for line in scheme.lines(event, one)) for one in finishers]
                assert scheme.scores(event) == explained


# A league's own table and formula


def test_a_formula_counts_the_field_of_each_event_anew():
    """Two events alike but for their field: what the first was worth is not remembered for the second."""
    scheme = rules_of_book("adtp-2023", "liga").scheme
    small, large = (result(kind="side", entries=entries, paid_places=6) for entries in (49, 100))
    assert (scheme.scores(small)[0], scheme.scores(large)[0]) == (70_00, 100_00)


def test_a_league_scores_by_the_formula_of_its_addendum():
    """The shipped example: every place by the root of the field over the place, and its clause cited."""
    rules = rules_of_book("adtp-2023", "liga")
    event = result(kind="side", entries=49, paid_places=6, finishers=field(*(f"p{n}" for n in range(49))))
    assert points(event, finish(1), rules.scheme) == 70
    assert points(event, finish(4), rules.scheme) == 35
    assert str(rules.scheme.lines(event, finish(1))[0].cites[0]) == "liga:L.1"


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("10 *", "formula"),
        ("__import__('os')", "formula"),
        ("place; 3", "formula"),
        ("exec(place)", "formula_name"),
        ("stack / 2", "formula_name"),
        ("min(place)", "formula_arguments"),
        ("10 / (place - 1)", "formula_value"),
        ("sqrt(1 - place)", "formula_value"),
        ("10 ^ 10 ^ 10", "formula_value"),
        ("(" * 60 + "1" + ")" * 60, "formula"),
        ("1" * 500, "formula"),
    ],
)
def test_a_formula_that_cannot_be_used_is_said_before_it_is_used(text, because):
    """Nothing is executed: what is not arithmetic on known names is refused, and so is what has no value."""
    with pytest.raises(FormulaError, match=f"^{because}$"):
        read_formula(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("2 ^ 3 ^ 2", 512),
        ("-place ^ 2", -9),
        ("10 - 4 - 3", 3),
        ("round(7 / 2)", 4),
        ("floor(7 / 2)", 3),
        ("max(entries, place)", 100),
        ("if(place <= paid_places, 50, 1)", 50),
        ("if(place > 1, entries / place, 0) > 33", 1),
        ("log10(1000)", 3),
    ],
)
def test_a_formula_is_arithmetic_as_people_write_it(text, value):
    """The usual order of signs, powers from the right, conditions as one or nothing."""
    names = {"place": 3, "entries": 100, "people": 90, "paid_places": 10, "buy_in": 250}
    assert read_formula(text).value(names) == value


@pytest.mark.parametrize(
    ("rows", "because"),
    [
        ([], "points.table.empty"),
        ([(1, 50, 1, 1, 10), (60, 90, 1, 1, 12)], "points.table.field_hole"),
        ([(1, 50, 1, 1, 10), (40, 90, 1, 1, 12)], "points.table.fields_overlap"),
        ([(1, 50, 1, 1, 10), (1, 50, 3, 4, 5)], "points.table.hole"),
        ([(1, 50, 1, 2, 10), (1, 50, 2, 4, 5)], "points.table.twice"),
        ([(1, 50, 1, 1, 10), (1, 50, 2, 2, 11)], "points.table.rises"),
        ([(50, 1, 1, 1, 10)], "points.table.backwards"),
        ([(1, 50, 3, 2, 10)], "points.table.backwards"),
        ([(2, 50, 1, 1, 10)], "points.table.field_hole"),
        ([(1, 50, 2, 2, 10)], "points.table.hole"),
    ],
)
def test_a_table_with_holes_or_rising_points_is_refused_with_the_place(rows, because):
    """Everything wrong is found by reading, before a single point is given."""
    names = ("entries_from", "entries_to", "place_from", "place_to", "points")
    made = [PointsRow(**dict(zip(names, row, strict=True))) for row in rows]
    assert because in [finding.because for finding in lint_table(made)]


def test_a_table_may_speak_of_one_size_and_of_one_place():
    """A column for exactly one entry, equal points for neighbours: nothing is wrong with either."""
    names = ("entries_from", "entries_to", "place_from", "place_to", "points")
    rows = [(1, 1, 1, 1, 10), (2, 9, 1, 1, 10), (2, 9, 2, 2, 10), (2, 9, 3, 3, 0), (10, 10, 1, 1, 5)]
    assert list(lint_table([PointsRow(**dict(zip(names, row, strict=True))) for row in rows])) == []


def test_a_table_in_a_file_says_which_line_is_unreadable():
    """A word where a number belongs is told with its line."""
    good = {"entries_from": "1", "entries_to": "9", "place_from": "1", "place_to": "9", "points": "10"}
    assert isinstance(read_table([good]), PointsTable)
    wrong = read_table([good, {**good, "points": "dez"}])
    assert [(one.because, one.where) for one in wrong] == [("points.table.unreadable", "3")]
    assert [one.because for one in read_table([{"pontos": "1"}])] == ["points.table.columns"]
