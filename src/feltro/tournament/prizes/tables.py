"""Payout tables: for a number of entries, the share of the pool that each place gets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from feltro.kernel.money import half_up
from feltro.tournament.sheet.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feltro.tournament.sheet.prizes import PayoutColumn

CLOSE = Fraction(1, 100)
"""A printed column may miss the whole by rounding; by more than this it misses a place."""

STEEPNESS = 0.85
"""Of the proposed table: a place is worth `place ** -0.85`. First takes 20 % of 30 paid places, 12 % of 150,
and the last place gets about twice what an entry put in."""

SINGLES = 9
THREES = 18
"""In the proposed table places up to 9 stand alone, up to 18 by threes, then by nines."""


@dataclass(frozen=True, slots=True)
class Band:
    """Places with the same prize; `share` is that of each of them."""

    first: int
    last: int
    share: Fraction

    @property
    def places(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Column:
    """The bands for a number of entries; without `entries_to` it has no end."""

    entries_from: int
    entries_to: int | None
    bands: tuple[Band, ...]

    @property
    def paid(self) -> int:
        return self.bands[-1].last

    @property
    def whole(self) -> Fraction:
        return sum((band.share * band.places for band in self.bands), Fraction(0))

    def for_people(self, people: int) -> Column:
        """Without places that nobody can reach: whoever entered three times holds one."""
        if people >= self.paid:
            return self
        bands = (Band(one.first, min(one.last, people), one.share) for one in self.bands if one.first <= people)
        return Column(self.entries_from, self.entries_to, tuple(bands))


@dataclass(frozen=True, slots=True)
class PrizeTable:
    columns: tuple[Column, ...]

    def column(self, entries: int) -> Column | None:
        return next(
            (
                column
                for column in self.columns
                if column.entries_from <= entries and (column.entries_to is None or entries <= column.entries_to)
            ),
            None,
        )


WINNER_TAKES_ALL = PrizeTable((Column(1, None, (Band(1, 1, Fraction(1)),)),))


def banded(shares: Sequence[Fraction]) -> tuple[Band, ...]:
    """Bands from the share of each place, equal neighbours together; first place stands alone."""
    bands, place = [], 1
    for (_, share), together in groupby(enumerate(shares), key=lambda one: (one[0] == 0, one[1])):
        places = len(list(together))
        bands.append(Band(place, place + places - 1, share))
        place += places
    return tuple(bands)


def from_sheet(columns: Iterable[PayoutColumn]) -> PrizeTable:
    return PrizeTable(
        tuple(
            Column(
                one.from_entries, one.until_entries, banded([Fraction(part, 10_000) for part in one.basis_points])
            )
            for one in columns
        )
    )


def proposed(entries: int, paid_share: Fraction) -> PrizeTable:
    """The house's own table for a number of entries, where the organiser has loaded none.

    About `paid_share` of the field is paid, at least one place; bands as in print, the shares of a band
    that of its middle place. It is a proposal: every organiser has a table of their own.
    """
    paid = max(1, min(entries, half_up(entries * paid_share)))
    ranges = list(_proposed_bands(paid))
    weights = [round(1_000_000_000 * ((first + last) / 2) ** -STEEPNESS) for first, last in ranges]
    total = sum(weight * (last - first + 1) for weight, (first, last) in zip(weights, ranges, strict=True))
    bands = tuple(
        Band(first, last, Fraction(weight, total)) for weight, (first, last) in zip(weights, ranges, strict=True)
    )
    return PrizeTable((Column(entries, entries, bands),))


def _proposed_bands(paid: int) -> Iterator[tuple[int, int]]:
    place = 1
    while place <= paid:
        width = 1 if place <= SINGLES else 3 if place <= THREES else 9
        yield place, min(place + width - 1, paid)
        place += width


# What is wrong with a table


def lint(table: PrizeTable) -> list[Fault]:
    """Everything that would surprise somebody on the day: holes, shares that go up, sums that miss the whole."""
    return [*_lint_brackets(table), *(fault for column in table.columns for fault in _lint_column(column))]


def _lint_brackets(table: PrizeTable) -> Iterator[Fault]:
    if not table.columns:
        yield Fault("payouts.empty", "table")
        return
    for one, following in pairwise(table.columns):
        expected = (one.entries_to or 0) + 1
        if one.entries_to is None or following.entries_from != expected:
            values = {"entries": following.entries_from, "expected": expected}
            yield Fault("payouts.hole_between_brackets", _where(following), values)
    first, last = table.columns[0], table.columns[-1]
    if first.entries_from > 1:
        yield Fault("payouts.starts_late", _where(first), {"entries": first.entries_from}, "doubt")
    if last.entries_to is not None:
        yield Fault("payouts.ends", _where(last), {"entries": last.entries_to}, "doubt")


def _lint_column(column: Column) -> Iterator[Fault]:
    where = _where(column)
    values = {"bracket": where}
    if column.entries_from < 1 or (column.entries_to is not None and column.entries_to < column.entries_from):
        yield Fault("payouts.bracket_backwards", where, values)
    if not column.bands:
        yield Fault("payouts.nobody_paid", where, values)
        return
    yield from _lint_places(column)
    missing = column.whole - 1
    if missing:
        told = {**values, "percent": column.whole * 100}
        yield Fault("payouts.not_whole", where, told, "wrong" if abs(missing) > CLOSE else "doubt")
    if column.paid > column.entries_from:
        yield Fault("payouts.more_places_than_field", where, {**values, "places": column.paid})


def _lint_places(column: Column) -> Iterator[Fault]:
    where = _where(column)
    if column.bands[0].first != 1 or column.bands[0].last != 1:
        yield Fault("payouts.first_not_alone", where, {"bracket": where})
    for one, following in pairwise(column.bands):
        if following.first != one.last + 1:
            yield Fault("payouts.hole_between_places", where, {"bracket": where, "place": following.first})
        if following.share > one.share:
            yield Fault("payouts.goes_up", where, {"bracket": where, "place": following.first})
    for band in column.bands:
        if band.last < band.first or band.share <= 0:
            yield Fault("payouts.empty_band", where, {"bracket": where, "place": band.first})


def _where(column: Column) -> str:
    return f"{column.entries_from}-{column.entries_to or ''}"
