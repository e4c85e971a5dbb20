"""Entries paid before the day: a transfer or cash at the office, with the papers the book asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import local_time
from feltro.kernel.outcome import Refused
from feltro.tournament.sales.ahead import credit_limit
from feltro.tournament.sales.commands import CompleteAhead, SellAhead
from feltro.web.frame.commands import new_id

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.kernel.outcome import Cite
    from feltro.tournament.sheet import SaleItem
    from feltro.web.desk.said import CounterForm
    from feltro.web.desk.sale import Desk


class AdvanceEntry(NamedTuple):
    """What the form of an advance entry offers."""

    items: list[SaleItem]
    methods: tuple[str, ...]
    papers: tuple[str, ...]
    until: datetime
    """The last moment for the money to be credited, for the first day of the event."""
    now: datetime
    cites: tuple[Cite, ...]
    entry: str
    open: bool
    """Whether money credited now would still be in time."""


def ahead(desk: Desk) -> AdvanceEntry | None:
    """Nothing to offer once the event runs or where the book takes no money ahead."""
    event = desk.event
    first = [day for day in event.state.the_sheet.days if day.is_first]
    ways, needs = event.book["payment.advance.methods"], event.book["payment.advance.needs"]
    items = [item for item in event.state.the_sheet.items if item.kind == "entry"]
    if not first or not items or not ways.value or event.state.registration_closed or event.state.stopped:
        return None
    limit, zone = max(credit_limit(day, event.state, event.book) for day in first), event.state.the_sheet.zone
    return AdvanceEntry(
        items=items,
        methods=tuple(ways.value),
        papers=tuple(needs.value),
        until=local_time(limit, zone),
        now=local_time(desk.envelope.at, zone),
        cites=tuple(dict.fromkeys((*ways.cites, *needs.cites, *event.book["payment.advance.credit_by"].cites))),
        entry=new_id("e"),
        open=desk.envelope.at <= limit,
    )


def sell_ahead(said: CounterForm) -> SellAhead | Refused:
    credited = said.moment("credited_at")
    if isinstance(credited, Refused):
        return credited
    method: Any = said["method"]
    received: Any = said.all("received")
    return SellAhead(
        tournament=said.tournament,
        entry=said["entry"],
        person=said["person"],
        item=said["item"],
        day=said["day"],
        desk=said.at_desk,
        method=method,
        credited_at=credited,
        reference=said["reference"][:60],
        received=received,
        terms_accepted=bool(said["terms"]),
    )


def complete_ahead(said: CounterForm) -> CompleteAhead:
    received: Any = said.all("received")
    return CompleteAhead(tournament=said.tournament, entry=said["entry"], received=received)
