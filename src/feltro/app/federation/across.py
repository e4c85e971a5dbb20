"""One ranking over several houses: the events of each under one rule, people known across them, and where points came from."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from feltro.app.federation.copies import LeftOut, counted_elsewhere
from feltro.app.federation.followed import OWN, files_of_season, followed_by, result_of
from feltro.app.people.directory import directory
from feltro.app.people.person import card_signs, folded
from feltro.app.public.names import PublicNames
from feltro.app.ranking import COUNTS, ranking_of
from feltro.app.screens.club import club_of
from feltro.kernel.outcome import Refused
from feltro.season.points.scheme import WHOLE
from feltro.season.standings import Standings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feltro.app.federation.followed import FollowedHouse
    from feltro.app.federation.signed import HouseSeason
    from feltro.app.handling import House
    from feltro.app.ranking import SeasonRanking
    from feltro.app.ranking.results_archive import ArchivedEvent
    from feltro.app.ranking.rules import Rules
    from feltro.app.world import World
    from feltro.season.standings import Standing

MOVES = ("season:", "tournament:", "settings:", "people:")
NUMBER = "#"
"""Before a federation number: nobody's code begins so."""


class AcrossHouses:
    """Standings of all houses together. A person is called by `house/code`, by a number, or by what somebody confirmed."""

    def __init__(self, rules: Rules, same: Iterable[tuple[str, str]] = ()) -> None:
        self.rules = rules
        self._is = _joined(same)
        self._number_of: dict[str, str] = {}
        self._admitted: set[str] = set()
        self._barred: set[str] = set()
        self.names: dict[str, str] = {}
        self.houses: dict[str, str] = {}
        self._from: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.left_out: dict[tuple[str, str], LeftOut] = {}
        """By house and event every copy of an event that another house tells of: it counts once."""
        self.standings = Standings(rules.criteria, self._admitted)

    def person(self, called: str, number: str) -> str:
        """Two with the same number are one; so are two of whom somebody said so, and whoever has the number of either."""
        known = self._is.get(called, called)
        if number:
            known = self._number_of.setdefault(known, NUMBER + number)
        return self._number_of.get(known, known)

    def learn(self, at: str, numbers: Iterable[tuple[str, str]]) -> None:
        """Before anything is counted: whoever was confirmed to be somebody else may have a number in only one of the houses."""
        for code, number in numbers if self._is else ():
            known = self._is.get(f"{at}/{code}") if number else None
            if known is not None:
                self._number_of.setdefault(known, NUMBER + card_signs(number))

    def take(self, house: FollowedHouse, told: HouseSeason) -> None:
        """All events of one house that count; its own word on who is in its ranking holds."""
        at, results = house.id, told.results
        self.houses[at] = told.house
        people: dict[str, str] = {}
        for event in results.events:
            for one in event.finishers:
                if one.person not in people:
                    who = people[one.person] = self.person(f"{at}/{one.person}", card_signs(one.federation))
                    self.names.setdefault(who, one.name)
                    self._from[who][at] = None
        self._admitted |= {people[one.person] for one in results.standings if one.person in people}
        for event in results.events:
            if (at, event.event) in self.left_out:
                continue
            if event.counts and house.recounted:
                result = result_of(event, f"{at}/{event.event}", [people[one.person] for one in event.finishers])
                self.standings.put(result, self.rules.scheme.scores(result))
            elif event.counts:
                self._put_scored(f"{at}/{event.event}", event, people)

    def _put_scored(self, name: str, event: ArchivedEvent, people: dict[str, str]) -> None:
        """As the other house scored it: its points were held against our rule when its file was taken."""
        main = event.kind == "main"
        deal = event.deal_left if self.rules.criteria.shared_win else 0
        self.standings.put_plain(
            name,
            [
                (
                    people[one.person],
                    (round(one.points * WHOLE), 1 if one.place <= deal else one.place, main, one.entries, name),
                )
                for one in event.finishers
            ],
        )

    def take_own(self, ranking: SeasonRanking, house: House) -> None:
        """Of the house that looks: as its own ranking has it."""
        from msgspec.structs import replace

        names, people = PublicNames(house.store), directory(house.store)
        self.houses[OWN] = club_of(house.store).name
        known: dict[str, str] = {}
        for person in ranking.standings.everybody():
            row = people.get(person)
            who = known[person] = self.person(f"{OWN}/{person}", row.federation if row else "")
            self.names[who] = names.of(person)
            self._from[who] = {OWN: None, **self._from[who]}
        self._admitted |= {known[one.person] for one in ranking.standings.page()}
        for event in ranking.events.values():
            if event.status == COUNTS and event.result and (OWN, event.event) not in self.left_out:
                finishers = tuple(replace(one, person=known[one.person]) for one in event.result.finishers)
                result = replace(event.result, event=f"{OWN}/{event.event}", finishers=finishers)
                self.standings.put(result, event.scores)

    def origins(self, person: str) -> list[str]:
        """The houses in which somebody played."""
        return [self.houses[one] for one in self._from[person]]

    def called(self, one: str) -> str:
        """The name of somebody by `house/code`."""
        return self.names.get(self.person(one, ""), "")

    def copies(self) -> list[LeftOut]:
        """What was left out, with the names of the houses: nobody wonders where an event went."""
        told = self.left_out.values()
        return [LeftOut(self.houses[one.house], one.name, self.houses[one.counted]) for one in told]

    def alike(self) -> Iterator[tuple[str, str]]:
        """Two people of different houses with one name, of whom nobody said yet whether they are one. Numbers speak for themselves."""
        by_name: defaultdict[str, list[str]] = defaultdict(list)
        for person, name in self.names.items():
            if not person.startswith(NUMBER):
                by_name[folded(name)].append(person)
        for mine in by_name.values():
            first = mine[0]
            yield from ((first, one) for one in mine[1:] if set(self._from[one]) != set(self._from[first]))


class FederatedRow(NamedTuple):
    standing: Standing
    name: str
    houses: list[str]


def across(house: House, season: str) -> AcrossHouses | Refused:
    """Hold the world's lock."""
    ranking = ranking_of(season, house.world, house.books)
    if isinstance(ranking, Refused):
        return ranking
    found = AcrossHouses(ranking.rules, followed_by(house.store, season).same)
    files = [*files_of_season(house.store, season)]
    people = directory(house.store)
    found.learn(OWN, ((one.id, one.federation) for one in people.everybody()))
    for followed, told in files:
        found.learn(followed.id, _numbers(told))
    found.left_out = counted_elsewhere(OWN, ranking, files)
    found.take_own(ranking, house)
    for followed, told in files:
        found.take(followed, told)
    return found


def _numbers(told: HouseSeason) -> Iterator[tuple[str, str]]:
    return ((one.person, one.federation) for event in told.results.events for one in event.finishers)


_KEPT: WeakKeyDictionary[World, dict[str, tuple[object, AcrossHouses]]] = WeakKeyDictionary()


def across_kept(house: House, season: str) -> AcrossHouses | Refused:
    """The same, worked out again only when a house, a person or an event of ours has moved. Hold the world's lock."""
    store = house.store
    mine = {one: version for one, version in store.streams().items() if one.startswith(MOVES)}
    kept = _KEPT.setdefault(house.world, {})
    was = kept.get(season)
    if was and was[0] == mine:
        return was[1]
    found = across(house, season)
    if not isinstance(found, Refused):
        kept[season] = (mine, found)
    return found


def rows_of(found: AcrossHouses, first: int, count: int) -> list[FederatedRow]:
    return [
        FederatedRow(one, found.names.get(one.person, ""), found.origins(one.person))
        for one in found.standings.page(first, count)
    ]


def _joined(same: Iterable[tuple[str, str]]) -> dict[str, str]:
    """For each who was confirmed to be somebody else too, one name for all of them."""
    up: dict[str, str] = {}

    def top(one: str) -> str:
        while up.get(one, one) != one:
            one = up[one]
        return one

    for one, other in same:
        high, low = sorted((top(one), top(other)))
        up[low] = high
        up.setdefault(high, high)
    return {one: top(one) for one in up}
