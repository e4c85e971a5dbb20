"""What a season still waits for: each stage with its events, and what its funds owe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.names import name_of
from feltro.app.ranking import EXCLUDES, UNFINISHED, SeasonRanking
from feltro.app.ranking.stages import funds_of_stages, stages_to_close
from feltro.season.ranking.champions import pays_at_once

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.season.state import SeasonState


class Stage(NamedTuple):
    stage: str
    name: str
    events: int
    """That give points."""
    waits_for: tuple[tuple[str, str], ...]
    """Events that are not over: id and name."""
    closed: bool
    champions: tuple[str, ...]
    """Names, once it is closed; nobody where the book knows no champion of a stage."""
    held: bool = True
    placed: bool = True
    """Events that were put into no stage are one of their own."""

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
    """In the order of their days; then those that nobody announced and for which money is kept."""
    announced = sorted(season.stages, key=lambda one: (season.stages[one][-1].first_day, one))
    to_close = dict.fromkeys((*announced, *stages_to_close(season, house.world)))
    return [_stage(stage, season, ranking, house) for stage in to_close]


def _stage(stage: str, season: SeasonState, ranking: SeasonRanking | None, house: House) -> Stage:
    scored = [one for one in ranking.events.values() if one.stage == stage] if ranking else []
    return Stage(
        stage=stage,
        name=season.stage_name(stage),
        events=sum(one.status != EXCLUDES for one in scored),
        waits_for=tuple((one.event, one.name) for one in scored if one.status == UNFINISHED),
        closed=stage in season.ranking.closed_stages and not _came_later(stage, season, ranking, house),
        champions=tuple(name_of(person, house.store) for person in season.ranking.champions.get(stage, ())),
        held=stage not in season.ranking.not_held,
        placed=stage in season.stages or stage != season.season,
    )


def _came_later(stage: str, season: SeasonState, ranking: SeasonRanking | None, house: House) -> bool:
    """Sold after it was closed: it is closed once more for that."""
    at_once = ranking is not None and pays_at_once(ranking.rules.book)
    return at_once and bool(funds_of_stages(season.season, house.world).get(stage))


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
