"""A league for tests: results made in few words, and a house in which whole seasons are played."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from feltro.app.ranking import SeasonRanking, ranking_of
from feltro.app.ranking.rules import Rules, rules_under, settle_season
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season.results import EventResult, Finisher
from tests.tournament.room import Room, sheet


@cache
def rules_of_book(book_id: str, *addenda: str) -> Rules:
    """A printed book as it ships, with what is proposed where it is silent."""
    book = settle_season(book_id, addenda, {})
    assert isinstance(book, Settled)
    return rules_under(book, {})


NPS_TABLE = [
    {"entries_from": 1, "entries_to": 9999, "place_from": place, "place_to": last, "points": points}
    for place, last, points in ((1, 1, 100), (2, 2, 70), (3, 3, 50), (4, 9, 30), (10, 44, 15), (45, 45, 12))
]


def field(*people: str, entries: int = 0) -> tuple[Finisher, ...]:
    """These people in order of place."""
    return tuple(Finisher(person=person, place=place) for place, person in enumerate(people, 1))


def result(event: str = "e1", **fields: Any) -> EventResult:
    finishers = fields.pop("finishers", field("ana", "bia", "caio"))
    usual = {"stage": "s1", "kind": "main", "entries": 250, "paid_places": 26, "finishers": finishers}
    return EventResult(event=event, **{**usual, **fields})


def finish(place: int, **marks: Any) -> Finisher:
    return Finisher(person="ana", place=place, **marks)


class League(Room):
    """A season of small tournaments, each played to the end by eliminating people in order."""

    def __init__(self, book: str = "cgp-2024", stages: int = 1, **kept: Any) -> None:
        super().__init__(book=book, points="main", **kept)
        for number in range(1, stages + 1):
            day = f"2026-{number:02d}-1"
            self.done(
                "AnnounceStage",
                role="organiser",
                season="s26",
                stage=f"e{number}",
                name=f"Etapa {number}",
                venue="Clube",
                first_day=f"{day}0",
                last_day=f"{day}5",
            )

    def tournament(self, name: str, stage: str = "e1", book: str = "cgp-2024", **changes: Any) -> None:
        answers = changes.pop("answers", {})
        made = msgspec.to_builtins(sheet(book, **{"points": "side", "kind": "side", **changes}), str_keys=True)
        new = {"tournament": name, "season": "s26", "stage": stage, "sheet": made, "answers": answers}
        self.done("CreateTournament", role="organiser", **new)

    def enter(self, tournament: str, *people: str) -> None:
        for person in people:
            self.sell(f"{tournament}-{person}", person, tournament=tournament)

    def bust(self, tournament: str, person: str, key: str = "") -> None:
        self.done("Eliminate", role="director", key=key, tournament=tournament, entry=f"{tournament}-{person}")

    def bust_entry(self, tournament: str, entry: str) -> None:
        self.done("Eliminate", role="director", tournament=tournament, entry=entry)

    def close(self, tournament: str) -> None:
        self.done("CloseRegistration", role="director", tournament=tournament)

    def play(self, tournament: str, *order: str) -> None:
        """Everybody enters, and goes out from the last to the second."""
        self.enter(tournament, *order)
        self.close(tournament)
        for person in reversed(order[1:]):
            self.bust(tournament, person, key=f"{tournament}-out-{person}")

    def join(self, *people: str) -> None:
        for person in people:
            self.done("RegisterForRanking", role="director", season="s26", person=person)

    @property
    def ranking(self) -> SeasonRanking:
        with self.house.world.lock:
            found = ranking_of("s26", self.house.world, self.house.books)
        assert not isinstance(found, Refused), found
        return found

    def table(self) -> list[tuple[int, str, float]]:
        return [(one.rank, one.person, one.points / 100) for one in self.ranking.standings.page()]

    @property
    def season(self) -> Any:
        return self.house.world.live("season:s26").state
