"""The door of every command of a tournament: it decides, knowing the person, the drawer and the tickets; what the season,
its tickets and the rooms learn of it goes into the same transaction."""

from typing import Any

import msgspec

from feltro.app.access.seconds import seconds_of, since_when
from feltro.app.conduct.penalties import season_side, taken_up
from feltro.app.decisions.drawers import refuse_counting, refuse_short
from feltro.app.decisions.people import ASKS_THE_SEASON, known_of, people_of
from feltro.app.decisions.rooms import room_events
from feltro.app.decisions.tabs import back_to_the_tab, standing_of
from feltro.app.decisions.taps import crossed
from feltro.app.sheets.books import terms
from feltro.app.sheets.settlement import Settlement
from feltro.app.world.chance import chance_for, vault_of
from feltro.app.world.plan import Asked, Plan
from feltro.app.world.streams.settings import STREAM as SETTINGS
from feltro.kernel.commands import Command, TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused, together
from feltro.ledger.accounts import account
from feltro.procedures.control import Seconds, control
from feltro.rulebook.settle import Settled
from feltro.season import events as s
from feltro.season.state import SeasonState, Ticket
from feltro.tournament.decide import decide
from feltro.tournament.facts import sales as e
from feltro.tournament.now import Now, Seat
from feltro.tournament.opening.commands import SettleStopped
from feltro.tournament.prizes.commands import ApprovePrize, PayPrize
from feltro.tournament.state import TournamentState


def decided(command: TournamentCommand, asked: Asked, **looked_up: Any) -> Plan | Refused:
    """Ask the tournament what a command does, with all that it may need to know; `looked_up` is what a use case
    found for it elsewhere."""
    stream = f"tournament:{command.tournament}"
    state = asked.look.state(stream)
    if state.sheet is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    drawer = cashier_of(command, asked)
    closed, cashier = (drawer, "") if isinstance(drawer, Refused) else (None, drawer)
    settlement = asked.books.settlement(state, asked.envelope.at)
    season = asked.look.state(f"season:{state.season}") if isinstance(command, ASKS_THE_SEASON) else None
    now = _now(command, state, settlement, season, cashier, asked)
    told = msgspec.structs.replace(now, **looked_up) if looked_up else now
    events = decide(command, state, settlement.book, told)
    if isinstance(events, Refused):
        # What the event says comes before the drawer: whoever cannot buy need not open one.
        return together(events, closed) or events
    if closed:
        return closed
    events = (*back_to_the_tab(events, asked), *taken_up(events, season))
    short = refuse_short(events, asked) or (refuse_counting(events, asked) if not cashier else None)
    rooms = room_events(events, state, asked)
    if isinstance(rooms, Refused):
        return rooms
    streams = {stream: events, **season_events(events, state, asked), **rooms}
    vault = vault_of(now.the_chance, asked)
    if isinstance(vault, Refused):
        return vault
    return short or Plan(events=streams, vault=vault)


def _now(
    command: TournamentCommand,
    state: TournamentState,
    settlement: Settlement,
    season: SeasonState | None,
    cashier: str,
    asked: Asked,
) -> Now:
    """All that a decision may need to know besides its own stream."""
    return Now(
        at=asked.envelope.at,
        tapped_at=asked.envelope.tapped_at,
        crossed=crossed(command, asked),
        who=asked.envelope.who,
        role=asked.envelope.role,
        key=asked.envelope.key,
        known=known_of(command, state, season, asked),
        people=people_of(command, state, season, asked),
        cashier=cashier,
        tickets=_tickets(command, season),
        terms=terms(state.the_sheet.book, settlement.digest),
        chance=chance_for(state.tournament, asked),
        pool_centavos=_pool(command, asked),
        seconds=_seconds(command, state, settlement.book, asked),
        bank_file=asked.envelope.bank_file,
        bank_id=asked.envelope.bank_id,
        receiver=_receiver(command, asked),
        **standing_of(command, asked),
    )


def cashier_of(command: Command, asked: Asked) -> str | Refused:
    """The cashier whose drawer is open at the command's desk. Others may not put money into it; whoever said by PIN that
    they stand at a shared device may, where the drawer is the device's."""
    desk = getattr(command, "desk", "")
    if not desk:
        return ""
    state = asked.look.state(f"desk:{desk}")
    if not state.cashier:
        return Refused("drawer.not_open", {"desk": desk})
    if state.counting:
        return Refused("drawer.counting", {"desk": desk})
    mine = (asked.envelope.who, f"device.{asked.envelope.device}")
    if asked.envelope.role == "cashier" and state.cashier not in mine:
        return Refused("drawer.of_another", {"desk": desk, "cashier": state.cashier})
    return str(state.cashier)


def _seconds(command: TournamentCommand, state: Any, book: Settled, asked: Asked) -> Seconds:
    """Asked only where a second person looks: the list of who let in whom is long."""
    looks = ApprovePrize.may if isinstance(command, PayPrize) else command.may if command.second_person else ()
    if not looks:
        return Seconds()
    facts = asked.look.live(f"tournament:{state.tournament}").facts
    since = since_when(control(book), asked.envelope.at, facts[0].meta.at if facts else None)
    return seconds_of(asked.envelope.who, looks, asked.look.world, since)


def _receiver(command: TournamentCommand, asked: Asked) -> str:
    by_pix = any(one.method == "pix" for one in getattr(command, "payments", ()))
    return str(asked.look.state(SETTINGS).receiver) if by_pix else ""


def _pool(command: TournamentCommand, asked: Asked) -> int:
    """What is there to be shared, of everything that the house has written down."""
    if not isinstance(command, SettleStopped):
        return 0
    asked.look.world.load_all()
    return asked.look.world.balances.held(account("prize_pool", command.tournament)).centavos


# Tickets


def _tickets(command: TournamentCommand, season: SeasonState | None) -> dict[str, Seat]:
    payments = getattr(command, "payments", ())
    named = {payment.ticket for payment in payments if payment.ticket} if season else set()
    return {one.id: seat(one) for one in (season.tickets.values() if season and named else ()) if one.id in named}


def seat(ticket: Ticket) -> Seat:
    """As a tournament is told of it."""
    return Seat(
        ticket=ticket.id,
        owner=ticket.owner,
        value_centavos=ticket.value_centavos,
        target=ticket.target,
        online=ticket.online,
        status=ticket.status,
    )


def _seat_taken_back(entry: str, state: Any, asked: Asked) -> list[Event]:
    """A seat that should not have been won, and was not used yet, is the satellite's pool again."""
    seat = asked.look.state(f"season:{state.season}").tickets.get(seat_of(state.tournament, entry))
    if seat is None or seat.status != "open":
        return []
    back = {"prize_pool": seat.value_centavos}
    return [
        s.TicketLapsed(
            ticket=seat.id,
            value_centavos=seat.value_centavos,
            tournament=state.tournament,
            stage=state.stage,
            split_centavos=back,
        )
    ]


def seat_of(satellite: str, entry: str) -> str:
    """The id of the ticket that an entry wins in a satellite."""
    return f"{satellite}-{entry}"


def season_events(events: tuple[Event, ...], state: Any, asked: Asked) -> dict[str, tuple[Event, ...]]:
    """A ticket that pays is used; one that is refunded is open again. In one transaction with the sale."""
    moved = season_side(events, state, asked)
    for event in events:
        if isinstance(event, e.PaymentTaken) and event.ticket:
            moved.append(s.TicketUsed(ticket=event.ticket, tournament=state.tournament, sale=event.sale))
        if isinstance(event, e.RefundPaid) and event.ticket:
            moved.append(s.TicketReturned(ticket=event.ticket, tournament=state.tournament, sale=event.sale))
        if isinstance(event, e.EntryLeft) and (state.satellite_winners or state.seats_won):
            moved += _seat_taken_back(event.entry, state, asked)
    if not moved:
        return {}
    stream = f"season:{state.season}"
    asked.look.live(stream)
    return {stream: tuple(moved)}
