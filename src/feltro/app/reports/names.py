"""People by name: reports hold ids, and names come from the registry only when somebody who may see them prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from feltro.app.desk.drawer_names import drawer_name
from feltro.app.people.names import name_of
from feltro.app.reports.changes import called
from feltro.app.reports.report import Said
from feltro.words.sentences import say

if TYPE_CHECKING:
    from feltro.app.reports.report import Report, ReportRow, Section
    from feltro.app.world import World
    from feltro.store.port import Reader
    from feltro.words.languages import Lang

SEE_NAMES = ("organiser", "director", "finance", "cashier")
"""Who may read who was paid what."""


def with_names(report: Report, registry: Reader) -> Report:
    """Every column of people says whom, and every column of reasons why; who was erased keeps the mark."""
    return report._replace(sections=tuple(_named(section, registry) for section in report.sections))


def stream_called(stream: str, world: World, lang: Lang) -> str:
    """Where something was written down, as people call it; what belongs to no event, drawer or season is the house's."""
    kind, _, name = stream.partition(":")
    if kind == "desk":
        return drawer_name(name, world)
    with world.lock:
        state: Any = world.live(stream).state
    called: str = state.the_sheet.name if kind == "tournament" else state.name if kind == "season" else ""
    return called or say("report.of_the_house", lang)


def _named(section: Section, registry: Reader) -> Section:
    for column, said in SAID.items():
        if column in section.columns:
            place = section.columns.index(column)
            rows = tuple(_row(row, place, said, registry) for row in section.rows)
            section = section._replace(rows=rows)
    return section


def _row(row: ReportRow, place: int, said: Callable[[str, Reader], str], registry: Reader) -> ReportRow:
    cell = row.cells[place]
    if isinstance(cell, Said) and "who" in cell.values:
        cell = cell._replace(values={**cell.values, "who": _user(cell.values["who"], registry)})
    elif isinstance(cell, str) and cell:
        cell = said(cell, registry)
    else:
        return row
    return row._replace(cells=(*row.cells[:place], cell, *row.cells[place + 1 :]))


def _user(who: str, registry: Reader) -> str:
    """Whoever gave a command, or several, by name; without an account of the house, as they called themselves."""
    return ", ".join(called(one, registry) for one in who.split(", "))


def _reason(key: str, registry: Reader) -> str:
    """As it was given; nothing is left of one that was erased."""
    kept = registry.kept("reason", key)
    return kept.body.decode() if kept else ""


def _as_it_is(said: str, registry: Reader) -> str:
    return said


SAID: dict[str, Callable[[str, Reader], str]] = {
    "person": name_of,
    "who": _user,
    "state": _as_it_is,
    "what": _as_it_is,
    "reason": _reason,
}
"""The columns in which ids stand, and how each is said."""
