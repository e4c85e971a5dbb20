"""The race of a season as the ranking's pages show it: the lines, who moved, a column for each of the last events."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.ranking.race import RaceCourse, race_of
from feltro.app.reports.plots import half_of
from feltro.season.points.scheme import WHOLE
from feltro.web.plots import Runner, race_svg
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from feltro.app.public.names import PublicNames
    from feltro.app.ranking import RankedEvent, SeasonRanking
    from feltro.app.ranking.race import SeasonRace
    from feltro.season.standings import EventTally, Standing
    from feltro.season.state import SeasonState
    from feltro.words.languages import Lang

RUNNERS, PODIUM, COLUMNS = 10, 3, 6
MANY = 9
"""With the same few points at the end of a page, people are a number that unfolds."""


class NotedRace(NamedTuple):
    """What the race is drawn of, noted with the world's lock and drawn without it."""

    course: RaceCourse
    runners: tuple[tuple[str, str], ...]
    """The first, and oneself, with their names."""
    mine: str | None
    """Whoever looks, if that is known."""
    stages: dict[str, str]
    """By their names."""
    scores: dict[str, dict[str, EventTally]]

    @classmethod
    def of(cls, ranking: SeasonRanking, season: SeasonState, shown: PublicNames, look: RaceLook) -> NotedRace:
        people = [one.person for one in ranking.standings.page(0, look.first)]
        if look.mine and look.mine not in people:
            people.append(look.mine)
        return cls(
            RaceCourse.of(ranking),
            tuple((person, shown.of(person)) for person in people),
            look.mine,
            {stage: told[-1].name for stage, told in season.stages.items()},
            {one.person: ranking.standings.tallies(one.person) for one in look.found},
        )


class RaceLook(NamedTuple):
    """What is looked at: rows of the list, so many of the first, and which of them one is."""

    found: Sequence[Standing] = ()
    first: int = RUNNERS
    mine: str | None = None


def many_alike(found: Sequence[Standing]) -> int:
    """How many stand at the end of a page with the same points, where they are so many that nobody reads them all."""
    alike = sum(one.points == found[-1].points for one in found) if found else 0
    return alike if MANY <= alike < len(found) else 0


def race_seen(noted: NotedRace, found: Sequence[Standing], lang: Lang) -> dict[str, Any]:
    """The race of the first and of oneself, who moved since last time, and a column for each of the last events."""
    people = dict.fromkeys([*(person for person, _ in noted.runners), *(one.person for one in found)])
    race = race_of(noted.course, tuple(people))
    columns = race.events[-COLUMNS:]
    return {
        "race": _drawn(race, noted, lang) if len(race.events) > 1 else "",
        "columns": [(one.event, one.name) for one in columns],
        "stages": _stages(noted.stages, columns),
        "scores": noted.scores,
        "moved": {one.person: race.moved(one.person, one.rank) for one in found},
    }


def in_points(hundredths: int) -> int | Fraction:
    return hundredths // WHOLE if hundredths % WHOLE == 0 else Fraction(hundredths, WHOLE)


def _stages(names: dict[str, str], columns: Sequence[RankedEvent]) -> list[tuple[str, int]]:
    """Above the events: their stages, each over so many columns; nothing where all are of one."""
    named = [(stage, len([*events])) for stage, events in groupby(columns, lambda one: one.stage)]
    return [(names.get(stage, ""), many) for stage, many in named] if len(named) > 1 else []


def _drawn(race: SeasonRace, noted: NotedRace, lang: Lang) -> Markup:
    most = max(race.points[person][-1] for person, _ in noted.runners)
    half = half_of(most, WHOLE)
    grid = [(number, written(in_points(number), lang)) for number in (0, half, 2 * half)]
    runners = [
        Runner(
            name,
            race.points[person],
            tuple(written(in_points(one), lang) for one in race.points[person]),
            me=person == noted.mine,
        )
        for person, name in noted.runners
    ]
    return race_svg(say("rank.race", lang), [one.name for one in race.events], runners, grid)
