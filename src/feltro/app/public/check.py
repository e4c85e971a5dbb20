"""The check that anybody can make of one event: what was drawn, what came in and went out, where the log stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.desk.proofs import proofs_of
from feltro.app.upkeep.heads import head_of
from feltro.procedures.color_up import race_rules
from feltro.tournament.facts.clock import ClockStarted, LevelChanged, LevelMarked
from feltro.tournament.facts.prizes import PrizesAnnounced
from feltro.tournament.prizes.due import prizes_by_place
from feltro.tournament.prizes.pool import pool_of
from feltro.tournament.secrets_shown import nothing_more_is_drawn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.desk.proofs import NamedProof
    from feltro.app.event_view import EventView
    from feltro.kernel.instants import Instant

BEGINS = (ClockStarted, LevelMarked, LevelChanged)
"""When a level begins, the screens show where the log stands."""


class ItemShare(NamedTuple):
    """So many of one item, and what each put into the prizes."""

    label: str
    sold: int
    each_centavos: int

    @property
    def total_centavos(self) -> int:
        return self.sold * self.each_centavos


class PoolSum(NamedTuple):
    """From entries to prizes, in centavos: `lines` and `no_shows` and `cover` less `withheld` is `net`; `prizes` add up to it."""

    lines: tuple[ItemShare, ...]
    no_shows: int
    cover: int
    withheld: tuple[tuple[str, int], ...]
    """Whose it is, and how much."""
    net: int
    prizes: tuple[int, ...]
    """By place, once they were announced."""
    knockouts: int
    """Paid for eliminations, apart from the pool."""


class ShownHead(NamedTuple):
    at: Instant
    short: str


class EventCheck(NamedTuple):
    proofs: list[NamedProof]
    pool: PoolSum
    heads: list[ShownHead]
    over: bool
    """Nothing more is drawn: of a secret that served nothing nobody waits for anything."""


def check_of(event: EventView) -> EventCheck:
    """Hold the world's lock."""
    proofs = proofs_of(event.state, event.facts, race_rules(event.book).first_seat)
    return EventCheck(proofs, pool_sum(event), [*_heads(event)], nothing_more_is_drawn(event.state))


def pool_sum(event: EventView) -> PoolSum:
    """As announced; before, as it stands now."""
    told = next((fact.event for fact in event.happened() if isinstance(fact.event, PrizesAnnounced)), None)
    pool = pool_of(event.state, event.book)
    withheld = told.withheld_centavos if told else pool.kept_for
    return PoolSum(
        lines=tuple(_lines(event)),
        no_shows=told.no_shows_centavos if told else 0,
        cover=told.cover_centavos if told else pool.cover,
        withheld=tuple((account, amount) for account, amount in withheld.items() if amount),
        net=told.pool_centavos if told else pool.net,
        prizes=tuple(prizes_by_place(event.state)),
        knockouts=pool.knockouts,
    )


def _lines(event: EventView) -> Iterator[ItemShare]:
    """Sales of one item at different splits stand apart: a sheet may have changed."""
    labels = {item.id: item.label for item in event.state.the_sheet.items}
    counted: dict[tuple[str, int], int] = {}
    for sale in event.state.sales.values():
        part = sale.split_centavos.get("prize_pool", 0)
        if part and (sale.paid or sale.owed):
            counted[sale.item, part] = counted.get((sale.item, part), 0) + 1
    for (item, part), number in counted.items():
        yield ItemShare(labels.get(item, item), number, part)


def _heads(event: EventView) -> Iterator[ShownHead]:
    """Each as it stood when a level began: on every photograph of a screen."""
    for fact in event.facts:
        if isinstance(fact.event, BEGINS):
            head = head_of(event.house.store, event.stream, fact.version)
            if head:
                yield ShownHead(fact.meta.at, head.short)
