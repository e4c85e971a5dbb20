"""A PIX is seen: by its txid, from the bank's file or by a second person. Until then nothing is paid."""

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import events as e
from feltro.tournament.entries import once_paid
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome, paid_in_full
from feltro.tournament.state import Paid, Sale, TournamentState


def match_pix(command: c.MatchPix, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A PIX that comes for a sale that is gone by then is taken, and owed back."""
    sale = state.sales.get(command.sale)
    if sale is None:
        return Refused("sale.unknown", {"sale": command.sale})
    awaited = sale.awaited.get(command.txid)
    if awaited is None:
        return Refused("payment.pix.not_awaited", {"txid": command.txid})
    if awaited.amount_centavos != command.amount_centavos:
        values = {"awaited": Money(awaited.amount_centavos), "seen": Money(command.amount_centavos)}
        return Refused("payment.pix.other_amount", values)
    if command.source == "person" and now.who == sale.sold_by:
        return Refused("payment.pix.second_person")
    if command.source == "bank_file" and now.role == "cashier":
        return Refused("payment.pix.file_by_finance")
    taken = _taken(sale, awaited)
    missing = sale.price_centavos - sale.received_centavos - awaited.amount_centavos
    if sale.gone or missing or len(sale.awaited) > 1:
        return (taken,)
    entry = state.entries.get(sale.id)
    follows = once_paid(sale.id, state, book, now, receipted=False) if entry and not entry.missing else ()
    return (taken, paid_in_full(sale), *follows)


def _taken(sale: Sale, awaited: Paid) -> e.PaymentTaken:
    return e.PaymentTaken(
        sale=sale.id,
        person=sale.person,
        cashier=awaited.cashier,
        method="pix",
        amount_centavos=awaited.amount_centavos,
        surcharge_centavos=0,
        tendered_centavos=0,
        change_centavos=0,
        txid=awaited.txid,
        ticket="",
    )
