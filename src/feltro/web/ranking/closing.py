"""What a season still waits for: each stage with its events, who finished without a profile, what its funds owe."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.naming import name_of
from feltro.app.people.person import folded
from feltro.app.ranking import EXCLUDES, UNFINISHED, SeasonRanking

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.kernel.outcome import Cite
    from feltro.season.events import StageAnnounced
    from feltro.season.state import SeasonState

MOST_WITHOUT_PROFILE = 1000


class Stage(NamedTuple):
    told: StageAnnounced
    events: int
    """That give points."""
    waits_for: tuple[tuple[str, str], ...]
    """Events that are not over: id and name."""
    closed: bool
    champions: tuple[str, ...]
    """Names, once it is closed."""

    @property
    def ready(self) -> bool:
        return not self.closed and not self.waits_for and self.events > 0


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
    )


class WithoutProfile(NamedTuple):
    """Who finished events that give points and is not ranked, because the book asks for a profile first."""

    people: tuple[tuple[str, str], ...]
    """Id and name, in the order of names."""
    cites: tuple[Cite, ...]


def without_profile(ranking: SeasonRanking | None, house: House, event: str = "") -> WithoutProfile:
    """Of the whole season, or of one event."""
    admitted = ranking.admitted if ranking else None
    if ranking is None or admitted is None:
        return WithoutProfile((), ())
    finished = {
        one.person
        for counted in ranking.events.values()
        if counted.result and event in {"", counted.event}
        for one in counted.result.finishers
    }
    people = [(person, name_of(person, house.store)) for person in finished - admitted]
    people.sort(key=lambda one: (folded(one[1]), one[0]))
    return WithoutProfile(
        tuple(people[:MOST_WITHOUT_PROFILE]), ranking.rules.book["ranking.requires_profile"].cites
    )


def owed_centavos(season: SeasonState, stage: str = "") -> int:
    """Left to pay of the funds' prizes: of one stage, or of all."""
    return sum(
        one.left_centavos
        for prize, one in season.ranking.owed.items()
        if not stage or prize.rpartition("-")[0] == f"stage-{stage}"
    )
