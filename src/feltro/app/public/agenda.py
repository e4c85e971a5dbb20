"""The agenda of a house as anybody may read it: seasons, stages with their venue, events by day, and what changed since when."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from feltro.app.event_view import level_of
from feltro.app.tonight import all_playing
from feltro.kernel.instants import local_time

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from feltro.app.handling import House
    from feltro.app.world import Live
    from feltro.app.world.gist import Gist
    from feltro.kernel.instants import Instant
    from feltro.season.events import StageAnnounced
    from feltro.season.state import SeasonState
    from feltro.tournament.state import TournamentState

COMING, LIVE, OVER, STOPPED = "coming", "live", "over", "stopped"
MAP = "https://www.openstreetmap.org/search?query="
"""Free, and asks nobody who looks."""


class SheetNote(NamedTuple):
    """What was announced otherwise before."""

    at: Instant
    key: str
    values: dict[str, object]


class AgendaStage(NamedTuple):
    season: str
    season_name: str
    stage: str
    name: str
    venue: str
    address: str
    hotel: str
    first_day: date
    last_day: date
    changed_at: Instant | None
    """When it was announced anew."""

    @property
    def map(self) -> str:
        return MAP + quote(", ".join(filter(None, (self.venue, self.address))))


class AgendaEvent(NamedTuple):
    id: str
    name: str
    season: str
    stage: str
    kind: str
    starts: dict[str, Instant]
    later_days: tuple[str, ...]
    """On which nothing is sold: whoever plays then has entered on another one."""
    zone: str
    price_centavos: int
    member_centavos: int
    members_only: bool
    guarantee_centavos: int | None
    entries: int
    level: int
    status: str
    in_play: tuple[str, ...]
    """Of its days, where it is live: those that were begun and that nobody has closed."""
    stopped: str
    changes: tuple[SheetNote, ...]
    minutes: dict[str, int]
    """How long each day is expected to last, where the sheet tells."""

    @property
    def begins(self) -> Instant:
        return min(self.starts.values())

    @property
    def touched(self) -> Instant:
        """When it last changed."""
        return max((one.at for one in self.changes), default=self.begins)


class Agenda(NamedTuple):
    stages: list[AgendaStage]
    events: list[AgendaEvent]
    """Everything that is not over, as it begins."""
    past: list[AgendaEvent]
    """What is over, the latest first."""

    def days(self) -> list[tuple[date, list[tuple[str, AgendaEvent]]]]:
        """Each day with what is played on it: the name of the event's own day, and the event."""
        found: dict[date, list[tuple[str, AgendaEvent]]] = {}
        for event in self.events:
            for day, at in event.starts.items():
                found.setdefault(local_time(at, event.zone).date(), []).append((day, event))
        return [(day, sorted(found[day], key=lambda one: one[1].starts[one[0]])) for day in sorted(found)]


MOST_PAST = 60


def agenda_of(house: House, at: Instant) -> Agenda:
    """Hold the world's lock."""
    playing = set(all_playing(house, at))
    found = [
        _event(house, live, gist, at, playing) for live in house.world.lives("tournament:") if (gist := live.gist)
    ]
    ahead = sorted((one for one in found if one.status != OVER), key=lambda one: (one.begins, one.id))
    past = sorted((one for one in found if one.status == OVER), key=lambda one: (-one.begins, one.id))
    return Agenda([*stages_of_house(house)], ahead, past[:MOST_PAST])


def stages_of_house(house: House) -> Iterator[AgendaStage]:
    """As last announced, the latest first."""
    seasons: list[SeasonState] = [live.state for live in house.world.lives("season:") if live.state.season]
    for season in sorted(seasons, key=lambda one: -one.year):
        told = sorted(season.stages.values(), key=lambda one: one[-1].first_day, reverse=True)
        yield from (_stage(season, one) for one in told)


def _stage(season: SeasonState, told: list[StageAnnounced]) -> AgendaStage:
    last = told[-1]
    return AgendaStage(
        season.season,
        season.name,
        last.stage,
        last.name,
        last.venue,
        last.address,
        last.hotel,
        last.first_day,
        last.last_day,
        last.at if len(told) > 1 else None,
    )


def _event(house: House, live: Live, gist: Gist, at: Instant, playing: set[str]) -> AgendaEvent:
    status = _status(gist, playing, at)
    return AgendaEvent(
        id=gist.tournament,
        name=gist.name,
        season=gist.season,
        stage=gist.stage,
        kind=gist.kind,
        starts=gist.starts,
        later_days=gist.later_days,
        zone=gist.zone,
        price_centavos=gist.price_centavos,
        member_centavos=gist.member_centavos,
        members_only=gist.members_only,
        guarantee_centavos=gist.guarantee_centavos,
        entries=gist.entries,
        level=level_of(live, at) if status == LIVE else 0,
        status=status,
        in_play=_in_play(live.state) if status == LIVE else (),
        stopped=gist.stopped,
        changes=() if status == OVER else notes_of(live),
        minutes={} if status == OVER else _minutes(live),
    )


def _in_play(state: TournamentState) -> tuple[str, ...]:
    """The clock of the last one stands still over night: then it is the one to come."""
    days = [day.id for day in state.the_sheet.days if day.id not in state.days.ended]
    begun = tuple(one for one in days if one in state.clocks.days)
    return begun or tuple(days[:1])


def _status(gist: Gist, playing: set[str], at: Instant) -> str:
    if gist.stopped == "cancelled":
        return STOPPED if gist.last_begins > at else OVER
    if not gist.is_open:
        return OVER
    return LIVE if gist.tournament in playing else COMING


def notes_of(live: Live) -> tuple[SheetNote, ...]:
    """Every start that was moved and every part of the sheet that changed, the latest first."""
    state = live.state
    several = len(state.the_sheet.days) > 1
    moved = (
        SheetNote(
            one.at,
            "public.moved.day" if several else "public.moved",
            {"day": day, "was": one.was, "zone": state.the_sheet.zone},
        )
        for day, times in state.moved.items()
        for one in times
    )
    parts = (
        SheetNote(one.at, "public.sheet_changed", {"parts": named})
        for one in state.sheet_changes
        if (named := tuple(dict.fromkeys(part.partition(".")[0] for part in one.changed)))
    )
    return tuple(sorted((*moved, *parts), key=lambda one: -one.at))


def _minutes(live: Live) -> dict[str, int]:
    from feltro.kernel.instants import instant_of
    from feltro.tournament.sheet.duration import day_ends

    sheet = live.state.the_sheet
    ends = {day.id: (day, day_ends(sheet, day)) for day in sheet.days}
    return {
        name: (instant_of(end) - instant_of(day.starts_at)) // 60_000_000
        for name, (day, end) in ends.items()
        if end is not None
    }
