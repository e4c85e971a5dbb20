"""What the standings of 200,000 results cost, against a plain window query of SQLite on the same points."""

from __future__ import annotations

import gc
import random
import sqlite3
import time
from statistics import median
from typing import TYPE_CHECKING

from bench.row import Row
from feltro.app.ranking.rules import rules_under, settle_season
from feltro.rulebook.settle import Settled
from feltro.season.results import EventResult, Finisher
from feltro.season.standings import Standings

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.ranking.rules import Rules

RESULTS, PEOPLE, EVENTS = 200_000, 20_000, 1_200
BEST = 12
QUERY = """
    select person, sum(points) as total from (
        select person, points, row_number() over (partition by person order by points desc) as nth from result
    ) where nth <= ? group by person order by total desc, person
"""


def rows(seconds: float) -> list[Row]:
    book = settle_season("cgp-2024", (), {})
    assert isinstance(book, Settled)  # noqa: S101 - it ships with Feltro
    rules = rules_under(book, {})
    results = season(RESULTS, PEOPLE, EVENTS)
    late = results.pop()
    built = Standings(rules.criteria)
    database = _database(rules, [*results, late])

    def rebuild() -> None:
        nonlocal built
        built = Standings(rules.criteria)
        for result in results:
            built.put(result, rules.scheme.scores(result))
        built.page(0, 100)

    def one_event() -> None:
        built.put(late, rules.scheme.scores(late))
        built.page(0, 100)

    def query() -> None:
        database.execute(QUERY, (BEST,)).fetchall()

    rebuilt, peer = in_turn(rebuild, query, seconds)
    updated = in_turn(one_event, lambda: built.drop(late.event), seconds / 2)[0]
    return [
        _row("standings of 200,000 results rebuilt", rebuilt, peer, "SQLite window query", 0.5),
        _row("standings after one event of 167", updated, rebuilt, "rebuilding them all", 10),
    ]


def season(results: int, people: int, events: int) -> list[EventResult]:
    """Main and side events of one size, in which anybody may play and finish anywhere."""
    chance = random.Random(7)
    names = [f"p{number}" for number in range(people)]
    each = results // events + 1
    return [_event(number, chance.sample(names, each)) for number in range(events)]


def _event(number: int, order: list[str]) -> EventResult:
    paid = len(order) // 10
    finishers = tuple(
        Finisher(person=person, place=place, day2=place <= 3 * paid, final_table=place <= 9)
        for place, person in enumerate(order, 1)
    )
    return EventResult(
        event=f"e{number}",
        stage=f"s{number % 10}",
        kind="main" if number % 6 == 0 else "side",
        entries=len(order),
        paid_places=paid,
        buy_in_centavos=100_000 if number % 4 == 0 else 30_000,
        level_minutes=30,
        finishers=finishers,
    )


def _database(rules: Rules, results: list[EventResult]) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:")
    database.execute("create table result (person text, event text, points integer)")
    scored = (
        (one.person, result.event, points)
        for result in results
        for one, points in zip(result.finishers, rules.scheme.scores(result), strict=True)
    )
    database.executemany("insert into result values (?, ?, ?)", scored)
    database.execute("create index by_person on result (person, points)")
    return database


def in_turn(ours: Callable[[], None], peer: Callable[[], None], seconds: float) -> tuple[float, float]:
    """The median time of each, turn and turn about."""
    took: tuple[list[float], list[float]] = ([], [])
    until = time.perf_counter() + 2 * seconds
    while not took[0] or time.perf_counter() < until:
        for run, times in zip((ours, peer), took, strict=True):
            gc.collect()
            began = time.perf_counter()
            run()
            times.append(time.perf_counter() - began)
    return median(took[0]), median(took[1])


def _row(what: str, ours: float, peer: float, name: str, promised: float) -> Row:
    return Row(what, "milliseconds", ours * 1e3, peer * 1e3, name, promised, smaller_is_better=True)
