"""What the desk shows when a sale is done: the number, the change, the papers, and the PIX that is awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.money.brcode import pix_code
from feltro.app.money.receiver import pix_receiver
from feltro.app.people.directory import directory
from feltro.kernel.money import Money
from feltro.tournament.facts.sales import PaymentTaken
from feltro.web.desk.attendance import place_of, turn_of
from feltro.web.frame.gate import house_of
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.visitor import language_of
from feltro.web.frame.whatsapp import whatsapp
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.money.bank_desk import BankDesk
    from feltro.app.people.person import Person
    from feltro.tournament.state import Sale
    from feltro.tournament.state.floor import Chair
    from feltro.web.frame.gate import AnyRequest


class Slip(NamedTuple):
    """A paper that goes with a sale: what the button says, which paper it is, and of what."""

    key: str
    paper: str
    of: str


def receipt_slip(_event: EventView, sale: Sale) -> Slip | None:
    return Slip("desk.slip.receipt", "receipt", sale.id) if sale.receipt else None


def seat_slip(event: EventView, sale: Sale) -> Slip | None:
    return Slip("desk.slip.seat", "seat", sale.id) if sale.id in event.state.floor.chair_of else None


SLIPS: list[Callable[[EventView, Sale], Slip | None]] = [receipt_slip, seat_slip]
"""Papers handed over with a sale, in order."""


def after_sale(
    request: AnyRequest, event: EventView, sale_id: str, *, before: bool = False
) -> dict[str, Any] | None:
    """Read from the state, so that a page loaded again says the same. Of a sale made `before` its hour is told, and no
    change, which nobody is to hand out twice."""
    sale = event.state.sales.get(sale_id)
    if sale is None:
        return None
    person = directory(house_of(request).store).get(sale.person)
    item, place = event.state.the_sheet.item(sale.item), place_of(event, sale_id)
    return {
        "sale": sale,
        "entry": event.state.entries.get(sale_id),
        "name": person.called if person else "—",
        "item": item.label if item else sale.item,
        "before": sale.sold_at if before else None,
        "change": 0 if before else _change(event, sale_id),
        "taken": sale.received_centavos + sum(paid.surcharge_centavos for paid in sale.payments),
        "place": place,
        "send": _message(request, event, person, place) if person and place else "",
        "turn": turn_of(event, sale_id),
        "slips": [slip for make in SLIPS if (slip := make(event, sale))],
        "by_pix": bool(sale.awaited) or any(paid.method == "pix" for paid in sale.payments),
        "confirmed": sale.paid and any(paid.method == "pix" for paid in sale.payments),
        "missing": 0 if sale.paid or sale.gone else sale.price_centavos - sale.received_centavos,
        "excess": sum(sale.excess.values()),
        "pix": pix_codes(house_of(request), event, sale, request.app.state["bank"]),
    }


def _message(request: AnyRequest, event: EventView, person: Person, place: Chair) -> str:
    """To the phone that the registry has of them; else WhatsApp asks to whom."""
    said = say("share.seat", language_of(request), name=person.called, seat=str(place))
    return whatsapp([event.state.the_sheet.name, said], person.phone)


def _change(event: EventView, sale_id: str) -> int:
    """The change is on the log, not in the state: the latest sale is near its end."""
    taken = (fact.event for fact in reversed(event.facts[-200:]) if isinstance(fact.event, PaymentTaken))
    return next((one.change_centavos for one in taken if one.sale == sale_id and one.change_centavos), 0)


def pix_codes(house: House, event: EventView, sale: Sale, bank: BankDesk | None = None) -> list[dict[str, Any]]:
    """Everything that is awaited for a sale, to be scanned."""
    return [] if sale.gone or sale.paid else [_pix(house, event, paid, bank) for paid in sale.awaited.values()]


def _pix(house: House, event: EventView, paid: Any, bank: BankDesk | None) -> dict[str, Any]:
    """The code to scan and to paste: the bank's own where it has made one, else ours; without a receiver the desk is told
    where to say who receives."""
    receiver = pix_receiver(house.store, paid.receiver)
    amount = Money(paid.amount_centavos)
    code = pix_code(receiver, amount, paid.txid, event.state.the_sheet.name) if receiver else ""
    made = (bank.code_of(event.id, paid.txid) if bank else "") or (code if isinstance(code, str) else "")
    return {"txid": paid.txid, "amount": amount, "code": made, "qr": qr_svg(made, "PIX") if made else ""}
