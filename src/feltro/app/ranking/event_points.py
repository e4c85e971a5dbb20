"""What one event gives to the ranking of its season, worked out once: for an event that is over it lies beside its page."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.ranking.results import event_result
from feltro.app.ranking.rules import Rules, rules_under
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Cite
from feltro.season.points.table import PointsTable
from feltro.season.results import EventResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.sheets.books import Books
    from feltro.app.world import Live
    from feltro.app.world.gist import Gist
    from feltro.app.world.shelf import Shelf
    from feltro.season.results import PointsKind
    from feltro.season.state import SeasonState

FINALLY = Instant(1 << 62)
"""A book with everything that was ever amended in it."""
COUNTS, EXCLUDES, UNFINISHED = "counts", "excluded", "unfinished"
EXCLUDED_FORMATS = {"ladies": "ladies", "satellite": "satellites"}
BESIDE = "ranking"


class RankedEvent(NamedTuple):
    """What the ranking makes of one event, and on whose word."""

    event: str
    stage: str
    name: str
    status: str
    cites: tuple[Cite, ...]
    result: EventResult | None
    scores: list[int]
    """The points of each finisher, in their order."""
    rules_of: Callable[[], Rules]
    brought: bool = False
    """Taken in from a file, not played here."""

    @property
    def rules(self) -> Rules:
        """Bound when they are asked for: where a point came from is asked of few events."""
        return self.rules_of()


class Rated(msgspec.Struct, frozen=True):
    """As it lies beside the page."""

    status: str
    cites: tuple[Cite, ...]
    result: EventResult | None
    scores: list[int]


class Rater:
    """One season's word on its events."""

    def __init__(self, season: SeasonState, rules: Rules, books: Books, shelf: Shelf | None) -> None:
        self._season, self._rules, self._books, self._shelf = season, rules, books, shelf
        ranking = season.ranking
        self._said = sha256(msgspec.json.encode((ranking.book, ranking.tables))).digest()

    def rate(self, live: Live) -> RankedEvent:
        """Whether a tournament gives points: the director's word, else its sheet and its book."""
        event = live.gist
        if event is None:
            raise LookupError(f"{live.stream} has no sheet")
        sent_away = self._sent_away(event)
        rated = self._beside(live, event, sent_away) or self._worked_out(live, event, sent_away)
        return RankedEvent(
            event.tournament,
            event.stage,
            event.name,
            rated.status,
            rated.cites,
            rated.result,
            rated.scores,
            partial(self._rules_of, live, event),
        )

    def _beside(self, live: Live, event: Gist, sent_away: set[str]) -> Rated | None:
        """Only of what stands pressed as it is: nothing of it can change."""
        if self._shelf is None or live.page is None or not live.stands_pressed:
            return None
        key = self._key(event, sent_away)
        kept = self._shelf.beside(live.page, BESIDE, key)
        if kept is not None:
            return msgspec.msgpack.decode(kept, type=Rated)
        rated = self._worked_out(live, event, sent_away)
        self._shelf.keep_beside(live.page, BESIDE, key, msgspec.msgpack.encode(rated))
        return rated

    def _key(self, event: Gist, sent_away: set[str]) -> bytes:
        said = (self._season.ranking.counted.get(event.tournament), sorted(sent_away))
        return sha256(self._said + msgspec.json.encode(said)).digest()

    def kept_differs(self, live: Live) -> bool:
        """Whether what lies beside the page says something else than the result. Nothing is kept for it."""
        event, page = live.gist, live.page
        if self._shelf is None or event is None or page is None:
            return False
        sent_away = self._sent_away(event)
        kept = self._shelf.beside(page, BESIDE, self._key(event, sent_away))
        again = msgspec.msgpack.encode(self._worked_out(live, event, sent_away)) if kept is not None else None
        return kept != again

    def _worked_out(self, live: Live, event: Gist, sent_away: set[str]) -> Rated:
        said, rules = self._season.ranking.counted.get(event.tournament), self._rules_of(live, event)
        kind = event.points if said is None else said
        left_out = rules.book["ranking.excluded_events"]
        by_book = said is None and EXCLUDED_FORMATS.get(event.kind) in left_out.value
        if kind not in {"main", "side"} or by_book or event.stopped == "cancelled":
            cites = left_out.cites if by_book else ()
            return Rated(EXCLUDES, cites, self._result(live, "main" if event.kind == "main" else "side"), [])
        result = self._result(live, "main" if kind == "main" else "side", sent_away)
        scores = rules.scheme.scores(result) if result else []
        return Rated(COUNTS if result else UNFINISHED, (), result, scores)

    def _result(self, live: Live, kind: PointsKind, sent_away: set[str] | None = None) -> EventResult | None:
        return event_result(live.state, kind, self._books.settlement(live.state, FINALLY).book, sent_away or ())

    def _rules_of(self, live: Live, event: Gist) -> Rules:
        if event.asks_season and self._season.ranking.book is None:
            return rules_under(self._books.settlement(live.state, FINALLY).book, loaded(self._season))
        return self._rules

    def _sent_away(self, event: Gist) -> set[str]:
        season = self._season
        return {person for person in season.disqualified if season.disqualified_in(person, event.stage)}


def loaded(state: SeasonState) -> dict[str, PointsTable]:
    """The points that the organiser brought."""
    return {kind: PointsTable(rows) for kind, rows in state.ranking.tables.items()}
