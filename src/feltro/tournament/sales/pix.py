"""Money that nobody saw crossing the counter, a PIX or a transfer, is seen: in the bank's file, on its statement by a
second person, on the terminal's slip. Until then nothing is paid.

Whatever the bank credited is kept: a short PIX leaves a rest to pay at the desk, a long one something to give back.
"""

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, instant_of, later, local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.procedures.control import control
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import sales as e
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.cancellation import dropped, left_event, never_paid
from feltro.tournament.sales.commands import ExpirePix, MatchPix, PayRest, ReturnExcess
from feltro.tournament.sales.entries import once_paid, receipt
from feltro.tournament.sales.extras import extra_sold
from feltro.tournament.sales.payments import UNSEEN, Charge, paid_in_full, take_all
from feltro.tournament.sales.refunds import keeps_the_account, refuse_other_way
from feltro.tournament.state import CANCELLED, LIVE, Paid, Sale, TournamentState

BY_BANK = ("bank_file", "bank")
"""What no person says: the bank's own words, read by the house."""


def match_pix(command: MatchPix, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A PIX that comes for a sale that is gone by then, or for chips that nobody can play any more, is owed back."""
    sale = state.sales.get(command.sale)
    if sale is None:
        return Refused("sale.unknown", {"sale": command.sale})
    awaited = sale.awaited.get(command.txid)
    if awaited is None:
        return Refused("payment.pix.not_awaited", {"txid": command.txid})
    refused = _refuse_seen(command, awaited, state, book, now)
    if refused:
        return refused
    alone = _alone(command, sale, book, now)
    if isinstance(alone, Refused):
        return alone
    return (*_seen(command, sale, awaited, state, book, now), *alone)


def _seen(
    command: MatchPix, sale: Sale, awaited: Paid, state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...]:
    if sale.gone:
        return (_taken(sale, awaited, command.amount_centavos, command, now),)
    too_late = state.prizes.announced and sale.split_centavos.get("prize_pool")
    if sale.ordered and (too_late or state.entries[sale.entry].status != LIVE):
        return (_taken(sale, awaited, command.amount_centavos, command, now), dropped(sale, "not_playing", now))
    missing = 0 if sale.paid else sale.price_centavos - sale.received_centavos
    kept = min(command.amount_centavos, missing)
    over = command.amount_centavos - kept
    came: tuple[Event, ...] = (
        *((_taken(sale, awaited, kept, command, now),) if kept else ()),
        *((_excess(sale, awaited, over),) if over else ()),
    )
    if kept < missing or sale.paid or sale.voucher:
        return came
    return (*came, *_complete(sale, state, book, now))


def _refuse_seen(
    command: MatchPix, awaited: Paid, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    values = {"awaited": Money(awaited.amount_centavos), "seen": Money(command.amount_centavos)}
    if not command.amount_centavos:
        return Refused("payment.pix.nothing_seen")
    if awaited.amount_centavos != command.amount_centavos and not command.as_seen:
        return Refused("payment.pix.other_amount", values)
    return _refuse_source(command, awaited, state, book, now)


def _refuse_source(
    command: MatchPix, awaited: Paid, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    """What shows the money, and who may say so. A transfer has no slip, and is the finance's to confirm."""
    if command.source in BY_BANK:
        return _refuse_bank(command, state, book, now)
    if command.source == "terminal":
        if not command.nsu or awaited.method != "pix":
            return Refused("payment.pix.needs_nsu")
        return Refused("payment.nsu_used", {"nsu": command.nsu}) if command.nsu in state.nsus else None
    if not command.payer.strip() or command.credited_at is None:
        return Refused("payment.pix.needs_payer")
    if awaited.method != "pix" and not keeps_the_account(now.role, book):
        return Refused("payment.transfer_by_finance")
    return None


def _refuse_bank(command: MatchPix, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """The bank's own words count from whoever read them; one payment counts once."""
    if command.source == "bank_file" and not keeps_the_account(now.role, book):
        return Refused("payment.pix.file_by_finance")
    if command.source == "bank_file" and not now.bank_file:
        return Refused("payment.pix.no_file")
    if command.source == "bank" and not now.bank_id:
        return Refused("payment.pix.no_bank")
    return Refused("payment.pix.bank_id_used") if now.bank_id and now.bank_id in state.bank_ids else None


def _alone(command: MatchPix, sale: Sale, book: Settled, now: Now) -> Refused | tuple[Event, ...]:
    """Whoever sold does not confirm by looking, nor by a file that they brought: one can be written. A numbered slip, and a
    bank that was asked, need nobody's eyes."""
    size = control(book)
    if command.source in {"terminal", "bank"} or not size.waits("pix_seen") or not now.is_same_person(sale.sold_by):
        return ()
    refused = Refused("payment.pix.second_person", cites=size.cites)
    return size.without_second("MatchPix", sale.id, refused, nobody_else=now.seconds.nobody_else)


def pay_rest(command: PayRest, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Ends at the counter, not with another PIX to come. The first one, should it still come, is owed back."""
    sale = state.sales.get(command.sale)
    item = state.the_sheet.item(sale.item) if sale else None
    if sale is None or item is None:
        return Refused("sale.unknown", {"sale": command.sale})
    if sale.ordered and state.entries[sale.entry].status != LIVE:
        return Refused("extra.needs_live_entry", {"entry": sale.entry})
    # Paid ahead and waiting for papers, a sale lacks no money: it is paid when the last paper comes.
    if sale.paid or sale.gone or sale.owed or sale.received_centavos >= sale.price_centavos:
        return Refused("payment.no_rest")
    if any(payment.method in UNSEEN for payment in command.payments):
        return Refused("payment.rest_by_pix")
    charge = Charge(sale.id, sale.person, item, sale.received_centavos)
    taken = take_all(command.payments, charge, state, book, now)
    if isinstance(taken, Refused):
        return taken
    return (*taken, *_complete(sale, state, book, now))


def return_excess(command: ReturnExcess, state: TournamentState, book: Settled, now: Now) -> Outcome:
    sale = state.sales.get(command.sale)
    if sale is None or not sale.excess:
        return Refused("payment.no_excess")
    refused = refuse_other_way(command.method, ["pix"], command.reason, book, now)
    if refused:
        return refused
    return tuple(
        e.ExcessReturned(
            sale=sale.id, person=person, cashier=now.cashier, method=command.method, amount_centavos=centavos
        )
        for person, centavos in sale.excess.items()
    )


# In time


def expires_at(sale: Sale, book: Settled) -> Instant | None:
    """Until when a PIX is waited for; nothing where the house waits for ever, and a debt is one until it is paid.
    A transfer comes when the bank works."""
    if sale.owed or any(one.method != "pix" for one in sale.awaited.values()):
        return None
    minutes = book["payment.pix.valid_minutes"].value
    return later(sale.sold_at, seconds=60 * minutes) if minutes else None


def expire(command: ExpirePix, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only where nothing at all was paid: a part of the price in the drawer is for people to settle."""
    sale, entry = state.sales.get(command.sale), state.entries.get(command.sale)
    if sale is None:
        return Refused("sale.unknown", {"sale": command.sale})
    waits = never_paid(entry, sale) if entry else (sale.ordered or sale.voucher) and not sale.gone
    if not sale.awaited or not waits or sale.payments:
        return Refused("payment.pix.not_awaited", {"txid": "—"})
    valid, last = book["payment.pix.valid_minutes"], expires_at(sale, book)
    if last is None or now.at < last:
        hour = local_time(last, state.the_sheet.zone).time() if last else "—"
        return Refused("payment.pix.still_valid", {"hour": hour}, valid.cites)
    if entry is None:
        return (dropped(sale, e.PIX_EXPIRED, now),)
    return (left_event(entry, CANCELLED, e.PIX_EXPIRED, now, surcharge=True),)


# What they are made of


def _complete(sale: Sale, state: TournamentState, book: Settled, now: Now) -> tuple[Event, ...]:
    """All of the price is there: the receipt is made out, an entry counts from it and gets its seat, an extra its chips.
    Nobody has to come back to a sale whose money was seen.

    Of an entry paid ahead that lacks papers the money is the player's until they come, of a voucher until the player does.
    """
    entry = state.entries.get(sale.id)
    if sale.voucher:
        return ()
    if entry is not None:
        if entry.missing:
            return ()
        return (paid_in_full(sale), *once_paid(sale.id, state, book, now, receipted=True))
    item = state.the_sheet.item(sale.item)
    if not sale.ordered or item is None:
        return (paid_in_full(sale), receipt(sale.id, state, now))
    chips = msgspec.structs.replace(extra_sold(sale.id, state.entries[sale.entry], item, now), by=sale.sold_by)
    return (chips, paid_in_full(sale), receipt(sale.id, state, now))


def _taken(sale: Sale, awaited: Paid, centavos: int, command: MatchPix, now: Now) -> e.PaymentTaken:
    return e.PaymentTaken(
        sale=sale.id,
        person=sale.person,
        cashier=awaited.cashier,
        method=awaited.method,
        amount_centavos=centavos,
        surcharge_centavos=0,
        tendered_centavos=0,
        change_centavos=0,
        txid=awaited.txid,
        ticket="",
        source=command.source,
        file=now.bank_file if command.source == "bank_file" else "",
        bank_id=now.bank_id,
        nsu=command.nsu,
        payer=now.payer,
        credited_at=instant_of(command.credited_at) if command.credited_at else None,
    )


def _excess(sale: Sale, awaited: Paid, centavos: int) -> e.ExcessTaken:
    return e.ExcessTaken(
        sale=sale.id, person=sale.person, cashier=awaited.cashier, txid=awaited.txid, amount_centavos=centavos
    )
