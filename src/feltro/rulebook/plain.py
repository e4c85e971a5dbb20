"""Values as JSON says them: money in centavos and named so, fractions as decimals, dates in ISO."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date, time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from feltro.kernel.money import Money
from feltro.rulebook.formula import Formula
from feltro.rulebook.values import Infraction

if TYPE_CHECKING:
    from collections.abc import Callable


def _in_centavos(amount: Money) -> dict[str, int]:
    return {"amount_centavos": amount.centavos}


def plain(value: Any, money: Callable[[Money], Any] = _in_centavos) -> Any:
    """A value as plain data; `money` says how an amount is written."""
    match value:
        case Money():
            return money(value)
        case Fraction():
            return int(value) if value.denominator == 1 else float(value)
        case Formula():
            return value.text
        case date() | time():
            return value.isoformat()
        case Infraction():
            return {**asdict(value), "sanctions": list(value.sanctions)}
        case tuple() | list():
            return [plain(item, money) for item in value]
        case dict():
            return {key: plain(item, money) for key, item in value.items()}
        case _:
            return value
