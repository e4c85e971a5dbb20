"""The same event told twice: by the house that ran it, and by one that took its results in from a file. It counts once.

What tells them apart is what both files say of the event itself, never who played: houses call people by other codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.person import folded
from feltro.app.ranking import COUNTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feltro.app.federation.followed import FollowedHouse
    from feltro.app.federation.signed import HouseSeason
    from feltro.app.ranking import SeasonRanking

Likeness = tuple[str, int, int, tuple[int, ...]]


class EventOfHouse(NamedTuple):
    """One event that counts, as one house tells of it."""

    house: str
    event: str
    name: str
    entries: int
    paid: int
    places: tuple[int, ...]
    brought: bool

    @property
    def alike(self) -> tuple[Likeness, Likeness]:
        """By its own id, and by its name: a file that was typed anew keeps one of them."""
        rest = (self.entries, self.paid, self.places)
        return (f"id:{self.event}", *rest), (f"name:{folded(self.name)}", *rest)


class LeftOut(NamedTuple):
    """A copy that is not counted, and whose word on the same event is."""

    house: str
    name: str
    counted: str


def counted_elsewhere(
    own: str, ranking: SeasonRanking, files: Sequence[tuple[FollowedHouse, HouseSeason]]
) -> dict[tuple[str, str], LeftOut]:
    """By house and event every copy that is not counted: whoever ran it tells of it here, or another copy comes first."""
    if not _any_brought(ranking, files):
        return {}
    told = [*_own(own, ranking), *(one for house, file in files for one in _followed(house, file))]
    copies = [one for one in told if one.brought]
    seen = {mark: one.house for one in told if not one.brought for mark in one.alike}
    left_out: dict[tuple[str, str], LeftOut] = {}
    for copy in copies:
        elsewhere = [seen[mark] for mark in copy.alike if seen.get(mark, copy.house) != copy.house]
        if elsewhere:
            left_out[copy.house, copy.event] = LeftOut(copy.house, copy.name, elsewhere[0])
        for mark in copy.alike:
            seen.setdefault(mark, copy.house)
    return left_out


def _any_brought(ranking: SeasonRanking, files: Iterable[tuple[FollowedHouse, HouseSeason]]) -> bool:
    """Most federations have none: then nothing is compared."""
    mine = any(one.brought for one in ranking.events.values())
    return mine or any(one.brought for _, file in files for one in file.results.events)


def _own(own: str, ranking: SeasonRanking) -> Iterator[EventOfHouse]:
    for one in ranking.events.values():
        if one.status == COUNTS and one.result:
            result = one.result
            places = tuple(sorted(finish.place for finish in result.finishers))
            yield EventOfHouse(own, one.event, one.name, result.entries, result.paid_places, places, one.brought)


def _followed(house: FollowedHouse, file: HouseSeason) -> Iterator[EventOfHouse]:
    for one in file.results.events:
        if one.counts:
            places = tuple(sorted(finish.place for finish in one.finishers))
            yield EventOfHouse(house.id, one.event, one.name, one.entries, one.paid_places, places, one.brought)
