"""Which table pays, for how many entries, and what it gives: the book's, the sheet's, the organiser's or ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.kernel.money import half_up
from feltro.kernel.outcome import Finding, Refused
from feltro.tournament.prizes.amounts import Terms
from feltro.tournament.prizes.tables import WINNER_TAKES_ALL, Column, PrizeTable, from_sheet, proposed

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.rulebook.settle import Settled
    from feltro.tournament.sheet import Sheet

SOURCES = ("book", "sheet", "loaded", "proposed", "winner_takes_all")
OWN = ("sheet", "loaded", "winner_takes_all")
"""Made by the organiser: neither printed in the book nor proposed by us."""


@dataclass(frozen=True, slots=True)
class PrizeTables:
    """The tables at hand."""

    book: PrizeTable | None = None
    loaded: PrizeTable | None = None
    """By the organiser, for this event."""


@dataclass(frozen=True, slots=True)
class Chosen:
    source: str
    column: Column
    cites: tuple[Cite, ...]
    notes: tuple[Finding, ...] = ()


def source_of(sheet: Sheet, tables: PrizeTables, book: Settled) -> str:
    """Which table an event pays by unless somebody says otherwise."""
    if tables.loaded is not None:
        return "loaded"
    if sheet.payout.source == "sheet":
        return "sheet"
    return "book" if book["prizes.table_source"].value == "book" and tables.book else "proposed"


def choose(
    source: str, entries: int, tables: PrizeTables, book: Settled, sheet: Sheet | None = None
) -> Chosen | Refused:
    """The column for so many entries, by the named source."""
    said = book["prizes.table_source"]
    table = _table(source, entries, tables, book, sheet)
    if table is None:
        return Refused("prizes.no_table", {"source": source}, said.cites)
    notes: tuple[Finding, ...] = ()
    column = table.column(entries)
    if column is None and entries > table.columns[-1].entries_from:
        above = book["prizes.above_table"]
        if above.value != "last_bracket":
            values = {"entries": entries, "most": table.columns[-1].entries_to or 0}
            return Refused("prizes.above_table", values, above.cites)
        column = table.columns[-1]
        notes = (Finding("prizes.last_bracket", "table", {"entries": entries}),)
    if column is None:
        return Refused("prizes.below_table", {"entries": entries}, said.cites)
    if source == "proposed":
        notes = (Finding("prizes.proposed_table", "table", {"percent": book["prizes.paid_share"].value * 100}),)
    notes = (*notes, *paid_otherwise(source, entries, column.paid, book))
    return Chosen(source, column, _cites(source, book), notes)


def paid_otherwise(source: str, entries: int, paid: int, book: Settled) -> tuple[Finding, ...]:
    """A table of the organiser's own that pays another part of the field than the book speaks of, by more than a place."""
    share = book["prizes.paid_share"].value
    about = half_up(entries * share)
    if source not in OWN or abs(paid - about) <= 1:
        return ()
    values = {"paid": paid, "entries": entries, "about": about, "percent": share * 100}
    return (Finding("prizes.paid_otherwise", "table", values),)


def _table(source: str, entries: int, tables: PrizeTables, book: Settled, sheet: Sheet | None) -> PrizeTable | None:
    match source:
        case "book":
            return tables.book
        case "sheet":
            return from_sheet(sheet.payout.columns) if sheet and sheet.payout.columns else None
        case "loaded":
            return tables.loaded
        case "winner_takes_all":
            return WINNER_TAKES_ALL
        case _:
            return proposed(max(entries, 1), book["prizes.paid_share"].value)


def _cites(source: str, book: Settled) -> tuple[Cite, ...]:
    names = {"book": "prizes.payout_table", "proposed": "prizes.paid_share"}
    return book[names.get(source, "prizes.table_source")].cites


def terms_of(book: Settled) -> Terms:
    return Terms(
        unit=max(1, book["prizes.rounding_unit"].value.centavos),
        minimum=book["prizes.minimum"].value.centavos,
        first=book["prizes.first_place"].value,
    )
