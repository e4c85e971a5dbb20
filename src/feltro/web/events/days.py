"""The events of a house by day, as a director reads them in the morning: today first, then what comes, then the past."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.event_view import level_of
from feltro.kernel.instants import local_time

if TYPE_CHECKING:
    from datetime import date

    from feltro.app.handling import House
    from feltro.app.world.gist import Gist
    from feltro.kernel.instants import Instant
    from feltro.season.events import StageAnnounced


class ListedEvent(NamedTuple):
    id: str
    name: str
    starts_at: Instant
    zone: str
    entries: int
    price_centavos: int
    member_centavos: int
    members_only: bool
    guarantee_centavos: int | None
    book: str
    level: int
    closed: bool
    stopped: str


def by_day(house: House, now: Instant) -> tuple[list[tuple[date, list[ListedEvent]]], str]:
    """Days in order, from today on; days that are over come last. With it, what the list was made from."""
    live = f"tournament:*@{sum(house.store.streams('tournament:').values())}"
    days: dict[date, list[ListedEvent]] = {}
    for one in house.world.lives("tournament:"):
        if event := one.gist:
            day = local_time(event.begins, event.zone).date()
            days.setdefault(day, []).append(_listed(event, level_of(one, now)))
    today = local_time(now).date()
    coming = sorted(day for day in days if day >= today)
    past = sorted((day for day in days if day < today), reverse=True)
    return [(day, sorted(days[day], key=lambda one: (one.starts_at, one.id))) for day in (*coming, *past)], live


def seasons(house: House) -> list[tuple[str, str]]:
    """Id and name of each season, the latest first."""
    states = (live.state for live in house.world.lives("season:"))
    return [(one.season, one.name) for one in sorted(states, key=lambda one: -one.year) if one.season]


def stages(house: House) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Id and name of each season with its stages, as last announced, the latest first."""
    return [
        (season, name, [(stage.stage, stage.name) for stage in _announced(house, season)])
        for season, name in seasons(house)
    ]


def named_stage(house: House, season: str, stage: str) -> str:
    """The season and the stage of an event, as they are called; empty for one that stands alone."""
    held = [(name, dict(of_it)) for one, name, of_it in stages(house) if one == season]
    return " · ".join(part for name, called in held for part in (name, called.get(stage, "")) if part)


def stage_on(house: House, season: str, day: date) -> str:
    """The stage that is held on a day, else the latest one; empty where none was announced."""
    known = _announced(house, season)
    held = [one for one in known if one.first_day <= day <= one.last_day]
    return (held or known)[0].stage if known else ""


def _announced(house: House, season: str) -> list[StageAnnounced]:
    state = house.world.live(f"season:{season}").state
    return sorted((said[-1] for said in state.stages.values()), key=lambda one: one.first_day, reverse=True)


def _listed(event: Gist, level: int) -> ListedEvent:
    return ListedEvent(
        id=event.tournament,
        name=event.name,
        starts_at=event.begins,
        zone=event.zone,
        entries=event.entries,
        price_centavos=event.price_centavos,
        member_centavos=event.member_centavos,
        members_only=event.members_only,
        guarantee_centavos=event.guarantee_centavos,
        book=event.book,
        level=level,
        closed=event.closed,
        stopped=event.stopped,
    )
