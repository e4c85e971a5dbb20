"""Seats in hand: passed on to somebody else at the desk or by message, where the book allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.outcome import Refused
from feltro.season.commands import TransferTicket
from feltro.web.desk import lookup

if TYPE_CHECKING:
    from feltro.kernel.outcome import Cite
    from feltro.season.state import Ticket
    from feltro.web.desk.said import CounterForm
    from feltro.web.desk.sale import Desk


class InHand(NamedTuple):
    """A person's open tickets, and how they may be passed on."""

    tickets: list[Ticket]
    ways: tuple[str, ...]
    papers: tuple[str, ...]
    """What has to come with a message."""
    cites: tuple[Cite, ...]


def in_hand(desk: Desk, person: str) -> InHand | None:
    tickets = lookup.tickets(person, desk.event)
    if not tickets:
        return None
    book = desk.event.book
    personal, ways, needs = (
        book[name] for name in ("ticket.transferable", "ticket.transfer.ways", "ticket.transfer.email_needs")
    )
    allowed = tuple(ways.value) if personal.value else ()
    return InHand(tickets, allowed, tuple(needs.value), ways.cites if allowed else personal.cites)


def pass_on(said: CounterForm) -> TransferTicket | Refused:
    to = said.person("to")
    if isinstance(to, Refused):
        return to
    sent = said.moment("sent_at") if said["sent_at"] else None
    if isinstance(sent, Refused):
        return sent
    way: Any = said["way"]
    papers: Any = said.all("received")
    return TransferTicket(
        season=said.desk.event.state.season, ticket=said["ticket"], to=to, way=way, received=papers, sent_at=sent
    )
