"""Who is a member of the club, from when until when: read from what the desks sold, wherever it was."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.tournament.now import MemberYear

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from feltro.app.world import World
    from feltro.app.world.plan import Asked
    from feltro.app.world.streams.people import PeopleState
    from feltro.house.desks import DeskState, MembershipPaid

DAY = timedelta(days=1)


def years_of(person: str, asked: Asked) -> tuple[MemberYear, ...]:
    """Every desk is held: a year that is taken back meanwhile was not paid."""
    found = (asked.look.state(stream) for stream in asked.look.world.streams("desk"))
    return _by_person(found, asked.look.state(PEOPLE)).get(person, ())


def last_day(person: str, asked: Asked) -> date | None:
    return max((one.until for one in years_of(person, asked)), default=None)


def members(world: World) -> dict[str, tuple[MemberYear, ...]]:
    """By person, all that they ever paid for, the earliest first. Hold the world's lock."""
    found = (world.live(stream).state for stream in world.store.streams("desk:"))
    return _by_person(found, world.live(PEOPLE).state)


def _by_person(found: Iterable[DeskState], people: PeopleState) -> dict[str, tuple[MemberYear, ...]]:
    """Whoever turned out to be another brings their years along."""
    years: dict[str, list[MemberYear]] = {}
    for state in found:
        for paid in state.memberships.values():
            year = _year(paid, state)
            if year.until >= year.since:
                years.setdefault(people.now(paid.person), []).append(year)
    return {person: tuple(sorted(mine, key=lambda one: one.since)) for person, mine in years.items()}


def _year(paid: MembershipPaid, state: DeskState) -> MemberYear:
    ended = state.ended.get(paid.act)
    until = min(paid.until, ended.day - DAY) if ended else paid.until
    return MemberYear(
        since=paid.since,
        until=until,
        desk=paid.desk,
        act=paid.act,
        fee_centavos=paid.amount_centavos,
        ended=ended is not None,
    )
