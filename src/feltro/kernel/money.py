"""Money in whole centavos."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

_WRITTEN = re.compile(
    r"\s*(?P<sign>-?)\s*(?:R\$)?\s*(?P<reais>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?P<centavos>\d{1,2}))?\s*"
)


@dataclass(frozen=True, slots=True, order=True)
class Money:
    """An amount in Brazilian reais, kept as whole centavos."""

    centavos: int

    @classmethod
    def reais(cls, reais: int, centavos: int = 0) -> Money:
        return cls(reais * 100 + centavos)

    @classmethod
    def parse(cls, written: str) -> Money:
        """Read an amount as people write it: `R$ 1.234,56`, `620`, `7,50`, `-R$ 3`.

        A point separates thousands and nothing else, so `7.50` is refused rather than guessed.
        """
        match = _WRITTEN.fullmatch(written)
        if match is None:
            raise ValueError(f"not an amount in reais: {written!r}")
        centavos = (match["centavos"] or "").ljust(2, "0")
        total = int(match["reais"].replace(".", "")) * 100 + int(centavos)
        return cls(-total if match["sign"] else total)

    def __add__(self, other: Money) -> Money:
        return Money(self.centavos + other.centavos)

    def __sub__(self, other: Money) -> Money:
        return Money(self.centavos - other.centavos)

    def __mul__(self, times: int) -> Money:
        return Money(self.centavos * times)

    def __neg__(self) -> Money:
        return Money(-self.centavos)

    def __bool__(self) -> bool:
        return self.centavos != 0

    def split(self, weights: Sequence[int]) -> tuple[Money, ...]:
        """Divide in proportion to whole-number weights; the parts always sum to the whole.

        Centavos that do not divide go to the largest remainders, the earliest part first among equals.
        """
        total = sum(weights)
        if total <= 0 or min(weights) < 0:
            raise ValueError(f"weights must be zero or more, and one of them positive: {weights!r}")
        whole = abs(self.centavos)
        parts = [whole * weight // total for weight in weights]
        remainders = [whole * weight % total for weight in weights]
        by_need = sorted(range(len(parts)), key=lambda i: (-remainders[i], i))
        for i in by_need[: whole - sum(parts)]:
            parts[i] += 1
        sign = -1 if self.centavos < 0 else 1
        return tuple(Money(sign * part) for part in parts)

    def __str__(self) -> str:
        reais, centavos = divmod(abs(self.centavos), 100)
        sign = "-" if self.centavos < 0 else ""
        return f"{sign}R$ {reais:,}".replace(",", ".") + f",{centavos:02d}"


ZERO = Money(0)


def half_up(number: Fraction) -> int:
    """To the nearest whole one; a half goes up."""
    return int((2 * number + 1) / 2)
