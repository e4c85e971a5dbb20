"""Lists of the desk: events on sale, search results, who is registered, the last sales, and the bill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from feltro.app.desk.moved import changes
from feltro.app.people.directory import directory
from feltro.app.people.documents import masked
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.instants import later
from feltro.kernel.outcome import Refused
from feltro.tournament.facts.sales import EntrySold, ExtraOrdered, ExtraSold
from feltro.tournament.sales.payments import BALANCE, HOUSE_METHODS, surcharge
from feltro.tournament.sales.receipts import unsigned
from feltro.tournament.sales.void import last_own_sale
from feltro.tournament.state import GONE, WAITING, TournamentState
from feltro.tournament.state.papers import name_of
from feltro.web.desk import lookup
from feltro.web.desk.ask_rows import ask_rows
from feltro.web.desk.correction import phone_written
from feltro.web.desk.pix_differences import extra_awaited, is_late, unpaid, valid_until
from feltro.web.desk.voucher_rows import VoucherInList, awaited_vouchers, given_up_vouchers, voucher_rows
from feltro.web.frame.answers import shared_part
from feltro.web.frame.gate import house_of, me, now

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.people.person import Person
    from feltro.kernel.instants import Instant
    from feltro.tournament.state import Entry, Sale
    from feltro.web.desk.sale import Desk, TypedSale
    from feltro.web.frame.gate import AnyRequest

TABS = ("inscritos", "espera", "pix", "recibos", "avisar", "anuladas", "fila", "celular")
ONLY_IF_ANY = ("recibos", "avisar", "celular")
"""Lists that most events never need."""
MOST_ROWS = 200
LAST_SALES = 10
OLD_SECONDS = 36 * 3600
"""An event this long after its last start is no longer offered at the desk."""


class OnSale(NamedTuple):
    id: str
    name: str
    starts_at: Instant
    entries: int


def events_on_sale(house: House, at: Instant) -> list[OnSale]:
    """By their start. What was stopped or is long over is not offered."""
    found = [
        OnSale(one.tournament, one.name, one.begins, one.entries)
        for one in house.world.gists()
        if not one.stopped and at <= later(one.last_begins, seconds=OLD_SECONDS)
    ]
    return sorted(found, key=lambda one: (one.starts_at, one.id))


def results(request: AnyRequest, event: EventView, found: list[Person]) -> list[dict[str, Any]]:
    """Each with its loudest flag, so that a barred player is seen before being chosen."""
    house, at = house_of(request), now(request)
    rows = []
    for person in found:
        told = lookup.flags(person, event, house, at)
        entry = next(iter(lookup.entries(person.id, event)), None)
        rows.append({"person": person, "document": masked(person.document), "flag": told[0] if told else None,
                     "entry": entry})  # fmt: skip
    return rows


def listing(request: AnyRequest, event: EventView, tab: str) -> Markup:
    """Who is in, waits, owes a PIX or left: made once for all desks that look at it."""
    people = house_of(request).store.version(PEOPLE)
    seen = (event.id, event.version, people, tab)

    def make() -> dict[str, Any]:
        sales = [] if tab == "celular" else _sales(event, tab)
        rows = [_row(request, event, sale) for sale in sales]
        live = f"{event.stream}@{event.version} {PEOPLE}@{people}"
        shown = {"rows": rows[:MOST_ROWS], "more": len(rows) - MOST_ROWS, "tokens": _tokens(request, event, tab)}
        by_phone = tab == "celular"
        shown["asks"] = ask_rows(house_of(request), event) if by_phone else []
        shown["vouchers"] = voucher_rows(house_of(request), event) if by_phone else []
        news = changes(event.state, event.season, event.at) if tab == "avisar" else []
        return {"event": event, "tab": tab, "live": live, "news": news, **shown}

    return Markup(shared_part(request, "desk/_list.html", seen, make))  # noqa: S704 - made by a template


def _sales(event: EventView, tab: str) -> list[Sale]:
    """Each entry by its own sale; with a PIX to come, what was bought beside an entry too."""
    state = event.state
    listed = [state.sales[entry.id] for entry in _entries(event, tab)]
    if tab == "anuladas":
        return [*given_up_vouchers(state), *listed]
    if tab != "pix":
        return listed
    extras = (one for one in reversed(state.sales.values()) if extra_awaited(one))
    return [*extras, *awaited_vouchers(state), *listed]


def _entries(event: EventView, tab: str) -> list[Entry]:
    state = event.state
    if tab == "espera":
        return [state.entries[one] for one in state.waiting]
    if tab == "recibos":
        return [state.entries[one.id] for one in unsigned(state, event.book)]
    if tab == "avisar":
        told = dict.fromkeys(entry for one in changes(state, event.season, event.at) for entry in one.entries)
        return [state.entries[one] for one in told]
    return [entry for entry in reversed(state.entries.values()) if _belongs(entry, tab, state)]


def _belongs(entry: Entry, tab: str, state: TournamentState) -> bool:
    match tab:
        case "pix":
            return unpaid(entry, state)
        case "anuladas":
            return entry.status in GONE
        case "fila":
            return False
        case _:
            return entry.status not in {*GONE, WAITING}


def _row(request: AnyRequest, event: EventView, sale: Sale) -> dict[str, Any]:
    entry = event.state.entries.get(sale.entry) or VoucherInList(sale.id, sale.person)
    person = directory(house_of(request).store).get(entry.person)
    item = event.state.the_sheet.item(sale.item) if sale.id != entry.id else None
    due = sale.to_give_back_centavos if sale.gone and not sale.refunded else 0
    return {"entry": entry, "name": person.called if person else "—", "sale": sale, "refund": due,
            "extra": item.label if item else "", "phone": phone_written(person.phone) if person else "",
            "chair": event.state.floor.chair_of.get(entry.id, ""), "awaited": list(sale.awaited.values()),
            "paid_by": list(dict.fromkeys(paid.method for paid in sale.payments)),
            "missing": sale.price_centavos - sale.received_centavos, "until": valid_until(sale, event),
            "late": is_late(sale, event), "printed": _printed(event, entry.id)}  # fmt: skip


def _printed(event: EventView, entry: str) -> list[str]:
    """Which of a sale's papers left the printer: a seat card only counts for the chair it shows."""
    chair, copies = event.state.floor.chair_of.get(entry, ""), event.state.papers.copies
    shown = {"receipt": "", "seat": str(chair)}
    return [paper for paper, shows in shown.items() if copies.get(name_of(paper, entry, shows))]


def tabs(event: EventView) -> list[tuple[str, int]]:
    """The lists below the desk, each with how many are on it."""
    asks = event.state.phone_asks
    apart = {
        "fila": len(event.state.tokens),
        "celular": sum(len(asks.line(interest=one)) for one in (False, True)) + len(asks.vouchers),
    }
    counted = [(tab, apart[tab] if tab in apart else len(_sales(event, tab))) for tab in TABS]
    return [(tab, count) for tab, count in counted if count or tab not in {"fila", *ONLY_IF_ANY}]


def _tokens(request: AnyRequest, event: EventView, tab: str) -> list[dict[str, Any]]:
    """Who stood in line when registration closed, by number, and whether they were served."""
    if tab != "fila":
        return []
    people, state = directory(house_of(request).store), event.state
    return [
        {
            "number": number,
            "person": person,
            "name": known.called if (known := people.get(person)) else "—",
            "used": any(entry.token and entry.status not in GONE for entry in state.entries_of(person)),
        }
        for person, number in sorted(state.tokens.items(), key=lambda one: one[1])
    ]


def sales_part(request: AnyRequest, event: EventView) -> Markup:
    """One's own last sales, each with its paper; the last of all with the way to take it back."""
    people, mine = house_of(request).store.version(PEOPLE), me(request).user
    seen = (event.id, event.version, people, mine, me(request).role)

    def make() -> dict[str, Any]:
        live = f"{event.stream}@{event.version} {PEOPLE}@{people}"
        sales = _last_sales(request, event, mine)
        last = last_own_sale(event.state, mine)
        voidable = {last} if me(request).role == "cashier" else {one["sale"].id for one in sales}
        return {"event": event, "sales": sales, "voidable": voidable, "live": live}

    return Markup(shared_part(request, "desk/_sales.html", seen, make))  # noqa: S704 - made by a template


def _last_sales(request: AnyRequest, event: EventView, mine: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for fact in reversed(event.facts):
        if len(found) == LAST_SALES:
            break
        sold = isinstance(fact.event, EntrySold | ExtraSold | ExtraOrdered)
        if not sold or fact.meta.who != mine or fact.event.by != mine:
            continue
        if fact.meta.key not in event.undone:
            found.append(_sold(request, event, fact))
    return found


def _sold(request: AnyRequest, event: EventView, fact: Any) -> dict[str, Any]:
    sale = event.state.sales[getattr(fact.event, "sale", "") or fact.event.entry]
    person = directory(house_of(request).store).get(sale.person)
    item = event.state.the_sheet.item(sale.item)
    return {"sale": sale, "key": fact.meta.key, "at": fact.meta.at, "name": person.called if person else "—",
            "item": item.label if item else sale.item, "entry": event.state.entries.get(sale.id),
            "paid": sale.price_centavos + sum(paid.surcharge_centavos for paid in sale.payments)}  # fmt: skip


class Bill(NamedTuple):
    price_centavos: int
    surcharge_centavos: int
    take_centavos: int
    """What leaves the player's hands."""
    change_centavos: int
    missing_centavos: int


def bill(desk: Desk, typed: TypedSale) -> Bill | None:
    item = desk.event.state.the_sheet.item(typed.item)
    if item is None:
        return None
    added = [surcharge(payment, desk.event.book) for payment in typed.payments]
    extra = sum(one for one in added if not isinstance(one, Refused))
    offered = sum(payment.amount_centavos for payment in typed.payments)
    change = sum(
        payment.tendered_centavos - payment.amount_centavos
        for payment in typed.payments
        if payment.tendered_centavos is not None
    )
    paid = sum(one.amount_centavos for one in typed.payments if one.method not in {*HOUSE_METHODS, BALANCE})
    return Bill(item.price_centavos, extra, paid + extra, max(change, 0), item.price_centavos - offered)
