"""The race of a season: where each stood after every event, and who came nearer or fell back with the last."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.ranking.event_points import COUNTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.app.ranking.event_points import RankedEvent
    from feltro.app.ranking.season import SeasonRanking
    from feltro.season.standings import Standings


class SeasonRace(NamedTuple):
    events: tuple[RankedEvent, ...]
    """Those that count, in the order in which they were played."""
    points: dict[str, tuple[int, ...]]
    """Of each who was asked for: the total after each of them, as the book adds up."""
    before: dict[str, int]
    """The rank of each before the last event; nobody where there was only one."""

    def moved(self, person: str, rank: int) -> int:
        """Places won since last time; 0 for who was not in the list."""
        return self.before.get(person, rank) - rank


class RaceCourse(NamedTuple):
    """All that a race is made of, noted with the world's lock: nothing in it moves any more."""

    played: tuple[RankedEvent, ...]
    start: Standings

    @classmethod
    def of(cls, ranking: SeasonRanking) -> RaceCourse:
        held = [one for one in ranking.events.values() if one.status == COUNTS and one.result]
        played = tuple(sorted(held, key=lambda one: (one.result.day if one.result else "", one.event)))
        return cls(played, ranking.from_the_start())


def race_of(course: RaceCourse, people: Sequence[str]) -> SeasonRace:
    """Each event is put where it was played, so that what counts only as one of the best counts here as there. Its
    points are those that the ranking has: none is opened again for them. A course is run once."""
    played, found = course
    totals: dict[str, list[int]] = {person: [] for person in people}
    before: dict[str, int] = {}
    for place, one in enumerate(played):
        if place and place == len(played) - 1:
            before = {person: known.rank for person in people if (known := found.standing(person))}
        if one.result:
            found.put(one.result, one.scores)
        for person, so_far in totals.items():
            so_far.append(found.points(person))
    return SeasonRace(played, {person: tuple(so_far) for person, so_far in totals.items()}, before)
