"""A sale taken back as if it had not been: a cashier's slip, or an entry that should never have been sold."""

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.eliminations.freed import struck_off
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.prizes import SeatPaidInMoney
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.cancellation import dropped, left_event
from feltro.tournament.sales.commands import VoidEntry, VoidSale
from feltro.tournament.sales.refunds import refunds, reversal
from feltro.tournament.state import GONE, IN_THE_EVENT, LIVE, VOID, Entry, Sale, TournamentState


def void_sale(command: VoidSale, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """A slip at the desk is no cancellation: no time limit, but the seat must not be taken, nor the chips have played."""
    sale = state.sales.get(command.sale)
    if sale is None or sale.gone:
        return Refused("sale.unknown", {"sale": command.sale})
    refused = _refuse_who(command, sale, state, now)
    if refused:
        return refused
    entry = state.entries.get(sale.id)
    if sale.voucher:
        return Refused("voucher.give_up_instead")
    if entry is None:
        return _void_extra(command, sale, state, book, now)
    if entry.checked_in or entry.status not in IN_THE_EVENT:
        return Refused("void.seat_taken", {"entry": entry.id})
    if any(other.entry == entry.id and other.id != entry.id and not other.gone for other in state.sales.values()):
        return Refused("void.has_extras", {"entry": entry.id})
    left = left_event(entry, VOID, "slip", now, surcharge=True, reason=now.key)
    return (left, *reversal(sale), *refunds(sale, now, surcharge=True, nsu=command.nsu))


def _refuse_who(command: VoidSale, sale: Sale, state: TournamentState, now: Now) -> Refused | None:
    """A cashier takes back her own last sale, with the paper in her hand; everything else is not hers to void."""
    if not command.reason.strip():
        return Refused("void.needs_reason")
    if sale.receipt and not command.receipt_returned:
        return Refused("void.needs_receipt", {"number": sale.receipt})
    if now.role != "cashier":
        return None
    return None if last_own_sale(state, now.who) == sale.id else Refused("void.not_your_last")


def last_own_sale(state: TournamentState, who: str) -> str:
    """What a cashier may still take back by herself."""
    return next((one.id for one in reversed(state.sales.values()) if one.sold_by == who and not one.gone), "")


def _void_extra(command: VoidSale, sale: Sale, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Chips bought at the table come back to the tray first. What was announced there is owed, whatever happened."""
    entry, item = state.entries[sale.entry], state.the_sheet.item(sale.item)
    if sale.ordered:
        return Refused("void.drop_instead")
    if sale.owed or not sale.paid:
        return Refused("void.chips_in_play", {"sale": sale.id}, book["rebuy.announced_binds"].cites)
    chips = item.chips if item else 0
    if entry.status != LIVE or entry.chips < chips or (chips and not command.chips_returned):
        return Refused("void.chips_out", {"chips": chips})
    back = e.ExtraVoided(sale=sale.id, entry=entry.id, chips=chips, reason=now.key, at=now.at)
    return (back, *reversal(sale), *refunds(sale, now, surcharge=True, nsu=command.nsu))


def void_entry(command: VoidEntry, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Found out later, at any moment of the event: as if never sold, and all that was paid is owed back.

    Who should not have been let in has no other entry either. The card's surcharge goes back where the house, and
    not the player, undoes it.
    """
    entry = state.entries.get(command.entry)
    if entry is None or entry.status in GONE:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    reason = now.noted(command.reason)
    mine = [entry] if command.ground == "director" else state.entries_of(entry.person)
    events: list[Event] = []
    for one in mine:
        if one.status not in GONE:
            houses = command.ground == "director" and bool(book["event.stop.refund_surcharge"].value)
            events.append(left_event(one, VOID, command.ground, now, surcharge=houses, reason=reason))
            events += all_taken_back(one, state, now)
    if command.ground != "director":
        events += struck_off(entry.person, state, book)
    return tuple(events)


def all_taken_back(entry: Entry, state: TournamentState, now: Now) -> list[Event]:
    """The entry's price, and what was bought for it later; a debt and its price cancel each other out."""
    events: list[Event] = []
    for sale in state.sales.values():
        if sale.entry == entry.id and sale.ordered:
            events += [] if sale.gone else [dropped(sale, "entry_gone", now)]
        elif sale.entry == entry.id:
            events += taken_back(sale)
    won = state.prizes.seats_in_money.get(entry.id, 0)
    if won:
        events.append(SeatPaidInMoney(entry=entry.id, person=entry.person, amount_centavos=-won))
    return events


def taken_back(sale: Sale) -> list[Event]:
    """A sale as if it had not been: what was paid for it is the player's again, and a debt is nobody's."""
    if sale.reversed:
        return []
    if not sale.owed:
        return list(reversal(sale))
    debt = e.DebtPaid(sale=sale.id, person=sale.person, price_centavos=sale.price_centavos)
    return [debt, *reversal(sale, owed=True)]
