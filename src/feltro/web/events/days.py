"""The events of a house by day, as a director reads them in the morning: today first, then what comes, then the past."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.event_view import states
from feltro.kernel.instants import local_time
from feltro.tournament.clock.face import showing

if TYPE_CHECKING:
    from datetime import date

    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.season.events import StageAnnounced
    from feltro.tournament.state import TournamentState


class ListedEvent(NamedTuple):
    id: str
    name: str
    starts_at: Instant
    zone: str
    entries: int
    price_centavos: int
    guarantee_centavos: int | None
    book: str
    level: int
    closed: bool
    stopped: str


def by_day(house: House, now: Instant) -> tuple[list[tuple[date, list[ListedEvent]]], str]:
    """Days in order, from today on; days that are over come last. With it, what the list was made from."""
    live = f"tournament:*@{sum(house.store.streams('tournament:').values())}"
    days: dict[date, list[ListedEvent]] = {}
    for state in states(house):
        first = min(state.starts.values())
        days.setdefault(local_time(first, state.the_sheet.zone).date(), []).append(_listed(state, now))
    today = local_time(now).date()
    coming = sorted(day for day in days if day >= today)
    past = sorted((day for day in days if day < today), reverse=True)
    return [(day, sorted(days[day], key=lambda one: (one.starts_at, one.id))) for day in (*coming, *past)], live


def seasons(house: House) -> list[tuple[str, str]]:
    """Id and name of each season, the latest first."""
    states = (house.world.live(stream).state for stream in house.store.streams("season:"))
    return [(one.season, one.name) for one in sorted(states, key=lambda one: -one.year) if one.season]


def stages(house: House) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Id and name of each season with its stages, as last announced, the latest first."""
    return [
        (season, name, [(stage.stage, stage.name) for stage in _announced(house, season)])
        for season, name in seasons(house)
    ]


def stage_on(house: House, season: str, day: date) -> str:
    """The stage that is held on a day, else the latest one; empty where none was announced."""
    known = _announced(house, season)
    held = [one for one in known if one.first_day <= day <= one.last_day]
    return (held or known)[0].stage if known else ""


def _announced(house: House, season: str) -> list[StageAnnounced]:
    state = house.world.live(f"season:{season}").state
    return sorted((said[-1] for said in state.stages.values()), key=lambda one: one.first_day, reverse=True)


def _listed(state: TournamentState, now: Instant) -> ListedEvent:
    sheet = state.the_sheet
    entry = next((item for item in sheet.items if item.kind == "entry"), None)
    return ListedEvent(
        id=state.tournament,
        name=sheet.name,
        starts_at=min(state.starts.values()),
        zone=sheet.zone,
        entries=state.entries_sold,
        price_centavos=entry.price_centavos if entry else 0,
        guarantee_centavos=sheet.guarantee_centavos,
        book=sheet.book,
        level=showing(state, now).level,
        closed=state.registration_closed,
        stopped=state.stopped,
    )
