"""From the form at the desk to a sale: what is offered to whom, what it costs by each means, and the command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.access import permissions
from feltro.app.world import Look
from feltro.kernel.commands import Command
from feltro.kernel.outcome import Refused, together
from feltro.ledger.accounts import account
from feltro.tournament.days.end import sells
from feltro.tournament.sales.commands import Payment, SellEntry, SellExtra
from feltro.tournament.sales.entries import SOLD_AS_ENTRY
from feltro.tournament.sales.payments import BALANCE, TAB, allowed_methods, surcharge
from feltro.tournament.state import GONE, LIVE
from feltro.web.desk import lookup
from feltro.web.desk.asked import asked, besides
from feltro.web.frame.refusals import in_words

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.money.bank_desk import BankDesk
    from feltro.app.world.plan import Envelope
    from feltro.tournament.sheet import SaleItem
    from feltro.web.desk.asked import Asked

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
    asks: Asked
    """What its form asks for besides, because the registry lacks it."""


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
    bank: BankDesk | None = None
    """Where one is connected: its own codes are shown."""


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
    """The price list: what can be sold now first, to a member their own price before all, the rest greyed with its
    reason. Whoever has no entry yet is offered entries only."""
    newcomer = all(entry.status in GONE for entry in desk.event.state.entries_of(person))
    items = [
        item
        for item in desk.event.state.the_sheet.items
        if not item.given_with_entry and (item.kind == "entry" or not newcomer)
    ]
    found = [
        Offered(item, besides(said), asked(said)) for item in items for said in (_refusal(desk, item, person),)
    ]
    return sorted(found, key=lambda one: (one.refused is not None, not one.item.members_only))


def _refusal(desk: Desk, item: SaleItem, person: str) -> Refused | None:
    """Asked by selling it for cash, to nobody's harm: what has to do with money is not the item's fault."""
    cash = Payment(method="cash", amount_centavos=item.price_centavos)
    entry = next((one.id for one in lookup.entries(person, desk.event) if one.status == "live"), "")
    if item.kind not in SOLD_AS_ENTRY and not entry:
        latest = next(iter(lookup.entries(person, desk.event)), None)
        return Refused("extra.needs_live_entry", {"entry": str(latest.number) if latest else "—"})
    day = default_day(desk.event)
    token = desk.event.state.tokens.get(person, 0)
    given_up = 0 if gives_up(desk.event, item, person) else None
    typed = TypedSale(
        "probe", person, item.id, day, entry, 0, terms=True, token=token, surrendered=given_up, payments=(cash,)
    )
    return but_money(dry_run(desk, command_of(desk, typed)))


def gives_up(event: EventView, item: SaleItem, person: str) -> bool:
    """Whether the chips in play would be handed over for a new entry: then their number is asked for."""
    if item.kind != "reentry" or event.book["reentry.surrender"].value != "allowed":
        return False
    return any(entry.status == LIVE for entry in event.state.entries_of(person))


def but_money(refused: Refused | None) -> Refused | None:
    found = refused.all if refused else ()
    return together(*(one for one in found if not one.because.startswith(("payment.", "drawer."))))


def default_day(event: EventView) -> str:
    """The first day that people would buy now; where none sells any more, the last."""
    return next(iter(days_on_sale(event)), "")


def days_on_sale(event: EventView) -> list[str]:
    """The first days that still sell; the last one where none does, so that what is refused is refused for it."""
    first = [day for day in event.state.the_sheet.days if day.is_first]
    return [day.id for day in first if sells(event.state, day, event.at)] or [day.id for day in first[-1:]]


def dry_run(desk: Desk, command: Command) -> Refused | None:
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
