"""The members of the club: who they are and until when, the yearly fee, a year that ends before its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.exceptions import NotFoundException
from litestar.response import Response

from feltro.app.papers.printer import printed
from feltro.app.people.names import name_of
from feltro.app.reports.members import member_list, members_report, receipt_of
from feltro.app.reports.names import with_names
from feltro.app.reports.paper import report_paper
from feltro.app.screens.club import letterhead_of
from feltro.app.settings.change import settings_of
from feltro.app.settings.membership import MAY_SET, set_fee, yearly_fee
from feltro.house.desks import EndMembership
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import BOOKS
from feltro.web.frame.answers import AnyAnswer, go, why
from feltro.web.frame.commands import give, new_key
from feltro.web.frame.fields import Form, money, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, me, now, staff_form, staff_page
from feltro.web.frame.menu import MONEY
from feltro.web.frame.streams import DESKS, SETTINGS
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whole_form import missing, no_amount
from feltro.web.money.statements import shown

if TYPE_CHECKING:
    from collections.abc import Mapping

ADDRESS = "/socios"


@staff_page(ADDRESS, MONEY, follows=(DESKS, SETTINGS), menu="members")
def show_members(request: AnyRequest) -> AnyAnswer:
    return _page(request, None, {})


@staff_page(ADDRESS + "/recibo", MONEY)
def show_receipt(request: AnyRequest) -> AnyAnswer:
    """Of one year, named by its desk and its key."""
    house, asked = house_of(request), request.query_params
    with house.world.lock:
        report = receipt_of(asked.get("caixa", ""), asked.get("ano", ""), house.world)
    if report is None:
        raise NotFoundException
    paper = report_paper(with_names(report, house.store), language_of(request), now(request))
    headers = {"Content-Disposition": 'inline; filename="recibo.pdf"', "Cache-Control": "no-store"}
    return Response(printed(paper, letterhead_of(house.store)), media_type="application/pdf", headers=headers)


@staff_form(ADDRESS + "/anuidade", MAY_SET)
def set_yearly_fee(request: AnyRequest, data: Form) -> AnyAnswer:
    try:
        fee = money(data, "fee")
    except ValueError:
        return _page(request, no_amount(data, "fee"), data)
    store = house_of(request).store
    centavos = fee.centavos if fee is not None else 0
    refused = set_fee(store, settings_of(store), centavos, envelope(request, text(data, "key")))
    return _page(request, refused, data) if refused else go(request, ADDRESS)


@staff_form(ADDRESS + "/encerrar", BOOKS)
def end(request: AnyRequest, data: Form) -> AnyAnswer:
    reason = text(data, "reason")
    desk, year = text(data, "desk") or "none", text(data, "year") or "none"
    outcome: Any = missing(data, "reason")
    if reason:
        outcome = give(request, EndMembership(desk=desk, act=year, reason=reason), text(data, "key"))
    return _page(request, outcome, data) if isinstance(outcome, Refused) else go(request, ADDRESS)


def _page(request: AnyRequest, refused: Refused | None, typed: Mapping[str, Any]) -> AnyAnswer:
    house, today = house_of(request), local_time(now(request)).date()
    with house.world.lock:
        found = member_list(house.world, today)
        fee = yearly_fee(settings_of(house.store))
    return shown(
        request,
        with_names(members_report(found, today), house.store),
        "money/members.html",
        409 if refused else 200,
        members=[(one, name_of(one.person, house.store)) for one in found],
        fee_centavos=fee,
        may_set=me(request).role in MAY_SET,
        may_end=me(request).role in BOOKS,
        typed=typed,
        refused=why(refused, language_of(request)) if refused else None,
        new_key=new_key,
        here_is=ADDRESS,
    )
