"""Selling: a tournament decides, knowing the person, the drawer and the tickets; used tickets are the season's."""

from datetime import date
from typing import Any

import msgspec

from feltro.app.books import terms
from feltro.app.plan import Asked, Plan
from feltro.app.use_cases import carrying
from feltro.app.use_cases.drawers import refuse_short
from feltro.app.use_cases.drawing import drawing
from feltro.kernel.outcome import Refused
from feltro.ledger.accounts import account
from feltro.season import events as s
from feltro.season.state import SeasonState
from feltro.tournament import commands as c
from feltro.tournament import events as e
from feltro.tournament.decide import decide
from feltro.tournament.mid_play import SettleStopped
from feltro.tournament.now import Ban, Known, Now, Seat


class PersonRow(msgspec.Struct):
    """What selling reads of a person's row in the registry. The rest of the row is none of its business."""

    born_on: date | None = None
    photo_id: dict[str, Any] | None = None
    online_profile: str = ""


def decided(command: c.Command, asked: Asked) -> Plan | Refused:
    """Ask the tournament what a command does, with all that it may need to know."""
    stream = f"tournament:{command.tournament}"
    state = asked.look.state(stream)
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    cashier = _cashier(command, asked)
    if isinstance(cashier, Refused):
        return cashier
    settlement = asked.books.settlement(state, asked.envelope.at)
    season = asked.look.state(f"season:{state.season}") if _asks_the_season(command) else None
    sealed = drawing(command, state, asked)
    now = Now(
        at=asked.envelope.at,
        who=asked.envelope.who,
        role=asked.envelope.role,
        key=asked.envelope.key,
        known=_known(command, state, season, asked),
        cashier=cashier,
        tickets=_tickets(command, season),
        terms=terms(state.sheet.book, settlement.digest),
        pool_centavos=_pool(command, asked),
        drawn=sealed.drawn,
        commitment=sealed.commitment,
        secret=sealed.secret,
    )
    events = decide(command, state, settlement.book, now)
    if isinstance(events, Refused):
        return events
    events = (*events, *carrying.taken_up(events, season))
    short = refuse_short(events, asked)
    return short or Plan(events={stream: events, **season_events(events, state, asked)}, vault=sealed.vault)


def _cashier(command: c.Command, asked: Asked) -> str | Refused:
    """The cashier whose drawer is open at the command's desk. Others may not put money into it."""
    desk = getattr(command, "desk", "")
    if not desk:
        return ""
    state = asked.look.state(f"desk:{desk}")
    if not state.cashier:
        return Refused("drawer.not_open", {"desk": desk})
    if state.counting:
        return Refused("drawer.counting", {"desk": desk})
    if asked.envelope.role == "cashier" and state.cashier != asked.envelope.who:
        return Refused("drawer.of_another", {"desk": desk, "cashier": state.cashier})
    return str(state.cashier)


def _pool(command: c.Command, asked: Asked) -> int:
    """What is there to be shared, of everything that the house has written down."""
    if not isinstance(command, SettleStopped):
        return 0
    asked.look.world.load_all()
    return asked.look.world.balances.held(account("prize_pool", command.tournament)).centavos


# The person


def _asks_the_season(command: c.Command) -> bool:
    return isinstance(command, c.SellEntry | c.SellAhead | c.TransferEntry | c.CheckIn | c.SellExtra | c.PayDebt)


def _known(command: c.Command, state: Any, season: SeasonState | None, asked: Asked) -> Known | None:
    match command:
        case c.SellEntry() | c.SellAhead():
            person = command.person
        case c.TransferEntry():
            person = command.to
        case c.CheckIn() if command.entry in state.entries:
            person = state.entries[command.entry].person
        case _:
            return None
    row = asked.look.world.store.kept("person", person)
    if row is None or season is None:
        return None
    read = msgspec.json.decode(row.body, type=PersonRow)
    ban = season.ban_of(person, asked.envelope.at)
    return Known(
        person=person,
        birth_date=read.born_on,
        photo_id_seen=read.photo_id is not None,
        has_profile=bool(read.online_profile),
        ban=Ban(since=ban.since, ground=ban.ground, until=ban.until) if ban else None,
    )


# Tickets


def _tickets(command: c.Command, season: SeasonState | None) -> dict[str, Seat]:
    payments = getattr(command, "payments", ())
    named = {payment.ticket for payment in payments if payment.ticket} if season else set()
    return {
        one.id: Seat(
            ticket=one.id,
            owner=one.owner,
            value_centavos=one.value_centavos,
            target=one.target,
            online=one.online,
            status=one.status,
        )
        for one in (season.tickets.values() if season and named else ())
        if one.id in named
    }


def season_events(events: tuple[e.Event, ...], state: Any, asked: Asked) -> dict[str, tuple[s.Event, ...]]:
    """A ticket that pays is used; one that is refunded is open again. In one transaction with the sale."""
    moved = carrying.season_side(events, state, asked)
    for event in events:
        if isinstance(event, e.PaymentTaken) and event.ticket:
            moved.append(s.TicketUsed(ticket=event.ticket, tournament=state.tournament, sale=event.sale))
        if isinstance(event, e.RefundPaid) and event.ticket:
            moved.append(s.TicketReturned(ticket=event.ticket, tournament=state.tournament, sale=event.sale))
    if not moved:
        return {}
    stream = f"season:{state.season}"
    asked.look.live(stream)
    return {stream: tuple(moved)}
