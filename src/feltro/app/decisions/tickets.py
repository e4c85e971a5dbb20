"""Tickets: they belong to the season, follow the book of the tournament they are for, and come from satellites."""

from typing import Any

from feltro.app.decisions.people import known_person, person_row
from feltro.app.decisions.tournament import decided as tournament_decided
from feltro.app.decisions.tournament import seat_of
from feltro.app.world.plan import Asked, Plan
from feltro.kernel.commands import SeasonCommand
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import commands as c
from feltro.season import events as e
from feltro.season import tickets
from feltro.season.decide import decide
from feltro.season.now import SeasonNow, Target
from feltro.season.state import SeasonState
from feltro.tournament import status
from feltro.tournament.facts.prizes import PoolCovered, SeatPaidInMoney, SeatPassedOn
from feltro.tournament.now import Now as TournamentNow
from feltro.tournament.prizes import satellites
from feltro.tournament.prizes.commands import EndSatellite, WinSeat
from feltro.tournament.state import IN_THE_EVENT, TournamentState


def decided(command: SeasonCommand, asked: Asked) -> Plan | Refused:
    """A command to one season, with the book of the tournament it speaks of, if it speaks of one."""
    stream = f"season:{command.season}"
    state: SeasonState = asked.look.state(stream)
    book, target = None, None
    people, tournament = _about(command, state)
    if tournament and asked.look.state(f"tournament:{tournament}").season == command.season:
        book, target = _target(tournament, asked)
    events = decide(command, state, book, _now(asked, target, people))
    if isinstance(events, Refused):
        return events
    return refuse_owner(people, tournament, asked) or Plan(events={stream: events})


def _about(command: SeasonCommand, season: SeasonState) -> tuple[tuple[str, ...], str]:
    """The people a command names, whoever is to have a ticket last, and the tournament that this ticket is for."""
    match command:
        case c.IssueTicket():
            return (command.owner,), command.target
        case c.TransferTicket() if command.ticket in season.tickets:
            ticket = season.tickets[command.ticket]
            return (ticket.owner, command.to), ticket.target
        case c.BanPerson() | c.ConfirmSelfExclusion():
            return (command.person,), ""
    return (), ""


def refuse_owner(people: tuple[str, ...], tournament: str, asked: Asked) -> Refused | None:
    """A ticket for somebody who may not play the tournament that it is for would be worth nothing."""
    state: TournamentState = asked.look.state(f"tournament:{tournament}")
    if not tournament or state.sheet is None:
        return None
    season: SeasonState = asked.look.state(f"season:{state.season}")
    known = known_person(people[-1], state, season, asked)
    book = asked.books.settlement(state, asked.envelope.at).book
    return status.refusal("ticket", people[-1], state, book, TournamentNow(at=asked.envelope.at, known=known))


def lapse_tickets(command: c.LapseTickets, asked: Asked) -> Plan | Refused:
    stream = f"season:{command.season}"
    state: SeasonState = asked.look.state(stream)
    lapsed = []
    for ticket in state.tickets.values():
        book, _ = _target(ticket.target, asked)
        lost = tickets.lapse_at_year_end(ticket, state, book, _now(asked)) if book else None
        if lost:
            lapsed.append(lost)
    return Plan(events={stream: tuple(lapsed)}) if lapsed else Refused("ticket.none_lapses")


def lapse_no_shows(command: c.LapseNoShows, asked: Asked) -> Plan | Refused:
    stream = f"season:{command.season}"
    state: SeasonState = asked.look.state(stream)
    book, target = _target(command.tournament, asked)
    if book is None or target is None:
        return Refused("tournament.unknown", {"tournament": command.tournament})
    if not target.closed:
        return Refused("ticket.registration_open", cites=book["ticket.lapses_at"].cites)
    found = (tickets.lapse_no_show(ticket, target, book) for ticket in state.open_tickets(command.tournament))
    lapsed = tuple(filter(None, found))
    return Plan(events={stream: lapsed}) if lapsed else Refused("ticket.none_lapses")


def seats_to_lapse(tournament: str, asked: Asked) -> int:
    """Seats for a tournament that nobody used, though registration is over, and that the book takes back."""
    book, target = _target(tournament, asked)
    if book is None or target is None or not target.closed:
        return 0
    season: SeasonState = asked.look.state(f"season:{asked.look.state(f'tournament:{tournament}').season}")
    return sum(
        tickets.lapse_no_show(ticket, target, book) is not None for ticket in season.open_tickets(tournament)
    )


def end_satellite(command: EndSatellite, asked: Asked) -> Plan | Refused:
    """Each seat becomes a ticket of the season; a winner who has one gets what the sheet says.

    Whoever may not play the target event won the satellite all the same: the seat's value in money, not a ticket.
    """
    plan = tournament_decided(command, asked)
    if isinstance(plan, Refused):
        return plan
    stream = f"tournament:{command.tournament}"
    state = asked.look.state(stream)
    prize = state.sheet.satellite
    season_stream = f"season:{state.season}"
    season: SeasonState = asked.look.state(season_stream)
    awards = _awards(state, season, asked)
    money = dict(awards.shares_centavos)
    had = {one for one in awards.seats if _has_it(one, state, season)}
    fresh = [one for one in awards.seats if one not in had]
    money |= dict.fromkeys((one for one in fresh if _in_money(one, state, season, asked)), prize.seat_centavos)
    passed = (SeatPassedOn(entry=one) for one in satellites.out_of_place(awards.seats, state))
    paid = (_paid(one, amount, state) for one, amount in money.items())
    issued = tuple(_issued(one, state, asked) for one in fresh if one not in money)
    nobodys = _nobodys(awards.left, state, asked)
    events = {stream: (*plan.events[stream], *passed, *paid, *nobodys), season_stream: issued}
    return Plan(events={name: found for name, found in events.items() if found})


def win_seat(command: WinSeat, asked: Asked) -> Plan | Refused:
    """The ticket is there at once where the prizes hang on the wall, else when the satellite ends: the event that it is for
    may be selling already. A seat that the sheet passes on to the next place is decided then too."""
    plan = tournament_decided(command, asked)
    stream = f"tournament:{command.tournament}"
    state = asked.look.state(stream)
    if isinstance(plan, Refused) or state.prizes.announced is None:
        return plan
    season: SeasonState = asked.look.state(f"season:{state.season}")
    prize, person = state.sheet.satellite, state.entries[command.entry].person
    if prize.already_seated == "next_place" and has_seat(person, prize.target, season, asked):
        return plan
    if _in_money(command.entry, state, season, asked):
        paid = _paid(command.entry, prize.seat_centavos, state)
        return Plan(events={**plan.events, stream: (*plan.events[stream], paid)})
    return Plan(events={**plan.events, f"season:{state.season}": (_issued(command.entry, state, asked),)})


def _has_it(entry: str, state: TournamentState, season: SeasonState) -> bool:
    """Given when the chips were there, as a ticket or in money."""
    return seat_of(state.tournament, entry) in season.tickets or entry in state.prizes.seats_in_money


def _in_money(entry: str, state: Any, season: SeasonState, asked: Asked) -> bool:
    """Whoever may not play the event, or has a seat where the sheet then pays what it is worth."""
    prize, person = state.sheet.satellite, state.entries[entry].person
    richer = prize.already_seated == "cash" and has_seat(person, prize.target, season, asked)
    return richer or refuse_owner((person,), prize.target, asked) is not None


def _paid(entry: str, centavos: int, state: TournamentState) -> SeatPaidInMoney:
    return SeatPaidInMoney(entry=entry, person=state.entries[entry].person, amount_centavos=centavos)


def _issued(entry: str, state: Any, asked: Asked) -> e.TicketIssued:
    return ticket(seat_of(state.tournament, entry), state.entries[entry].person, state, asked)


def _awards(state: Any, season: SeasonState, asked: Asked) -> satellites.Awards:
    """Where the sheet says so, the seat of one who has one already goes to the next."""
    holders, prize = satellites.holders_in(state), state.sheet.satellite
    if prize.already_seated != "next_place":
        return satellites.awarded(holders, state)
    mine = {state.entries[one].person for one in holders if seat_of(state.tournament, one) in season.tickets}
    played = {entry.person for entry in state.entries.values()} - mine
    has_one = {person for person in played if has_seat(person, prize.target, season, asked)}
    return satellites.awarded(holders, state, has_one)


def _nobodys(left: int, state: Any, asked: Asked) -> list[PoolCovered | SeatPaidInMoney]:
    """Seats that nobody holds a place for are covered by nobody; what the entries paid of them is the winners'."""
    announced, found = state.prizes.announced, list[PoolCovered | SeatPaidInMoney]()
    if announced is None or not left:
        return found
    worth = left * state.sheet.satellite.seat_centavos
    back = min(worth, announced.cover_centavos + state.prizes.covered_centavos)
    if back:
        at = asked.envelope.at
        found.append(PoolCovered(of="prize_pool", amount_centavos=-back, at=at, because="pool.cover_returned"))
    holders = satellites.holders_in(state)
    for entry, part in zip(holders, Money(worth - back).split([1] * len(holders)), strict=True):
        if part:
            person = state.entries[entry].person
            found.append(SeatPaidInMoney(entry=entry, person=person, amount_centavos=part.centavos))
    return found


def has_seat(person: str, target: str, season: SeasonState, asked: Asked) -> bool:
    if any(ticket.owner == person for ticket in season.open_tickets(target)):
        return True
    entries = asked.look.state(f"tournament:{target}").entries_of(person)
    return any(entry.status in IN_THE_EVENT for entry in entries)


def ticket(ticket: str, person: str, state: Any, asked: Asked) -> e.TicketIssued:
    prize = state.sheet.satellite
    return e.TicketIssued(
        ticket=ticket,
        owner=person,
        value_centavos=prize.seat_centavos,
        target=prize.target,
        online=False,
        won_in=state.tournament,
        at=asked.envelope.at,
    )


def _target(tournament: str, asked: Asked) -> tuple[Settled | None, Target | None]:
    state = asked.look.state(f"tournament:{tournament}")
    if state.sheet is None:
        return None, None
    zone = state.sheet.zone
    entry = next((item for item in state.sheet.items if item.kind == "entry"), None)
    target = Target(
        tournament=tournament,
        stage=state.stage,
        event_day=local_time(min(state.starts.values()), zone).date(),
        zone=zone,
        closed=state.registration_closed,
        price_centavos=entry.price_centavos if entry else 0,
        split_centavos=dict(entry.split_centavos) if entry else {},
    )
    return asked.books.settlement(state, asked.envelope.at).book, target


def _now(asked: Asked, target: Target | None = None, people: tuple[str, ...] = ()) -> SeasonNow:
    rows = {person: person_row(person, asked) for person in people}
    return SeasonNow(
        at=asked.envelope.at,
        role=asked.envelope.role,
        key=asked.envelope.key,
        target=target,
        without_id=tuple(person for person, row in rows.items() if row is None or row.photo_id is None),
        unknown=tuple(person for person, row in rows.items() if row is None),
    )
