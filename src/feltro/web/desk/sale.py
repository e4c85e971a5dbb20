"""From the form at the desk to a sale: what is offered to whom, what it costs by each means, and the command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.access import permissions
from feltro.app.money.brcode import txid_of
from feltro.app.world import Look
from feltro.kernel.commands import TournamentCommand
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused, together
from feltro.ledger.accounts import account
from feltro.tournament.sales.commands import Method, Payment, SellEntry, SellExtra
from feltro.tournament.sales.entries import SOLD_AS_ENTRY
from feltro.tournament.sales.payments import BALANCE, TAB, UNSEEN, allowed_methods, surcharge
from feltro.tournament.state import GONE
from feltro.web.desk import lookup
from feltro.web.frame import fields
from feltro.web.frame.refusals import in_words

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.world.plan import Envelope
    from feltro.tournament.sheet import SaleItem

ROWS = ("1", "2", "3")
KEYS = {
    "cash": "F2",
    "debit_card": "F3",
    "credit_card": "F4",
    "pix": "F6",
    "ticket": "F7",
    "bank_transfer": "F8",
    "courtesy": "F9",
}
"""F5 is the browser's own."""


class Means(NamedTuple):
    """One way to pay, with what it costs on top for this price."""

    value: str
    method: str
    key: str
    surcharge_centavos: int
    total_centavos: int
    ticket: str = ""


class Offered(NamedTuple):
    """An item of the price list for this person now; `refused` says why not, in grey."""

    item: SaleItem
    refused: Refused | None


class TypedSale(NamedTuple):
    """A sale as the form says it."""

    sale: str
    person: str
    item: str
    day: str
    entry: str
    """The entry that an extra is for."""
    stack: int
    terms: bool
    token: int
    surrendered: int | None
    payments: tuple[Payment, ...]
    brand: str = ""


class Desk(NamedTuple):
    """Who sells, where, in what event."""

    house: House
    event: EventView
    desk: str
    envelope: Envelope


def across_the_counter(desk: Desk, centavos: int) -> list[Means]:
    """Ways to pay an amount at the desk, in the order of their keys."""
    event = desk.event
    allowed = allowed_methods(event.state, event.book, desk.envelope.at).value
    methods = [one for one in KEYS if one in allowed] + [one for one in allowed if one not in KEYS]
    return [_means(method, centavos, event) for method in methods]


def means_for(desk: Desk, item: SaleItem, person: str) -> list[Means]:
    """In the order of their keys."""
    event, price = desk.event, item.price_centavos
    found = across_the_counter(desk, price)
    if item.kind in SOLD_AS_ENTRY:
        for ticket in lookup.tickets(person, event):
            value = min(ticket.value_centavos, price)
            found.append(Means(f"ticket/{ticket.id}", "ticket", KEYS["ticket"], 0, value, ticket.id))
    found += _with_the_house(desk, price, person)
    if desk.envelope.role in {"director", "organiser"}:
        found.append(Means("courtesy", "courtesy", KEYS["courtesy"], 0, price))
    return found


def _with_the_house(desk: Desk, price: int, person: str) -> list[Means]:
    """What the player left with the house, as far as it reaches; and the tab, where the house keeps one."""
    balances = desk.house.world.balances
    left = min(balances.held(account("player_credit", person)).centavos, price)
    lent = desk.event.book["control.tab.limit"].value.centavos - balances.held(account("tab", person)).centavos
    found = [Means(BALANCE, BALANCE, "", 0, left)] if left > 0 else []
    return found + ([Means(TAB, TAB, "", 0, price)] if lent >= price else [])


def _means(method: Any, price: int, event: EventView) -> Means:
    added = surcharge(Payment(method=method, amount_centavos=price), event.book)
    extra = added if isinstance(added, int) else 0
    return Means(method, method, KEYS.get(method, ""), extra, price + extra)


def offers(desk: Desk, person: str) -> list[Offered]:
    """The price list: what can be sold now first, the rest greyed with its reason. Whoever has no entry yet is
    offered entries only."""
    newcomer = all(entry.status in GONE for entry in desk.event.state.entries_of(person))
    items = [
        item
        for item in desk.event.state.the_sheet.items
        if not item.given_with_entry and (item.kind == "entry" or not newcomer)
    ]
    found = [Offered(item, _refusal(desk, item, person)) for item in items]
    return sorted(found, key=lambda one: one.refused is not None)


def _refusal(desk: Desk, item: SaleItem, person: str) -> Refused | None:
    """Asked by selling it for cash, to nobody's harm: what has to do with money is not the item's fault."""
    cash = Payment(method="cash", amount_centavos=item.price_centavos)
    entry = next((one.id for one in lookup.entries(person, desk.event) if one.status == "live"), "")
    if item.kind not in SOLD_AS_ENTRY and not entry:
        latest = next(iter(lookup.entries(person, desk.event)), None)
        return Refused("extra.needs_live_entry", {"entry": str(latest.number) if latest else "—"})
    day = default_day(desk.event)
    token = desk.event.state.tokens.get(person, 0)
    typed = TypedSale(
        "probe", person, item.id, day, entry, 0, terms=True, token=token, surrendered=None, payments=(cash,)
    )
    outcome = dry_run(desk, command_of(desk, typed))
    found = outcome.all if outcome else ()
    return together(*(one for one in found if not one.because.startswith(("payment.", "drawer."))))


def default_day(event: EventView) -> str:
    """The first day that people would buy now: the next to start, or the last that did."""
    first = [day for day in event.state.the_sheet.days if day.is_first]
    return first[0].id if first else ""


def dry_run(desk: Desk, command: TournamentCommand) -> Refused | None:
    """What the house would say; nothing is done. Call while holding the world's lock."""
    refused = permissions.refusal(command, desk.envelope.role)
    if refused:
        return refused
    outcome = desk.house.plan(command, desk.envelope, Look(desk.house.world))
    return in_words(outcome, desk.house, desk.event.id) if isinstance(outcome, Refused) else None


def command_of(desk: Desk, typed: TypedSale) -> SellEntry | SellExtra:
    item = desk.event.state.the_sheet.item(typed.item)
    if item is not None and item.kind not in SOLD_AS_ENTRY:
        return SellExtra(
            tournament=desk.event.id,
            sale=typed.sale,
            entry=typed.entry or "none",
            item=typed.item,
            desk=desk.desk or "none",
            payments=typed.payments,
            stack=typed.stack,
        )
    return SellEntry(
        tournament=desk.event.id,
        entry=typed.sale,
        person=typed.person,
        item=typed.item or "none",
        day=typed.day,
        desk=desk.desk or "none",
        payments=typed.payments,
        terms_accepted=typed.terms,
        token=typed.token,
        surrendered_chips=typed.surrendered,
        brand=typed.brand,
    )


def read(form: dict[str, Any], desk: Desk, person: str) -> TypedSale | Refused:
    """The form as a sale. An amount that is no amount is refused here, by its field."""
    item = desk.event.state.the_sheet.item(fields.text(form, "item"))
    sale = fields.text(form, "sale")
    try:
        payments = _payments(form, desk, item, sale)
        stack = fields.whole(form, "stack") or 0
        token = fields.whole(form, "token") or 0
        given_up = fields.whole(form, "surrendered")
    except ValueError as error:
        return Refused("desk.not_an_amount", {"typed": str(error.args[0]) if error.args else ""})
    if isinstance(payments, Refused):
        return payments
    return TypedSale(
        sale=sale,
        person=person,
        item=item.id if item else "",
        day=fields.text(form, "day"),
        entry=fields.text(form, "entry"),
        stack=stack,
        terms=fields.ticked(form, "terms"),
        token=token,
        surrendered=given_up,
        payments=payments,
        brand=fields.slug(fields.text(form, "brand")),
    )


def _payments(form: dict[str, Any], desk: Desk, item: SaleItem | None, sale: str) -> tuple[Payment, ...] | Refused:
    """Each row a part of the price; the one row without an amount takes what is left."""
    if item is None:
        return Refused("entry.no_such_item", {"item": ""})
    rows = [(fields.text(form, f"method_{row}"), fields.money(form, f"amount_{row}")) for row in ROWS]
    chosen = [(method, _value(method, amount, item, desk)) for method, amount in rows if method]
    named = sum(amount.centavos for _, amount in chosen if amount is not None)
    open_rows = [method for method, amount in chosen if amount is None]
    if len(open_rows) > 1:
        return Refused("desk.one_open_row")
    if not chosen:
        return Refused("desk.no_means")
    tendered, sure = fields.money(form, "tendered"), fields.ticked(form, "sure")
    typed = "".join(sign for sign in fields.text(form, "reference") if sign.isalnum() and sign.isascii())[:35]
    left = Money(max(item.price_centavos - named, 0))
    made = txid_of("feltro", f"{desk.event.id}/{sale}", "pix")
    return tuple(
        _payment(method, amount or left, tendered, made if method == "pix" else typed, sure=sure)
        for method, amount in chosen
    )


def _value(method: str, amount: Money | None, item: SaleItem, desk: Desk) -> Money | None:
    """A ticket pays its own value, whatever is typed beside it."""
    kind, _, ticket = method.partition("/")
    seat = desk.event.season.tickets.get(ticket) if kind == "ticket" else None
    return Money(min(seat.value_centavos, item.price_centavos)) if seat else amount


def _payment(method: str, amount: Money, tendered: Money | None, txid: str, *, sure: bool) -> Payment:
    kind, _, ticket = method.partition("/")
    if kind not in Method.__args__:  # type: ignore[attr-defined]  # a Literal knows its values
        raise ValueError(method)
    return Payment(
        method=kind,  # type: ignore[arg-type]  # looked up just above
        amount_centavos=amount.centavos,
        tendered_centavos=tendered.centavos if tendered is not None and kind == "cash" else None,
        sure=sure,
        txid=txid if kind in UNSEEN else "",
        ticket=ticket,
    )
