"""Who stands where: points added up, ties broken in the book's order, and the reason for each step shown.
Who has no points is not in the list.

Kept event by event, so that one new or corrected result costs as much as the people in it.
"""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from feltro.kernel.outcome import Cite
from feltro.rulebook.settle import Settled
from feltro.season.points.scheme import WHOLE
from feltro.season.results import EventResult

LAST = 1 << 30
"""Behind every place that anybody can finish in."""


class EventTally(NamedTuple):
    """What one event gave one person."""

    points: int
    place: int
    """As tie-breaks count it: every one that was recorded, paid or not; 0 where none was."""
    main: bool
    entries: int


class Criteria(NamedTuple):
    """How a book orders its ranking, with the clauses."""

    best: int | None
    """Only so many results add up; nothing: all."""
    tests: tuple[str, ...]
    wins_only: bool
    shared_win: bool
    main_by_entry: bool
    side_by_entry: bool
    cites: Mapping[str, tuple[Cite, ...]]
    """Of the sum and of each test."""


class Ahead(NamedTuple):
    """Why one stands before the next."""

    because: str
    values: Mapping[str, Any]
    cites: tuple[Cite, ...]


class Standing(NamedTuple):
    rank: int
    """Equal for those whom no test separates."""
    person: str
    points: int
    tied: bool
    ahead: Ahead | None
    """Of the next in the list; nothing for the last, or in a tie."""


_CITED = {
    "best_places": "ranking.tiebreak.places_compared",
    "main_events_played": "ranking.tiebreak.main_events_counted",
    "side_events_played": "ranking.tiebreak.side_events_counted",
}

Key = tuple[Any, ...]
Plain = tuple[int, int, bool, int, str]
"""A tally and its event while it is only counted: naming 200,000 of them costs more than adding them up."""


def criteria_of(book: Settled) -> Criteria:
    order, tests = book["ranking.order"], book["ranking.tiebreak.order"]
    cites = {"points": order.cites, "tied": book["ranking.tiebreak.still_equal"].cites}
    for test in tests.value:
        cites[test] = tuple(dict.fromkeys((*tests.cites, *book[_CITED[test]].cites)))
    return Criteria(
        best=book["ranking.best_results.count"].value if order.value == "best_results" else None,
        tests=tests.value,
        wins_only=book["ranking.tiebreak.places_compared"].value == "wins_only",
        shared_win=book["ranking.tiebreak.place_after_deal"].value == "shared",
        main_by_entry=book["ranking.tiebreak.main_events_counted"].value == "entries",
        side_by_entry=book["ranking.tiebreak.side_events_counted"].value == "entries",
        cites=cites,
    )


class Standings:
    def __init__(
        self, criteria: Criteria, admitted: Collection[str] | None = None, barred: Collection[str] = ()
    ) -> None:
        """`admitted`: only these are ranked, where a book asks people to register; nothing: everybody is.
        `barred`: never these."""
        self.criteria = criteria
        self._admitted = admitted
        self._barred = frozenset(barred)
        self._tests = [TESTS[test] for test in criteria.tests]
        self._tallies: defaultdict[str, list[Plain]] = defaultdict(list)
        self._adjusted: dict[str, int] = {}
        self._in: dict[str, list[str]] = {}
        self._keys: dict[str, Key] = {}
        self._order: list[tuple[Key, str]] | None = None

    # What is known

    def put(self, result: EventResult, scores: list[int]) -> None:
        """An event's points, in the order of its finishers; in the place of what was known of it before."""
        touched = self._forget(result.event)
        event, tallies, main = result.event, self._tallies, result.kind == "main"
        deal = result.deal_left if self.criteria.shared_win else 0
        for one, points in zip(result.finishers, scores, strict=True):
            place = one.place
            counts = 1 if 0 < place <= deal else place
            if one.disqualified and not points:
                counts = 0
            tallies[one.person].append((points, counts, main, one.entries, event))
        people = self._in[event] = [one.person for one in result.finishers]
        self._place({*touched, *people} if touched else people)

    def put_plain(self, event: str, tallies: Collection[tuple[str, Plain]]) -> None:
        """The same, of an event that was scored elsewhere: each person with what it gave them."""
        touched = self._forget(event)
        known = self._tallies
        for person, tally in tallies:
            known[person].append(tally)
        people = self._in[event] = [person for person, _ in tallies]
        self._place({*touched, *people} if touched else people)

    def drop(self, event: str) -> None:
        self._place(self._forget(event))

    def adjust(self, person: str, points: int) -> None:
        """All that the director added or took away, together."""
        self._adjusted[person] = points
        self._place((person,))

    def _forget(self, event: str) -> list[str]:
        people = self._in.pop(event, [])
        for person in people:
            self._tallies[person] = [tally for tally in self._tallies[person] if tally[4] != event]
        return people

    # Who stands where

    def __len__(self) -> int:
        return len(self._sorted())

    def page(self, first: int = 0, count: int | None = None) -> list[Standing]:
        order = self._sorted()
        last = len(order) if count is None else min(len(order), first + count)
        return [self._standing(place, order) for place in range(first, last)]

    def groups(self, places: int) -> list[tuple[str, ...]]:
        """The first people, best first, those whom no test separates together; at least so many."""
        found: list[tuple[str, ...]] = []
        order = self._sorted()
        done = 0
        while done < min(places, len(order)):
            end = bisect_right(order, order[done][0], key=_key)
            found.append(tuple(person for _, person in order[done:end]))
            done = end
        return found

    def standing(self, person: str) -> Standing | None:
        order = self._sorted()
        key = self._key(person) if person in self._tallies or person in self._adjusted else None
        place = bisect_left(order, (key, person)) if key is not None else len(order)
        ranked = place < len(order) and order[place][1] == person
        return self._standing(place, order) if ranked else None

    def everybody(self) -> set[str]:
        """Who finished something or was given points, ranked or not."""
        return {*(person for person, found in self._tallies.items() if found), *self._adjusted}

    def tallies(self, person: str) -> dict[str, EventTally]:
        return {tally[4]: EventTally(*tally[:4]) for tally in self._tallies.get(person, ())}

    def counted(self, person: str) -> set[str]:
        """The events that add up for a person: all, or the best."""
        mine = self.tallies(person)
        best = sorted(mine, key=lambda event: (-mine[event].points, event))
        return set(best if self.criteria.best is None else best[: self.criteria.best])

    def _sorted(self) -> list[tuple[Key, str]]:
        if self._order is None:
            everybody = self._tallies.keys() | self._adjusted.keys()
            people = filter(self._admits, everybody)
            self._order = sorted([(key, one) for one in people if (key := self._key(one))[0]])
        return self._order

    def _admits(self, person: str) -> bool:
        return person not in self._barred and (self._admitted is None or person in self._admitted)

    def _place(self, people: Collection[str]) -> None:
        """Take these out of the list and put them back where they now belong."""
        if self._order is None:
            return
        for person in people:
            self._keys.pop(person, None)
        gone = set(people)
        self._order = [one for one in self._order if one[1] not in gone]
        for person in people:
            key = self._key(person)
            if key[0] and self._admits(person):
                insort(self._order, (key, person))

    # The order

    def _key(self, person: str) -> Key:
        """Smaller is better. Two with the same key are tied."""
        key = self._keys.get(person)
        if key is None:
            mine = self._tallies.get(person, ())
            tests = [test(mine, self.criteria) for test in self._tests]
            key = self._keys[person] = (-self.points(person), *tests)
        return key

    def points(self, person: str) -> int:
        each = [tally[0] for tally in self._tallies.get(person, ())]
        if self.criteria.best is not None and len(each) > self.criteria.best:
            each = sorted(each, reverse=True)[: self.criteria.best]
        return sum(each) + self._adjusted.get(person, 0)

    def _standing(self, place: int, order: list[tuple[Key, str]]) -> Standing:
        key, person = order[place]
        first, end = bisect_left(order, key, key=_key), bisect_right(order, key, key=_key)
        after = order[place + 1][0] if place + 1 < len(order) and end == place + 1 else None
        ahead = self._ahead(key, after) if after is not None else None
        return Standing(first + 1, person, -key[0], end - first > 1, ahead)

    def _ahead(self, mine: Key, other: Key) -> Ahead:
        differs = next(place for place, (one, two) in enumerate(zip(mine, other, strict=True)) if one != two)
        if differs == 0:
            points = {"mine": Fraction(-mine[0], WHOLE), "other": Fraction(-other[0], WHOLE)}
            return Ahead("standings.ahead.points", points, self._cites("points"))
        test = self.criteria.tests[differs - 1]
        one, two = mine[differs], other[differs]
        values: dict[str, Any]
        if test != "best_places":
            values = {"mine": -one, "other": -two}
        else:
            place = min(next((a, b) for a, b in zip(one, two, strict=False) if a != b))
            values = {"place": place, "mine": one.count(place), "other": two.count(place)}
        return Ahead(f"standings.ahead.{test}", values, self._cites(test))

    def _cites(self, name: str) -> tuple[Cite, ...]:
        return self.criteria.cites[name]


def _key(one: tuple[Key, str]) -> Key:
    return one[0]


def _best_places(mine: Collection[Plain], criteria: Criteria) -> tuple[int, ...]:
    """More firsts, then more seconds and so on: the sorted places, and behind them one that nobody finishes in."""
    places = sorted([tally[1] for tally in mine if tally[1]])
    if criteria.wins_only:
        places = [place for place in places if place == 1]
    places.append(LAST)
    return tuple(places)


def _main_events(mine: Collection[Plain], criteria: Criteria) -> int:
    if criteria.main_by_entry:
        return -sum([tally[3] for tally in mine if tally[2]])
    return -sum([tally[2] for tally in mine])


def _side_events(mine: Collection[Plain], criteria: Criteria) -> int:
    if criteria.side_by_entry:
        return -sum([tally[3] for tally in mine if not tally[2]])
    return sum([tally[2] for tally in mine]) - len(mine)


TESTS = {
    "best_places": _best_places,
    "main_events_played": _main_events,
    "side_events_played": _side_events,
}
