"""Where each point of a person came from: event by event, line by line, with the clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.season.points.scheme import WHOLE, PointsLine

if TYPE_CHECKING:
    from feltro.app.ranking import SeasonRanking
    from feltro.kernel.outcome import Cite
    from feltro.season.standings import Standing
    from feltro.season.state import SeasonState

ADJUSTED = "points.line.adjusted"


class EventPoints(NamedTuple):
    """One event of a person: the lines add up to the points."""

    event: str
    stage: str
    name: str
    place: int
    entries: int
    points: int
    counted: bool
    """Whether it adds to the total: not, where only the best results do and this is none of them."""
    lines: tuple[PointsLine, ...]


class PersonPoints(NamedTuple):
    person: str
    standing: Standing | None
    """Nothing for one who is not ranked."""
    flagged: tuple[Cite, ...]
    """The clause that keeps the person out of the list: no profile with the series, or an exclusion."""
    points: int
    events: tuple[EventPoints, ...]
    adjustments: tuple[PointsLine, ...]


def points_of(person: str, ranking: SeasonRanking, season: SeasonState) -> PersonPoints:
    """Everything a person finished that gives points, in the order in which it was played."""
    counted = ranking.standings.counted(person)
    events = tuple(_event(event, person, ranking, counted) for event in ranking.standings.tallies(person))
    adjusted = tuple(
        PointsLine(ADJUSTED, one.points * WHOLE, {"reason": one.reason}, ())
        for one in season.ranking.adjustments
        if one.person == person
    )
    admitted = ranking.admitted
    out = admitted is not None and person not in admitted
    flagged = ranking.rules.book["ranking.requires_profile"].cites if out else ()
    if person in ranking.barred:
        out, flagged = True, ranking.rules.book["penalty.exclusion.ranking"].cites
    standing = ranking.standings.standing(person)
    points = 0 if out else ranking.standings.points(person)
    return PersonPoints(person, standing, flagged, points, events, adjusted)


def _event(event: str, person: str, ranking: SeasonRanking, counted: set[str]) -> EventPoints:
    found = ranking.events[event]
    if found.result is None:
        raise LookupError(f"{event} has no result")
    mine = next(one for one in found.result.finishers if one.person == person)
    lines = found.rules.scheme.lines(found.result, mine)
    points = sum(line.points for line in lines)
    return EventPoints(event, found.stage, found.name, mine.place, mine.entries, points, event in counted, lines)


def plain_points(points: int) -> int | float:
    """As JSON says them: whole where they are."""
    return points // WHOLE if points % WHOLE == 0 else points / WHOLE


def plain_line(line: PointsLine) -> dict[str, Any]:
    from feltro.rulebook.plain import plain

    return {
        "because": line.because,
        "points": plain_points(line.points),
        "values": plain(dict(line.values)),
        "cites": [str(cite) for cite in line.cites],
    }
