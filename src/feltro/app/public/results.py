"""Results as the world reads them: names as each wishes, addresses instead of ids, nothing of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from feltro.app.people.public_ids import public_ids
from feltro.app.public.names import PublicNames
from feltro.app.ranking import ranking_of
from feltro.app.ranking.results_archive import archive
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.handling import House
    from feltro.app.ranking.results_archive import ArchivedEvent, ArchivedFinish, ResultsArchive
    from feltro.season.state import SeasonState


class PublicSeason(NamedTuple):
    """A season with its results; `told` is what is published of it, in the schema of `feltro results`."""

    id: str
    name: str
    told: ResultsArchive
    pages: dict[str, str]
    """Of those who agreed to a page: by the address of the person in this season, their id."""

    def event(self, event: str) -> ArchivedEvent | None:
        return next((one for one in self.told.events if one.event == event), None)


class Won(NamedTuple):
    """One result of a person."""

    season: str
    event: ArchivedEvent
    finish: ArchivedFinish


class HouseRecord(NamedTuple):
    key: str
    """`public.record.*` in words/."""
    amount: int
    money: bool
    what: str
    season: str
    event: str


def seasons_of(house: House) -> list[SeasonState]:
    """The latest first. Hold the world's lock."""
    found = (live.state for live in house.world.lives("season:"))
    return sorted((one for one in found if one.season), key=lambda one: (-one.year, one.season))


def season_results(house: House, season: str) -> PublicSeason | None:
    """Nothing where there is no such season; no events where nothing is over. Hold the world's lock."""
    state = next((one for one in seasons_of(house) if one.season == season), None)
    if state is None:
        return None
    ranking = ranking_of(season, house.world, house.books)
    if isinstance(ranking, Refused):
        return PublicSeason(season, state.name, _nothing(season), {})
    names, ids = PublicNames(house.store), public_ids(house.store)
    found = archive(season, ranking, house.store)
    people = {one.person for event in found.events for one in event.finishers} | {
        one.person for one in found.standings
    }
    known = {one: (ids.person(season, one), names.of(one)) for one in people}
    told = replace(
        found,
        events=tuple(_event(one, known) for one in found.events),
        standings=tuple(
            replace(one, person=known[one.person][0], name=known[one.person][1]) for one in found.standings
        ),
    )
    pages = {known[one][0]: one for one in people if names.has_page(one)}
    return PublicSeason(season, state.name, told, pages)


def _event(event: ArchivedEvent, known: dict[str, tuple[str, str]]) -> ArchivedEvent:
    """Without the country: it stands in a document."""
    finishers = tuple(
        replace(one, person=known[one.person][0], name=known[one.person][1], country="") for one in event.finishers
    )
    return replace(event, finishers=finishers)


def _nothing(season: str) -> ResultsArchive:
    from feltro.app.ranking.results_archive import FORMAT, ResultsArchive

    return ResultsArchive(format=FORMAT, season=season, book="", events=(), standings=())


def won_by(person: str, seasons: Iterable[PublicSeason]) -> list[Won]:
    """Every result of somebody who agreed to a page, the latest first."""
    found = [
        Won(season.id, event, finish)
        for season in seasons
        for event in season.told.events
        for finish in event.finishers
        if season.pages.get(finish.person) == person
    ]
    return sorted(found, key=lambda one: one.event.date, reverse=True)


def records(seasons: Iterable[PublicSeason]) -> list[HouseRecord]:
    """The largest field, the largest pool and the largest prize that the house ever saw."""
    every = [(season.id, event) for season in seasons for event in season.told.events]
    found: list[HouseRecord] = []
    if every:
        season, field = max(every, key=lambda one: one[1].entries)
        found.append(HouseRecord("public.record.field", field.entries, False, field.name, season, field.event))
    pools = [one for one in every if one[1].pool_centavos]
    if pools:
        season, pool = max(pools, key=lambda one: one[1].pool_centavos)
        found.append(HouseRecord("public.record.pool", pool.pool_centavos, True, pool.name, season, pool.event))
    prizes = [(one.prize_centavos, one.name, season, event) for season, event in every for one in event.finishers]
    if any(amount for amount, *_ in prizes):
        amount, name, season, event = max(prizes, key=lambda one: one[0])
        what = f"{name}, {event.name}"
        found.append(HouseRecord("public.record.prize", amount, True, what, season, event.event))
    return found
