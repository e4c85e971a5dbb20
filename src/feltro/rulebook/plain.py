"""Values as JSON says them: money in centavos and named so, fractions as decimals, dates in ISO."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date, time
from fractions import Fraction
from typing import Any

from feltro.kernel.money import Money
from feltro.rulebook.values import Infraction


def plain(value: Any) -> Any:
    match value:
        case Money():
            return {"amount_centavos": value.centavos}
        case Fraction():
            return int(value) if value.denominator == 1 else float(value)
        case date() | time():
            return value.isoformat()
        case Infraction():
            return {**asdict(value), "sanctions": list(value.sanctions)}
        case tuple() | list():
            return [plain(item) for item in value]
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case _:
            return value
