"""Tempo: somebody is put on the clock, and every phone counts the same seconds down to what the book makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused, cites_of
from feltro.kernel.roles import TABLES
from feltro.tournament.time_bank.commands import StartTime, StopTime
from feltro.tournament.time_bank.decide import action_clock_of, cards_of
from feltro.tournament.time_bank.decision_time import reading_of
from feltro.web.floor.calls import AT_EVENT
from feltro.web.frame.addresses import local_path
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give, new_id
from feltro.web.frame.fields import Form, text
from feltro.web.frame.gate import AnyRequest, house_of, staff_form, staff_page
from feltro.web.frame.known import by_name, shown_event
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.world.plan import Done
    from feltro.tournament.state.floor import Table

FACES = ("nothing", "bet", "all_in")


class CountedTime(NamedTuple):
    """One time as a phone draws it: the parts it is made of, and how much of it has gone by."""

    id: str
    table: int
    name: str
    chair: str
    kind: str
    gone: float
    silent: int
    seconds: int
    card: int
    cards: int
    phase: str
    left: float
    used: int
    zero: str
    cites: tuple[Any, ...]
    zero_cites: tuple[Any, ...]


def times_of(found: EventView) -> list[CountedTime]:
    """What runs now, the table that began first on top."""
    rows = []
    for name, one in found.state.time_bank.running.items():
        gone = (found.at - one.at) / SECOND
        reading = reading_of(one, gone)
        rows.append(
            CountedTime(
                id=name,
                table=one.table,
                name=found.names.of(one.entry),
                chair=str(found.state.floor.chair_of.get(one.entry, "")),
                kind=one.kind,
                gone=round(gone, 1),
                silent=one.silent,
                seconds=one.seconds,
                card=one.card,
                cards=one.cards,
                phase=reading.phase,
                left=round(reading.seconds_left, 1),
                used=reading.cards_used,
                zero=one.zero,
                cites=cites_of(one.cites),
                zero_cites=cites_of(one.zero_cites),
            )
        )
    return rows


@staff_page(AT_EVENT + "/tempo", TABLES, follows=("tournament:{event}",))
def show_time(request: AnyRequest, event: str) -> AnyAnswer:
    """`mesa` is the table; with nobody on the clock its chairs are offered, one tap each."""
    with house_of(request).world.lock:
        found = shown_event(request, event)
        return _page(request, found, request.query_params.get("mesa", ""))


def _page(request: AnyRequest, found: EventView, asked: str, refused: Refused | None = None) -> AnyAnswer:
    tables = found.state.floor.tables
    number = int(asked) if asked.isdecimal() and int(asked) in tables else min(tables, default=0)
    running = [one for one in times_of(found) if one.table == number]
    ended = found.state.time_bank.ended.get(number)
    context: dict[str, Any] = {
        "event": found,
        "tables": sorted(tables),
        "table": number,
        "others": [one.table for one in times_of(found) if one.table != number],
        "running": running[0] if running else None,
        "ended": ended,
        "ended_name": found.names.of(ended.entry) if ended else "",
        "ended_cites": cites_of(ended.cites) if ended else (),
        "people": list(people_at(found, tables[number])) if number in tables else [],
        "faces": FACES,
        "refused": why(by_name(refused, found), language_of(request)) if refused else None,
    }
    return room_page(request, "floor/time.html", 409 if refused else 200, **context)


def people_at(found: EventView, table: Table) -> list[dict[str, Any]]:
    """Who sits there, chair by chair, with the cards of each where there is an action clock."""
    rows = []
    for seat, entry in sorted(table.players.items()):
        clock = action_clock_of(found.state, entry, found.book, found.at)
        rows.append(
            {
                "entry": entry,
                "seat": seat,
                "name": found.names.of(entry),
                "cards": cards_of(found.state, entry, found.book) if clock else 0,
                "clock": clock is not None,
            }
        )
    return rows


@staff_form(AT_EVENT + "/tempo", TABLES)
def start_time(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    entry, faces, kind = (text(data, name) for name in ("entry", "faces", "kind"))
    command = StartTime(
        tournament=event,
        time=new_id("q"),
        entry=entry,
        kind=kind or "call",  # type: ignore[arg-type]
        faces=faces or "bet",  # type: ignore[arg-type]
        count_asked=bool(text(data, "count_asked")),
    )
    return _told(request, event, give(request, command, text(data, "key")), data)


@staff_form(AT_EVENT + "/tempo/fim", TABLES)
def stop_time(request: AnyRequest, event: str, data: Form) -> AnyAnswer:
    command = StopTime(tournament=event, time=text(data, "time"), acted=text(data, "acted") != "0")
    return _told(request, event, give(request, command, text(data, "key")), data)


def _told(request: AnyRequest, event: str, outcome: Done | Refused, data: Form) -> AnyAnswer:
    table = text(data, "table")
    if not isinstance(outcome, Refused):
        return go(request, local_path(f"/floor/{event}/tempo?mesa={table}"))
    with house_of(request).world.lock:
        return _page(request, shown_event(request, event), table, outcome)
