"""What is left of the prizes, shared in centavos that can be worked out on paper."""

from __future__ import annotations

from fractions import Fraction

import pytest

from feltro.kernel.money import Money
from feltro.tournament.deals.shares import Left, least_reserve, rounded, split, warnings

PRIZES = (50_000, 30_000, 20_000)
STACKS = (6_000, 3_000, 1_000)


@pytest.mark.parametrize(
    ("method", "reserve", "shares"),
    [
        ("even", 0, [33_334, 33_333, 33_333]),
        ("even", 10_000, [30_000, 30_000, 30_000]),
        ("chip_chop", 0, [44_000, 32_000, 24_000]),
        ("chip_chop", 10_000, [38_000, 29_000, 23_000]),
    ],
)
def test_three_share_a_thousand_reais_evenly_or_by_chips_above_the_last_prize(method, reserve, shares):
    """R$ 200 for each, and the other R$ 400 (or R$ 300, with R$ 100 in reserve) by 60, 30 and 10 of each hundred chips."""
    assert split(method, STACKS, Left(PRIZES, reserve)) == shares


def test_where_the_last_prize_is_more_than_is_left_for_each_chips_decide_nothing():
    """Three equal prizes of R$ 100, half of them reserved: R$ 50 for each, whatever the chips."""
    assert split("chip_chop", STACKS, Left((10_000,) * 3, 15_000)) == [5_000, 5_000, 5_000]


def test_two_players_by_worth_have_the_second_prize_and_the_rest_by_their_chance():
    """R$ 1,000 and R$ 600, chips three to one: 600 and three quarters of 400, 600 and one quarter."""
    assert split("icm", (7_500, 2_500), Left((100_000, 60_000))) == [90_000, 70_000]
    assert split("icm", (7_500, 2_500), Left((100_000, 60_000), 20_000)) == [75_000, 65_000]


@pytest.mark.parametrize(
    ("reserve", "lowered"), [(0, (100, 60, 40)), (30, (70, 60, 40)), (100, (0, 60, 40)), (110, (0, 54, 36))]
)
def test_the_reserve_comes_out_of_first_prize_and_past_that_out_of_the_others(reserve, lowered):
    left = Left((100, 60, 40), reserve)
    assert left.lowered == lowered
    assert left.shared == sum(lowered) == 200 - reserve


@pytest.mark.parametrize(("prizes", "least"), [((1_000,), 100), ((1_001,), 101), ((600, 400, 9), 101), ((), 0)])
def test_at_least_a_tenth_is_a_whole_centavo_more_where_it_does_not_come_out_even(prizes, least):
    assert least_reserve(prizes, Fraction(1, 10)) == least


@pytest.mark.parametrize(
    ("shares", "total", "unit", "parts"),
    [
        ([630, 420], 1_050, 100, [650, 400]),
        ([525, 525], 1_050, 100, [550, 500]),
        ([666.6, 333.4], 1_000, 100, [700, 300]),
        ([640, 360], 1_000, 100, [600, 400]),
        ([250, 250, 500], 1_000, 100, [300, 200, 500]),
        ([4_799_999.9999999, 200_000.0000001], 5_000_000, 1, [4_800_000, 200_000]),
    ],
)
def test_whole_units_go_to_the_largest_remainder_and_what_is_less_than_one_to_the_largest_share(
    shares, total, unit, parts
):
    assert rounded(shares, total, unit) == parts


def told(stacks, prizes, reserve=0):
    return [(one.because, one.where, one.values) for one in warnings(stacks, Left(prizes, reserve))]


def test_a_chip_leader_is_warned_who_would_get_more_than_first_prize_and_not_who_gets_just_that():
    """Of R$ 500, 450 and 50 the leader of nine tenths would be given R$ 815 by chips; of 500 and 500 everybody 500."""
    assert told((9_000, 500, 500), (50_000, 45_000, 5_000)) == [
        ("deal.chop_above_first", "0", {"player": 1, "amount": Money(81_500), "first": Money(50_000)})
    ]
    assert told((9_000, 1_000), (50_000, 50_000)) == []


def test_a_reserve_that_makes_second_place_worth_more_than_first_is_told():
    """First R$ 500, second R$ 300: a reserve of 250 is more than the 200 between them, one of 200 is not."""
    gap = [found for found in told((1_000, 1_000), (50_000, 30_000), 25_000) if found[1] == "reserve"]
    assert gap == [("deal.reserve_above_gap", "reserve", {"reserve": Money(25_000), "gap": Money(20_000)})]
    assert [found for found in told((1_000, 1_000), (50_000, 30_000), 20_000) if found[1] == "reserve"] == []
    assert [found for found in told((1_000,), (50_000,), 20_000) if found[1] == "reserve"] == []
    assert told((1_000, 1_000), (50_000, 30_000)) == []
