"""The ranking of a season: its rules, results, points and funds, and results that come from outside."""

from feltro.app.ranking.event_points import COUNTS, EXCLUDES, UNFINISHED, RankedEvent
from feltro.app.ranking.season import SeasonRanking, ranking_of

__all__ = ["COUNTS", "EXCLUDES", "UNFINISHED", "RankedEvent", "SeasonRanking", "ranking_of"]
