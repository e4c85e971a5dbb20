"""The lists that a screen shows: seats from A to Z, moves of the last minutes, payouts, ranking."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.people.directory import directory
from feltro.app.people.names import name_of
from feltro.app.people.person import folded
from feltro.app.public.names import PublicNames
from feltro.app.ranking import ranking_of
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.season.points.scheme import WHOLE
from feltro.tournament.eliminations.places import standings
from feltro.tournament.facts.floor import PlayerMoved, Redrawn, SeatsSwapped
from feltro.tournament.prizes.due import due
from feltro.tournament.state.floor import Chair, chair_named
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.words.languages import Lang

MOVES_MINUTES = 15
MOST_MOVES = 60
MOST_RANKED = 60
MOST_PLACED = 9


class Seated(NamedTuple):
    name: str
    chair: Chair
    day: str = ""
    """Said where people of several days have chairs: the room is read by all of them."""


class ShownMove(NamedTuple):
    name: str
    before: Chair | None
    after: Chair


class Placed(NamedTuple):
    place: int
    name: str
    amount: str


class Ranked(NamedTuple):
    place: str
    name: str
    points: str


def names_of(house: House, people: set[str]) -> dict[str, str]:
    """As announced in the room; who was erased keeps only the pseudonym."""
    known = directory(house.store)
    return {one: found.called if (found := known.get(one)) else name_of(one, house.store) for one in people}


def public_names(house: House, people: set[str]) -> dict[str, str]:
    """As each wishes to be read outside the room."""
    shown = PublicNames(house.store)
    return {one: shown.of(one) for one in people}


def seating(house: House, event: EventView, lang: Lang, only: str = "") -> list[Seated]:
    """Everybody who has a chair, or those of one day, in the order of the alphabet as people read it."""
    entries, floor = event.state.entries, event.state.floor
    days = {entry: floor.tables[chair.table].day for entry, chair in floor.chair_of.items()}
    chairs = {entry: chair for entry, chair in floor.chair_of.items() if not only or days[entry] == only}
    several = len({days[entry] for entry in chairs}) > 1
    names = names_of(house, {entries[entry].person for entry in chairs})
    seated = [
        Seated(
            names[entries[entry].person],
            chair,
            say("face.day", lang, day=days[entry]) if several else "",
        )
        for entry, chair in chairs.items()
    ]
    return sorted(seated, key=lambda one: (folded(one.name), one.chair.table, one.chair.seat))


def moves(house: House, event: EventView) -> list[ShownMove]:
    """The moves of the last minutes, the newest first; of somebody moved twice, only where to go now."""
    since = event.at - MOVES_MINUTES * 60_000_000
    latest: dict[str, tuple[Chair | None, Chair]] = {}
    for fact in event.happened():
        if fact.meta.at < since or len(latest) >= MOST_MOVES:
            break
        for entry, before, after in _moved(fact.event, event):
            latest.setdefault(entry, (before, after))
    here = event.state.floor.chair_of
    still = {entry: pair for entry, pair in latest.items() if here.get(entry) == pair[1]}
    names = names_of(house, {event.state.entries[entry].person for entry in still})
    return [
        ShownMove(names[event.state.entries[entry].person], before, after)
        for entry, (before, after) in still.items()
    ]


def final_places(event: EventView, lang: Lang, *, outside: bool = False) -> list[Placed]:
    """Who finished where, and what it paid, from the champion on. Hold the world's lock."""
    won = due(event.state)
    found = [(finish.place, entry) for finish in standings(event.state) for entry in finish.players][:MOST_PLACED]
    named = public_names if outside else names_of
    names = named(event.house, {event.state.entries[entry].person for _, entry in found})
    return [
        Placed(
            place,
            names[event.state.entries[entry].person],
            written(Money(won[entry].amount), lang) if entry in won and won[entry].amount else "",
        )
        for place, entry in found
    ]


def _moved(told: Any, event: EventView) -> Iterator[tuple[str, Chair | None, Chair]]:
    here = event.state.floor.chair_of
    if isinstance(told, PlayerMoved):
        yield told.entry, Chair(told.from_table, told.from_seat), Chair(told.table, told.seat)
    elif isinstance(told, Redrawn):
        for entry, chair in told.seats.items():
            yield entry, None, chair_named(chair)
    elif isinstance(told, SeatsSwapped) and told.first in here and told.second in here:
        first, second = here[told.first], here[told.second]
        yield told.first, second, first
        yield told.second, first, second


def ranking(house: House, season: str, lang: Lang, *, outside: bool = False) -> list[Ranked]:
    """Empty where the season has no ranking yet. Hold the world's lock."""
    found = ranking_of(season, house.world, house.books) if season else None
    if found is None or isinstance(found, Refused):
        return []
    top = found.standings.page(0, MOST_RANKED)
    names = (public_names if outside else names_of)(house, {one.person for one in top})
    return [
        Ranked(
            say("face.place", lang, n=one.rank),
            names[one.person],
            say("face.points", lang, points=Fraction(one.points, WHOLE)),
        )
        for one in top
    ]
