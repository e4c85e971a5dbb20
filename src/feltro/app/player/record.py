"""What changes seldom on a player's own page: receipts of the entry, points, and the ranking around them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.public.names import PublicNames
from feltro.app.ranking import ranking_of
from feltro.kernel.outcome import Refused
from feltro.season.points.scheme import WHOLE

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.kernel.instants import Instant

AROUND = 2


class CardReceipt(NamedTuple):
    number: int
    label: str
    centavos: int
    at: Instant
    gone: bool


class RankedNear(NamedTuple):
    rank: int
    name: str
    points: Fraction
    mine: bool


class CardRecord(NamedTuple):
    receipts: tuple[CardReceipt, ...]
    around: tuple[RankedNear, ...]
    """Two before, two behind; nothing without a place in the ranking."""


def record_of_card(event: EventView, entry: str) -> CardRecord:
    """Hold the world's lock."""
    return CardRecord(tuple(_receipts(event, entry)), tuple(_around(event, event.state.entries[entry].person)))


def _receipts(event: EventView, entry: str) -> list[CardReceipt]:
    labels = {item.id: item.label for item in event.state.the_sheet.items}
    sold = [one for one in event.state.sales.values() if entry in (one.id, one.entry)]
    return [
        CardReceipt(
            one.receipt, labels.get(one.item, ""), one.price_centavos, one.receipt_at or one.sold_at, one.gone
        )
        for one in sold
        if one.receipt
    ]


def _around(event: EventView, person: str) -> list[RankedNear]:
    season = event.state.season
    ranking = ranking_of(season, event.house.world, event.house.books) if season else None
    if ranking is None or isinstance(ranking, Refused):
        return []
    mine = ranking.standings.standing(person)
    if mine is None:
        return []
    names = PublicNames(event.house.store)
    shown = ranking.standings.page(max(mine.rank - 1 - AROUND, 0), 2 * AROUND + 1)
    near = shown if any(one.person == person for one in shown) else [mine]
    return [
        RankedNear(one.rank, names.of(one.person), Fraction(one.points, WHOLE), one.person == person)
        for one in near
    ]
