"""What somebody who loses every prize had won: a satellite's seat goes to the next, and no pool is left without an owner."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from feltro.app.decisions import tickets
from feltro.app.decisions.tournament import decided, seat_of
from feltro.app.world.plan import Asked, Plan
from feltro.kernel.events import Event
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.ledger.accounts import account
from feltro.season.events import TicketLapsed
from feltro.season.state import OPEN, SeasonState, Ticket
from feltro.tournament.eliminations.places import unpaid_places
from feltro.tournament.facts.prizes import PoolCovered, SeatPaidInMoney, SeatPassedOn
from feltro.tournament.facts.sales import EntryLeft, SaleReversed
from feltro.tournament.prizes.commands import ForfeitPrize
from feltro.tournament.prizes.satellites import next_in_line
from feltro.tournament.sales.commands import VoidEntry
from feltro.tournament.sanctions.commands import GivePenalty
from feltro.tournament.state import GONE, TournamentState
from feltro.tournament.status import SENT_AWAY


class HandedOn(NamedTuple):
    """What the tournament and its season learn when a seat, or its money, changes hands."""

    tournament: tuple[Event, ...] = ()
    season: tuple[Event, ...] = ()


def lost(command: GivePenalty | ForfeitPrize, asked: Asked) -> Plan | Refused:
    """The tournament decides; what it takes away is handed on in the same transaction."""
    plan = decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    stream = f"tournament:{command.tournament}"
    state: TournamentState = asked.look.state(stream)
    losers = _who_lose(command, state, asked)
    if not losers:
        return plan
    handed = (
        list(_seats(losers, state, asked))
        if state.satellite_winners or state.seats_won
        else [_whole_pool(losers, state, asked)]
    )
    season = f"season:{state.season}"
    more = {stream: [one.tournament for one in handed], season: [one.season for one in handed]}
    events = {name: (*plan.events.get(name, ()), *chain(*found)) for name, found in more.items()}
    asked.look.live(season)
    return msgspec.structs.replace(
        plan, events={**plan.events, **{name: one for name, one in events.items() if one}}
    )


def voided(command: VoidEntry, asked: Asked) -> Plan | Refused:
    """An entry that should never have been sold gives its seat back to the pool; what the refund leaves of it is won
    by the next place, as if the entry had not been there."""
    plan = decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    stream = f"tournament:{command.tournament}"
    state: TournamentState = asked.look.state(stream)
    events = [event for found in plan.events.values() for event in found]
    seats = sum(one.split_centavos.get("prize_pool", 0) for one in events if isinstance(one, TicketLapsed))
    seats -= sum(one.amount_centavos for one in events if isinstance(one, SeatPaidInMoney))
    refunds = sum(one.split_centavos.get("prize_pool", 0) for one in events if isinstance(one, SaleReversed))
    gone = [one.entry for one in events if isinstance(one, EntryLeft)]
    if not state.satellite_winners:
        whole = _whole_pool(gone, state, asked, refunds).tournament
        return msgspec.structs.replace(plan, events={**plan.events, stream: (*plan.events[stream], *whole)})
    if seats <= refunds:
        return plan
    among = next_in_line(state, _passed(gone, state, asked)) or _winners(gone, state)
    handed = _shared(among, seats - refunds, state) or _to_the_organiser(Money(seats - refunds), asked)
    return msgspec.structs.replace(plan, events={**plan.events, stream: (*plan.events[stream], *handed.tournament)})


def _who_lose(command: GivePenalty | ForfeitPrize, state: TournamentState, asked: Asked) -> tuple[str, ...]:
    if isinstance(command, ForfeitPrize):
        return (command.entry,)
    prize = asked.books.settlement(state, asked.envelope.at).book["penalty.disqualification.prize"]
    if command.kind not in SENT_AWAY or prize.value != "none":
        return ()
    return tuple(one.id for one in state.entries_of(state.entries[command.entry].person))


def _entitled(losers: Sequence[str], state: TournamentState) -> list[str]:
    """Whoever may still be paid something here."""
    nothing = {*losers, *unpaid_places(state), *(one.entry for one in state.prizes.forfeits)}
    return [one.id for one in state.entries.values() if one.status not in GONE and one.id not in nothing]


def _whole_pool(losers: Sequence[str], state: TournamentState, asked: Asked, refunds: int = 0) -> HandedOn:
    """Nobody is left who may be paid: what the pool holds, after what goes back, is the organiser's."""
    if _entitled(losers, state) or not state.registration_closed or state.prizes.announced is None:
        return HandedOn()
    asked.look.world.load_all()
    held = asked.look.world.balances.held(account("prize_pool", state.tournament))
    return _to_the_organiser(held - Money(refunds), asked)


def _to_the_organiser(left: Money, asked: Asked) -> HandedOn:
    back = PoolCovered(
        of="prize_pool", amount_centavos=-left.centavos, at=asked.envelope.at, because="pool.nobody_entitled"
    )
    return HandedOn((back,)) if left else HandedOn()


# Seats of a satellite that has ended


def _seats(losers: Sequence[str], state: TournamentState, asked: Asked) -> Iterator[HandedOn]:
    """A seat that was used or passed on is had, as a prize that was paid is; an open one is the pool's again."""
    season: SeasonState = asked.look.state(f"season:{state.season}")
    for entry in losers:
        ticket = season.tickets.get(seat_of(state.tournament, entry))
        if ticket and ticket.status == OPEN and ticket.owner == state.entries[entry].person:
            yield _ticket_taken(ticket, losers, state, asked)
        unpaid = state.prizes.seats_in_money.get(entry, 0) - state.prizes.paid(entry, "seat")
        if unpaid > 0:
            yield _money_taken(entry, unpaid, losers, state, asked)


def _ticket_taken(ticket: Ticket, losers: Sequence[str], state: TournamentState, asked: Asked) -> HandedOn:
    """To the next place; where nobody is left to get it, to the other winners in money; else it is the organiser's.
    While the satellite is played, it is played for again."""
    handed = None if state.satellite_winners else HandedOn()
    handed = (
        handed
        or _next_seat(ticket.value_centavos, losers, state, asked)
        or _shared(_winners(losers, state), ticket.value_centavos, state)
    )
    lapsed = TicketLapsed(
        ticket=ticket.id,
        value_centavos=ticket.value_centavos,
        tournament=state.tournament,
        stage=state.stage,
        split_centavos={"prize_pool": ticket.value_centavos} if handed else {},
    )
    return HandedOn(handed.tournament, (lapsed, *handed.season)) if handed else HandedOn((), (lapsed,))


def _money_taken(entry: str, unpaid: int, losers: Sequence[str], state: TournamentState, asked: Asked) -> HandedOn:
    """Those who shared the seat with him have it; else it goes as the seat itself would."""
    back = SeatPaidInMoney(entry=entry, person=state.entries[entry].person, amount_centavos=-unpaid)
    if not state.satellite_winners:
        return HandedOn((back,))
    whole = state.the_sheet.satellite is not None and unpaid == state.the_sheet.satellite.seat_centavos
    handed = _shared(_tied_with(entry, losers, state), unpaid, state)
    handed = handed or (_next_seat(unpaid, losers, state, asked) if whole else None)
    handed = handed or _shared(_winners(losers, state), unpaid, state) or _to_the_organiser(Money(unpaid), asked)
    return HandedOn((back, *handed.tournament), handed.season)


def _tied_with(entry: str, losers: Sequence[str], state: TournamentState) -> list[str]:
    """Those who got a part of a seat in money as he did; a winner shared his with nobody."""
    if entry in state.satellite_winners:
        return []
    parts = (one for one in _entitled(losers, state) if state.prizes.seats_in_money.get(one))
    return [one for one in parts if one not in state.satellite_winners]


def _next_seat(worth: int, losers: Sequence[str], state: TournamentState, asked: Asked) -> HandedOn | None:
    """The next place gets the seat, or its money where the person may not play the event, or has a seat already."""
    prize = state.the_sheet.satellite
    season: SeasonState = asked.look.state(f"season:{state.season}")
    passed = _passed(losers, state, asked)
    while prize is not None and (group := next_in_line(state, passed)):
        if len(group) > 1:
            return _shared(group, worth, state)
        entry, person = group[0], state.entries[group[0]].person
        seated = prize.already_seated != "ticket" and tickets.has_seat(person, prize.target, season, asked)
        if seated and prize.already_seated == "next_place":
            passed |= {entry}
            continue
        if seated or tickets.refuse_owner((person,), prize.target, asked):
            return _shared(group, worth, state)
        issued = tickets.ticket(seat_of(state.tournament, entry), person, state, asked)
        return HandedOn(() if state.prizes.paid(entry) else (SeatPassedOn(entry=entry),), (issued,))
    return None


def _passed(losers: Sequence[str], state: TournamentState, asked: Asked) -> set[str]:
    """Who is not asked again: whoever lost it, and whoever had something of a seat already."""
    season: SeasonState = asked.look.state(f"season:{state.season}")
    had = (one for one in state.entries if seat_of(state.tournament, one) in season.tickets)
    return {*losers, *state.prizes.seats_in_money, *had}


def _winners(losers: Sequence[str], state: TournamentState) -> list[str]:
    entitled = _entitled(losers, state)
    return [one for one in state.satellite_winners if one in entitled]


def _shared(among: Sequence[str], centavos: int, state: TournamentState) -> HandedOn | None:
    parts = zip(among, Money(centavos).split([1] * len(among)), strict=True) if among else ()
    paid = tuple(
        SeatPaidInMoney(entry=one, person=state.entries[one].person, amount_centavos=part.centavos)
        for one, part in parts
    )
    return HandedOn(paid) if paid else None
