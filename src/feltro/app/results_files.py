"""A season's results and standings as files: CSV, spreadsheet, and a JSON archive with its schema."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.explaining_points import plain_points
from feltro.app.people.naming import name_of
from feltro.app.ranking import COUNTS, Counted, SeasonRanking
from feltro.app.reports.spreadsheet import Sheet, harmless, write_sheets
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feltro.store.port import Reader
    from feltro.words.languages import Lang

FORMAT = "feltro/results/1"


class ArchivedFinish(msgspec.Struct, frozen=True, kw_only=True):
    place: int
    person: str
    name: str
    entries: int
    day2: bool
    final_table: bool
    points: float


class ArchivedEvent(msgspec.Struct, frozen=True, kw_only=True):
    event: str
    name: str
    stage: str
    kind: str
    format: str
    counts: bool
    """Whether it gives points to the ranking."""
    entries: int
    paid_places: int
    deal_left: int
    buy_in_centavos: int
    level_minutes: int
    finishers: tuple[ArchivedFinish, ...]


class ArchivedStanding(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    person: str
    name: str
    points: float
    tied: bool


class ResultsArchive(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a league needs to take its results elsewhere."""

    format: str
    season: str
    book: str
    events: tuple[ArchivedEvent, ...]
    standings: tuple[ArchivedStanding, ...]


def archive(season: str, ranking: SeasonRanking, store: Reader) -> ResultsArchive:
    names = _Names(store)
    standings = tuple(
        ArchivedStanding(
            rank=one.rank,
            person=one.person,
            name=names[one.person],
            points=plain_points(one.points),
            tied=one.tied,
        )
        for one in ranking.standings.page()
    )
    events = tuple(_event(one, names) for one in ranking.events.values() if one.result)
    book = str(ranking.rules.book.rulebook.book.id)
    return ResultsArchive(format=FORMAT, season=season, book=book, events=events, standings=standings)


class _Names(dict[str, str]):
    """Each person is looked up once, however many results they have."""

    def __init__(self, store: Reader) -> None:
        super().__init__()
        self._store = store

    def __missing__(self, person: str) -> str:
        self[person] = name_of(person, self._store)
        return self[person]


def _event(counted: Counted, names: _Names) -> ArchivedEvent:
    result = counted.result
    if result is None:
        raise LookupError(f"{counted.event} has no result")
    counts = counted.status == COUNTS
    scores = counted.rules.scheme.scores(result) if counts else [0] * len(result.finishers)
    finishers = tuple(
        ArchivedFinish(
            place=one.place,
            person=one.person,
            name=names[one.person],
            entries=one.entries,
            day2=one.day2,
            final_table=one.final_table,
            points=plain_points(points),
        )
        for one, points in zip(result.finishers, scores, strict=True)
    )
    return ArchivedEvent(
        event=result.event,
        name=counted.name,
        stage=result.stage,
        kind=result.kind,
        format=result.format,
        counts=counts,
        entries=result.entries,
        paid_places=result.paid_places,
        deal_left=result.deal_left,
        buy_in_centavos=result.buy_in_centavos,
        level_minutes=result.level_minutes,
        finishers=finishers,
    )


def schema() -> dict[str, Any]:
    return msgspec.json.schema(ResultsArchive)


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
)
"""Of the CSV: the names under which it can be imported again."""


def write_file(path: Path, found: ResultsArchive, lang: Lang) -> None:
    """As the file's name ends: `.csv`, `.xlsx` or `.json`."""
    if path.suffix == ".json":
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2))
    elif path.suffix == ".xlsx":
        _write_spreadsheet(path, found, lang)
    else:
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(COLUMNS)
        writer.writerows([_csv(cell) for cell in row] for row in _rows(found))
        path.write_text(text.getvalue(), encoding="utf-8-sig", newline="")


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
            )


def _csv(cell: Any) -> str:
    if isinstance(cell, bool):
        return "1" if cell else "0"
    return harmless(cell) if isinstance(cell, str) else f"{cell:g}" if isinstance(cell, float) else str(cell)


def _write_spreadsheet(path: Path, found: ResultsArchive, lang: Lang) -> None:
    ranked = [(one.rank, one.person, one.name, one.points) for one in found.standings]
    head = [say(f"report.column.{name}", lang) for name in ("rank", "person", "name", "points")]
    of_results = ("event", "stage", "kind", "entries", "paid_places", "place", "person", "name", "points")
    rows = [
        (
            event.name,
            event.stage,
            event.kind,
            event.entries,
            event.paid_places,
            one.place,
            one.person,
            one.name,
            one.points,
        )
        for event in found.events
        for one in event.finishers
    ]
    sheets = [
        Sheet(say("report.section.best", lang), head, ranked),
        Sheet(
            say("report.section.results", lang), [say(f"report.column.{name}", lang) for name in of_results], rows
        ),
    ]
    write_sheets(path, sheets, lang)
