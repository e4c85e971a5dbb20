"""A season's results and standings as files: CSV, spreadsheet, and the JSON archive."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.reports.spreadsheet import Spreadsheet, harmless, write_sheets
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from feltro.app.ranking.results_archive import ResultsArchive
    from feltro.words.languages import Lang

COLUMNS = (
    "event",
    "event_name",
    "stage",
    "kind",
    "entries",
    "paid_places",
    "deal_left",
    "place",
    "person",
    "player",
    "player_entries",
    "day2",
    "final_table",
    "points",
    "prize",
    "deal",
    "bounties",
    "country",
    "date",
    "pool",
    "brought",
    "format",
    "bubble_places",
    "buy_in",
    "level_minutes",
    "started_day2",
)
"""Of the CSV: the names under which it can be imported again. Money in reais, `1234.50`."""
SITES = ("place", "player", "country", "prize", "event", "date", "entries", "pool")
"""What sites that gather results take: who was paid, where and how much."""


def write_for_sites(path: Path, found: ResultsArchive) -> int:
    """Everybody who won a prize, event by event; how many they are."""
    rows = [
        (
            one.place,
            one.name,
            one.country,
            _reais(one.prize_centavos),
            event.name,
            event.date,
            event.entries,
            _reais(event.pool_centavos),
        )
        for event in found.events
        for one in event.finishers
        if one.prize_centavos
    ]
    _write_csv(path, SITES, rows)
    return len(rows)


def _reais(centavos: int) -> str:
    return f"{centavos // 100}.{centavos % 100:02}"


def _write_csv(path: Path, head: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([_csv(cell) for cell in row] for row in rows)
    path.write_text(text.getvalue(), encoding="utf-8-sig", newline="")


def write_file(path: Path, found: ResultsArchive, lang: Lang) -> None:
    """As the file's name ends: `.csv`, `.xlsx` or `.json`."""
    if path.suffix == ".json":
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))
    elif path.suffix == ".xlsx":
        _write_spreadsheet(path, found, lang)
    else:
        _write_csv(path, COLUMNS, _rows(found))


def _rows(found: ResultsArchive) -> Iterator[tuple[Any, ...]]:
    for event in found.events:
        for one in event.finishers:
            yield (
                *(
                    event.event,
                    event.name,
                    event.stage,
                    event.kind,
                    event.entries,
                    event.paid_places,
                    event.deal_left,
                ),
                *(one.place, one.person, one.name, one.entries, one.day2, one.final_table, one.points),
                *(_reais(one.prize_centavos), one.deal, _reais(one.bounties_centavos), one.country),
                *(event.date, _reais(event.pool_centavos), event.brought, event.format, event.bubble_places),
                *(_reais(event.buy_in_centavos), event.level_minutes, one.started_day2),
            )


def _csv(cell: Any) -> str:
    if isinstance(cell, bool):
        return "1" if cell else "0"
    return harmless(cell) if isinstance(cell, str) else f"{cell:g}" if isinstance(cell, float) else str(cell)


def _write_spreadsheet(path: Path, found: ResultsArchive, lang: Lang) -> None:
    ranked = [(one.rank, one.person, one.name, one.points) for one in found.standings]
    head = [say(f"report.column.{name}", lang) for name in ("rank", "person", "name", "points")]
    of_event = ("event", "stage", "kind", "entries", "paid_places")
    of_finish = ("place", "person", "name", "points", "prize", "deal", "bounties", "country")
    of_results = (*of_event, *of_finish, "date", "pool")
    rows = [
        (
            event.name,
            event.stage,
            say(f"sheet.kind.{event.kind}", lang),
            event.entries,
            event.paid_places,
            one.place,
            one.person,
            one.name,
            one.points,
            one.prize_centavos / 100,
            say("yes", lang) if one.deal else "",
            one.bounties_centavos / 100,
            one.country,
            event.date,
            event.pool_centavos / 100,
        )
        for event in found.events
        for one in event.finishers
    ]
    sheets = [
        Spreadsheet(say("report.section.best", lang), head, ranked),
        Spreadsheet(
            say("report.section.results", lang), [say(f"report.column.{name}", lang) for name in of_results], rows
        ),
    ]
    write_sheets(path, sheets, lang)
