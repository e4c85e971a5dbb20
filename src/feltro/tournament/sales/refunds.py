"""Money goes back the way it came: notes from the drawer, a card as a reversal on its terminal, a PIX to whoever paid it.

A card's reversal leaves a number (the terminal's NSU): until it is known the money is owed. Another way is the
organiser's to allow, with a reason.
"""

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import OFFICE, ORGANISER, OWN_MONEY, Roles
from feltro.procedures.control import ALONE, control
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import sales as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import PayRefund
from feltro.tournament.sales.payments import BALANCE, HOUSE_METHODS
from feltro.tournament.state import Paid, Sale, TournamentState

CARDS = ("debit_card", "credit_card")


def pay_refund(command: PayRefund, state: TournamentState, book: Settled, now: Now) -> Outcome:
    sale = state.sales.get(command.sale)
    if sale is None or not sale.gone or sale.refunded or not sale.payments:
        return Refused("refund.nothing_owed", {"sale": command.sale})
    came = [one.method for one in sale.outstanding]
    refused = refuse_other_way(command.method, came, command.reason, book, now)
    if refused:
        return refused
    paid = refunds(sale, now, surcharge=sale.refunds_surcharge, nsu=command.nsu, method=command.method)
    return paid or Refused("refund.needs_nsu")


def refuse_other_way(method: str, came: list[str], reason: str, book: Settled, now: Now) -> Refused | None:
    """Notes for a card, or a PIX for notes, wash money and hide a theft: only the organiser, and the night tells it."""
    ways = (
        ("cash", BALANCE) if method == BALANCE else (method,)
    )  # credit is paid out in notes: it stands for notes only
    if not method or all(one in (*ways, *HOUSE_METHODS) for one in came):
        return None
    if not keeps_the_account(now.role, book, ORGANISER):
        return Refused("refund.same_way", {"ways": tuple(dict.fromkeys(came))})
    return None if reason.strip() else Refused("refund.other_way_needs_reason")


def keeps_the_account(role: str, book: Settled, roles: Roles = OWN_MONEY) -> bool:
    """Who speaks for the house's own money; where somebody runs the evening alone, the direction does."""
    return role in (OFFICE if control(book).size == ALONE else roles)


def reversal(sale: Sale, *, owed: bool = False) -> tuple[Event, ...]:
    """The price comes back from where it went; a sale that was not paid in full went nowhere yet."""
    if not sale.paid and not owed:
        return ()
    return (
        e.SaleReversed(
            sale=sale.id,
            person=sale.person,
            price_centavos=sale.price_centavos,
            covered_centavos=sale.covered_centavos,
            split_centavos=sale.split_centavos,
        ),
    )


def refunds(sale: Sale, now: Now, *, surcharge: bool, nsu: str = "", method: str = "") -> tuple[e.RefundPaid, ...]:
    """Each payment the way it came, or all of them another way. One number reverses one card; other cards stay owed."""
    paid: list[e.RefundPaid] = []
    for one in sale.outstanding:
        on_terminal = one.method in CARDS and (method or one.method) == one.method
        if on_terminal and not nsu:
            continue
        paid.append(_refund(sale, one, now, surcharge=surcharge, nsu=nsu if on_terminal else "", method=method))
        nsu = "" if on_terminal else nsu
    return tuple(paid)


def _refund(sale: Sale, paid: Paid, now: Now, *, surcharge: bool, nsu: str, method: str) -> e.RefundPaid:
    return e.RefundPaid(
        sale=sale.id,
        person=sale.person,
        cashier=now.cashier,
        method=paid.method if paid.method in HOUSE_METHODS else (method or paid.method),
        amount_centavos=paid.amount_centavos,
        surcharge_centavos=paid.surcharge_centavos if surcharge else 0,
        fee_method=paid.method,
        ticket=paid.ticket,
        nsu=nsu,
        reason=now.key if method and method != paid.method else "",
    )
