"""What would go wrong with a sheet, found before registration opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.tournament.sheet.lint import amounts, book, chips, days, fees, hours, levels, prizes, sales, tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulebook.book import Rulebook
    from feltro.tournament.sheet.faults import Fault
    from feltro.tournament.sheet.structure import Sheet

ALONE = (
    sales.check,
    levels.check,
    amounts.check,
    chips.check,
    days.check,
    prizes.check,
    tables.check,
)
WITH_THE_BOOK = (fees.check, book.check)


def lint(sheet: Sheet, rulebook: Rulebook | None = None, answers: Mapping[str, Any] | None = None) -> list[Fault]:
    """All faults: what is wrong first, then what is in doubt, each in the order of the sheet.

    `rulebook` is the sheet's book with its addenda, without the sheet's own layer; `answers` what was settled so far.
    """
    found = [fault for check in ALONE for fault in check(sheet)]
    if rulebook:
        found += [fault for check in WITH_THE_BOOK for fault in check(sheet, rulebook)]
        found += hours.check(rulebook, answers or {})
    return sorted(found, key=lambda fault: fault.weight != "wrong")
