"""Money is whole centavos and never loses one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feltro.kernel.money import Money


@pytest.mark.parametrize(
    ("written", "centavos"),
    [
        ("R$ 1.234,56", 123456),
        ("620", 62000),
        ("7,5", 750),
        ("R$ 0,05", 5),
        ("-R$ 3", -300),
        ("1.000.000", 100000000),
    ],
)
def test_amounts_are_read_as_people_write_them(written, centavos):
    """An amount with or without R$, thousands and centavos is read to the centavo."""
    assert Money.parse(written) == Money(centavos)


@pytest.mark.parametrize(
    "written", ["7.50", "R$", "", "1,234", "12.34,5", "abc", "1.23", "--3", "1e3", "1 2", "1 000"]
)
def test_an_unclear_amount_is_refused(written):
    """A point never stands for the decimal comma, so nothing is guessed."""
    with pytest.raises(ValueError, match="not an amount"):
        Money.parse(written)


def test_amounts_are_written_the_brazilian_way():
    """Thousands take a point, centavos a comma."""
    assert str(Money(123456789)) == "R$ 1.234.567,89"
    assert str(Money(-5)) == "-R$ 0,05"


@given(st.integers(-(10**12), 10**12), st.lists(st.integers(0, 10**6), min_size=1, max_size=30).filter(any))
def test_parts_always_sum_to_the_whole(centavos, weights):
    """No split loses or makes a centavo, and no part is a centavo away from its exact share."""
    parts = Money(centavos).split(weights)
    assert sum(part.centavos for part in parts) == centavos
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part.centavos * sum(weights) - centavos * weight) < sum(weights)


@given(st.integers(0, 10**9))
def test_reading_undoes_writing(centavos):
    """What is written can be read back exactly."""
    assert Money.parse(str(Money(centavos))) == Money(centavos)


def test_equal_parts_give_the_odd_centavo_to_the_first():
    """R$ 1,00 in three is 34 + 33 + 33."""
    assert Money(100).split([1, 1, 1]) == (Money(34), Money(33), Money(33))


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [1, -1], [3, -1], [-2], [-1, 0, 5]])
def test_a_split_needs_a_positive_weight(weights):
    """Weights that say nothing, or take from somebody, are a mistake of the caller."""
    with pytest.raises(ValueError, match="weights must be zero or more"):
        Money(100).split(weights)
