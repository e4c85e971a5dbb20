"""The chart of accounts as a bookkeeper would say it: on which side each stands, and which may never cross zero."""

from __future__ import annotations

from feltro.house.desks.notes import NOTES, NoteCount, sorted_notes, worth
from feltro.kernel.money import ZERO
from feltro.ledger.accounts import CHART, Side

MAY_CROSS_ZERO = {
    "drawer",
    "organiser",
    "card_fees",
    "rake",
    "guarantee_cover",
    "ranking_cover",
    "courtesy",
    "expenses",
    "drawer_difference",
    "rounding",
    "paid_out",
}
"""A drawer is counted, a result may be a loss, an organiser lends and takes. All others would owe what they do not have."""
HAS = {
    "drawer",
    "safe",
    "in_transit",
    "receivable",
    "tab",
    "advances",
    "guarantee_cover",
    "ranking_cover",
    "courtesy",
    "expenses",
    "drawer_difference",
}


def test_every_pool_fund_and_debt_is_held_on_its_side_of_zero():
    assert {name for name, kind in CHART.items() if not kind.never_overdrawn} == MAY_CROSS_ZERO


def test_what_the_house_has_grows_upwards_and_what_it_owes_downwards():
    assert {name for name, kind in CHART.items() if kind.side is Side.HAS} == HAS
    assert (Side.HAS.value, Side.OWES.value, ZERO.centavos) == (1, -1, 0)


def test_the_notes_and_coins_are_those_that_are_in_use():
    """R$ 200 to 2, the coin of R$ 1, and 50, 25, 10 and 5 centavos."""
    assert NOTES == (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5)


def test_the_same_notes_are_the_same_count_however_they_were_written():
    counted = tuple(
        NoteCount(value_centavos=value, count=count) for value, count in ((500, 1), (5000, 2), (500, 2), (100, 0))
    )
    assert worth(counted) == 11_500
    assert [(one.value_centavos, one.count) for one in sorted_notes(counted)] == [(5000, 2), (500, 3)]
