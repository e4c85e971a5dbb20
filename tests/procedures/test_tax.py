"""What is withheld of a prize: each regime by hand, and in parts that never add up to a centavo more."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.app.sheets.tax_tables import tax_table
from feltro.procedures.tax import REGIMES, PaidBefore, TaxedPrize, TaxRule, of_the_month, withheld

TABLE = tax_table("irpf-2025-05.csv")
DAY = date(2026, 11, 20)


def rule(regime: str, share: str = "0.3", exempt: int = 100_00) -> TaxRule:
    return TaxRule(regime=regime, share=Fraction(share), exempt_centavos=exempt, since=DAY, brackets=TABLE)


def whole(amount: int, of: TaxRule, day: date = DAY) -> int:
    return withheld(amount, day, of, TaxedPrize(amount), PaidBefore())


@pytest.mark.parametrize(
    ("regime", "prize", "tax"),
    [
        ("none", 500_000, 0),
        ("flat", 100_00, 0),  # up to the amount nothing
        ("flat", 100_01, 30_00),  # above it, of the whole prize
        ("above", 100_00, 0),
        ("above", 300_00, 60_00),  # 30 % of what passes R$ 100
        ("monthly", 2_428_80, 0),
        ("monthly", 3_000_00, 55_84),  # 15 % less R$ 394,16
        ("monthly", 10_000_00, 1_841_27),  # 27.5 % less R$ 908,73
    ],
)
def test_a_regime_withholds_what_its_law_says(regime, prize, tax):
    """By hand, from the table of May 2025 and a share of 30 % with R$ 100 free."""
    assert whole(prize, rule(regime)) == tax


def test_before_its_day_nothing_is_withheld():
    assert whole(500_000, rule("flat"), date(2026, 11, 19)) == 0


def test_the_month_counts_every_prize_of_a_cpf():
    """R$ 2.000 and then R$ 2.000: of the second, the tax on R$ 4.000 is withheld."""
    assert withheld(2_000_00, DAY, rule("monthly"), TaxedPrize(2_000_00), PaidBefore(2_000_00, 0)) == 224_51


@pytest.mark.parametrize("bracket", TABLE[1:])
def test_the_table_never_leaps_by_more_than_a_centavo(bracket):
    """Each deduction is made so that the brackets meet."""
    below, above = (of_the_month(bracket.above_centavos + step, TABLE) for step in (0, 1))
    assert 0 <= above - below <= 1


@given(
    st.sampled_from(REGIMES),
    st.lists(st.integers(1, 2_000_000), min_size=1, max_size=6),
    st.integers(0, 1_000_000),
    st.integers(1, 9_999),
)
def test_parts_are_withheld_as_the_whole_is(regime, parts, exempt, share):
    """Whatever the parts: their taxes add up to the tax of the prize, and none is more than what is paid."""
    chosen = rule(regime, f"{share}/10000", exempt)
    paid = tax = 0
    for part in parts:
        one = withheld(part, DAY, chosen, TaxedPrize(sum(parts), paid, tax), PaidBefore(paid, tax))
        assert 0 <= one <= part
        paid, tax = paid + part, tax + one
    assert tax == whole(sum(parts), chosen)
