"""The tax on prizes of a year: what each CPF was paid and what was withheld, for the accountant and for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.decisions.tax import payments
from feltro.app.money.office import year_of
from feltro.app.people.directory import load
from feltro.app.people.documents import CPF
from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.kernel.money import Money

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.handling import House
    from feltro.app.reports.report import Cell
    from feltro.store.port import Reader


def tax_report(house: House, year: int, person: str = "") -> Report:
    """Of everybody; or of one person, payment by payment. Hold the world's lock."""
    sections = (_of_one(house, year, person),) if person else (_of_all(house, year), _fees(house, year))
    return Report("taxes", {"year": str(year)}, tuple(one for one in sections if one.rows))


def _of_all(house: House, year: int) -> Section:
    found = year_of(house, year)
    rows = [
        ReportRow(
            (person, full_document(person, house.store), *_sums(paid, found.tax.get(person, 0))),
            tuple(found.references[person]),
        )
        for person, paid in sorted(found.prizes.items(), key=lambda one: -one[1])
    ]
    sums = _sums(sum(found.prizes.values()), sum(found.tax.get(one, 0) for one in found.prizes))
    return Section("tax_people", ("person", "document", "prize", "tax", "net"), _with_total(rows, ("", *sums)))


def _of_one(house: House, year: int, person: str) -> Section:
    mine = sorted(
        (one for one in payments(house.world, year) if one.event.person == person), key=lambda one: one.day
    )
    document = full_document(person, house.store)
    rows = [
        ReportRow((one.day, person, document, *_sums(one.gross_centavos, one.tax_centavos)), (one.reference,))
        for one in mine
    ]
    sums = _sums(sum(one.gross_centavos for one in mine), sum(one.tax_centavos for one in mine))
    columns = ("date", "person", "document", "prize", "tax", "net")
    return Section("tax_payments", columns, _with_total(rows, ("", "", *sums)))


def _fees(house: House, year: int) -> Section:
    """What the house kept of every event, apart from what it paid out."""
    names = {
        live.stream.partition(":")[2]: live.gist.name for live in house.world.lives("tournament:") if live.gist
    }
    fees = year_of(house, year).rake
    rows = [ReportRow((names.get(one, one), Money(amount))) for one, amount in fees.items() if amount]
    return Section("fees", ("event", "rake"), _with_total(rows, (Money(sum(fees.values())),)))


def _sums(gross: int, tax: int) -> tuple[Money, Money, Money]:
    return Money(gross), Money(tax), Money(gross - tax)


def _with_total(rows: list[ReportRow], rest: Iterable[Cell]) -> tuple[ReportRow, ...]:
    return (*rows, ReportRow((Said("report.total"), *rest), total=True)) if rows else ()


def full_document(person: str, registry: Reader) -> str:
    """As the tax office asks for it; the log has none."""
    found = load(registry, person)
    document = found.document if found else None
    if document is None:
        return ""
    number = document.number
    if document.kind == CPF:
        return f"{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}"
    return f"{document.country} {number}"
