"""What a receipt says: its number, the money to the centavo, and the terms that the player accepts.

A receipt is read from the state whenever it is printed; its number was given once, when it was handed over.
"""

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.media.terms import Term, needs_signature, terms_of
from feltro.tournament.state import Paid, Sale, TournamentState


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    at: Instant
    tournament: str
    title: str
    sale: str
    person: str
    item: str
    price_centavos: int
    covered_centavos: int
    """What the house pays of the price."""
    split_centavos: dict[str, int]
    """Where the price goes: fees are told, not hidden."""
    payments: tuple[Paid, ...]
    surcharge_centavos: int
    paid_centavos: int
    """What left the player's hands: the price, without what the house covers, with what the cards cost."""
    refunded_centavos: int
    terms: tuple[Term, ...]
    brands: tuple[str, ...]
    """What the player declared to represent."""
    to_sign: bool
    signed_at: Instant | None
    void: bool
    """The sale was taken back: the number stays, the paper is worth nothing."""


def receipt_of(sale_id: str, state: TournamentState, book: Settled) -> Receipt | Refused:
    sale = state.sales.get(sale_id)
    if sale is None:
        return Refused("sale.unknown", {"sale": sale_id})
    if not sale.receipt or sale.receipt_at is None:
        return Refused("receipt.not_issued", {"sale": sale_id})
    surcharge = sum(paid.surcharge_centavos for paid in sale.payments)
    signed = state.media.signed.get(sale_id)
    return Receipt(
        number=sale.receipt,
        at=sale.receipt_at,
        tournament=state.tournament,
        title=state.the_sheet.name,
        sale=sale.id,
        person=sale.person,
        item=sale.item,
        price_centavos=sale.price_centavos,
        covered_centavos=sale.covered_centavos,
        split_centavos={str(account): part for account, part in sale.split_centavos.items()},
        payments=tuple(sale.payments),
        surcharge_centavos=surcharge,
        paid_centavos=sale.received_centavos + surcharge,
        refunded_centavos=sale.given_back_centavos,
        terms=terms_of(book),
        brands=state.media.brands.get(sale.person, ()) if sale.id in state.entries else (),
        to_sign=needs_signature(book),
        signed_at=signed.at if signed else None,
        void=sale.gone,
    )


def unbalanced(sale: Sale) -> int:
    """By how many centavos a paid sale's parts differ from its whole: zero, or a bug."""
    whole = sale.price_centavos + sale.covered_centavos
    return abs(sale.received_centavos - sale.price_centavos) + abs(sum(sale.split_centavos.values()) - whole)


def unsigned(state: TournamentState, book: Settled) -> list[Sale]:
    """Receipts of entries that were handed over and that nobody signed, where the book asks for a signature."""
    if not needs_signature(book):
        return []
    return [
        sale
        for sale in state.sales.values()
        if sale.receipt and not sale.gone and sale.id in state.entries and sale.id not in state.media.signed
    ]
