"""The counter's papers: what each item costs by each way to pay, a receipt in words, and who is owed what."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from feltro.app.handling import House
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Cite, Refused
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.season.state import Ticket
from feltro.tournament.opening.decide import refund_list
from feltro.tournament.sales.commands import Payment
from feltro.tournament.sales.payments import allowed_methods, surcharge
from feltro.tournament.sales.receipts import Receipt, receipt_of
from feltro.tournament.state import Sale, TournamentState


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """One item by one way to pay."""

    method: str
    surcharge_centavos: int
    total_centavos: int


class Price(msgspec.Struct, frozen=True, kw_only=True):
    item: str
    label: str
    kind: str
    price_centavos: int
    split_centavos: dict[str, int]
    costs: tuple[Cost, ...]


class PriceTable(msgspec.Struct, frozen=True, kw_only=True):
    currency: str
    at_desk: bool
    """Whether the book wants this table on the counter."""
    approximate: bool
    """Whether what the card company really charges goes before these figures."""
    prices: tuple[Price, ...]
    cites: tuple[Cite, ...]


class Refund(msgspec.Struct, frozen=True, kw_only=True):
    """One line: what the sale is worth back, and what of that was given back already."""

    sale: str
    person: str
    amount_centavos: int
    given_back_centavos: int


class Refunds(msgspec.Struct, frozen=True, kw_only=True):
    of: Literal["owed", "if_cancelled"]
    """What is owed now; or, while the tournament goes on, what cancelling it this moment would owe."""
    lines: tuple[Refund, ...]
    total_centavos: int


def book_of(house: House, state: TournamentState, at: Instant) -> Settled:
    return house.books.settlement(state, at).book


def price_table(state: TournamentState, book: Settled, at: Instant) -> PriceTable:
    """Every price that people may ask for, by each way to pay that holds at this moment."""
    ways = allowed_methods(state, book, at)
    shown = book.rulebook[
        "payment.price_table_at_desk"
    ]  # most books do not speak of it, and no engine waits for it
    wanted = isinstance(shown, Sourced) and bool(shown.value)
    return PriceTable(
        currency=str(book["payment.currency"].value),
        at_desk=wanted,
        approximate=bool(book["payment.surcharge.approximate"].value),
        prices=tuple(_price(item, ways.value, book) for item in state.the_sheet.items if item.price_centavos),
        cites=tuple(dict.fromkeys((*ways.cites, *(shown.cites if isinstance(shown, Sourced) else ())))),
    )


def _price(item: Any, ways: tuple[str, ...], book: Settled) -> Price:
    return Price(
        item=item.id,
        label=item.label,
        kind=item.kind,
        price_centavos=item.price_centavos,
        split_centavos={str(account): part for account, part in item.split_centavos.items()},
        costs=tuple(_cost(way, item.price_centavos, book) for way in ways),
    )


def _cost(way: Any, price: int, book: Settled) -> Cost:
    added = surcharge(Payment(method=way, amount_centavos=price), book)
    if isinstance(added, Refused):
        raise LookupError(f"{way} has no fee of its own")
    return Cost(method=way, surcharge_centavos=added, total_centavos=price + added)


def receipt(house: House, state: TournamentState, sale: str, at: Instant) -> Receipt | Refused:
    """As it is printed now; its terms are those of the book in force when it was handed over."""
    found = state.sales.get(sale)
    given = found.receipt_at if found and found.receipt_at is not None else at
    return receipt_of(sale, state, book_of(house, state, given))


def _refund(sale: Sale, *, surcharge: bool) -> Refund:
    """With a card's surcharge, where it goes back with the price."""
    fee = sum(paid.surcharge_centavos for paid in sale.payments) if surcharge else 0
    return Refund(
        sale=sale.id,
        person=sale.person,
        amount_centavos=sale.received_centavos + fee,
        given_back_centavos=sale.given_back_centavos + (fee if sale.refunded else 0),
    )


def refunds(state: TournamentState, book: Settled, at: Instant, seats: Iterable[Ticket] = ()) -> Refunds:
    """`seats` are those not exchanged yet: on the list only where a seat won already counts as an entry."""
    gone = [sale for sale in state.sales.values() if sale.gone and sale.payments]
    of: Literal["owed", "if_cancelled"] = "owed" if gone or state.stopped == "cancelled" else "if_cancelled"
    entries = {entry.id for entry, _ in refund_list(state, book, at)} if of == "if_cancelled" else set()
    sales = gone or [sale for sale in state.sales.values() if sale.entry in entries and not sale.gone]
    bears = bool(book["event.stop.refund_surcharge"].value)
    lines = tuple(_refund(sale, surcharge=sale.refunds_surcharge if gone else bears) for sale in sales)
    if book["ticket.counts_as_entry"].value:
        lines += tuple(
            Refund(sale=seat.id, person=seat.owner, amount_centavos=seat.value_centavos, given_back_centavos=0)
            for seat in seats
        )
    return Refunds(of=of, lines=lines, total_centavos=sum(line.amount_centavos for line in lines))
