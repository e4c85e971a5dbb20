"""Vouchers: sold to phones by the desk's own rules, given up as the book lets an entry be cancelled, redeemed in person."""

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, local_time
from feltro.kernel.outcome import Refused, together
from feltro.rulebook.settle import Settled
from feltro.tournament.asks.voucher_commands import BuyByPhone, CheckInVoucher, GiveUpVoucher, SettleVouchers
from feltro.tournament.days.end import sells
from feltro.tournament.facts import asks as e
from feltro.tournament.facts.line import CheckedIn, IdentityChecked
from feltro.tournament.now import Now, Outcome, PhoneSale
from feltro.tournament.sales.ahead import credit_limit
from feltro.tournament.sales.cancellation import dropped, refuse_late_cancelling
from feltro.tournament.sales.commands import Payment, SellEntry
from feltro.tournament.sales.entries import (
    effective,
    entry_sold,
    receipt,
    refuse_another_entry,
    refuse_buyer,
    refuse_person,
    refuse_person_limit,
    refuse_stopped,
)
from feltro.tournament.sales.hours import opens_at, refuse_period
from feltro.tournament.sales.members import refuse_non_member
from feltro.tournament.sales.payments import BALANCE, Charge, paid_in_full, take_all
from feltro.tournament.sales.refunds import refunds
from feltro.tournament.sheet import Day, SaleItem
from feltro.tournament.state import Sale, TournamentState

REFUND = "refund"
BY_PHONE = ("entry", "reentry")
"""What a phone may pay for: whoever is out comes back by the same way, where the book lets them."""


def buy_by_phone(command: BuyByPhone, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The PIX is awaited as at the desk. What stands against a person is told to them there, in person."""
    ask = state.phone_asks.asks.get(command.ask)
    if ask is None or not ask.is_open or ask.interest or now.known is None:
        return Refused("phone_ask.unknown")
    item, day = state.the_sheet.item(command.item), state.day(command.day)
    if item is None or item.kind not in BY_PHONE:
        return Refused("entry.no_such_item", {"item": command.item})
    if day is None:
        return Refused("entry.which_day", {"days": tuple(d.id for d in state.the_sheet.days if d.is_first)})
    refused = refuse_stopped(state) or refuse_early(day, state, book, now)
    if refused or (refused := refuse_period(item, day, state, book, now)):
        return refused
    asking = sale_of(command, now.known.person, item, now.phone)
    charge = Charge(command.voucher, now.known.person, item)
    awaited = take_all(asking.payments, charge, state, book, now)
    buyer = refuse_buyer(asking, item, day, state, book, now)
    if isinstance(awaited, Refused):
        return together(buyer, awaited) or awaited
    if buyer:
        return buyer
    sold = e.VoucherSold(
        voucher=command.voucher,
        ask=command.ask,
        person=now.known.person,
        newcomer=now.phone.newcomer,
        item=item.id,
        day=day.id,
        price_centavos=item.price_centavos,
        covered_centavos=item.covered_centavos,
        split_centavos=item.split_centavos,
        at=now.at,
    )
    return (sold, *awaited)


def sale_of(command: BuyByPhone, person: str, item: SaleItem, phone: PhoneSale) -> SellEntry:
    """As the desk would sell it. Who asked from the phone has accepted the rules there, where the book wants that."""
    covered = min(phone.ticket_centavos, item.price_centavos)
    left = item.price_centavos - covered
    by_ticket = Payment(method="ticket", amount_centavos=covered, ticket=phone.ticket)
    by_pix = Payment(method="pix", amount_centavos=left, txid=phone.txid)
    return SellEntry(
        tournament=command.tournament,
        entry=command.voucher,
        person=person,
        item=item.id,
        day=command.day,
        desk="",
        payments=(*((by_ticket,) if phone.ticket else ()), *((by_pix,) if left else ())),
        terms_accepted=True,
    )


def refuse_early(day: Day, state: TournamentState, book: Settled, now: Now) -> Refused | None:
    """Before the desk opens only where the book takes a PIX ahead, and while that is in time."""
    opens = opens_at(day, state, book)
    if now.at >= opens:
        return None
    if "pix" in book["payment.advance.methods"].value and now.at <= credit_limit(day, state, book):
        return None
    when = local_time(opens, state.the_sheet.zone)
    values = {"day": when.date(), "hour": when.time()}
    return Refused("desk.not_open_yet", values, book["desk.opens_minutes_before"].cites)


def give_up(command: GiveUpVoucher, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Unpaid at any time; paid as long as any entry is cancelled, and at the desk also when whoever paid cannot be let in.
    Where the book gives credit, it is credit at once."""
    voucher = state.phone_asks.vouchers.get(command.voucher)
    if voucher is None:
        return Refused("voucher.unknown")
    sale = state.sales[command.voucher]
    refused = refuse_late_cancelling(voucher.day, state, book, now) if sale.is_covered else None
    if refused and not _kept_outside(sale, voucher.day, state, book, now):
        return refused
    credit = book["cancel.refund"].value == "credit"
    back = refunds(sale, now, surcharge=True, method=BALANCE) if credit else ()
    return (dropped(sale, "player", now), *back)


def redeem(command: CheckInVoucher, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Paid, here, and the document in hand. From here on it is an entry as any other, with its receipt and its chair."""
    voucher = state.phone_asks.vouchers.get(command.voucher)
    if voucher is None:
        return Refused("voucher.unknown")
    sale = state.sales[command.voucher]
    item, day = state.the_sheet.item(sale.item), state.the_sheet.day(voucher.day)
    if not sale.is_covered:
        return Refused("voucher.not_paid")
    if item is None or day is None:
        return Refused("entry.no_such_item", {"item": sale.item})
    refused = refuse_stopped(state) or together(
        refuse_period(item, day, state, book, now),
        _refuse_whoever_came(sale, item, day, state, book, now),
    )
    return refused or _comes_in(sale, item, day, state, book, now)


def _refuse_whoever_came(
    sale: Sale, item: SaleItem, day: Day, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    """Nothing of it was looked at when a phone paid: who that is was not known."""
    return together(
        refuse_person("reenter" if item.kind == "reentry" else "sell", sale.person, "", state, book, now),
        refuse_another_entry(sale.person, item, state, book, gives_up=False),
        refuse_person_limit(sale.person, item, day, state, book),
        refuse_non_member(sale.person, item, day, state, now),
    )


PAPERS = {"entry.photo_id_not_seen", "entry.birth_date_missing"}
"""What whoever came can still bring."""


def _kept_outside(sale: Sale, day_id: str, state: TournamentState, book: Settled, now: Now) -> bool:
    """Whether something stands against whoever paid that no paper mends. Who that is may be known by the
    document alone that a phone told."""
    item, day, known = state.the_sheet.item(sale.item), state.the_sheet.day(day_id), now.of(sale.person)
    if item is None or day is None or known is None:
        return False
    theirs, asked = msgspec.structs.replace(sale, person=known.person), msgspec.structs.replace(now, known=known)
    refused = _refuse_whoever_came(theirs, item, day, state, book, asked)
    return refused is not None and any(one.because not in PAPERS for one in refused.all)


def _comes_in(
    sale: Sale, item: SaleItem, day: Day, state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...]:
    asking = SellEntry(
        tournament=state.tournament, entry=sale.id, person=sale.person, item=item.id, day=day.id, desk=""
    )
    sold = msgspec.structs.replace(
        entry_sold(asking, item, day, state, book, now),
        price_centavos=sale.price_centavos,
        covered_centavos=sale.covered_centavos,
        split_centavos=sale.split_centavos,
    )
    return (
        sold,
        paid_in_full(sale),
        receipt(sale.id, state, now),
        effective(sale.id, now),
        IdentityChecked(entry=sale.id, day=day.id, on_request=False, at=now.at, by=now.who),
        CheckedIn(entry=sale.id, day=day.id, at=now.at),
    )


def settle_vouchers(command: SettleVouchers, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """An entry that was not cancelled in time is final, whether or not its player comes. Whoever would have been turned
    away at the desk has the money back, as there."""
    left = unclaimed(state, now.at)
    cites = book["cancel.until_minutes_before"].cites
    if not left:
        return Refused("voucher.nobody_left", cites=cites)
    if command.how == REFUND:
        return tuple(dropped(one, "no_show", now) for one in left)
    if state.prizes.announced:
        return Refused("prizes.announced_already", cites=cites)
    days = {name: voucher.day for name, voucher in state.phone_asks.vouchers.items()}
    outside = {one.id for one in left if _kept_outside(one, days[one.id], state, book, now)}
    return tuple(event for one in left for event in _settled(one, now, back=one.id in outside))


def _settled(sale: Sale, now: Now, *, back: bool) -> tuple[Event, ...]:
    return (
        (dropped(sale, "no_show", now),)
        if back
        else (paid_in_full(sale), e.VoucherKept(voucher=sale.id, at=now.at))
    )


def unclaimed(state: TournamentState, at: Instant) -> list[Sale]:
    """Paid, and nobody can come in with them any more."""
    found = []
    for name, voucher in state.phone_asks.vouchers.items():
        sale, day = state.sales[name], state.the_sheet.day(voucher.day)
        over = state.registration_closed or day is None or not sells(state, day, at)
        if sale.is_covered and over:
            found.append(sale)
    return found
