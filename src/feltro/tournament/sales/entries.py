"""Selling an entry: who may play, when the desk sells, what they get, and the receipt."""

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused, together
from feltro.procedures.rights import Act
from feltro.rulebook.settle import Settled
from feltro.tournament import status
from feltro.tournament.clock.face import ClockFace, standing
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.eliminations import ChipsSurrendered
from feltro.tournament.media.brands import declared_with_entry
from feltro.tournament.now import Now, Outcome
from feltro.tournament.sales.commands import IssueReceipt, SellAhead, SellEntry
from feltro.tournament.sales.hours import refuse_time
from feltro.tournament.sales.line import is_full
from feltro.tournament.sales.members import refuse_non_member
from feltro.tournament.sales.payments import Charge, pay
from feltro.tournament.sheet import Day, SaleItem, on_sale
from feltro.tournament.state import BAGGED, IN_THE_EVENT, LIVE, OUT, Entry, TournamentState

SOLD_AS_ENTRY = ("entry", "reentry")


def sell_entry(command: SellEntry, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """JSON becomes events here: an entry sold, its payments, and the receipt when all is paid."""
    item = state.the_sheet.item(command.item)
    day = state.day(command.day)
    if item is None or item.kind not in SOLD_AS_ENTRY:
        return Refused("entry.no_such_item", {"item": command.item})
    if day is None:
        return Refused("entry.which_day", {"days": tuple(d.id for d in state.the_sheet.days if d.is_first)})
    refused = refuse_stopped(state) or refuse_time(command, day, item, state, book, now)
    if refused:
        return refused
    parts = (
        surrender(command, state, book, now),
        pay(command.payments, Charge(command.entry, command.person, item), state, book, now),
        declared_with_entry(command.person, command.brand, state, book, now),
    )
    buyer = refuse_buyer(command, item, day, state, book, now)
    refused = together(buyer, *(one for one in parts if isinstance(one, Refused)))
    if refused:
        return refused
    given_up, paying, sponsor = (one for one in parts if not isinstance(one, Refused))
    sold = entry_sold(command, item, day, state, book, now, token=command.token)
    return (*given_up, sold, *sponsor, *paying, *_completed(command, paying, state, book, now))


def issue_receipt(command: IssueReceipt, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The receipt is handed over; where the book says so, the entry counts from this moment."""
    sale = state.sales.get(command.sale)
    if sale is None:
        return Refused("sale.unknown", {"sale": command.sale})
    if not sale.paid:
        return Refused("receipt.not_paid", {"sale": sale.id})
    if sale.receipt:
        return Refused("receipt.already_issued", {"number": sale.receipt})
    entry = state.entries.get(command.sale)
    pending = entry is not None and entry.effective_at is None
    return (receipt(command.sale, state, now), *((effective(command.sale, now),) if pending else ()))


def receipt(sale: str, state: TournamentState, now: Now) -> e.ReceiptIssued:
    return e.ReceiptIssued(sale=sale, number=state.last_receipt + 1, at=now.at)


def effective(entry: str, now: Now) -> e.EntryEffective:
    return e.EntryEffective(entry=entry, at=now.at)


def once_paid(sale: str, state: TournamentState, book: Settled, now: Now, *, receipted: bool) -> tuple[Event, ...]:
    """What follows when an entry is paid: its receipt, and from when it counts."""
    if receipted:
        return (receipt(sale, state, now), effective(sale, now))
    return (effective(sale, now),) if book["entry.effective_on"].value == "payment" else ()


def _completed(
    command: SellEntry, paying: tuple[Event, ...], state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...]:
    if not isinstance(paying[-1], e.SalePaid):
        return ()
    return once_paid(command.entry, state, book, now, receipted=command.hand_over_receipt)


def entry_sold(
    command: SellEntry | SellAhead,
    item: SaleItem,
    day: Day,
    state: TournamentState,
    book: Settled,
    now: Now,
    *,
    token: int = 0,
) -> e.EntrySold:
    earlier = state.entries_of(command.person)
    shown = standing(state, day.id, now.at)
    unranked = scores_nothing(state, book, has_profile=bool(now.known and now.known.has_profile))
    return e.EntrySold(
        entry=command.entry,
        person=command.person,
        item=item.id,
        kind=item.kind,
        day=day.id,
        number=state.last_number + 1,
        price_centavos=item.price_centavos,
        covered_centavos=item.covered_centavos,
        split_centavos=item.split_centavos,
        chips=item.chips + _given_with_entry(state, shown),
        previous=earlier[-1].id if earlier else "",
        waits=_waits(day, state, book, shown),
        late=shown.level > 0,
        token=token,
        terms=now.terms,
        at=now.at,
        by=now.who,
        because="entry.no_points" if unranked else "",
        cites=unranked,
    )


def scores_nothing(state: TournamentState, book: Settled, *, has_profile: bool) -> tuple[str, ...]:
    """The clauses by which an entry in this event gives its player no points; none where it does, or none are given."""
    if state.the_sheet.points == "none" or has_profile:
        return ()
    asked = book["ranking.requires_profile"]
    return tuple(map(str, asked.cites)) if asked.value else ()


def _waits(day: Day, state: TournamentState, book: Settled, shown: ClockFace) -> bool:
    """No chair is free, or none but those of people in line; or the empty ones are not for who comes in the extension."""
    if is_full(day.id, state):
        return True
    extension = state.extended_to is not None and shown.level > (state.the_sheet.late_registration or 0)
    return extension and book["entry.late.seats"].value == "new_tables"


def _given_with_entry(state: TournamentState, shown: ClockFace) -> int:
    """Chips that go with every entry sold inside their window: being on time."""
    return sum(
        item.chips
        for item in state.the_sheet.items
        if item.given_with_entry and on_sale(state.the_sheet, item, level=shown.level, in_break=shown.in_break)
    )


def surrender(command: SellEntry, state: TournamentState, book: Settled, now: Now) -> tuple[Event, ...] | Refused:
    """The chips of the entry in play leave the tournament, where the event allows that."""
    if command.surrendered_chips is None:
        return ()
    allowed = book["reentry.surrender"]
    if allowed.value != "allowed":
        return Refused("reentry.no_surrender", cites=allowed.cites)
    playing = [entry for entry in state.entries_of(command.person) if entry.status == LIVE]
    if not playing:
        return Refused("reentry.nothing_to_surrender")
    return (ChipsSurrendered(entry=playing[-1].id, chips=command.surrendered_chips, at=now.at),)


# Who


def refuse_stopped(state: TournamentState) -> Refused | None:
    return Refused("tournament.stopped", {"status": state.stopped}) if state.stopped else None


def refuse_buyer(
    command: SellEntry | SellAhead, item: SaleItem, day: Day, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    """Everything about the person and the item, all of it at once; the time and the money are asked about elsewhere."""
    accepted = book["entry.rules_accepted_at"]
    if command.entry in state.used_ids:
        return Refused("sale.id_used", {"id": command.entry})
    unread = accepted.value == "registration" and not command.terms_accepted
    act: Act = "reenter" if item.kind == "reentry" else "sell"
    buyer = command.buyer if isinstance(command, SellEntry) else ""
    gives_up = isinstance(command, SellEntry) and command.surrendered_chips is not None
    return together(
        refuse_person(act, command.person, buyer, state, book, now),
        refuse_voucher(command.person, state),
        refuse_another_entry(command.person, item, state, book, gives_up=gives_up)
        or refuse_limit(command.person, item, day, state, book),
        refuse_non_member(command.person, item, day, state, now),
        Refused("entry.terms_not_accepted", cites=accepted.cites) if unread else None,
    )


def refuse_person(
    act: Act, person: str, buyer: str, state: TournamentState, book: Settled, now: Now
) -> Refused | None:
    if now.known is None:
        return Refused("person.unknown", {"person": person})
    refused = status.refusal(act, person, state, book, now)
    third_party = book["entry.third_party"]
    for_another = buyer not in {"", person} and not third_party.value
    return together(refused, Refused("entry.third_party", cites=third_party.cites) if for_another else None)


def refuse_voucher(person: str, state: TournamentState) -> Refused | None:
    """Paid for from a phone already: what is missing is to check it in."""
    mine = (state.sales[one] for one in state.phone_asks.vouchers)
    has = any(one.person == person and one.is_covered for one in mine)
    return Refused("entry.has_voucher") if has else None


# How often


def refuse_another_entry(
    person: str, item: SaleItem, state: TournamentState, book: Settled, *, gives_up: bool
) -> Refused | None:
    most = book["entry.live_per_person"]
    mine = state.entries_of(person)
    if any(entry.id in state.seats_won for entry in mine):
        return Refused("entry.seat_won")
    in_play = [entry for entry in mine if entry.status in IN_THE_EVENT]
    if len(in_play) >= most.value and not gives_up:
        return _refuse_still_in(item, in_play[-1], book)
    played = [entry for entry in mine if entry.status in {OUT, BAGGED}]
    if item.kind == "reentry" and not played and not gives_up:
        return Refused("reentry.first_needs_entry", {"item": item.id})
    if item.kind == "entry" and any(entry.status == OUT for entry in mine):
        sold_again = any(other.kind == "reentry" for other in state.the_sheet.items)
        return Refused("entry.once" if sold_again else "entry.once_only", cites=most.cites)
    return None


def _refuse_still_in(item: SaleItem, entry: Entry, book: Settled) -> Refused:
    if item.kind == "reentry":
        return Refused("reentry.not_eliminated", {"entry": entry.id}, book["reentry.surrender"].cites)
    return Refused("entry.already_in", {"entry": entry.id}, book["entry.live_per_person"].cites)


def refuse_limit(person: str, item: SaleItem, day: Day, state: TournamentState, book: Settled) -> Refused | None:
    if item.limit.total is not None and state.sold(item.id) >= item.limit.total:
        return Refused("entry.sold_out", {"limit": item.limit.total})
    return refuse_person_limit(person, item, day, state, book)


def refuse_person_limit(
    person: str, item: SaleItem, day: Day, state: TournamentState, book: Settled
) -> Refused | None:
    limit = item.limit
    if item.kind == "reentry" and "number" not in book["reentry.limits"].value:
        return None
    cites = book["reentry.limited_by_sheet"].cites
    mine = [entry for entry in state.entries_of(person) if state.counts(entry, item.id)]
    if limit.per_person is not None and len(mine) >= limit.per_person:
        return Refused("entry.limit_per_person", {"limit": limit.per_person}, cites)
    here = sum(entry.day == day.id for entry in mine)
    if limit.per_flight is not None and here >= limit.per_flight:
        return Refused("entry.limit_per_flight", {"limit": limit.per_flight}, cites)
    return None
