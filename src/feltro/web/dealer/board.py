"""The dealer board, for whoever leads the dealers: strings that are pushed whole, who deals where, who rests longest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.people.names import dealer_name
from feltro.house.room_commands import (
    ClockIn,
    ClockOut,
    DealerString,
    FreeDealer,
    PushString,
    SeatDealer,
    SetStrings,
)
from feltro.house.rooms import proposed_strings, relief_of
from feltro.house.shifts import hours_of, is_here, shift_of
from feltro.kernel.instants import MINUTE, Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import FLOOR
from feltro.web.floor.home import events_on
from feltro.web.frame.answers import AnyAnswer, go, room_page, why
from feltro.web.frame.commands import give
from feltro.web.frame.fields import NAME, Form, coded, digits, numbers, text
from feltro.web.frame.gate import AnyRequest, house_of, now, staff_form, staff_page
from feltro.web.frame.streams import ACCESS, EVENTS, PEOPLE, ROOMS
from feltro.web.frame.visitor import language_of

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.world.plan import Done
    from feltro.house.room_events import RoomState, RoomString
    from feltro.kernel.commands import Command

ADDRESS = "/dealers"
MOST_STRINGS = 30
LATELY = 18 * 60 * MINUTE
"""A shift of the night before is not one of tonight."""


class BoardTable(NamedTuple):
    number: int
    dealer: str
    name: str
    since: Instant | None
    breaks: int
    """Which of the tables it is that break, from 1; 0 where no order was published."""
    open: bool


class BoardString(NamedTuple):
    name: str
    tables: list[BoardTable]
    next_at: Instant | None
    """When it is pushed next; nothing before its first push."""
    due: bool
    comes_in: str


class OutDealer(NamedTuple):
    """Somebody who does not deal now, and since when."""

    dealer: str
    name: str
    since: Instant | None
    minutes: int
    downs: int
    dealt_minutes: int


class WorkingHours(NamedTuple):
    """A dealer of the room: the shift that lasts, or the last one, as far as it was of late."""

    dealer: str
    name: str
    here: bool
    came: Instant | None
    went: Instant | None
    worked: str
    downs: int
    dealt: str
    rested: str


class RoomBoard(NamedTuple):
    room: str
    strings: list[BoardString]
    loose: list[BoardTable]
    """Tables that no string has."""
    out: list[OutDealer]
    hours: list[WorkingHours]
    proposed: list[RoomString]
    minutes: int
    events: list[tuple[str, str]]


@staff_page(ADDRESS, FLOOR, follows=(ROOMS, EVENTS, ACCESS, PEOPLE), menu="board")
def show_board(request: AnyRequest) -> AnyAnswer:
    return _page(request)


@staff_form(ADDRESS + "/{room:str}/empurrar", FLOOR)
def push(request: AnyRequest, room: str, data: Form) -> AnyAnswer:
    return _give(request, PushString(room=room, string=text(data, "string")), data)


@staff_form(ADDRESS + "/{room:str}/linhas", FLOOR)
def set_strings(request: AnyRequest, room: str, data: Form) -> AnyAnswer:
    """One string on each line of the form; a line without tables is none."""
    made: list[DealerString] = []
    for place in range(1, MOST_STRINGS + 1):
        written = text(data, f"tables_{place}")
        if not written:
            continue
        tables = numbers(written)
        if not tables:
            return _page(request, Refused("director.not_numbers", {"typed": written}))
        dealers = [coded(one) for one in re.split(r"[,;]+\s*", text(data, f"dealers_{place}")) if one.strip()]
        name = text(data, f"name_{place}") or str(place)
        made.append(DealerString(name=name, tables=tables, dealers=tuple(dealers)))
    minutes = digits(text(data, "minutes"), 3) or 30
    return _give(request, SetStrings(room=room, strings=tuple(made), minutes=minutes), data)


@staff_form(ADDRESS + "/{room:str}/sentar", FLOOR)
def seat(request: AnyRequest, room: str, data: Form) -> AnyAnswer:
    table = digits(text(data, "table"))
    if not table:
        return _give(request, FreeDealer(room=room, dealer=text(data, "dealer")), data)
    return _give(request, SeatDealer(room=room, dealer=text(data, "dealer"), table=table), data)


@staff_form(ADDRESS + "/{room:str}/horas", FLOOR)
def keep_hours(request: AnyRequest, room: str, data: Form) -> AnyAnswer:
    """A dealer came, or went home; so many minutes ago, where somebody forgot to say so."""
    kind = ClockIn if text(data, "how") == "in" else ClockOut
    ago = min(digits(text(data, "minutes"), 4) or 0, 2880)
    return _give(request, kind(room=room, dealer=text(data, "dealer"), minutes_ago=ago), data)


def _give(request: AnyRequest, command: Command, data: dict[str, Any]) -> AnyAnswer:
    outcome: Done | Refused = give(request, command, text(data, "key"))
    return _page(request, outcome) if isinstance(outcome, Refused) else go(request, ADDRESS)


def _page(request: AnyRequest, refused: Refused | None = None) -> AnyAnswer:
    house, at = house_of(request), now(request)
    with house.world.lock:
        rooms = [one.partition(":")[2] for one in sorted(house.store.streams("room:"))]
        boards = [board_of(room, house, at) for room in rooms if NAME.fullmatch(room)]
    said = why(refused, language_of(request)) if refused else None
    return room_page(request, "dealer/board.html", 409 if refused else 200, boards=boards, refused=said)


def board_of(room: str, house: House, at: Instant) -> RoomBoard:
    """Hold the world's lock."""
    state: RoomState = house.world.live(f"room:{room}").state
    playing = [one for one in events_on(house, at) if any(t.room == room for t in one.state.floor.tables.values())]
    order = [number for one in playing for number in one.state.floor.break_order]
    tables = {number: _table(number, state, order, house) for number in state.tables}
    strings = [_string(one, state, tables, house, at) for one in state.strings.values()]
    within = {number for one in state.strings.values() for number in one.tables}
    loose = [one for number, one in sorted(tables.items()) if number not in within and one.open]
    return RoomBoard(
        room,
        strings,
        loose,
        _out(state, house, at),
        [_hours(one, state, house, at) for one in sorted(state.dealers)],
        proposed_strings(state, tuple(order)),
        state.minutes,
        [(one.id, one.state.the_sheet.name) for one in playing],
    )


def _table(number: int, state: RoomState, order: list[int], house: House) -> BoardTable:
    table = state.tables[number]
    since = state.dealers[table.dealer].since if table.dealer else None
    name = dealer_name(table.dealer, house.store) if table.dealer else ""
    place = order.index(number) + 1 if number in order else 0
    return BoardTable(number, table.dealer, name, since, place, bool(table.tournament))


def _string(
    one: RoomString, state: RoomState, tables: dict[int, BoardTable], house: House, at: Instant
) -> BoardString:
    last = state.pushed.get(one.name)
    next_at = Instant(last + state.minutes * MINUTE) if last is not None else None
    fresh = relief_of(one, state)
    there = [tables[number] for number in one.tables if number in tables]
    return BoardString(
        one.name,
        there,
        next_at,
        due=next_at is None or at >= next_at,
        comes_in=dealer_name(fresh, house.store) if fresh else "",
    )


def _out(state: RoomState, house: House, at: Instant) -> list[OutDealer]:
    """Who has been out longest first; each with the downs and the minutes dealt in this shift."""
    rows = []
    for name, dealer in state.dealers.items():
        if dealer.table or not is_here(name, state):
            continue
        shift = shift_of(name, state)
        hours = hours_of(shift, state, at) if shift else None
        waited = (at - dealer.since) // MINUTE if dealer.since is not None else 0
        downs, dealt = (hours.downs, hours.dealt) if hours else (0, 0)
        rows.append(OutDealer(name, dealer_name(name, house.store), dealer.since, waited, downs, dealt))
    return sorted(rows, key=lambda one: (one.since or 0, one.name))


def _hours(dealer: str, state: RoomState, house: House, at: Instant) -> WorkingHours:
    name, here = dealer_name(dealer, house.store), state.dealers[dealer].on_shift
    shift = shift_of(dealer, state)
    if shift is None or (shift.end and at - shift.end > LATELY):
        return WorkingHours(dealer, name, here, None, None, "", 0, "", "")
    hours = hours_of(shift, state, at)
    worked, dealt, rested = map(_as_hours, (hours.minutes, hours.dealt, hours.rested))
    return WorkingHours(dealer, name, here, shift.start, shift.end, worked, hours.downs, dealt, rested)


def _as_hours(minutes: int) -> str:
    return f"{minutes // 60}h{minutes % 60:02}"
