"""The bank at the desk: ask it now, tell it to give a PIX back, and the address at which it may knock."""

from __future__ import annotations

from secrets import compare_digest
from typing import TYPE_CHECKING, Any

from litestar import Response, post
from litestar.exceptions import NotFoundException

from feltro.app.money.returns import order_return
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OWN_MONEY
from feltro.web.desk.papers import PIX, pix_page
from feltro.web.frame.answers import AnyAnswer, go
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, envelope, house_of, now, staff_form

if TYPE_CHECKING:
    from feltro.app.money.bank_desk import BankDesk


NONE = Refused("pix.bank.none")


@staff_form(PIX + "/banco", OWN_MONEY)
def ask_bank(request: AnyRequest, data: Form) -> AnyAnswer:  # noqa: ARG001 - a form without fields
    """At once, whatever was asked a moment ago."""
    desk: BankDesk | None = request.app.state["bank"]
    if desk is None:
        return pix_page(request, refused=NONE)
    desk.knock()
    desk.look(now(request))
    return go(request, PIX + "#banco")


@staff_form(PIX + "/devolver", OWN_MONEY)
def give_back(request: AnyRequest, data: Form) -> AnyAnswer:
    """Written down, then ordered; where the bank is silent just now it is ordered as soon as it answers."""
    desk: BankDesk | None = request.app.state["bank"]
    if desk is None:
        return pix_page(request, refused=NONE)
    refused = order_return(house_of(request), text(data, "id"), envelope(request, text(data, "key")))
    if refused:
        return pix_page(request, refused=refused)
    desk.look(now(request))
    return go(request, PIX + "#banco")


@post("/aviso-do-banco/{word:str}", sync_to_thread=False, include_in_schema=False, status_code=200)
def bank_knocks(request: AnyRequest, word: str) -> Response[Any]:
    """What it says is not read: the house asks the bank itself. Without the word the address is not there."""
    desk: BankDesk | None = request.app.state["bank"]
    if desk is None or not desk.word or not compare_digest(desk.word.encode(), word.encode()):
        raise NotFoundException
    desk.knock()
    return Response("")
