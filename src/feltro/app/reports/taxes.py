"""The tax on prizes of a year: what each CPF was paid and what was withheld, for the accountant and for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.decisions.tax import payments, same_document
from feltro.app.money.office import year_of
from feltro.app.people.directory import load
from feltro.app.people.documents import CPF
from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.kernel.money import Money

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
            (
                people[0],
                full_document(people[0], house.store),
                *_sums(sum(found.prizes[one] for one in people), sum(found.tax.get(one, 0) for one in people)),
            ),
            tuple(reference for one in people for reference in found.references[one]),
        )
        for people in _by_document(found.prizes, house.store)
    ]
    sums = _sums(sum(found.prizes.values()), sum(found.tax.get(one, 0) for one in found.prizes))
    return Section("tax_people", ("person", "document", "prize", "tax", "net"), _with_total(rows, ("", *sums)))


def _by_document(prizes: Mapping[str, int], registry: Reader) -> list[list[str]]:
    """Who was registered twice is one for the tax office; whoever was paid most comes first, and names the row."""
    found: dict[str, list[str]] = {}
    for person in sorted(prizes, key=lambda one: -prizes[one]):
        found.setdefault(full_document(person, registry) or person, []).append(person)
    return sorted(found.values(), key=lambda people: -sum(prizes[one] for one in people))


def _of_one(house: House, year: int, person: str) -> Section:
    same = same_document(person, house.store)
    mine = sorted((one for one in payments(house.world, year) if same(one.event.person)), key=lambda one: one.day)
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
