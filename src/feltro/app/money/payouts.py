"""The payouts as they hang on the wall: how the pool came about, and what each place gets or would get."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.sheets.payout_tables import book_table
from feltro.kernel.instants import Instant
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding, Refused
from feltro.tournament.eliminations.places import with_a_seat
from feltro.tournament.prizes.amounts import pay_out
from feltro.tournament.prizes.announcement import seats_of, table_of
from feltro.tournament.prizes.choice import PrizeTables, choose, source_of, terms_of
from feltro.tournament.prizes.due import decided_places, due, prizes_by_place
from feltro.tournament.prizes.pool import Pool, entries_counted, people_in, pool_of
from feltro.tournament.prizes.retention import ACCOUNTS, RANKING_ACCOUNTS, Base, both_figures, brought
from feltro.tournament.state import Sale

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from feltro.kernel.outcome import Cite
    from feltro.rulebook.settle import Settled
    from feltro.tournament.prizes.due import Due
    from feltro.tournament.sheet import PriceAccount
    from feltro.tournament.state import TournamentState

MOST_ENTRIES = 100_000


class PoolLine(NamedTuple):
    key: str
    """Of words/: what it is."""
    centavos: int
    cites: tuple[Cite, ...] = ()


class Places(NamedTuple):
    """Places that get the same."""

    first: int
    last: int
    each_centavos: int
    people: tuple[str, ...] = ()
    """Who stands there already."""


class Wall(NamedTuple):
    entries: int
    announced: bool
    source: str
    pool: tuple[PoolLine, ...]
    net_centavos: int
    places: tuple[Places, ...]
    notes: tuple[Finding, ...]
    cites: tuple[Cite, ...]
    refused: Refused | None = None
    seats: int = 0
    """Of a satellite: won before any money."""
    seat_centavos: int = 0

    @property
    def paid(self) -> int:
        return max(self.places[-1].last if self.places else 0, self.seats)

    def seats_among(self, places: Places) -> bool:
        """Whether all of these places win a seat."""
        return 0 < places.last <= self.seats


def wall(state: TournamentState, book: Settled, entries: int | None = None) -> Wall:
    """As announced; before that, or for another number of entries, as it would be."""
    if state.prizes.announced is not None and entries is None:
        return _announced(state, book)
    counted = entries_counted(state, book) if entries is None else min(max(entries, 0), MOST_ENTRIES)
    supposed = state if entries is None else _supposed(counted, state)
    pool = pool_of(supposed, book)
    lines, net = _lines(pool)
    base = Base(pool.collected, pool.knockouts, pool.cover)
    readings = tuple(_readings(base, pool.kept_for, supposed, book))
    if state.the_sheet.satellite is not None:
        return _of_seats(pool, state, Wall(counted, False, "satellite", lines, net, (), readings, ()), entries)
    tables = PrizeTables(book_table(book.rulebook), table_of(state.prizes.loaded) if state.prizes.loaded else None)
    chosen = choose(source_of(state.the_sheet, tables, book), counted, tables, book, state.the_sheet)
    if isinstance(chosen, Refused):
        return Wall(counted, False, "", lines, net, (), readings, chosen.cites, chosen)
    column = chosen.column if entries is not None else chosen.column.for_people(max(1, people_in(state)))
    payout = pay_out(net, column, terms_of(book))
    if isinstance(payout, Refused):
        return Wall(counted, False, chosen.source, lines, net, (), readings, chosen.cites, payout)
    notes = (*readings, *chosen.notes, *payout.notes)
    return Wall(counted, False, chosen.source, lines, net, tuple(_bands(payout.amounts)), notes, chosen.cites)


def _of_seats(pool: Pool, state: TournamentState, empty: Wall, entries: int | None) -> Wall:
    """Seats first, as announcing would have it: no table of a book pays a satellite."""
    satellite = state.the_sheet.satellite
    if satellite is None:
        raise LookupError("no satellite")
    people = people_in(state) if entries is None else entries
    fixed = seats_of(satellite, pool, people, len(with_a_seat(state)) if entries is None else 0)
    cover = (PoolLine("payouts.cover", fixed.cover),) if fixed.cover else ()
    return empty._replace(
        pool=(*empty.pool, *cover),
        net_centavos=empty.net_centavos + fixed.cover,
        places=tuple(_bands(fixed.prizes)),
        seats=fixed.seats,
        seat_centavos=fixed.seat_centavos,
    )


def _announced(state: TournamentState, book: Settled) -> Wall:
    told = state.prizes.announced
    if told is None:
        raise LookupError("nothing was announced")
    lines = [PoolLine("payouts.collected", told.collected_centavos)]
    withheld = sum(told.withheld_centavos.values())
    no_shows = told.pool_centavos + withheld - told.collected_centavos - told.cover_centavos
    if no_shows:
        lines.append(PoolLine("payouts.no_shows", no_shows, book["ticket.lapses_at"].cites))
    if told.cover_centavos:
        lines.append(PoolLine("payouts.cover", told.cover_centavos, book["guarantee.short"].cites))
    share = book["prizes.retention.share"].cites
    lines += [PoolLine(f"payouts.withheld.{to}", -part, share) for to, part in told.withheld_centavos.items()]
    source = "prizes.payout_table" if told.source == "book" else "prizes.table_source"
    cites = book[source].cites
    knockouts = sum(brought(state, "bounties").values())
    base = Base(told.collected_centavos + no_shows, knockouts, told.cover_centavos)
    notes = tuple(_readings(base, told.withheld_centavos, state, book))
    places = paid_places(state)
    shown = Wall(told.entries, True, told.source, tuple(lines), told.pool_centavos, places, notes, cites)
    satellite = state.the_sheet.satellite
    return shown._replace(seats=told.seats, seat_centavos=satellite.seat_centavos) if satellite else shown


def _readings(
    base: Base, kept: Mapping[PriceAccount, int], state: TournamentState, book: Settled
) -> Iterator[Finding]:
    """Where a text can be read in two ways, what each of them gives."""
    share, whose = book["prizes.retention.share"].value, ACCOUNTS[book["prizes.retention.to"].value]
    both = both_figures(base, share)
    if both and whose in kept:
        values = {"percent": share * 100, "all": Money(both.of_all), "placing": Money(both.of_placing)}
        yield Finding("payouts.retention_read", "", {**values, "taken": Money(kept[whose])})
    if not base.cover or whose in RANKING_ACCOUNTS:
        return
    taken = sum(kept.get(account, 0) for account in RANKING_ACCOUNTS)
    paid = sum(sum(brought(state, account).values()) for account in RANKING_ACCOUNTS)
    if taken:
        yield Finding("payouts.ranking_deducted", "", {"amount": Money(taken)})
    elif paid:
        yield Finding("payouts.ranking_in_price", "", {"amount": Money(paid)})


def _lines(pool: Pool) -> tuple[tuple[PoolLine, ...], int]:
    lines = [PoolLine("payouts.collected", pool.collected)]
    if pool.cover:
        lines.append(PoolLine("payouts.cover", pool.cover, pool.cites))
    lines += [PoolLine(f"payouts.withheld.{one.account}", -one.centavos, one.cites) for one in pool.withheld]
    return tuple(lines), pool.net


def _supposed(entries: int, state: TournamentState) -> TournamentState:
    """The same event with so many entries sold at the entry's own price, and nothing bought beside them."""
    entry = next((item for item in state.the_sheet.items if item.kind == "entry"), None)
    if entry is None:
        return state
    sold = Sale(
        id="supposed",
        person="",
        item=entry.id,
        price_centavos=entry.price_centavos,
        covered_centavos=0,
        split_centavos=dict(entry.split_centavos),
        sold_at=Instant(0),
        sold_by="",
        paid=True,
    )
    return msgspec.structs.replace(state, sales=dict.fromkeys(map(str, range(entries)), sold))


def paid_places(state: TournamentState) -> tuple[Places, ...]:
    """What everybody gets, who has a place or agreed to a deal; for the other places what they pay.

    After a deal no place pays what was announced for it: whoever still plays stands with the deal's own places.
    """
    got = due(state)
    lines = [*_of_the_deal(state, got), *_decided(state, got)]
    taken = {place for line in lines for place in range(line.first, line.last + 1)}
    reserve = _reserve_to_come(state, got)
    lines += [Places(1, 1, reserve)] if reserve else []
    lines += _bands(prizes_by_place(state), taken)
    return tuple(sorted(lines, key=lambda line: (line.first, line.last, -line.each_centavos)))


def _decided(state: TournamentState, got: dict[str, Due]) -> Iterator[Places]:
    """Those who share places in one line, unless a deal gave them different amounts."""
    paid = len(prizes_by_place(state))
    for finish in decided_places(state):
        each: dict[int, list[str]] = {}
        for entry in finish.players:
            each.setdefault(got[entry].amount if entry in got else 0, []).append(state.entries[entry].person)
        last = min(finish.place + len(finish.players) - 1, paid)
        for amount, people in each.items() if finish.place <= paid else ():
            yield Places(finish.place, last, amount, tuple(people))


def _of_the_deal(state: TournamentState, got: dict[str, Due]) -> Iterator[Places]:
    agreed = state.deals.agreed
    playing = (
        [got[entry] for entry in agreed.amounts_centavos if entry in got and not got[entry].place] if agreed else []
    )
    for one in playing:
        yield Places(1, len(playing), one.amount, (one.person,))


def _reserve_to_come(state: TournamentState, got: dict[str, Due]) -> int:
    """What a deal keeps for the champion, while nobody knows who that is."""
    agreed = state.deals.agreed
    known = agreed is None or agreed.champion or any(one.place == 1 for one in got.values())
    return 0 if agreed is None or known else agreed.reserve_centavos


def _bands(amounts: Sequence[int], taken: Container[int] = ()) -> list[Places]:
    """One line for neighbours that pay the same, but for places where somebody stands."""
    found: list[Places] = []
    for place, amount in enumerate(amounts, 1):
        last = found[-1] if found else None
        if place in taken:
            continue
        if last and last.each_centavos == amount and last.last == place - 1:
            found[-1] = last._replace(last=place)
        else:
            found.append(Places(place, place, amount))
    return found


def owed_list(state: TournamentState) -> list[str]:
    """Entries with a prize, best place first: what is still owed before what is paid."""
    owed = due(state)
    return sorted(owed, key=lambda entry: (owed[entry].remaining <= 0, owed[entry].place or 10**6))
