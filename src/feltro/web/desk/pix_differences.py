"""A PIX that came short, came long or did not come: what is missing is paid here, what is over goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.sales.commands import DropOrder, MatchPix, Payment, PayRest, ReturnExcess
from feltro.tournament.sales.pix import expires_at
from feltro.tournament.state import PENDING
from feltro.web.desk.debts import paid_how
from feltro.web.desk.said import digits
from feltro.web.desk.sale import Desk, Means, across_the_counter
from feltro.web.frame import fields

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.app.event_view import EventView
    from feltro.tournament.state import Entry, Sale, TournamentState
    from feltro.web.desk.said import CounterForm

BACK = ("pix", "cash", "bank_transfer")
"""How what came beyond a price goes back."""


class Short(NamedTuple):
    """A sale of which something is still to be paid."""

    sale: Sale
    number: int
    extra: str
    """What was ordered beside an entry."""
    missing_centavos: int
    awaited_centavos: int
    until: datetime | None
    late: bool
    means: list[Means]


def unpaid(entry: Entry, state: TournamentState) -> bool:
    """A PIX is awaited for it, or came short."""
    return entry.status == PENDING and not state.sales[entry.id].paid


def extra_awaited(sale: Sale) -> bool:
    """Something beside an entry whose PIX is to come: ordered, or a debt."""
    return bool(sale.awaited) and sale.id != sale.entry and not (sale.gone or sale.paid)


def short(desk: Desk, person: str) -> list[Short]:
    event = desk.event
    entries = [event.state.sales[one.id] for one in event.state.entries_of(person) if unpaid(one, event.state)]
    extras = [one for one in event.state.sales.values() if one.person == person and _waits(one)]
    return [_short(desk, sale) for sale in (*entries, *extras)]


def _waits(sale: Sale) -> bool:
    """Ordered beside an entry; or a voucher of which a part came. One of which nothing came is the phone's to pay."""
    part = sale.voucher and bool(sale.payments) and not sale.is_covered
    return not sale.gone and (sale.ordered or part)


def _short(desk: Desk, sale: Sale) -> Short:
    event = desk.event
    item = event.state.the_sheet.item(sale.item)
    missing = sale.price_centavos - sale.received_centavos
    entry = event.state.entries.get(sale.entry)
    return Short(
        sale=sale,
        number=entry.number if entry else 0,
        extra=item.label if (sale.ordered or sale.voucher) and item else "",
        missing_centavos=missing,
        awaited_centavos=sum(one.amount_centavos for one in sale.awaited.values()),
        until=valid_until(sale, event),
        late=is_late(sale, event),
        means=[one for one in across_the_counter(desk, missing) if one.method != "pix"],
    )


def valid_until(sale: Sale, event: EventView) -> datetime | None:
    last = expires_at(sale, event.book)
    return local_time(last, event.state.the_sheet.zone) if last is not None and sale.awaited else None


def is_late(sale: Sale, event: EventView) -> bool:
    """Whether the time in which the PIX was waited for is over."""
    last = expires_at(sale, event.book)
    return bool(sale.awaited) and last is not None and last <= event.at


def excess(person: str, event: EventView) -> list[tuple[Sale, int]]:
    """What came beyond the price of this person's sales."""
    return [
        (sale, sum(sale.excess.values()))
        for sale in event.state.sales.values()
        if person in sale.excess or (sale.excess and sale.person == person)
    ]


def match_pix(said: CounterForm) -> MatchPix | Refused:
    """Somebody looked at the bank's statement, or holds the terminal's slip. `other`: and it shows another amount."""
    try:
        seen = fields.money(said.form, "amount")
    except ValueError:
        return Refused("desk.not_an_amount", {"typed": said["amount"]})
    other = fields.ticked(said.form, "other")
    if other and seen is None:
        return Refused("payment.pix.nothing_seen")
    sale = said.desk.event.state.sales.get(said["sale"])
    awaited = sale.awaited.get(said["txid"]) if sale else None
    amount = seen.centavos if seen is not None else (awaited.amount_centavos if awaited else 0)
    credited = said.hour("credited_hour", "credited_day")
    if isinstance(credited, Refused):
        return credited
    return MatchPix(
        tournament=said.tournament,
        sale=said["sale"],
        txid=said["txid"] or "none",
        amount_centavos=amount,
        source="terminal" if said["nsu"] else "statement",
        nsu=digits(said["nsu"]),
        payer=said["payer"][:120],
        credited_at=credited,
        as_seen=other,
    )


def pay_rest(said: CounterForm) -> PayRest | Refused:
    read = paid_how(said)
    if isinstance(read, Refused):
        return read
    sale, method, cash = read
    missing = max(sale.price_centavos - sale.received_centavos, 0)
    paid = Payment(
        method=method, amount_centavos=missing, tendered_centavos=cash, sure=fields.ticked(said.form, "sure")
    )
    return PayRest(tournament=said.tournament, sale=sale.id, desk=said.at_desk, payments=(paid,))


def drop_order(said: CounterForm) -> DropOrder:
    return DropOrder(tournament=said.tournament, sale=said["sale"], desk=said.at_desk, nsu=digits(said["nsu"]))


def give_back(said: CounterForm) -> ReturnExcess:
    method: Any = said["method"] if said["method"] in BACK else BACK[0]
    return ReturnExcess(
        tournament=said.tournament, sale=said["sale"], desk=said.at_desk, method=method, reason=said["reason"]
    )
