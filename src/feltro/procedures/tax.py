"""What the house withholds of a prize for the tax office, by the regime that it chose. Whole centavos, never more than is paid."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.money import half_up

if TYPE_CHECKING:
    from collections.abc import Sequence

REGIMES = ("none", "flat", "monthly", "above")
PARTS = ("regime", "share", "exempt_up_to", "holds_from", "table")
NAMES = tuple(f"prizes.tax.{part}" for part in PARTS)


class Bracket(msgspec.Struct, frozen=True):
    """Of a month's sum above an amount: this share, less what the table deducts."""

    above_centavos: int
    share: Fraction
    deduct_centavos: int


class TaxRule(msgspec.Struct, frozen=True, kw_only=True):
    """A regime with its figures."""

    regime: str = "none"
    share: Fraction = Fraction(0)
    exempt_centavos: int = 0
    since: date = date.min
    brackets: tuple[Bracket, ...] = ()


class PaidBefore(msgspec.Struct, frozen=True):
    """What was paid before, and what was withheld of it."""

    gross_centavos: int = 0
    tax_centavos: int = 0


class TaxedPrize(msgspec.Struct, frozen=True):
    """A prize, and what was paid and withheld of it before."""

    whole_centavos: int
    gross_centavos: int = 0
    tax_centavos: int = 0


def rule_of(said: Any, brackets: Sequence[Bracket] = ()) -> TaxRule:
    """`said` answers to a parameter's name with its value."""
    regime, share, exempt, since = (said(name) for name in NAMES[:4])
    return TaxRule(
        regime=regime,
        share=Fraction(share),
        exempt_centavos=exempt.centavos,
        since=since,
        brackets=tuple(brackets),
    )


def withheld(amount_centavos: int, day: date, rule: TaxRule, prize: TaxedPrize, month: PaidBefore) -> int:
    """Of all that is paid so far, less what was withheld already: parts never add up to a centavo more.

    `month`: what this CPF was paid this month, of every event.
    """
    if day < rule.since:
        return 0
    whole = prize.gross_centavos + amount_centavos
    match rule.regime:
        case "flat" if prize.whole_centavos > rule.exempt_centavos:
            owed = half_up(whole * rule.share) - prize.tax_centavos
        case "above":
            owed = half_up(max(0, whole - rule.exempt_centavos) * rule.share) - prize.tax_centavos
        case "monthly":
            owed = of_the_month(month.gross_centavos + amount_centavos, rule.brackets) - month.tax_centavos
        case _:
            owed = 0
    return min(max(owed, 0), amount_centavos)


def of_the_month(sum_centavos: int, brackets: Sequence[Bracket]) -> int:
    """By the highest bracket that the sum exceeds."""
    reached = [one for one in brackets if sum_centavos > one.above_centavos]
    if not reached:
        return 0
    top = max(reached, key=lambda one: one.above_centavos)
    return max(0, half_up(sum_centavos * top.share) - top.deduct_centavos)
