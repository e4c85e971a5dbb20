"""Everything at the counter that is not a sale: papers seen, cancelling, giving back, passing on, debts, alternates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Request

from feltro.app.people.commands import SeePhotoId
from feltro.kernel.outcome import Refused
from feltro.tournament import commands as c
from feltro.web.access.gate import house_of, staff_form
from feltro.web.commanding import give
from feltro.web.desk import lookup
from feltro.web.desk.counter import desk_of
from feltro.web.desk.routes import ADDRESS, answer, known_event
from feltro.web.fields import Form, money, text
from feltro.web.menu import MONEY
from feltro.web.room import AnyAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

    import msgspec

    from feltro.web.desk.selling import Desk


class Said:
    """A form at the counter: what it says, and at which desk."""

    def __init__(self, form: dict[str, Any], desk: Desk) -> None:
        self.form = form
        self.desk = desk

    def __getitem__(self, name: str) -> str:
        return text(self.form, name)

    @property
    def tournament(self) -> str:
        return self.desk.event.id

    @property
    def at_desk(self) -> str:
        return self.desk.desk or "none"


@staff_form(ADDRESS + "/{tournament:str}/ato", MONEY)
def act(request: Request[Any, Any, Any], tournament: str, data: Form) -> AnyAnswer:
    """One act on one person; the answer is that person again."""
    with house_of(request).world.lock:
        event = known_event(request, tournament)
        make = ACTS.get(text(data, "act"))
        command = make(Said(data, desk_of(request, event))) if make else Refused("form.unfit", {"said": "act"})
    outcome = command if isinstance(command, Refused) else give(request, command, text(data, "key"))
    refused = outcome if isinstance(outcome, Refused) else None
    return answer(request, tournament, text(data, "person"), refused)


def see_id(said: Said) -> SeePhotoId:
    return SeePhotoId(person=said["person"])


def cancel(said: Said) -> c.CancelEntry:
    return c.CancelEntry(tournament=said.tournament, entry=said["entry"], desk=said.at_desk)


def void(said: Said) -> c.VoidSale:
    return c.VoidSale(tournament=said.tournament, sale=said["sale"], desk=said.at_desk, reason=said["reason"])


def refund(said: Said) -> c.PayRefund:
    method: Any = said["method"]
    return c.PayRefund(tournament=said.tournament, sale=said["sale"], desk=said.at_desk, method=method)


def transfer(said: Said) -> c.TransferEntry | Refused:
    """To whom is typed as at the search: name, document, phone or id, and it has to mean one person."""
    found = lookup.find_people(said.desk.house, said.desk.event, said["to"]) if said["to"] else []
    if len(found) != 1:
        return Refused("desk.which_person", {"typed": said["to"], "found": len(found)})
    return c.TransferEntry(tournament=said.tournament, entry=said["entry"], to=found[0].id, reason=said["reason"])


def hand_receipt(said: Said) -> c.IssueReceipt:
    return c.IssueReceipt(tournament=said.tournament, sale=said["sale"])


def pay_debt(said: Said) -> c.PayDebt | Refused:
    sale = said.desk.event.state.sales.get(said["sale"])
    if sale is None:
        return Refused("sale.unknown", {"sale": said["sale"]})
    method: Any = said["method"]
    paid = c.Payment(method=method, amount_centavos=sale.price_centavos)
    return c.PayDebt(tournament=said.tournament, sale=sale.id, desk=said.at_desk, payments=(paid,))


def seat_alternate(said: Said) -> c.SeatAlternate:
    return c.SeatAlternate(tournament=said.tournament, entry=said["entry"])


def check_identity(said: Said) -> c.CheckIdentity:
    return c.CheckIdentity(tournament=said.tournament, entry=said["entry"], day=said["day"])


def match_pix(said: Said) -> c.MatchPix | Refused:
    """Somebody other than the seller looked at the bank's own screen."""
    try:
        seen = money(said.form, "amount")
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": said["amount"]})
    sale = said.desk.event.state.sales.get(said["sale"])
    awaited = sale.awaited.get(said["txid"]) if sale else None
    amount = seen.centavos if seen is not None else (awaited.amount_centavos if awaited else 0)
    return c.MatchPix(
        tournament=said.tournament, sale=said["sale"], txid=said["txid"], amount_centavos=amount, source="person"
    )


ACTS: dict[str, Callable[[Said], msgspec.Struct | Refused]] = {
    "see_id": see_id,
    "cancel": cancel,
    "void": void,
    "refund": refund,
    "transfer": transfer,
    "receipt": hand_receipt,
    "debt": pay_debt,
    "seat": seat_alternate,
    "identity": check_identity,
    "match": match_pix,
}
"""What a form at the counter may ask for. Who may, the house decides."""

HANDLERS = (act,)
