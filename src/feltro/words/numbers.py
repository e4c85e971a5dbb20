"""Numbers and money as each language writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from feltro.kernel.money import Money
    from feltro.words.languages import Lang

_SWAP = str.maketrans(",.", ".,")


def whole(number: int, lang: Lang) -> str:
    return _written(f"{number:,}", lang)


def ordinal(number: int, lang: Lang) -> str:
    """A place: `3º` in Portuguese and Spanish, `3rd` in English."""
    if lang != "en":
        return f"{number}º"
    teens = number % 100 in {11, 12, 13}
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def money(amount: Money, lang: Lang) -> str:
    """`R$ 1.234,56` in Portuguese and Spanish, `R$ 1,234.56` in English."""
    reais, centavos = divmod(abs(amount.centavos), 100)
    sign = "-" if amount.centavos < 0 else ""
    return f"{sign}R$ {_written(f'{reais:,}.{centavos:02d}', lang)}"


def percent(share: Fraction, lang: Lang) -> str:
    """`3%`, `2,725%`: every digit that is there, none that is not."""
    return f"{decimal(share * 100, lang)}%"


def decimal(number: Fraction, lang: Lang) -> str:
    """At most six decimals, without trailing zeros."""
    text = f"{float(number):,.6f}".rstrip("0").rstrip(".")
    return _written(text, lang)


def _written(english: str, lang: Lang) -> str:
    return english if lang == "en" else english.translate(_SWAP)
