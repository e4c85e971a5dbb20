"""The ranking of a season, derived from its tournaments and kept up to date by their versions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from feltro.app.people.profiles import on_record
from feltro.app.ranking.event_points import (
    COUNTS,
    EXCLUDED_FORMATS,
    EXCLUDES,
    FINALLY,
    UNFINISHED,
    RankedEvent,
    Rater,
    loaded,
)
from feltro.app.ranking.rules import Rules, rules_under, settle_season
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.outcome import Refused
from feltro.procedures.rights import NO, answer
from feltro.season.standings import Standings
from feltro.season.state import EXCLUDED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.sheets.books import Books
    from feltro.app.world import Live, World
    from feltro.season.state import SeasonState


class SeasonRanking:
    """One season's standings. `refresh` looks only at what moved since the last time."""

    def __init__(self, season: str) -> None:
        self.season = season
        self.events: dict[str, RankedEvent] = {}
        self._versions: dict[str, int] = {}
        self._state: SeasonState | None = None
        self._changes = -1
        self._profiles: frozenset[str] = frozenset()
        self._rules: Rules | None = None
        self._standings: Standings | None = None

    @property
    def rules(self) -> Rules:
        if self._rules is None:
            raise LookupError("the ranking was not looked at yet")
        return self._rules

    @property
    def standings(self) -> Standings:
        if self._standings is None:
            raise LookupError("the ranking was not looked at yet")
        return self._standings

    def refresh(
        self, live: Callable[[str], Live], world: World, books: Books, profiles: frozenset[str]
    ) -> Refused | None:
        state: SeasonState = live(f"season:{self.season}").state
        if not state.season:
            return Refused("season.unknown", {"season": self.season})
        mine = {stream: live(stream) for stream in world.tournaments_of(self.season)}
        moved = state is not self._state or state.ranking.changes != self._changes
        if moved or profiles != self._profiles or self._gone(mine):
            self._profiles = profiles
            rules = season_rules(state, [*mine.values()], books)
            if isinstance(rules, Refused):
                return rules
            self._start(state, rules)
        rater = Rater(state, self.rules, books, world.shelf)
        for stream, found in mine.items():
            if self._versions.get(stream) != found.version:
                self._put(rater.rate(found))
                self._versions[stream] = found.version
        return None

    def of_stage(self, stage: str, *, only_points: bool = False, everybody: bool = False) -> Standings:
        """The standings of one stage alone, with the ranking's own tests or by points only. The best of a stage is
        the best of all who played it: a profile is asked for the year."""
        criteria = self.rules.criteria._replace(tests=()) if only_points else self.rules.criteria
        return self._counted(Standings(criteria, barred=() if everybody else self.barred), stage)

    def from_the_start(self) -> Standings:
        """The year before its first event."""
        return self._adjusted(Standings(self.rules.criteria, self.admitted, self.barred))

    def of_everybody(self) -> Standings:
        """The year as it would stand if nobody were kept out of it."""
        return self._counted(self._adjusted(Standings(self.rules.criteria)))

    def passed_over(self) -> tuple[str, ...]:
        """Who stands in a paid place of the year and is kept out of the list, best first."""
        admitted, barred = self.admitted, self.barred
        if admitted is None and not barred:
            return ()
        places = int(self.rules.book["fund.annual.places"].value)
        best = (person for group in self.of_everybody().groups(places) for person in group)
        return tuple(one for one in best if one in barred or (admitted is not None and one not in admitted))

    def _counted(self, found: Standings, stage: str = "") -> Standings:
        for counted in self.events.values():
            if stage in {"", counted.stage} and counted.result and counted.status == COUNTS:
                found.put(counted.result, counted.scores)
        return found

    def _adjusted(self, found: Standings) -> Standings:
        totals: dict[str, int] = {}
        for one in self._state.ranking.adjustments if self._state else ():
            totals[one.person] = totals.get(one.person, 0) + one.points * 100
        for person, points in totals.items():
            found.adjust(person, points)
        return found

    @property
    def admitted(self) -> set[str] | None:
        """Who may be ranked; nothing: everybody."""
        if self._state is None or not self.rules.book["ranking.requires_profile"].value:
            return None
        return {*self._state.ranking.joined, *self._profiles}

    @property
    def barred(self) -> set[str]:
        """Those excluded from all that the organiser holds, where they lose what they won."""
        if self._state is None or answer("points", "excluded", self.rules.book) != NO:
            return set()
        return {ban.person for ban in self._state.bans.values() if ban.kind == "exclusion"}

    def unfinished(self, stage: str = "") -> tuple[str, ...]:
        return tuple(
            one.event for one in self.events.values() if one.status == UNFINISHED and stage in {"", one.stage}
        )

    def _gone(self, mine: dict[str, Live]) -> bool:
        return any(stream not in mine for stream in self._versions)

    def _start(self, state: SeasonState, rules: Rules) -> None:
        self._state, self._changes, self._rules = state, state.ranking.changes, rules
        self._versions, self.events = {}, {}
        self._standings = self.from_the_start()
        for imported in _imported(state, rules):
            self._put(imported)

    def _put(self, counted: RankedEvent) -> None:
        before = self.events.get(counted.event)
        self.events[counted.event] = counted
        if counted.status == COUNTS and counted.result:
            if before is None or before.result != counted.result or before.status != COUNTS:
                self.standings.put(counted.result, counted.scores)
        elif before is not None:
            self.standings.drop(counted.event)


_RANKINGS: WeakKeyDictionary[World, dict[str, SeasonRanking]] = WeakKeyDictionary()


def ranking_of(
    season: str, world: World, books: Books, live: Callable[[str], Live] | None = None
) -> SeasonRanking | Refused:
    """As it is now. A decision gives its own `live`, and is then held to every tournament of the season.
    Hold the world's lock."""
    ranking = _RANKINGS.setdefault(world, {}).setdefault(season, SeasonRanking(season))
    look = live or partial(_caught_up, world, world.store.streams())
    profiles = on_record(world.store, look(PEOPLE).version)
    refused = ranking.refresh(look, world, books, profiles)
    return refused or ranking


def _caught_up(world: World, versions: dict[str, int], stream: str) -> Live:
    """The store is asked once, where every stream stands."""
    found = world.remembered(stream)
    return found if found.version == versions.get(stream, 0) else world.live(stream)


def season_rules(state: SeasonState, tournaments: list[Live], books: Books) -> Rules | Refused:
    chosen = state.ranking.book
    if chosen is not None:
        book = settle_season(chosen.book, chosen.addenda, chosen.answers, kept=True)
        if isinstance(book, list):
            raise LookupError(f"the book of {state.season} no longer binds: {book[0]}")
        return rules_under(book, loaded(state))
    scored = [one for one in tournaments if one.gist and one.gist.asks_season]
    named = {(one.gist.book, (*one.gist.addenda, *one.gist.own_rules)) for one in scored if one.gist}
    if not named:
        return Refused("ranking.no_book", {"season": state.season})
    if len(named) > 1:
        return Refused("ranking.several_books", {"books": tuple(sorted({book for book, _ in named}))})
    return rules_under(books.settlement(scored[0].state, FINALLY).book, loaded(state))


def _imported(state: SeasonState, rules: Rules) -> Iterator[RankedEvent]:
    left_out = rules.book["ranking.excluded_events"]
    for event, imported in state.ranking.imported.items():
        result = imported.result
        said = state.ranking.counted.get(event)
        out = said == EXCLUDED or (said is None and EXCLUDED_FORMATS.get(result.format) in left_out.value)
        status = EXCLUDES if out else COUNTS
        cites = left_out.cites if out and said is None else ()
        scores = rules.scheme.scores(result) if status == COUNTS else []
        yield RankedEvent(
            event, result.stage, imported.name, status, cites, result, scores, lambda: rules, brought=True
        )
