"""A pool shared among those left when an event stops: each stack is worth what the prizes still open say."""

from collections.abc import Mapping

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.deals.shares import Left, by_icm
from feltro.tournament.prizes.announcement import table_of
from feltro.tournament.prizes.choice import PrizeTables, choose, source_of
from feltro.tournament.prizes.due import due, prizes_by_place
from feltro.tournament.prizes.pool import entries_counted
from feltro.tournament.prizes.tables import PrizeTable
from feltro.tournament.state import TournamentState


def to_share(held: int, state: TournamentState) -> int:
    """What the pool holds, less what players who are out have won of it and not been paid."""
    places = sum(max(0, one.remaining) for one in due(state).values() if not one.provisional)
    return held - places


def shares_by_icm(
    stacks: Mapping[str, int], total: int, state: TournamentState, book: Settled, printed: PrizeTable | None
) -> dict[str, int] | Refused:
    """To the centavo, by entry."""
    open_prizes = _open_prizes(len(stacks), state, book, printed)
    if isinstance(open_prizes, Refused):
        return open_prizes
    prizes = tuple(part.centavos for part in Money(total).split(open_prizes))
    return dict(zip(stacks, by_icm(list(stacks.values()), Left(prizes)), strict=True))


def _open_prizes(
    left: int, state: TournamentState, book: Settled, printed: PrizeTable | None
) -> list[int] | Refused:
    """Of the best places, one for each player left: as announced, or as the table would pay so many entries."""
    announced = prizes_by_place(state)
    if any(announced[:left]):
        return _filled(announced, left)
    loaded = table_of(state.prizes.loaded) if state.prizes.loaded else None
    tables = PrizeTables(printed, loaded)
    source = source_of(state.the_sheet, tables, book)
    chosen = choose(source, entries_counted(state, book), tables, book, state.the_sheet)
    if isinstance(chosen, Refused):
        return chosen
    shares = [band.share for band in chosen.column.bands for _ in range(band.places)]
    return _filled([int(share * 10**9) for share in shares], left)


def _filled(prizes: list[int], left: int) -> list[int]:
    return [*prizes[:left], *[0] * (left - len(prizes))]
