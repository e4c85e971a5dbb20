"""What a plan of several days says: on which day it ends, where each day begins, and what the window pays."""

from datetime import date
from itertools import pairwise

import pytest
from msgspec.structs import replace

from feltro.app.plans.event_plan import plan_of
from feltro.app.plans.fans import dealers_fan
from feltro.app.plans.plain import in_full
from feltro.app.sheets.templates import sheet_from_template, templates
from feltro.forecast.assumptions import usual
from feltro.forecast.fit import Calibration
from feltro.forecast.study import FieldQuestion, blocks, one_by_one
from feltro.forecast.turnout import Turnout
from feltro.web.events.planner_view import view_of

SATURDAY = date(2026, 11, 21)


def planned(template, people=60):
    sheet = replace(sheet_from_template(templates()[template], SATURDAY), guarantee_centavos=None)
    question = FieldQuestion(sheet, Turnout(people, 0.0), usual())
    return plan_of(question, one_by_one(blocks(question, 12)))


@pytest.fixture(scope="module")
def four_days():
    """Two first days, a second, and a final one, each on the day after."""
    return planned("cgp-main", 200)


def test_an_end_after_several_days_says_on_which(four_days):
    """The venue is not told an hour alone when it could be any of four evenings."""
    shown = view_of(four_days, Calibration(usual()), (), "pt")
    assert "(ter., 24 nov.)" in shown.sentences[0]
    assert shown.signs[0].under.startswith("ter., 24 nov., ")
    one_evening = view_of(planned("club-turbo"), Calibration(usual()), (), "pt")
    assert "nov." not in one_evening.sentences[0] + one_evening.signs[0].under


def test_the_days_are_named_where_they_begin(four_days):
    """Four hours with their days have no room beside each other on a phone."""
    marks = dealers_fan(four_days, "pt").marks
    assert [name for _, name in marks] == ["1A", "1B", "2", "final"]
    assert marks[0][0] == 0
    assert all(later - earlier >= 0.12 for (earlier, _), (later, _) in pairwise(marks))


def test_the_window_is_told_every_prize(four_days):
    """Place by place for who looks, and in centavos for a program; together they are what the middle field brings."""
    shown = next(
        one
        for one in view_of(four_days, Calibration(usual()), (), "pt").tables
        if one.name == "Prêmios no caso do meio"
    )
    assert shown.head == ("colocação", "cada um")
    assert shown.rows[0][0] == "1"
    payouts = in_full(four_days)["payouts"]
    assert payouts[0]["from"] == payouts[0]["to"] == 1
    assert len(payouts) == len(shown.rows)
    assert sum((one["to"] - one["from"] + 1) * one["each_centavos"] for one in payouts) == (
        four_days.purse.prizes.net_centavos
    )


def test_tables_break_on_every_day_that_has_several(four_days):
    """Not on the last day alone: the final day sits down at one table, and the floor wants to know of the days before it."""
    told = next(one for one in view_of(four_days, Calibration(usual()), (), "pt").tables if "quebram" in one.name)
    assert {row[0].split(" · ")[0] for row in told.rows} == {"1A", "1B", "2"}
    first = [row for row in told.rows if row[0].startswith("1A · ")]
    tables = [int(row[0].split(" · ")[1]) for row in first]
    assert len(tables) > 2
    assert tables == sorted(tables, reverse=True)
    by_day = in_full(four_days)["table_breaks_by_day_minutes"]
    assert [str(one) for one in tables] == sorted(by_day["1A"], key=int, reverse=True)
