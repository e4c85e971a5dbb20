"""A season's results as they leave the house and come back: one shape, with a version and a schema of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from feltro.app.people.directory import load
from feltro.app.people.names import name_of
from feltro.app.ranking.event_points import COUNTS
from feltro.app.ranking.explanation import plain_points
from feltro.kernel.outcome import Finding

if TYPE_CHECKING:
    from feltro.app.ranking.event_points import RankedEvent
    from feltro.app.ranking.season import SeasonRanking
    from feltro.season.results import Finisher
    from feltro.store.port import Reader

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
    started_day2: bool = False
    federation: str = ""
    """The number by which other houses know the person; only of those who gave one to be published."""


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
    bubble_places: int = 0
    """Places after the paid ones that the players paid by agreement."""
    brought: bool = False
    """Played elsewhere and taken in from a file: the house that tells of it did not run it."""


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
    federation: str


class _Names(dict[str, _Named]):
    """Each person is looked up once, however many results they have."""

    def __init__(self, store: Reader) -> None:
        super().__init__()
        self._store = store

    def __missing__(self, person: str) -> _Named:
        known = load(self._store, person)
        country = known.document.country if known and known.document else ""
        self[person] = _Named(name_of(person, self._store), country, known.federation if known else "")
        return self[person]


def _event(counted: RankedEvent, names: _Names) -> ArchivedEvent:
    result = counted.result
    if result is None:
        raise LookupError(f"{counted.event} has no result")
    counts = counted.status == COUNTS
    scores = counted.scores if counts else [0] * len(result.finishers)
    finishers = tuple(_finish(one, points, names) for one, points in zip(result.finishers, scores, strict=True))
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
        bubble_places=result.bubble_places,
        brought=counted.brought,
    )


def _finish(one: Finisher, points: int, names: _Names) -> ArchivedFinish:
    return ArchivedFinish(
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
        started_day2=one.started_day2,
        federation=names[one.person].federation,
    )


def schema() -> dict[str, Any]:
    return msgspec.json.schema(ResultsArchive)


def rows_in(data: bytes) -> list[dict[str, str]] | Finding:
    """An archive in the columns of the CSV, one row for each finish, so that both are checked alike."""
    try:
        found = msgspec.json.decode(data, type=ResultsArchive)
    except msgspec.DecodeError:
        return Finding("results.file.archive", "1")
    if found.format != FORMAT:
        return Finding("results.file.archive", "1")
    return [_row(event, one) for event in found.events for one in event.finishers]


def _row(event: ArchivedEvent, one: ArchivedFinish) -> dict[str, str]:
    # Files of before do not say who sat on day 2: there it is who qualified.
    told_apart = any(other.started_day2 for other in event.finishers)
    told = {
        "event": event.event,
        "event_name": event.name,
        "stage": event.stage,
        "kind": event.kind,
        "format": event.format,
        "bubble_places": event.bubble_places,
        "entries": event.entries,
        "paid_places": event.paid_places,
        "deal_left": event.deal_left,
        "level_minutes": event.level_minutes,
        "date": event.date,
        "place": one.place,
        "person": one.person,
        "player": one.name,
        "player_entries": one.entries,
        "day2": int(one.day2),
        "started_day2": int(one.started_day2) if told_apart else "",
        "final_table": int(one.final_table),
        "deal": int(one.deal),
    }
    money = {
        "buy_in": event.buy_in_centavos,
        "pool": event.pool_centavos,
        "prize": one.prize_centavos,
        "bounties": one.bounties_centavos,
    }
    plain = {name: f"{amount // 100}.{amount % 100:02}" for name, amount in money.items()}
    return {**{name: str(value) for name, value in told.items()}, **plain}
