"""Paying for an entry from the phone that asked for it: the PIX, then the voucher that the desk scans."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from feltro.app.access.throttle import ask_tries, throttle_of
from feltro.app.money.bank import forget_stranger
from feltro.app.money.receiver import pix_receiver
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import phone_entries
from feltro.app.world import Look
from feltro.app.world.plan import Envelope
from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.asks.voucher_commands import BuyByPhone, GiveUpVoucher
from feltro.tournament.asks.vouchers import BY_PHONE
from feltro.tournament.days.end import sells
from feltro.tournament.facts.asks import VoucherSold
from feltro.tournament.facts.sales import PaymentAwaited, RefundPaid
from feltro.tournament.sales.cancellation import cancelled_until
from feltro.tournament.sales.pix import expires_at
from feltro.web.desk.after import pix_codes
from feltro.web.frame.gate import house_of, now
from feltro.web.frame.qr import qr_svg
from feltro.web.frame.visitor import language_of
from feltro.words.sentences import say

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.app.event_view import EventView
    from feltro.app.world.plan import Plan
    from feltro.tournament.sheet import SaleItem
    from feltro.tournament.state import Sale
    from feltro.web.frame.gate import AnyRequest

AS = "viewer"


class PhoneOffer(NamedTuple):
    """What can be paid from here; or why nothing can now."""

    items: list[SaleItem]
    days: list[str]
    refused: Refused | None
    ticket: TicketOffer | None = None


class TicketOffer(NamedTuple):
    """A ticket of theirs would pay this, and so much is left for a PIX."""

    item: str
    left_centavos: int


class OwnVoucher(NamedTuple):
    sale: Sale
    paid: bool
    pix: list[dict[str, Any]]
    until: datetime | None
    """Until when the PIX is waited for, or the voucher can be given up."""
    in_time: bool
    code: str
    """The picture that the desk scans."""


def offer_of(request: AnyRequest, event: EventView, ask: str, code: str) -> PhoneOffer | None:
    """Nothing where this house is not paid from phones. Hold the world's lock."""
    house, state = house_of(request), event.state
    taken = pix_receiver(house.store) is not None or request.app.state["bank"] is not None
    if not taken or not phone_entries(settings_of(house.store)).pay:
        return None
    listed = [item for item in state.the_sheet.items if item.kind in BY_PHONE]
    items = sorted(listed, key=lambda one: not one.members_only)
    days = [day.id for day in state.the_sheet.days if day.is_first and sells(state, day, event.at)]
    if not items or not days:
        return None
    asking = BuyByPhone(tournament=event.id, ask=ask, code=code, voucher="vtry", item="", day=days[0])

    def tried(item: SaleItem, *, ticket: bool = False) -> Plan | Refused:
        return house.plan(replace(asking, item=item.id, with_ticket=ticket), sent(request), Look(house.world))

    plans = {item.id: tried(item) for item in items}
    sold = [item for item in items if not isinstance(plans[item.id], Refused)]
    usual = plans[next((item for item in items if not item.members_only), items[0]).id]
    paid = [(item, plan) for item in sold if not isinstance(plan := tried(item, ticket=True), Refused)]
    refused = usual if isinstance(usual, Refused) and not sold else None
    return PhoneOffer(sold or items, days, refused, _by_ticket(paid))


def _by_ticket(paid: list[tuple[SaleItem, Plan]]) -> TicketOffer | None:
    """Where it pays several prices, the highest: a ticket is worth no more than what it pays for."""
    found = [(item, sum(one.amount_centavos for one in _awaited(plan))) for item, plan in paid]
    best = max(found, key=lambda one: (one[0].price_centavos - one[1], -one[1]), default=None)
    return TicketOffer(best[0].id, best[1]) if best else None


def _awaited(plan: Plan) -> list[PaymentAwaited]:
    return [one for events in plan.events.values() for one in events if isinstance(one, PaymentAwaited)]


def voucher_of(request: AnyRequest, event: EventView, name: str, address: str) -> OwnVoucher | None:
    """Hold the world's lock."""
    state = event.state
    voucher = state.phone_asks.vouchers.get(name)
    if voucher is None:
        return None
    sale, zone = state.sales[name], state.the_sheet.zone
    last = cancelled_until(voucher.day, state, event.book) if sale.is_covered else expires_at(sale, event.book)
    whole = str(request.base_url).rstrip("/") + address
    return OwnVoucher(
        sale=sale,
        paid=sale.is_covered,
        pix=pix_codes(event.house, event, sale, request.app.state["bank"]),
        until=local_time(last, zone) if last is not None else None,
        in_time=last is None or event.at <= last,
        code=qr_svg(whole, say("voucher.code", language_of(request))) if sale.is_covered else "",
    )


class MoneyBack(NamedTuple):
    """Of a voucher that was paid and given up."""

    centavos: int
    given: bool
    how: tuple[str, ...]
    """By which means it went back, or is to go back."""


def money_back(event: EventView, ask: str) -> list[MoneyBack]:
    """Of every voucher that this request ever paid for and lost. Hold the world's lock."""
    bought = dict.fromkeys(
        fact.event.voucher for fact in event.facts if isinstance(fact.event, VoucherSold) and fact.event.ask == ask
    )
    sales = (event.state.sales[one] for one in bought if one in event.state.sales)
    return [_back(event, one) for one in sales if one.voucher and one.gone and one.payments]


def _back(event: EventView, sale: Sale) -> MoneyBack:
    if not sale.refunded:
        how = dict.fromkeys(one.method for one in sale.outstanding)
        return MoneyBack(sale.to_give_back_centavos, False, tuple(how))
    paid = [fact.event for fact in event.facts if isinstance(fact.event, RefundPaid) and fact.event.sale == sale.id]
    return MoneyBack(sale.given_back_centavos, True, tuple(dict.fromkeys(one.method for one in paid)))


def buy(request: AnyRequest, wanted: BuyByPhone) -> Refused | None:
    address = request.client.host if request.client else ""
    wait = throttle_of(house_of(request).store).take(ask_tries(wanted.tournament, address), now(request))
    if wait:
        return Refused("phone_ask.too_often", {"seconds": wait})
    outcome = house_of(request).handle(wanted, sent(request))
    if isinstance(outcome, Refused):
        return outcome
    bank = request.app.state["bank"]
    if bank is not None:
        bank.knock()
    return None


def give_up(request: AnyRequest, event: str, voucher: str, code: str) -> Refused | None:
    outcome = house_of(request).handle(GiveUpVoucher(tournament=event, voucher=voucher, code=code), sent(request))
    if isinstance(outcome, Refused):
        return outcome
    forget_stranger(house_of(request), event, voucher, now(request))
    return None


def sent(request: AnyRequest) -> Envelope:
    return Envelope(key=uuid.uuid4().hex, who="", role=AS, device="phone", at=now(request))
