"""A season's results and standings as files: CSV, spreadsheet, and a JSON archive with its schema."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.people.directory import load
from feltro.app.people.names import name_of
from feltro.app.ranking import COUNTS, RankedEvent, SeasonRanking
from feltro.app.ranking.explanation import plain_points
from feltro.app.reports.spreadsheet import Spreadsheet, harmless, write_sheets
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
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
    country: str = ""
    """Of the person's document, two letters; nothing where none is known."""
    prize_centavos: int = 0
    """By place or by agreement, before tax; bounties apart."""
    deal: bool = False
    """Whether the players agreed on that amount."""
    bounties_centavos: int = 0


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
    date: str = ""
    """The first day of play."""
    pool_centavos: int = 0
    """What the players got in prizes, bounties apart."""


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
            name=names[one.person].name,
            points=plain_points(one.points),
            tied=one.tied,
        )
        for one in ranking.standings.page()
    )
    events = tuple(_event(one, names) for one in ranking.events.values() if one.result)
    book = str(ranking.rules.book.rulebook.book.id)
    return ResultsArchive(format=FORMAT, season=season, book=book, events=events, standings=standings)


class _Named(NamedTuple):
    name: str
    country: str


class _Names(dict[str, _Named]):
    """Each person is looked up once, however many results they have."""

    def __init__(self, store: Reader) -> None:
        super().__init__()
        self._store = store

    def __missing__(self, person: str) -> _Named:
        known = load(self._store, person)
        country = known.document.country if known and known.document else ""
        self[person] = _Named(name_of(person, self._store), country)
        return self[person]


def _event(counted: RankedEvent, names: _Names) -> ArchivedEvent:
    result = counted.result
    if result is None:
        raise LookupError(f"{counted.event} has no result")
    counts = counted.status == COUNTS
    scores = counted.scores if counts else [0] * len(result.finishers)
    finishers = tuple(
        ArchivedFinish(
            place=one.place,
            person=one.person,
            name=names[one.person].name,
            entries=one.entries,
            day2=one.day2,
            final_table=one.final_table,
            points=plain_points(points),
            country=names[one.person].country,
            prize_centavos=one.prize_centavos,
            deal=one.deal,
            bounties_centavos=one.bounties_centavos,
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
        date=result.day,
        pool_centavos=result.pool_centavos,
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
    "prize",
    "deal",
    "bounties",
    "country",
    "date",
    "pool",
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
                *(event.date, _reais(event.pool_centavos)),
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
            event.kind,
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
