"""What one ranking over 300 houses costs, against a plain window query of SQLite over the same points; and how it grows."""

from __future__ import annotations

import random
import sqlite3
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bench.row import Row
from bench.standings import BEST, QUERY, in_turn
from feltro.app.federation.across import AcrossHouses, rows_of
from feltro.app.federation.followed import FollowedHouse, result_of
from feltro.app.federation.signed import HouseSeason
from feltro.app.ranking.results_archive import (
    FORMAT,
    ArchivedEvent,
    ArchivedFinish,
    ArchivedStanding,
    ResultsArchive,
)
from feltro.app.ranking.rules import rules_under, settle_season
from feltro.kernel.instants import Instant
from feltro.rulebook.settle import Settled
from feltro.season.points.scheme import WHOLE

if TYPE_CHECKING:
    from feltro.app.ranking.rules import Rules

HOUSES, EVENTS, FIELD, REGULARS = 300, 100, 20, 120
NUMBERED = 3
"""One regular of so many has a federation number, and plays in other houses too."""

Told = tuple[FollowedHouse, HouseSeason]


def rows(seconds: float) -> list[Row]:
    book = settle_season("cgp-2024", (), {})
    assert isinstance(book, Settled)  # noqa: S101 - it ships with Feltro
    rules = rules_under(book, {})
    every = [house(number, rules) for number in range(HOUSES)]
    database = _database(every)

    def ours(told: list[Told]) -> None:
        found = AcrossHouses(rules)
        for one in told:
            found.take(*one)
        rows_of(found, 0, 100)

    def query() -> None:
        database.execute(QUERY, (BEST,)).fetchall()

    whole, peer = in_turn(lambda: ours(every), query, seconds)
    part, again = in_turn(lambda: ours(every[: HOUSES // 4]), lambda: ours(every), seconds / 2)
    what = f"standings of {HOUSES} houses x {EVENTS} events"
    growth = "four times the houses, against four times the time"
    return [
        Row(what, "milliseconds", whole * 1e3, peer * 1e3, "SQLite window query", 0.5, smaller_is_better=True),
        Row(
            growth,
            "milliseconds",
            again * 1e3,
            4 * part * 1e3,
            "a quarter, times four",
            0.7,
            smaller_is_better=True,
        ),
    ]


def house(number: int, rules: Rules) -> Told:
    """A club with its regulars; some of them are known by a number and come to other clubs."""
    chance = random.Random(number)
    people = [(f"h{number}p{one}", "") for one in range(REGULARS)]
    for one in range(0, REGULARS, NUMBERED):
        people[one] = (people[one][0], f"BR{(number * 7 + one) % 4000}")
    events = tuple(_event(one, chance.sample(people, FIELD), rules) for one in range(EVENTS))
    standings = tuple(
        ArchivedStanding(rank=place, person=code, name=code, points=1.0, tied=False)
        for place, (code, _) in enumerate(people, 1)
    )
    results = ResultsArchive(format=FORMAT, season="2026", book="cgp-2024", events=events, standings=standings)
    told = HouseSeason(house=f"Clube {number}", season_name="2026", results=results)
    signer = f"{number:016x}" + "0" * 48
    followed = FollowedHouse(
        signer=signer, house=told.house, season="2026", season_name="2026", events=EVENTS, taken_at=Instant(0)
    )
    return followed, told


def _event(number: int, order: list[tuple[str, str]], rules: Rules) -> ArchivedEvent:
    finishers = tuple(
        ArchivedFinish(
            place=place,
            person=code,
            name=code,
            entries=1,
            day2=False,
            final_table=place <= 9,
            points=0.0,
            federation=card,
        )
        for place, (code, card) in enumerate(order, 1)
    )
    made = ArchivedEvent(
        event=f"e{number}", name=f"Evento {number}", stage="e1", kind="main" if number % 6 == 0 else "side", format="main",
        counts=True, entries=len(order), paid_places=3, deal_left=0, buy_in_centavos=10_000, level_minutes=20,
        finishers=finishers,
    )  # fmt: skip
    scores = rules.scheme.scores(result_of(made, made.event, [code for code, _ in order]))
    scored = (replace(one, points=points / WHOLE) for one, points in zip(finishers, scores, strict=True))
    return replace(made, finishers=tuple(scored))


def _database(every: list[Told]) -> sqlite3.Connection:
    """The same rows, with people named as we name them."""
    database = sqlite3.connect(":memory:")
    database.execute("create table result (person text, event text, points integer)")
    database.executemany(
        "insert into result values (?, ?, ?)",
        (
            (
                one.federation or f"{followed.id}/{one.person}",
                f"{followed.id}/{event.event}",
                round(one.points * WHOLE),
            )
            for followed, told in every
            for event in told.results.events
            for one in event.finishers
        ),
    )
    database.execute("create index by_person on result (person, points)")
    return database
