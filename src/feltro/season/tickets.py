"""Seats won in satellites: handed out, passed on where the book allows it, lost when not used in time."""

from datetime import date

from feltro.kernel.events import Event
from feltro.kernel.instants import BRASILIA, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import commands as c
from feltro.season import events as e
from feltro.season.now import SeasonNow, Target
from feltro.season.state import OPEN, SeasonState, Ticket

Outcome = tuple[Event, ...] | Refused


def issue(command: c.IssueTicket, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if command.ticket in state.used_ids:
        return Refused("ticket.id_used", {"ticket": command.ticket})
    if command.owner in now.unknown:
        return Refused("person.unknown", {"person": command.owner})
    if now.target is None:
        return Refused("tournament.unknown", {"tournament": command.target})
    return (
        e.TicketIssued(
            ticket=command.ticket,
            owner=command.owner,
            value_centavos=command.value_centavos,
            target=command.target,
            online=command.source == "online",
            won_in="",
            at=now.at,
        ),
    )


def transfer(command: c.TransferTicket, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    ticket = state.tickets.get(command.ticket)
    if ticket is None or book is None or now.target is None:
        return Refused("ticket.unknown", {"ticket": command.ticket})
    if ticket.status != OPEN:
        return Refused("ticket.not_open", {"ticket": ticket.id, "status": ticket.status})
    if command.to == ticket.owner:
        return Refused("ticket.is_the_owners", {"ticket": ticket.id})
    refused = _refuse_way(command, book, now.target) or _refuse_people(command, book, now)
    if refused:
        return refused
    return (e.TicketTransferred(ticket=ticket.id, was=ticket.owner, owner=command.to, way=command.way, at=now.at),)


def _refuse_way(command: c.TransferTicket, book: Settled, target: Target) -> Refused | None:
    personal, ways = book["ticket.transferable"], book["ticket.transfer.ways"]
    if not personal.value:
        return Refused("ticket.personal", cites=personal.cites)
    if command.way not in ways.value:
        return Refused("ticket.transfer_way", cites=ways.cites)
    if command.way == "both_at_desk":
        return None
    needs = book["ticket.transfer.email_needs"]
    missing = tuple(paper for paper in needs.value if paper not in command.received)
    if missing:
        return Refused("ticket.transfer_papers", {"count": len(missing)}, needs.cites)
    days = book["ticket.transfer.email_days_before"]
    if command.sent_at is None or (target.event_day - _day_sent(command, target)).days < days.value:
        return Refused("ticket.transfer_late", {"days": days.value}, days.cites)
    return None


def _refuse_people(command: c.TransferTicket, book: Settled, now: SeasonNow) -> Refused | None:
    """Whoever gets the seat is in the registry; at the desk both show their photo ID."""
    if command.to in now.unknown:
        return Refused("person.unknown", {"person": command.to})
    if command.way == "both_at_desk" and now.without_id:
        return Refused("ticket.transfer_photo_id", cites=book["ticket.transfer.ways"].cites)
    return None


def _day_sent(command: c.TransferTicket, target: Target) -> date:
    from zoneinfo import ZoneInfo

    if command.sent_at is None:
        raise ValueError("a message has a moment")
    return command.sent_at.astimezone(ZoneInfo(target.zone)).date()


def lapse_at_year_end(ticket: Ticket, state: SeasonState, book: Settled, now: SeasonNow) -> e.TicketLapsed | None:
    """Lost with the season's year, with nothing returned; what it was worth stays with the organiser."""
    if book["ticket.lapses_at"].value != "end_of_season_year" or not _lapses(ticket, book):
        return None
    if local_time(now.at, BRASILIA).year <= state.year:
        return None
    return _lapsed(ticket, "", "", {})


def lapse_no_show(ticket: Ticket, target: Target, book: Settled) -> e.TicketLapsed | None:
    """Registration closed without its owner: the prize part joins the pool, the rest goes as in any entry."""
    if book["ticket.lapses_at"].value != "end_of_registration" or not _lapses(ticket, book):
        return None
    return _lapsed(ticket, target.tournament, target.stage, no_show_split(ticket, target, book))


def no_show_split(ticket: Ticket, target: Target, book: Settled) -> dict[str, int]:
    to_pool = book["ticket.no_show.to_pool"].value
    if to_pool == "full_price":
        return {"prize_pool": ticket.value_centavos}
    if to_pool == "prize_part" and ticket.value_centavos >= target.price_centavos:
        return dict(target.split_centavos)
    return {}


def _lapses(ticket: Ticket, book: Settled) -> bool:
    return ticket.status == OPEN and ("online" if ticket.online else "live") in book["ticket.lapses_for"].value


def _lapsed(ticket: Ticket, tournament: str, stage: str, split: dict[str, int]) -> e.TicketLapsed:
    return e.TicketLapsed(
        ticket=ticket.id,
        value_centavos=ticket.value_centavos,
        tournament=tournament,
        stage=stage,
        split_centavos=split,
    )
