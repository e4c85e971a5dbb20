"""What the points of a sheet would have been worth: on the last event of the house, place by place, before anybody plays."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.ranking.event_points import FINALLY, loaded
from feltro.app.ranking.results import event_result
from feltro.app.ranking.rules import rules_under
from feltro.app.sheets.settlement import Settlement, settle_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.app.world.plan import Handler
    from feltro.rulebook.settle import Settled
    from feltro.season.points.table import PointsTable
    from feltro.season.results import EventResult, PointsKind
    from feltro.tournament.sheet import Sheet

TRIED = 6
"""So many of the latest events are looked at for one that is over."""


class WouldScore(NamedTuple):
    place: int
    person: str
    points: int
    """In hundredths."""


class PointsAhead(NamedTuple):
    """On which event, and who would have had how many; those with nothing stand in it too."""

    event: str
    scores: list[WouldScore]

    @property
    def nothing(self) -> int:
        return sum(not one.points for one in self.scores)


def points_ahead(sheet: Sheet, answers: Mapping[str, Any], season: str, house: Handler) -> PointsAhead | None:
    """Nothing where the sheet gives no points, does not settle, or no event of the house is over. Hold the world's lock."""
    if sheet.points == "none":
        return None
    settled = settle_for(sheet, answers)
    if not isinstance(settled, Settlement):
        return None
    tables = loaded(house.world.live(f"season:{season}").state) if season else {}
    return points_under(settled.book, tables, sheet.points, house)


def points_under(
    book: Settled, tables: Mapping[str, PointsTable], kind: PointsKind, house: Handler
) -> PointsAhead | None:
    """By these tables, on the last event of the house that is over; nothing where there is none. Hold the world's lock."""
    last = _last(kind, house)
    if last is None:
        return None
    name, result = last
    scores = rules_under(book, tables).scheme.scores(result)
    people = zip(result.finishers, scores, strict=True)
    return PointsAhead(name, [WouldScore(one.place, one.person, points) for one, points in people])


def _last(kind: PointsKind, house: Handler) -> tuple[str, EventResult] | None:
    """The latest event that has a champion, as the ranking would see it."""
    begun = [(one.gist.begins, one) for one in house.world.lives("tournament:") if one.gist]
    latest = (one for _, one in sorted(begun, key=lambda pair: -pair[0]))
    for live in islice(latest, TRIED):
        book = house.books.settlement(live.state, FINALLY).book
        result = event_result(live.state, kind, book)
        if result is not None:
            return live.state.the_sheet.name, result
    return None
