"""The ranking of a season, derived from its tournaments and kept up to date by their versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from feltro.app.people.profiles import on_record
from feltro.app.ranking.results import event_result
from feltro.app.ranking.rules import Rules, rules_under, settle_season
from feltro.app.sheets.settlement import engines
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Cite, Refused
from feltro.procedures.rights import NO, answer
from feltro.season.points.table import PointsTable
from feltro.season.standings import Standings
from feltro.season.state import EXCLUDED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.sheets.books import Books
    from feltro.app.world import Live, World
    from feltro.season.results import EventResult, PointsKind
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

FINALLY = Instant(1 << 62)
"""A book with everything that was ever amended in it."""

COUNTS, EXCLUDES, UNFINISHED = "counts", "excluded", "unfinished"


class RankedEvent(NamedTuple):
    """What the ranking makes of one event, and on whose word."""

    event: str
    stage: str
    name: str
    status: str
    cites: tuple[Cite, ...]
    result: EventResult | None
    rules: Rules


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
        self, live: Callable[[str], Live], streams: list[str], books: Books, profiles: frozenset[str]
    ) -> Refused | None:
        state: SeasonState = live(f"season:{self.season}").state
        if not state.season:
            return Refused("season.unknown", {"season": self.season})
        mine = {stream: found for stream in streams if (found := live(stream)).state.season == self.season}
        moved = state is not self._state or state.ranking.changes != self._changes
        if moved or profiles != self._profiles or self._gone(mine):
            self._profiles = profiles
            rules = _season_rules(state, [one.state for one in mine.values()], books)
            if isinstance(rules, Refused):
                return rules
            self._start(state, rules)
        for stream, found in mine.items():
            if self._versions.get(stream) != found.version:
                self._put(_judge(found.state, state, self.rules, books))
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
                found.put(counted.result, counted.rules.scheme.scores(counted.result))
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
                self.standings.put(counted.result, counted.rules.scheme.scores(counted.result))
        elif before is not None:
            self.standings.drop(counted.event)


_RANKINGS: WeakKeyDictionary[World, dict[str, SeasonRanking]] = WeakKeyDictionary()


def ranking_of(
    season: str, world: World, books: Books, live: Callable[[str], Live] | None = None
) -> SeasonRanking | Refused:
    """As it is now. A decision gives its own `live`, and is then held to every tournament of the season.
    Hold the world's lock."""
    ranking = _RANKINGS.setdefault(world, {}).setdefault(season, SeasonRanking(season))
    look = live or world.live
    profiles = on_record(world.store, look(PEOPLE).version)
    refused = ranking.refresh(look, world.tournaments_of(season), books, profiles)
    return refused or ranking


def _season_rules(state: SeasonState, tournaments: list[TournamentState], books: Books) -> Rules | Refused:
    chosen = state.ranking.book
    if chosen is not None:
        book = settle_season(chosen.book, chosen.addenda, chosen.answers, kept=True)
        if isinstance(book, list):
            raise LookupError(f"the book of {state.season} no longer binds: {book[0]}")
        return rules_under(book, _loaded(state))
    scored = [one for one in tournaments if _asks_season(one)]
    named = {(one.the_sheet.book, one.the_sheet.addenda) for one in scored}
    if not named:
        return Refused("ranking.no_book", {"season": state.season})
    if len(named) > 1:
        return Refused("ranking.several_books", {"books": tuple(sorted({book for book, _ in named}))})
    return rules_under(books.settlement(scored[0], FINALLY).book, _loaded(state))


def _asks_season(state: TournamentState) -> bool:
    return "season" in engines(state.the_sheet)


def _loaded(state: SeasonState) -> dict[str, PointsTable]:
    return {kind: PointsTable(rows) for kind, rows in state.ranking.tables.items()}


def _judge(state: TournamentState, season: SeasonState, rules: Rules, books: Books) -> RankedEvent:
    """Whether a tournament gives points: the director's word, else its sheet and its book."""
    sheet = state.the_sheet
    if _asks_season(state) and season.ranking.book is None:
        rules = rules_under(books.settlement(state, FINALLY).book, _loaded(season))
    said = season.ranking.counted.get(state.tournament)
    kind = sheet.points if said is None else said
    left_out = rules.book["ranking.excluded_events"]
    by_book = said is None and EXCLUDED_FORMATS.get(sheet.kind) in left_out.value
    if kind not in {"main", "side"} or by_book or state.stopped == "cancelled":
        cites = left_out.cites if by_book else ()
        played_as: PointsKind = "main" if sheet.kind == "main" else "side"
        result = event_result(state, played_as, books.settlement(state, FINALLY).book)
        return RankedEvent(state.tournament, state.stage, sheet.name, EXCLUDES, cites, result, rules)
    scored_by: PointsKind = "main" if kind == "main" else "side"
    sent_away = {person for person in season.disqualified if season.disqualified_in(person, state.stage)}
    result = event_result(state, scored_by, books.settlement(state, FINALLY).book, sent_away)
    status = COUNTS if result else UNFINISHED
    return RankedEvent(state.tournament, state.stage, sheet.name, status, (), result, rules)


EXCLUDED_FORMATS = {"ladies": "ladies", "satellite": "satellites"}


def _imported(state: SeasonState, rules: Rules) -> Iterator[RankedEvent]:
    left_out = rules.book["ranking.excluded_events"]
    for event, imported in state.ranking.imported.items():
        result = imported.result
        said = state.ranking.counted.get(event)
        out = said == EXCLUDED or (said is None and EXCLUDED_FORMATS.get(result.format) in left_out.value)
        status = EXCLUDES if out else COUNTS
        cites = left_out.cites if out and said is None else ()
        yield RankedEvent(event, result.stage, imported.name, status, cites, result, rules)
