"""People by name: reports hold ids, and names come from the registry only when somebody who may see them prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.people.names import name_of

if TYPE_CHECKING:
    from feltro.app.reports.report import Report, ReportRow, Section
    from feltro.store.port import Reader

SEE_NAMES = ("organiser", "director", "finance", "cashier")
"""Who may read who was paid what."""


def with_names(report: Report, registry: Reader) -> Report:
    """Every column of people says whom; who was erased keeps the mark."""
    return report._replace(sections=tuple(_named(section, registry) for section in report.sections))


def _named(section: Section, registry: Reader) -> Section:
    if "person" not in section.columns:
        return section
    place = section.columns.index("person")
    return section._replace(rows=tuple(_row(row, place, registry) for row in section.rows))


def _row(row: ReportRow, place: int, registry: Reader) -> ReportRow:
    person = row.cells[place]
    if not isinstance(person, str) or not person:
        return row
    cells = (*row.cells[:place], name_of(person, registry), *row.cells[place + 1 :])
    return row._replace(cells=cells)
