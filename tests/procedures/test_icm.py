"""What a stack is worth, against counting every order of finish."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import permutations

import pytest
from bench import icm as bench_icm
from hypothesis import given, settings
from hypothesis import strategies as st

from feltro.cli.main import main
from feltro.procedures.icm import NODES, equities, error, integrated
from feltro.tournament.deals import shares as splitting
from feltro.tournament.deals.shares import Left, least_reserve, rounded

STACKS = st.lists(st.integers(1, 10**6), min_size=2, max_size=6)


def by_every_order(stacks, prizes):
    """Each order of finish with its chance, as whole fractions."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            worth[player] += chance * prize
    return worth


@st.composite
def tables(draw, most=6):
    stacks = draw(st.lists(st.integers(1, 10**6), min_size=2, max_size=most))
    paid = draw(st.integers(1, len(stacks)))
    prizes = sorted(draw(st.lists(st.integers(0, 10**8), min_size=paid, max_size=paid)), reverse=True)
    return stacks, prizes


@given(tables())
@settings(max_examples=150)
def test_counting_and_integrating_equal_every_order_of_finish(table):
    """Both ways give what the orders of finish give, to a billionth of the pool."""
    stacks, prizes = table
    expected = by_every_order(stacks, prizes)
    near = 1e-9 * max(sum(prizes), 1)
    assert equities(stacks, prizes) == pytest.approx([float(one) for one in expected], abs=near)
    assert integrated(stacks, prizes, NODES) == pytest.approx([float(one) for one in expected], abs=near)


@pytest.mark.slow
def test_eight_players_equal_every_order_of_finish():
    """All 40,320 orders."""
    stacks = [120_000, 88_500, 61_000, 40_000, 33_000, 9_000, 2_500, 500]
    prizes = [50_000, 30_000, 20_000, 14_000, 10_000, 7_500, 5_000, 3_500]
    expected = [float(one) for one in by_every_order(stacks, prizes)]
    assert equities(stacks, prizes) == pytest.approx(expected, rel=1e-12)


@given(tables(most=9))
def test_the_worth_of_all_stacks_is_the_pool(table):
    """Nothing is lost."""
    stacks, prizes = table
    assert sum(equities(stacks, prizes)) == pytest.approx(sum(prizes), rel=1e-12, abs=1e-6)


@given(tables(most=9))
def test_more_chips_are_never_worth_less_and_equal_stacks_are_worth_the_same(table):
    """Monotone in the stack, and symmetric."""
    stacks, prizes = table
    worth = equities(stacks, prizes)
    near = 1e-9 * max(sum(prizes), 1)
    assert len(worth) == len(stacks) > 0
    for mine, my_worth in zip(stacks, worth, strict=True):
        for other, its_worth in zip(stacks, worth, strict=True):
            if mine == other:
                assert my_worth == pytest.approx(its_worth, abs=near)
            elif mine > other:
                assert my_worth >= its_worth - near


@pytest.mark.parametrize(("players", "paid"), [(10, 10), (60, 9), (300, 45)])
def test_a_large_field_is_worth_its_pool_and_the_error_is_small(players, paid):
    """Integrated: the sum is the pool, and twice the nodes change less than a billionth."""
    stacks, prizes = bench_icm.field(players, paid)
    assert sum(equities(stacks, prizes)) == pytest.approx(sum(prizes), rel=1e-9)
    assert error(stacks, prizes) < 1e-9


def test_one_prize_in_a_large_field_goes_by_chips():
    """Winner takes all is the closed form: the share of the chips."""
    stacks, _ = bench_icm.field(200, 1)
    expected = [10**9 * stack / sum(stacks) for stack in stacks]
    assert equities(stacks, [10**9]) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("players", [3, 12])
def test_where_no_prize_is_left_no_stack_is_worth_anything(players):
    """Everything was paid in reserve or by hand: chips alone are no money, few players or many."""
    assert equities([5000] * players, []) == [0] * players


def test_stacks_a_billion_apart_are_still_exact():
    """The shortest stack of all is where other methods fail."""
    stacks, prizes = [10**9, 10**6, 1000, 1], [100, 60, 40, 20]
    expected = [float(one) for one in by_every_order(stacks, prizes)]
    assert integrated(stacks, prizes, NODES) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("stacks", "prizes"), [([], []), ([5, 0], [1]), ([5, 5], [3, 2, 1])])
def test_what_is_no_table_is_a_mistake_of_the_caller(stacks, prizes):
    """No players, a player without chips, more prizes than players."""
    with pytest.raises(ValueError, match=r"chips|prizes"):
        equities(stacks, prizes)


def test_numpy_is_not_loaded_for_a_final_table():
    """A small command starts fast: nine players need no arrays."""
    code = (
        "import sys; from feltro.tournament.deals.shares import Left, by_icm;"
        "by_icm([9000, 500, 500], Left((5, 3, 2))); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Sharing


@given(STACKS, st.integers(0, 10**9), st.integers(1, 5000), st.sampled_from(splitting.METHODS))
def test_every_way_to_share_sums_to_what_is_shared(stacks, first, unit, method):
    """To the centavo, in whole units but for the odd one, and nobody gets less than nothing."""
    prizes = tuple(first // place for place in range(1, len(stacks) + 1))
    left = Left(prizes, least_reserve(prizes, Fraction(1, 10)))
    amounts = splitting.split(method, stacks, left, unit)
    assert sum(amounts) + left.reserve == sum(prizes)
    assert min(amounts) >= 0
    assert sum(amount % unit != 0 for amount in amounts) <= 1


@given(STACKS, st.integers(1000, 10**9))
def test_the_reserve_leaves_the_worth_of_every_stack(stacks, first):
    """Out of first prize: what is agreed plus the chance to win the reserve is the plain worth."""
    prizes = tuple(first // place**2 for place in range(1, len(stacks) + 1))
    left = Left(prizes, least_reserve(prizes, Fraction(1, 10)))
    agreed = splitting.by_icm(stacks, left)
    assert len(agreed) == len(stacks) > 0
    for stack, amount, plain in zip(stacks, agreed, equities(stacks, prizes), strict=True):
        assert amount + left.reserve * stack / sum(stacks) == pytest.approx(plain, abs=2)


def test_a_reserve_larger_than_first_prize_is_given_by_the_others_too():
    """Twelve equal prizes: a tenth of all of them is more than one."""
    left = Left((100,) * 12, 120)
    assert left.lowered[0] == 0
    assert sum(left.lowered) == left.shared == 1080


def test_the_largest_remainder_gets_the_centavo():
    """A hundred centavos in three: the first of equals gets the odd one."""
    assert rounded([100 / 3] * 3, 100) == [34, 33, 33]
    assert rounded([51.0, 49.0], 100, 50) == [50, 50]
    assert rounded([70.0, 33.0], 103, 10) == [73, 30]


@pytest.mark.parametrize(("shares", "total"), [([0.1, 0.1], 5), ([1.0], 1)])
def test_rounding_never_loses_a_unit(shares, total):
    """Even where the shares are far from the total."""
    assert sum(rounded(shares, total)) == total


# The command


def told(capsys, *words):
    code = main(["icm", *words])
    return code, capsys.readouterr()


def test_the_command_answers_as_promised(capsys):
    """Three players, 9000/500/500: the worth, the split by chips, and the warning that it beats first prize."""
    code, out = told(capsys, "--stacks", "9000,500,500", "--prizes", "50000,30000,20000", "--json")
    answer = json.loads(out.out)
    assert code == 0
    assert list(answer) == ["icm_centavos", "chip_chop_centavos", "warnings"]
    assert answer["icm_centavos"] == [4794737, 2602632, 2602631]
    assert answer["chip_chop_centavos"] == [5600000, 2200000, 2200000]
    assert len(answer["warnings"]) == 1


def test_the_command_reserves_for_the_champion(capsys):
    """Ten percent of what is left stays out of every column."""
    words = ("--stacks", "5.000;3.000;2.000", "--prizes", "10.000;6.000;4.000", "--reserve", "10", "--json")
    answer = json.loads(told(capsys, *words)[1].out)
    assert answer["reserve_centavos"] == 200000
    assert sum(answer["icm_centavos"]) == sum(answer["chip_chop_centavos"]) == 1800000


def test_the_command_shows_the_ways_side_by_side(capsys):
    """One line for each player, one column for each way."""
    out = told(capsys, "--stacks", "60,40", "--prizes", "100,50")[1].out
    assert "ICM" in out
    assert "R$ 75,00" in out


@pytest.mark.parametrize(
    "words",
    [
        ("--stacks", "a,b", "--prizes", "10"),
        ("--stacks", "0,5", "--prizes", "10"),
        ("--stacks", "5,5", "--prizes", "10,20"),
        ("--stacks", "5,5", "--prizes", "3,2,1"),
        ("--stacks", "5,5", "--prizes", "x"),
        ("--stacks", "5,5", "--prizes=-3"),
        ("--stacks", "5,5", "--prizes", "3", "--reserve", "120"),
        ("--stacks", "5,5", "--prizes", "3", "--reserve", "muito"),
        ("--stacks", "5,5", "--prizes", "3", "--unit", "x"),
        ("--stacks", ",", "--prizes", "3"),
    ],
)
def test_what_cannot_be_used_is_said_in_portuguese(capsys, words):
    """Nothing is computed, and the code is that of bad input."""
    code, out = told(capsys, *words)
    assert code == 2
    assert out.err.strip()
    assert not out.out


def test_the_measured_table_of_sets_agrees():
    """What the bench measures against computes the same thing."""
    stacks, prizes = bench_icm.field(8, 4)
    assert bench_icm.all_sets(stacks, prizes) == pytest.approx(equities(stacks, prizes), rel=1e-9)
