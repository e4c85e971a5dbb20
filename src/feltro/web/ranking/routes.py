"""The ranking for everybody: standings, where each point of a player came from, and for the office the funds."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from feltro.app.access.seconds import waits_for_other
from feltro.app.desk.open_desk import open_desk_of
from feltro.app.people.names import name_of
from feltro.app.people.public_ids import public_ids
from feltro.app.ranking import SeasonRanking, ranking_of
from feltro.app.ranking.explanation import points_of
from feltro.app.ranking.race import race_of
from feltro.app.reports.plots import half_of
from feltro.app.reports.report import Report
from feltro.app.reports.season import season_report
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.app.world.tonight import control_tonight
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.season.points.scheme import WHOLE
from feltro.season.ranking.commands import ApproveRankingPrize, PayRankingPrize
from feltro.web.frame.answers import AnyAnswer, gate_page, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, digits, money, text
from feltro.web.frame.gate import AnyRequest, house_of, me, now, open_page, staff_form, staff_page
from feltro.web.frame.known import known_season
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import EVENTS, SEASON, SEASONS
from feltro.web.frame.visitor import language_of
from feltro.web.plots import Runner, race_svg
from feltro.web.ranking.profiles import waiting_for
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from markupsafe import Markup

    from feltro.app.handling import House
    from feltro.app.ranking.race import SeasonRace
    from feltro.app.world.streams.people import PeopleState
    from feltro.kernel.commands import Command
    from feltro.season.standings import Standing
    from feltro.season.state import OwedPrize, SeasonState
    from feltro.words.languages import Lang

ADDRESS = "/ranking"
PAGE = 50
RUNNERS, COLUMNS = 10, 6
METHODS = ("cash", "pix", "bank_transfer", "cheque")


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
def show_standings(
    request: AnyRequest,
    season: str,
    p: Annotated[str, Parameter(query="p")] = "1",
    q: Annotated[str, Parameter(query="q")] = "",
) -> AnyAnswer:
    """Fifty on a page; `q` finds a player by name."""
    house, number = house_of(request), max(1, digits(p, 5) or 1)
    with house.world.lock:
        state, ranking = _ranking(house, season)
        refused = ranking if isinstance(ranking, Refused) else None
        everybody = len(ranking.standings) if isinstance(ranking, SeasonRanking) else 0
        pages = max(1, -(-everybody // PAGE))
        number = min(number, pages)
        found = _page(ranking, house, number, q[:100]) if isinstance(ranking, SeasonRanking) else []
        names = {one.person: name_of(one.person, house.store) for one in found}
        ids = public_ids(house.store)
        pages_of = {one.person: ids.person(season, one.person) for one in found if not _erased(house, one.person)}
        events = list(ranking.events.values()) if isinstance(ranking, SeasonRanking) else []
        seen, waiting = seen_streams(house, season), waiting_for(house, ranking)
        race = _race(ranking, house, found, language_of(request)) if isinstance(ranking, SeasonRanking) else {}
    return gate_page(
        request,
        "ranking/standings.html",
        **waiting,
        **{"race": "", "columns": (), "scores": {}, "moved": {}, **race},
        season=state,
        standings=found,
        names=names,
        pages_of=pages_of,
        events=events,
        page=number,
        pages=pages,
        people=everybody,
        query=q[:100],
        points=_points,
        seen=seen,
        picture=next((one.event for one in events if house.store.version(f"tournament:{one.event}")), ""),
        refused=why(refused, language_of(request)) if refused else None,
    )


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
        name, seen = name_of(known, house.store), seen_streams(house, season)
    return gate_page(
        request, "ranking/player.html", season=state, found=found, name=name, points=_points, seen=seen
    )


def _race(ranking: SeasonRanking, house: House, found: list[Standing], lang: Lang) -> dict[str, Any]:
    """The race of the first ten, who moved since last time, and a column for each of the last events."""
    first = ranking.standings.page(0, RUNNERS)
    shown = dict.fromkeys([*(one.person for one in first), *(one.person for one in found)])
    race = race_of(ranking, tuple(shown))
    columns = race.events[-COLUMNS:]
    scores = {one.person: ranking.standings.tallies(one.person) for one in found}
    return {
        "race": _drawn(race, [one.person for one in first], house, lang) if len(race.events) > 1 else "",
        "columns": [(one.event, one.name) for one in columns],
        "scores": scores,
        "moved": {one.person: race.moved(one.person, one.rank) for one in found},
    }


def _drawn(race: SeasonRace, first: list[str], house: House, lang: Lang) -> Markup:
    most = max(race.points[person][-1] for person in first)
    half = half_of(most, WHOLE)
    grid = [(number, written(_points(number), lang)) for number in (0, half, 2 * half)]
    runners = [
        Runner(
            name_of(person, house.store),
            race.points[person],
            tuple(written(_points(one), lang) for one in race.points[person]),
        )
        for person in first
    ]
    return race_svg(say("rank.race", lang), [one.name for one in race.events], runners, grid)


def _erased(house: House, person: str) -> bool:
    people: PeopleState = house.world.live(PEOPLE).state
    return person in people.erased


def _points(points: int) -> Any:
    from fractions import Fraction

    return points // WHOLE if points % WHOLE == 0 else Fraction(points, WHOLE)


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
    everybody = ranking.standings.page(0, None)
    return [one for one in everybody if asked in name_of(one.person, house.store).casefold()][:PAGE]


# The funds, for those who pay them


@staff_page("/fundos/{season:str}", MONEY, follows=(SEASON, EVENTS), pushed=True)
def show_funds(request: AnyRequest, season: str) -> AnyAnswer:
    return _funds(request, season, None)


@staff_form("/fundos/{season:str}", MONEY)
def pay_fund_prize(request: AnyRequest, season: str, data: Form) -> AnyAnswer:
    """A part of a ranking prize, or all that is left of it; or a second person has looked at it."""
    if text(data, "act") == "approve":
        return _told(request, season, ApproveRankingPrize(season=season, prize=text(data, "prize")), data)
    house = house_of(request)
    with house.world.lock:
        _ranking(house, season)
        desk = open_desk_of(house, me(request).user)
    try:
        amount = money(data, "amount") or Money(0)
    except ValueError:
        return _funds(request, season, Refused("desk.not_an_amount", {"typed": text(data, "amount")}))
    method: Any = text(data, "method") or "cash"
    command = PayRankingPrize(
        season=season,
        prize=text(data, "prize"),
        amount_centavos=amount.centavos,
        method=method,
        desk=desk if method == "cash" else "",
        bank_name=text(data, "bank_name"),
        bank_document=text(data, "bank_document"),
        reason=text(data, "reason"),
    )
    return _told(request, season, command, data)


def _told(request: AnyRequest, season: str, command: Command, data: Form) -> AnyAnswer:
    outcome = give(request, command, text(data, "key"))
    return _funds(request, season, outcome) if isinstance(outcome, Refused) else go(request, f"/fundos/{season}")


def _funds(request: AnyRequest, season: str, refused: Refused | None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        state, ranking = _ranking(house, season)
        ways = ranking.rules.book["fund.annual.methods"] if isinstance(ranking, SeasonRanking) else None
        report = season_report(season, house.world, house.books)
        owed = list(state.ranking.owed.values())
        names = {one.prize.person: name_of(one.prize.person, house.store) for one in owed}
        desk = open_desk_of(house, me(request).user)
        waiting = _waiting(request, owed)
    fund = (
        next((one for one in report.sections if one.name == "fund"), None) if isinstance(report, Report) else None
    )
    return room_page(
        request,
        "ranking/funds.html",
        409 if refused else 200,
        season=state,
        fund=fund,
        ways=ways,
        methods=[one for one in METHODS if ways is None or one in ways.value],
        owed=owed,
        waiting=waiting,
        names=names,
        excluded={ban.person for ban in state.bans.values() if ban.kind == "exclusion"},
        desk=desk,
        today=_today(request),
        refused=why(refused, language_of(request)) if refused else None,
        key=new_key(),
    )


def _waiting(request: AnyRequest, owed: list[OwedPrize]) -> set[str]:
    """Prizes that somebody else has to look at before this person pays them. Hold the world's lock."""
    house, who = house_of(request), me(request).user
    size = control_tonight(house.world, house.books, now(request))
    if not waits_for_other(who, ApproveRankingPrize.may, size, house.world, now(request)):
        return set()
    return {one.prize.prize for one in owed if one.prize.amount_centavos >= size.prize_from}


def _today(request: AnyRequest) -> date:
    return local_time(now(request)).date()
