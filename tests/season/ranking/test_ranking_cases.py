"""The ranking cases: situations in words with the answer that the regulations give."""

from __future__ import annotations

import pytest

from feltro.kernel.money import Money
from feltro.season.ranking.funds import annual_prizes
from feltro.season.standings import Standings
from tests.season.league import field, finish, result, rules_of_book

CGP = rules_of_book("cgp-2024").scheme

CASES = {
    "four finalists of 250 make a deal": (result(deal_left=4), finish(2), {"points.line.deal": 360}),
    "winner of 450, no deal": (result(entries=450, paid_places=53), finish(1), {"points.line.table": 750}),
    "side event of 90, R$ 1,000, half-hour levels, winner": (
        result(kind="side", entries=90, paid_places=8, buy_in_centavos=100_000, level_minutes=30),
        finish(1, final_table=True),
        {"points.line.table": 300, "points.line.multiplier": 180, "points.line.final_table": 25},
    ),
    "side event of 90, R$ 1,200, twenty-minute levels, winner": (
        result(kind="side", entries=90, paid_places=8, buy_in_centavos=120_000, level_minutes=20),
        finish(1),
        {"points.line.table": 300},
    ),
    "out on day one of the main event": (
        result(),
        finish(180),
        {"points.line.unpaid": 0, "points.line.minimum": 1},
    ),
    "saved on the bubble by the others": (
        result(paid_places=24, bubble_places=1),
        finish(25),
        {"points.line.unpaid": 0, "points.line.minimum": 1},
    ),
}


@pytest.mark.clause("cgp-2024:4.1", "cgp-2024:4.2.05", "cgp-2024:4.2.06", "cgp-2024:4.3.d", "cgp-2024:4.3.e")
@pytest.mark.parametrize("name", CASES)
def test_the_points_of_a_case_come_line_by_line(name):
    """The lines that matter, and no others but the money's bonus."""
    event, one, expected = CASES[name]
    found = {line.because: line.points // 100 for line in CGP.lines(event, one)}
    found.pop("points.line.itm", None)
    assert found == expected


@pytest.mark.clause("cgp-2024:4.3.c", "cgp-2024:4.3.c.1")
def test_second_places_decide_before_main_events_played():
    """Both on 1,500 with two wins; three seconds before one, although the other played more main events."""
    found = Standings(rules_of_book("cgp-2024").criteria)
    places = {"X": [1, 1, 2], "Y": [1, 1, 2, 2, 2]}
    for person, mine in places.items():
        for number, place in enumerate(mine):
            rivals = [f"r{one}" for one in range(place - 1)]
            event = result(f"{person}{number}", kind="side", finishers=field(*rivals, person))
            found.put(event, [0] * place)
        found.adjust(person, 150_000)
    for number in range(9):
        found.put(result(f"m{number}", finishers=(finish(99),)), [0])
    assert [one.person for one in found.page(0, 2)] == ["Y", "X"]


@pytest.mark.clause("nps-2019:P")
def test_the_first_three_are_guaranteed_though_the_collection_is_short():
    """R$ 62,000 were retained: 50,000, 10,000 and 5,000, and the organiser adds 3,000."""
    year = annual_prizes(Money.reais(62_000), rules_of_book("nps-2019").book)
    assert [amount.centavos // 100 for amount in year] == [50_000, 10_000, 5_000]
    assert sum(amount.centavos for amount in year) == 6_200_000 + 300_000
