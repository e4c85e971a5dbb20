"""The ranking of a season as a paper for the wall."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from feltro.app.reports.report import Report, ReportRow, Said, Section
from feltro.season.points.scheme import WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.ranking import SeasonRanking


def ranking_report(season: str, ranking: SeasonRanking, called: Callable[[str], str]) -> Report:
    """Everybody by the name that `called` gives: a wall is read by whoever passes."""
    standings = ranking.standings
    rows = tuple(
        ReportRow(
            (
                Said("face.place", {"n": one.rank}),
                called(one.person),
                len(standings.tallies(one.person)),
                Fraction(one.points, WHOLE),
            )
        )
        for one in standings.page()
    )
    columns = ("rank", "person", "events_scored", "points")
    return Report("ranking", {"season": season}, (Section("ranking", columns, rows),) if rows else ())
