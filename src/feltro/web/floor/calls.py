"""Calls from the tables: who rings, for what, since when; and the three forms that make, take and end one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.people.names import staff_name
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import FLOOR, TABLES
from feltro.tournament.calls.commands import CallFloor, CloseCall, TakeCall, TellTable, Why
from feltro.tournament.taps.commands import SettleTap
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_id
from feltro.web.frame.fields import Form, digits, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form
from feltro.web.frame.known import by_name, shown_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.world.plan import Done
    from feltro.kernel.commands import Command

REASONS: tuple[str, ...] = Why.__args__  # type: ignore[attr-defined]
AT_EVENT = "/floor/{event:str}"


class Ringing(NamedTuple):
    """One call as a phone shows it."""

    id: str
    event: str
    event_name: str
    table: int
    why: str
    waited: int
    """Seconds since the table called, or since somebody said that they come."""
    floor: str
    """Who comes; nobody yet while it rings."""
    mine: bool
    told: bool = False
    """The dealer said what was seen."""
    entry: str = ""
    """Whom it is about, by name."""


def calls_of(found: EventView, who: str) -> list[Ringing]:
    """Those that wait first, the longest wait first."""
    rows = []
    for name, one in found.state.calls.open.items():
        since = one.taken_at or one.at
        floor = staff_name(one.floor, found.house.store) if one.floor else ""
        rows.append(
            Ringing(
                id=name,
                event=found.id,
                event_name=found.state.the_sheet.name,
                table=one.table,
                why=one.why,
                waited=max((found.at - since) // SECOND, 0),
                floor=floor,
                mine=one.floor == who,
                told=bool(one.told),
                entry=found.names.of(one.entry) if one.entry in found.state.entries else "",
            )
        )
    return sorted(rows, key=lambda one: (bool(one.floor), -one.waited))


@staff_form(AT_EVENT + "/chamar", TABLES)
def call_floor(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    table, reason = text(data, "table"), text(data, "why")
    if not table.isdecimal() or reason not in REASONS:
        return _told(request, event, Refused("form.unfit", {"said": table or reason}), data)
    call = CallFloor(tournament=event, call=new_id("c"), table=int(table), why=reason)  # type: ignore[arg-type]
    return _give(request, event, call, data)


@staff_form(AT_EVENT + "/atender", FLOOR)
def take_call(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    return _give(request, event, TakeCall(tournament=event, call=text(data, "call")), data)


@staff_form(AT_EVENT + "/encerrar", TABLES)
def close_call(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    return _give(request, event, CloseCall(tournament=event, call=text(data, "call")), data)


@staff_form(AT_EVENT + "/avisar", FLOOR)
def tell_table(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    table = digits(text(data, "table")) or 0
    return _give(request, event, TellTable(tournament=event, table=table, reason=text(data, "reason")), data)


@staff_form(AT_EVENT + "/toque", FLOOR)
def settle_tap(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    """A bust that crossed another: which of them was first; anything else was seen."""
    how: Any = text(data, "how") or "dropped"
    return _give(request, event, SettleTap(tournament=event, tap=text(data, "tap"), how=how), data)


def _give(request: AnyRequest, event: str, command: Command, data: Form) -> AnyAnswer:
    return _told(request, event, give(request, command, text(data, "key")), data)


def _told(request: AnyRequest, event: str, outcome: Done | Refused, data: Form) -> AnyAnswer:
    """Back to where it was asked; a no is a page that says why."""
    back = local_path(text(data, "back") or "/floor")
    if not isinstance(outcome, Refused):
        return go(request, back)
    with house_of(request).world.lock:
        said: dict[str, Any] = {"refused": why(by_name(outcome, shown_event(request, event)), language_of(request))}
    return room_page(request, "floor/refused.html", 409, back=back, **said)
