"""What programs read of the money: payouts as they hang or would hang on the wall, standings, and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from litestar.datastructures import State
from litestar.params import Parameter

from feltro.app.access.permissions import READERS
from feltro.app.access.scopes import HOUSE, PUBLIC
from feltro.app.money.payouts import MOST_ENTRIES, Wall, wall
from feltro.app.people.public_ids import public_ids
from feltro.app.ranking import ranking_of
from feltro.app.ranking.explanation import plain_points
from feltro.app.reports.event import event_report
from feltro.app.reports.names import SEE_NAMES
from feltro.app.reports.report import Report, plain_report
from feltro.app.reports.season import season_report, stage_report
from feltro.kernel.outcome import Refused
from feltro.season.standings import Standing
from feltro.web.api.caller import MISSING, REFUSED, Answer, Asking, admitted, event_for, no, stream_for, told_to
from feltro.web.api.money_shapes import (
    PaidPlaces,
    PayoutsAnswer,
    PoolPart,
    ReportAnswer,
    StandingLine,
    StandingsAnswer,
)
from feltro.web.api.openapi import reads
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.access.rows import Identity

MOST_STANDINGS = 1000


@reads(
    "/tournaments/{tournament:str}/payouts",
    "The pool and every prize: as announced, or as so many entries would pay",
    PayoutsAnswer,
    400,
    404,
    409,
    scope=PUBLIC,
)
def show_payouts(
    request: Asking,
    state: State,
    tournament: str,
    entries: Annotated[int, Parameter(ge=-1, le=MOST_ENTRIES, description="-1: those sold so far.")] = -1,
) -> Answer:
    found, who = event_for(request, state.house, tournament, READERS)
    with state.house.world.lock:
        hung = wall(found.state, found.book, None if entries < 0 else entries)
    return no(REFUSED, hung.refused, request) if hung.refused else told_to(who, _payouts(hung))


def _payouts(shown: Wall) -> PayoutsAnswer:
    return PayoutsAnswer(
        entries=shown.entries,
        announced=shown.announced,
        source=shown.source,
        pool=tuple(
            PoolPart(what=one.key.partition(".")[2], amount_centavos=one.centavos, cites=tuple(map(str, one.cites)))
            for one in shown.pool
        ),
        net_centavos=shown.net_centavos,
        places=tuple(
            PaidPlaces(first=one.first, last=one.last, each_centavos=one.each_centavos, people=one.people)
            for one in shown.places
        ),
        cites=tuple(map(str, shown.cites)),
    )


@reads(
    "/seasons/{season:str}/standings",
    "The ranking of a season, with why each stands before the next",
    StandingsAnswer,
    400,
    404,
    409,
    scope=PUBLIC,
)
def show_standings(
    request: Asking,
    state: State,
    season: str,
    first: Annotated[int, Parameter(ge=0, le=10_000_000, description="How many to leave out.")] = 0,
    count: Annotated[int, Parameter(ge=1, le=MOST_STANDINGS)] = 100,
) -> Answer:
    who = admitted(request, state.house, READERS)
    house = state.house
    with house.world.lock:
        stream_for(house, "season", season)
        ranking = ranking_of(season, house.world, house.books)
        if isinstance(ranking, Refused):
            return no(REFUSED, ranking, request)
        ids = public_ids(house.store)
        page = ranking.standings.page(first, count)
        lines = tuple(_standing(one, ids.person(season, one.person)) for one in page)
        return told_to(who, StandingsAnswer(people=len(ranking.standings), standings=lines))


def _standing(one: Standing, outside: str) -> StandingLine:
    return StandingLine(
        rank=one.rank,
        person=one.person,
        player=outside,
        points=float(plain_points(one.points)),
        tied=one.tied,
        ahead_because=one.ahead.because if one.ahead else "",
        ahead_cites=tuple(map(str, one.ahead.cites)) if one.ahead else (),
    )


@reads(
    "/tournaments/{tournament:str}/report",
    "The statement of a tournament, each figure with the events behind it",
    ReportAnswer,
    404,
    scope=HOUSE,
)
def report_tournament(request: Asking, state: State, tournament: str) -> Answer:
    shown = event_for(request, state.house, tournament, SEE_NAMES)
    with state.house.world.lock:
        return _report(event_report(tournament, state.house.world), request, shown.who)


@reads(
    "/seasons/{season:str}/report",
    "The statement of a season, or of one of its stages",
    ReportAnswer,
    400,
    404,
    scope=HOUSE,
)
def report_season(
    request: Asking,
    state: State,
    season: str,
    stage: Annotated[str, Parameter(description="Only this stage.")] = "",
) -> Answer:
    who = admitted(request, state.house, SEE_NAMES)
    house = state.house
    with house.world.lock:
        stream_for(house, "season", season)
        if stage:
            return _report(stage_report(season, stage, house.world, house.books), request, who)
        return _report(season_report(season, house.world, house.books), request, who)


def _report(report: Report | Refused, request: Asking, who: Identity) -> Answer:
    if isinstance(report, Refused):
        return no(MISSING, report, request)
    plain = plain_report(report, language_of(request))
    return told_to(who, ReportAnswer(**{**plain, "sections": tuple(plain["sections"])}))


HANDLERS = (show_payouts, show_standings, report_tournament, report_season)
