"""The ranking for everybody: standings, where each point of a player came from, and for the office the funds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException

from feltro.app.people.public_ids import public_ids
from feltro.app.public.names import PublicNames
from feltro.app.ranking import SeasonRanking, ranking_of
from feltro.app.ranking.explanation import points_of
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.outcome import Refused
from feltro.web.frame.answers import AnyAnswer, gate_page, go, why
from feltro.web.frame.fields import digits
from feltro.web.frame.gate import AnyRequest, house_of, now, open_page
from feltro.web.frame.known import known_season
from feltro.web.frame.streams import EVENTS, SEASON, SEASONS
from feltro.web.frame.visitor import language_of
from feltro.web.ranking.profiles import waiting_for
from feltro.web.ranking.race import PODIUM, NotedRace, RaceLook, in_points, many_alike, race_seen

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world.gist import Gist
    from feltro.app.world.streams.people import PeopleState
    from feltro.kernel.instants import Instant
    from feltro.season.state import SeasonState

ADDRESS = "/ranking"
PAGE = 50
NOTHING: dict[str, Any] = {
    **dict.fromkeys(("standings", "columns", "stages", "events"), ()),
    **{name: {} for name in ("names", "pages_of", "scores", "moved")},
    **dict.fromkeys(("race", "picture"), ""),
    "mine": None,
    "noted": None,
    "awaits_table": False,
    "page": 1,
    "pages": 1,
    "people": 0,
}
"""A page of a season whose ranking cannot be made yet."""


@open_page(ADDRESS, follows=(SEASONS,), pushed=True)
def choose_season(request: AnyRequest) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        found = [live.state for live in house.world.lives("season:")]
    seasons = sorted((one for one in found if one.season), key=lambda one: -one.year)
    if len(seasons) == 1:
        return go(request, f"{ADDRESS}/{seasons[0].season}")
    return gate_page(request, "ranking/choose.html", seasons=seasons)


@open_page(ADDRESS + "/{season:str}", follows=(SEASON, EVENTS), pushed=True)
def show_standings(request: AnyRequest, season: str) -> AnyAnswer:
    """Fifty on a page, `p`; `q` finds a player by name, `eu` marks one's own row, `todos` unfolds the many with as few points."""
    house, asked = house_of(request), request.query_params
    query = asked.get("q", "")[:100]
    with house.world.lock:
        state, ranking = _ranking(house, season)
        seen, waiting = seen_streams(house, season), waiting_for(house, ranking)
        told = NOTHING if isinstance(ranking, Refused) else _listed(request, ranking, state, query)
        coming = None if told["people"] else next_event(house, season, now(request))
    found = told["standings"]
    race = race_seen(told["noted"], found, language_of(request)) if told["noted"] else {}
    folded = 0 if query.strip() or asked.get("todos") else many_alike(found)
    return gate_page(
        request,
        "ranking/standings.html",
        **waiting,
        **{**told, **race, "standings": found[: len(found) - folded]},
        season=state,
        folded=folded,
        alike=found[-1].points if found else 0,
        coming=coming,
        query=query,
        points=in_points,
        seen=seen,
        refused=why(ranking, language_of(request)) if isinstance(ranking, Refused) else None,
    )


def _listed(request: AnyRequest, ranking: SeasonRanking, state: SeasonState, query: str) -> dict[str, Any]:
    """One page of it, with all that stands in its rows. Hold the world's lock."""
    house, asked, season = house_of(request), request.query_params, ranking.season
    everybody = len(ranking.standings)
    pages = max(1, -(-everybody // PAGE))
    number = min(max(1, digits(asked.get("p", "1"), 5) or 1), pages)
    found = _page(ranking, house, number, query)
    shown, ids = PublicNames(house.store), public_ids(house.store)
    mine = ids.find_person(season, asked["eu"][:64], ranking.standings.everybody()) if asked.get("eu") else None
    events = list(ranking.events.values())
    return {
        "noted": NotedRace.of(ranking, state, shown, RaceLook(found, mine=mine)),
        "standings": found,
        "names": {one.person: shown.of(one.person) for one in found},
        "pages_of": {one.person: ids.person(season, one.person) for one in found if not _erased(house, one.person)},
        "mine": mine,
        "events": events,
        "awaits_table": ranking.rules.scheme.awaits_table and bool(events),
        "page": number,
        "pages": pages,
        "people": everybody,
        "picture": next((one.event for one in events if house.store.version(f"tournament:{one.event}")), ""),
    }


@open_page(ADDRESS + "/{season:str}/jogador/{person:str}", follows=(SEASON, EVENTS), pushed=True)
def show_player(request: AnyRequest, season: str, person: str) -> AnyAnswer:
    """Event by event, line by line: the points, why, and the clause that gives them.

    Under the name that the ranking gives: an id of the log opens nothing, nor does the address of who was erased."""
    house = house_of(request)
    with house.world.lock:
        state, ranking = _ranking(house, season)
        if isinstance(ranking, Refused):
            raise NotFoundException
        known = public_ids(house.store).find_person(season, person, ranking.standings.everybody())
        if known is None or _erased(house, known):
            raise NotFoundException
        found = points_of(known, ranking, state)
        shown, seen = PublicNames(house.store), seen_streams(house, season)
        name, noted = shown.of(known), NotedRace.of(ranking, state, shown, RaceLook(first=PODIUM, mine=known))
    race = race_seen(noted, (), language_of(request))["race"]
    return gate_page(
        request,
        "ranking/player.html",
        season=state,
        found=found,
        name=name,
        me_here=person,
        race=race,
        best=min((one.place for one in found.events), default=0),
        points=in_points,
        seen=seen,
    )


def next_event(house: House, season: str, at: Instant) -> Gist | None:
    """Where the first points can be won. Hold the world's lock."""
    ahead = [one for one in house.world.gists() if one.season == season and one.is_open and one.begins > at]
    return min(ahead, key=lambda one: one.begins, default=None)


def _erased(house: House, person: str) -> bool:
    people: PeopleState = house.world.live(PEOPLE).state
    return person in people.erased


def _ranking(house: House, season: str) -> tuple[SeasonState, SeasonRanking | Refused]:
    return known_season(house, season), ranking_of(season, house.world, house.books)


def seen_streams(house: House, season: str) -> str:
    """The season and its tournaments with their versions: a result that lands changes the page by itself."""
    played = [live for live in house.world.lives("tournament:") if live.gist and live.gist.season == season]
    told = [f"season:{season}@{house.store.version(f'season:{season}')}"]
    return " ".join([*told, *(f"{live.stream}@{live.version}" for live in played)])


def _page(ranking: SeasonRanking, house: House, number: int, query: str) -> list[Any]:
    if not query.strip():
        return ranking.standings.page((number - 1) * PAGE, PAGE)
    asked = query.strip().casefold()
    everybody, shown = ranking.standings.page(0, None), PublicNames(house.store)
    return [one for one in everybody if asked in shown.of(one.person).casefold()][:PAGE]
