"""What a season still waits for: each stage with its events, and what its funds owe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.names import name_of
from feltro.app.ranking import EXCLUDES, UNFINISHED, SeasonRanking

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.season.events import StageAnnounced
    from feltro.season.state import SeasonState


class Stage(NamedTuple):
    told: StageAnnounced
    events: int
    """That give points."""
    waits_for: tuple[tuple[str, str], ...]
    """Events that are not over: id and name."""
    closed: bool
    champions: tuple[str, ...]
    """Names, once it is closed; nobody where the book knows no champion of a stage."""
    held: bool = True

    @property
    def ready(self) -> bool:
        return not self.closed and not self.waits_for and self.events > 0

    @property
    def told_by(self) -> str:
        """How its closing is told: `season.stage.*` in words."""
        if not self.held:
            return "not_held"
        return "closed" if self.champions else "closed_plain"


def stages_of(season: SeasonState, ranking: SeasonRanking | None, house: House) -> list[Stage]:
    """In the order of their days."""
    found = [_stage(stage, season, ranking, house) for stage in season.stages]
    return sorted(found, key=lambda one: (one.told.first_day, one.told.stage))


def _stage(stage: str, season: SeasonState, ranking: SeasonRanking | None, house: House) -> Stage:
    scored = [one for one in ranking.events.values() if one.stage == stage] if ranking else []
    return Stage(
        told=season.stages[stage][-1],
        events=sum(one.status != EXCLUDES for one in scored),
        waits_for=tuple((one.event, one.name) for one in scored if one.status == UNFINISHED),
        closed=stage in season.ranking.closed_stages,
        champions=tuple(name_of(person, house.store) for person in season.ranking.champions.get(stage, ())),
        held=stage not in season.ranking.not_held,
    )


def passed_over(ranking: SeasonRanking | None, house: House) -> tuple[str, ...]:
    """Names of those whom closing the year would pass over, best first."""
    return tuple(name_of(person, house.store) for person in ranking.passed_over()) if ranking else ()


def owed_centavos(season: SeasonState, stage: str = "") -> int:
    """Left to pay of the funds' prizes: of one stage, or of all."""
    return sum(
        one.left_centavos
        for prize, one in season.ranking.owed.items()
        if not stage or prize.rpartition("-")[0] == f"stage-{stage}"
    )
