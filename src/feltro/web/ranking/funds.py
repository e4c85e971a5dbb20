"""The funds of a season, for those who pay them: what is owed, what is withheld, a receipt for each payment."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.access.seconds import waits_for_other
from feltro.app.desk.open_desk import open_desk_of
from feltro.app.papers.fund_prize import fund_prize
from feltro.app.papers.printer import printed
from feltro.app.people.names import name_of
from feltro.app.ranking import SeasonRanking, ranking_of
from feltro.app.ranking.fund_tax import fund_tax
from feltro.app.reports.report import Report
from feltro.app.reports.season import season_report
from feltro.app.screens.club import letterhead_of
from feltro.app.world.tonight import control_tonight
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.season.ranking.commands import ApproveRankingPrize, PayRankingPrize
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, money, text
from feltro.web.frame.gate import AnyRequest, house_of, me, now, staff_form, staff_page
from feltro.web.frame.known import known_season
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import EVENTS, SEASON
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.kernel.commands import Command
    from feltro.season.state import OwedPrize


METHODS = ("cash", "pix", "bank_transfer", "cheque")


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
        known_season(house, season)
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


@staff_page("/fundos/{season:str}/recibo/{number:int}", MONEY)
def fund_receipt(request: AnyRequest, season: str, number: int) -> AnyAnswer:
    """Printed again whenever somebody asks: the hour of printing stands on it."""
    house = house_of(request)
    with house.world.lock:
        known_season(house, season)
        paper = fund_prize(house, season, number, now(request), language_of(request))
    if isinstance(paper, Refused):
        raise NotFoundException
    headers = {"Content-Disposition": f'inline; filename="recibo-{number}.pdf"', "Cache-Control": "no-store"}
    return Response(printed(paper, letterhead_of(house.store)), media_type="application/pdf", headers=headers)


def _told(request: AnyRequest, season: str, command: Command, data: Form) -> AnyAnswer:
    outcome = give(request, command, text(data, "key"))
    return _funds(request, season, outcome) if isinstance(outcome, Refused) else go(request, f"/fundos/{season}")


def _funds(request: AnyRequest, season: str, refused: Refused | None) -> AnyAnswer:
    house = house_of(request)
    with house.world.lock:
        state, ranking = known_season(house, season), ranking_of(season, house.world, house.books)
        ways = ranking.rules.book["fund.annual.methods"] if isinstance(ranking, SeasonRanking) else None
        report = season_report(season, house.world, house.books)
        owed = list(state.ranking.owed.values())
        names = {one.prize.person: name_of(one.prize.person, house.store) for one in owed}
        desk = open_desk_of(house, me(request).user)
        waiting = _waiting(request, owed)
        taxes = {
            one.prize.prize: fund_tax(one.prize.prize, one.left_centavos, state, house.world, now(request))
            for one in owed
        }
        receipts = [(number, one) for number, one in enumerate(state.ranking.payments, 1)]
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
        taxes=taxes,
        receipts=receipts,
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
