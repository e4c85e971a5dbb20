"""What the house paid a CPF this month, and withheld of it: in every event and every season."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.people.directory import load
from feltro.app.sheets.tax_tables import tax_table
from feltro.app.world.history import undone_keys
from feltro.kernel.instants import BRASILIA, later, local_time
from feltro.procedures.tax import PaidBefore
from feltro.season.events import RankingPrizePaid, RankingPrizeTakenBack
from feltro.tournament.facts.prizes import PrizePaid, PrizeTakenBack
from feltro.tournament.now import TaxFacts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from feltro.app.world import Live
    from feltro.app.world.world import World
    from feltro.kernel.instants import Instant
    from feltro.rulebook.settle import Settled
    from feltro.store.port import Reader

PAID = (PrizePaid, RankingPrizePaid)
TAKEN_BACK = (PrizeTakenBack, RankingPrizeTakenBack)
A_DAY = 24 * 3600


def tax_facts(person: str, book: Settled, world: World, at: Instant) -> TaxFacts:
    """Asked of the whole log only where the regime counts by the month. Hold the world's lock."""
    if book["prizes.tax.regime"].value != "monthly":
        return TaxFacts()
    return TaxFacts(brackets=tax_table(book["prizes.tax.table"].value), month=paid_in_month(person, world, at))


def paid_in_month(person: str, world: World, at: Instant) -> PaidBefore:
    """To everybody who has this person's CPF: one that was registered twice is one for the tax office."""
    today = local_time(at).date()
    same = same_document(person, world.store)
    gross = tax = 0
    for one in payments(world, today.year):
        if one.day.month == today.month and same(one.event.person):
            gross += one.gross_centavos
            tax += one.tax_centavos
    return PaidBefore(gross, tax)


class PaidOnDay(NamedTuple):
    """A prize that was paid, or came back."""

    day: date
    reference: str
    event: Any
    sign: int

    @property
    def gross_centavos(self) -> int:
        return int(self.sign * self.event.amount_centavos)

    @property
    def tax_centavos(self) -> int:
        return int(self.sign * self.event.tax_centavos)


def payments(world: World, year: int) -> Iterator[PaidOnDay]:
    """Of a year, counted on the day on which money went or came back, in the event's own time zone."""
    for kind in ("tournament:", "season:"):
        for live in world.lives(kind):
            if may_have(live, year):
                yield from _of(live, year)


def _of(live: Live, year: int) -> Iterator[PaidOnDay]:
    moved = [fact for fact in live.facts if isinstance(fact.event, PAID + TAKEN_BACK)]
    undone = undone_keys(live.facts) if moved else set()
    zone = live.state.the_sheet.zone if moved and live.stream.startswith("tournament:") else BRASILIA
    for fact in moved:
        day = local_time(fact.event.at, zone).date()
        if fact.meta.key not in undone and day.year == year:
            sign = 1 if isinstance(fact.event, PAID) else -1
            yield PaidOnDay(day, f"{live.stream}@{fact.version}", fact.event, sign)


def may_have(live: Live, year: int) -> bool:
    """Whether something of it may have happened in a year, in whatever zone."""
    first, last = later(live.first_at, seconds=-A_DAY), later(live.last_at, seconds=A_DAY)
    return local_time(first).year <= year <= local_time(last).year


def same_document(person: str, registry: Reader) -> Callable[[str], bool]:
    """Whether somebody has this person's document: one person for the tax office, however often registered."""
    mine = load(registry, person)
    document = mine.document.key if mine and mine.document else None

    def same(other: str) -> bool:
        if other == person or document is None:
            return other == person
        found = load(registry, other)
        return bool(found and found.document and found.document.key == document)

    return same
