"""Where a sheet says otherwise than its book: allowed or not, the director should know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.rulebook.book import Sourced
from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.games import final_table_parameter
from feltro.tournament.sheet.layer import says

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet.structure import Sheet

ALLOWED_BY = {
    "entry.main.price": "entry.main.stage_may_change",
    "entry.main.split": "entry.main.stage_may_change",
    "prizes.rounding_unit": "prizes.sheet_may_set_rounding",
    "prizes.table_source": "prizes.sheet_may_change",
}
"""What a book may let a sheet change, and the parameter that says whether."""


def check(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    yield from _differences(sheet, rulebook)
    yield from _payout(sheet, rulebook)
    yield from _main(sheet, rulebook)
    yield from _points(sheet, rulebook)
    yield from _clock(sheet)
    yield from _clock_of_the_book(sheet, rulebook)


def _differences(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    for name, value in says(sheet).items():
        said = rulebook[name]
        if not isinstance(said, Sourced) or said.value == value or name == final_table_parameter(sheet):
            continue
        if name.startswith("prizes.retention."):
            continue  # fees.py tells of it
        allowed = _value(rulebook, ALLOWED_BY[name]) if name in ALLOWED_BY else None
        if allowed:
            continue
        values = {"parameter": rulebook.parameters[name], "sheet": value, "book": said.value}
        if allowed is None:
            yield Fault("sheet.differs_from_book", name, values, "doubt", said.cites)
        else:
            yield Fault("sheet.may_not_differ", name, values, cites=said.cites)
    size = rulebook[final_table_parameter(sheet)]
    if isinstance(size, Sourced) and size.value != sheet.final_table_size:
        values = {"sheet": sheet.final_table_size, "book": size.value}
        yield Fault("sheet.final_table_differs", "final_table_size", values, "doubt", size.cites)


def _payout(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    if sheet.payout.source == "book" and sheet.kind != "satellite":
        table = rulebook["prizes.payout_table"]
        if not isinstance(table, Sourced):
            yield Fault("sheet.payout_not_in_book", "payout.source", {"book": rulebook.book.label})


def _main(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    said = rulebook["event.main.multi_day"]
    if sheet.kind == "main" and isinstance(said, Sourced) and said.value and len(sheet.days) == 1:
        yield Fault("sheet.main_in_one_day", "days", {}, "doubt", said.cites)


def _points(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    said = rulebook["ranking.excluded_events"]
    if isinstance(said, Sourced) and sheet.kind in said.value and sheet.points != "none":
        yield Fault("sheet.points_excluded", "points", {"kind": sheet.kind}, cites=said.cites)
    if sheet.kind == "satellite" and sheet.points != "none":
        yield Fault("sheet.points_of_satellite", "points", {}, "doubt")
    if sheet.points == "main" and sheet.kind != "main":
        yield Fault("sheet.points_of_main", "points", {"kind": sheet.kind}, "doubt")


def _clock(sheet: Sheet) -> Iterator[Fault]:
    clock = sheet.action_clock
    sold = next((item for item in sheet.items if item.time_cards), None)
    if sold and not clock:
        yield Fault("sheet.cards_without_clock", f"items.{sold.id}", {"item": sold.label})
    if clock and clock.cards == 0 and not clock.cards_each_day:
        yield Fault("sheet.clock_without_cards", "action_clock.cards", {}, "doubt")


def _clock_of_the_book(sheet: Sheet, rulebook: Rulebook) -> Iterator[Fault]:
    """A book that times every decision is taken at its word, unless the sheet says how. Without a clock it can be played."""
    seconds, cards = rulebook["action_clock.seconds"], rulebook["action_clock.cards.initial"]
    if sheet.action_clock is not None or not isinstance(seconds, Sourced):
        return
    if isinstance(cards, Sourced):
        values = {"seconds": seconds.value, "cards": cards.value}
        cites = tuple(dict.fromkeys((*seconds.cites, *cards.cites)))
        yield Fault("sheet.no_action_clock", "action_clock", values, "doubt", cites)
    else:
        yield Fault(
            "sheet.no_action_clock_nor_cards", "action_clock", {"seconds": seconds.value}, "doubt", seconds.cites
        )


def _value(rulebook: Rulebook, name: str) -> Any:
    """Of the book, or of what would be done where it is silent."""
    said = rulebook[name]
    if isinstance(said, Sourced):
        return said.value
    return said.fallback.value if said.fallback else True
