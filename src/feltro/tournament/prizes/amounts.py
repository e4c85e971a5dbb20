"""From shares to amounts: whole units, equal bands equal, never more for a worse place, and the exact total."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.kernel.money import Money, half_up
from feltro.kernel.outcome import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.tournament.prizes.tables import Band, Column

STEPS = 1000


@dataclass(frozen=True, slots=True)
class Terms:
    """How amounts are made of shares."""

    unit: int = 1
    """In centavos: every prize but the first is a multiple of it."""
    minimum: int = 0
    """No paid place gets less."""
    first: str = "remainder"
    """`remainder`: first place takes what the others leave. `printed_share`: the share, like everybody."""


@dataclass(frozen=True, slots=True)
class PlacePrizes:
    """The prize of each place from the first on, and what people should know about it."""

    amounts: tuple[int, ...]
    notes: tuple[Finding, ...] = ()
    printed_first: int = 0
    """What the printed share of first place would be."""
    left: int = 0
    """What nobody gets, where first place is held to its printed share."""


def pay_out(pool: int, column: Column, terms: Terms) -> PlacePrizes | Refused:
    """Share a net pool by a column.

    Every place from the second on gets its share to the nearest unit, and first place the rest. Where a
    minimum, a large unit or shares above the whole would leave first place less than second, all shares
    below the first are lowered alike, by thousandths, until it is not so.
    """
    if pool <= 0:
        return PlacePrizes((), (Finding("prizes.no_pool", "pool"),))
    least = _up(max(terms.minimum, 1), terms.unit)
    if least * column.paid > pool:
        values = {"pool": Money(pool), "places": column.paid, "least": Money(least)}
        return Refused("prizes.pool_too_small", values)
    first, *others = column.bands
    parts = [max(least, _nearest(pool * band.share, terms.unit)) for band in others]
    printed, lowered = _nearest(pool * first.share, 1), False
    if parts and _rest(pool, others, parts) < parts[0]:
        parts, lowered = _lowered(pool, others, least, terms.unit), True
    rest = _rest(pool, others, parts)
    winner = rest
    if terms.first == "printed_share":
        winner = min(rest, max(_nearest(pool * first.share, terms.unit), *parts, 0))
    amounts = [winner]
    for band, part in zip(others, parts, strict=True):
        amounts += [part] * band.places
    notes = _notes(pool, column, terms, amounts, printed, lowered=lowered)
    return PlacePrizes(tuple(amounts), tuple(notes), printed, rest - winner)


def _lowered(pool: int, bands: Sequence[Band], least: int, unit: int) -> list[int]:
    """The largest thousandth of the shares at which second place gets no more than first. At none of them
    everybody gets the least, which was found to be there."""

    def at(step: int) -> list[int]:
        return [max(least, int(pool * band.share * step / STEPS / unit) * unit) for band in bands]

    low, high = 0, STEPS + 1
    while high - low > 1:
        middle = (low + high) // 2
        parts = at(middle)
        low, high = (middle, high) if _rest(pool, bands, parts) >= parts[0] else (low, middle)
    return at(low)


def _rest(pool: int, bands: Sequence[Band], parts: Sequence[int]) -> int:
    return pool - sum(part * band.places for band, part in zip(bands, parts, strict=True))


def _nearest(amount: Fraction, unit: int) -> int:
    return half_up(amount / unit) * unit


def _up(amount: int, unit: int) -> int:
    return -(-amount // unit) * unit


def _notes(
    pool: int, column: Column, terms: Terms, amounts: Sequence[int], printed: int, *, lowered: bool
) -> list[Finding]:
    found = []
    if amounts[0] != printed:
        values = {
            "amount": Money(amounts[0]),
            "printed": Money(printed),
            "difference": Money(amounts[0] - printed),
            "percent": column.whole * 100,
        }
        found.append(Finding("prizes.first_differs", "1", values))
    if lowered:
        found.append(Finding("prizes.lowered", "2", {"unit": Money(terms.unit)}))
    lifted = [
        band for band in column.bands[1:] if _nearest(pool * band.share, terms.unit) < amounts[band.first - 1]
    ]
    if lifted:
        values = {"place": lifted[0].first, "last": lifted[-1].last, "amount": Money(amounts[-1])}
        found.append(Finding("prizes.lifted", str(lifted[0].first), values))
    return found
