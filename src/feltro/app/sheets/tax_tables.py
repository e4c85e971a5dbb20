"""The monthly tables of the income tax that ship with the house's own rules."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction
from functools import cache

from feltro.procedures.tax import Bracket
from feltro.rulebook.library import SHIPPED

CENTAVOS = 100


@cache
def tax_table(file: str) -> tuple[Bracket, ...]:
    with (SHIPPED / "casa" / file).open(encoding="utf-8", newline="") as lines:
        return tuple(
            Bracket(_centavos(row["above"]), Fraction(row["share"]), _centavos(row["deduct"]))
            for row in csv.DictReader(lines)
        )


def _centavos(written: str) -> int:
    return int(Decimal(written) * CENTAVOS)
