"""What is being played now: the events whose clock goes, each with its level and what is left of it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.screens.commands import MOST_CLOCKS
from feltro.tournament.clock.face import showing, the_day
from feltro.tournament.days.end import over, played_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.handling import House
    from feltro.app.world.gist import Gist
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import TournamentState


def room_tables(house: House) -> Iterator[tuple[str, int]]:
    """Every table of the rooms that the house keeps. Hold the world's lock."""
    for stream in house.store.streams("room:"):
        yield from ((stream.partition(":")[2], number) for number in house.world.live(stream).state.tables)


def event_tables(house: House, at: Instant) -> Iterator[tuple[str, int]]:
    """Every table at which somebody plays tonight, with its room. Hold the world's lock."""
    for one in all_playing(house, at):
        tables = house.world.live(f"tournament:{one}").state.floor.tables.values()
        yield from ((table.room, table.number) for table in tables)


class OnNow(NamedTuple):
    """An event in a line: its name, its level, its time."""

    event: str
    name: str
    level: int
    at_rest: bool
    running: bool
    seconds_left: int
    written: str


def on_now(house: House, at: Instant) -> list[OnNow]:
    """Those that are played. Hold the world's lock."""
    return [_line(house.world.live(f"tournament:{one}").state, at) for one in all_playing(house, at)]


def _line(state: TournamentState, at: Instant) -> OnNow:
    face = showing(state, at)
    return OnNow(
        state.tournament,
        state.the_sheet.name,
        face.level,
        face.at_rest,
        face.running,
        face.seconds_left,
        face.written,
    )


def playing(house: House, at: Instant) -> str:
    """The event that is being played: the one that started last; else the last one played, else what starts next."""
    started: list[tuple[Instant, str]] = []
    ended: list[tuple[Instant, str]] = []
    coming: list[tuple[int, str]] = []
    for one in _going_on(house):
        begins = _began(one, at)
        if begins is not None:
            (started if one.is_open else ended).append((begins, one.tournament))
        coming.append((abs(one.begins - at), one.tournament))
    began = started or ended
    return max(began)[1] if began else min(coming)[1] if coming else ""


def all_playing(house: House, at: Instant) -> list[str]:
    """Every event whose clock is going, those that started last; in the order in which they started."""
    began = [(begins, one.tournament) for one in _going_on(house) if one.is_open and (begins := _began(one, at))]
    latest = (one for _, one in sorted(began, reverse=True))
    going = (one for one in latest if not _over(house.world.live(f"tournament:{one}").state, at))
    return [*islice(going, MOST_CLOCKS)][::-1]


def _going_on(house: House) -> list[Gist]:
    """What was stopped is not; events of years that are over stay closed for it."""
    return [one for one in house.world.gists() if not one.stopped]


def _began(event: Gist, at: Instant) -> Instant | None:
    """Whoever sets a clock going before its hour has begun."""
    return max((one for one in event.starts.values() if one <= at), default=at) if event.latest_clock else None


def _over(state: TournamentState, at: Instant) -> bool:
    """For tonight, or for good."""
    day = the_day(state, "")
    return day is not None and (over(state, day, at) is not None or bool(played_out(state, at)))
