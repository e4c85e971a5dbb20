"""A room of the house: tables, dealers, decks and chip sets exist once and serve one tournament at a time."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from feltro.house import room_commands as c
from feltro.house.room_events import (
    Down,
    DownEnded,
    DownStarted,
    RoomFurnished,
    RoomState,
    RoomString,
    StringPushed,
    StringsSet,
    TableGivenBack,
    TableTaken,
    ThingLent,
    ThingRemoved,
    ThingReturned,
)
from feltro.house.shifts import clock_in, clock_out, is_here
from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused

Outcome = tuple[Event, ...] | Refused


def decide(command: c.RoomCommand, state: RoomState, at: Instant) -> Outcome:
    return DECIDE[type(command)](command, state, at)


def furnish(command: c.FurnishRoom, state: RoomState, _at: Instant) -> Outcome:
    new = [str(table.number) for table in command.tables]
    pairs = (
        (new, map(str, state.tables)),
        (command.dealers, state.dealers),
        (command.decks, state.lent["deck"]),
        (command.chip_sets, state.lent["chip_set"]),
    )
    for named, known in pairs:
        there = set(known)
        twice = next((one for one in named if one in there or list(named).count(one) > 1), None)
        if twice is not None:
            return Refused("room.has_already", {"thing": twice})
    if not any((command.tables, command.dealers, command.decks, command.chip_sets)):
        return Refused("room.nothing_new")
    return (
        RoomFurnished(
            room=command.room,
            tables=tuple((table.number, table.chairs) for table in command.tables),
            dealers=command.dealers,
            decks=command.decks,
            chip_sets=command.chip_sets,
        ),
    )


def remove(command: c.RemoveFromRoom, state: RoomState, _at: Instant) -> Outcome:
    user = state.user_of(command.what, command.thing)
    if user is None:
        return Refused("room.has_not", {"thing": command.thing})
    if user:
        return Refused("room.in_use", {"thing": command.thing, "user": user})
    return (ThingRemoved(kind=command.what, thing=command.thing),)


def lend(command: c.LendThing, state: RoomState, _at: Instant) -> Outcome:
    lent = state.lent[command.what].get(command.thing)
    if lent is None:
        return Refused("room.has_not", {"thing": command.thing})
    if lent.tournament:
        return Refused("room.in_use", {"thing": command.thing, "user": lent.tournament})
    table = state.tables.get(command.table)
    if command.table and (table is None or table.tournament != command.tournament):
        return Refused("room.table_not_theirs", {"table": command.table, "tournament": command.tournament})
    return (ThingLent(kind=command.what, thing=command.thing, tournament=command.tournament, table=command.table),)


def give_back(command: c.ReturnThing, state: RoomState, _at: Instant) -> Outcome:
    lent = state.lent[command.what].get(command.thing)
    if lent is None or not lent.tournament:
        return Refused("room.not_lent", {"thing": command.thing})
    return (ThingReturned(kind=command.what, thing=command.thing),)


# Dealers


def seat_dealer(command: c.SeatDealer, state: RoomState, at: Instant) -> Outcome:
    table = state.tables.get(command.table)
    if command.dealer not in state.dealers:
        return Refused("room.has_not", {"thing": command.dealer})
    if table is None or not table.tournament:
        return Refused("room.table_idle", {"table": command.table})
    if table.dealer == command.dealer:
        return Refused("room.deals_there", {"dealer": command.dealer, "table": command.table})
    busy = [one for one in (table.dealer, command.dealer) if one and state.dealers[one].table]
    return (
        *(_ended(one, state, at) for one in busy),
        _started(command.dealer, command.table, table.tournament, at),
    )


def free_dealer(command: c.FreeDealer, state: RoomState, at: Instant) -> Outcome:
    dealer = state.dealers.get(command.dealer)
    if dealer is None or not dealer.table:
        return Refused("room.not_dealing", {"dealer": command.dealer})
    return (_ended(command.dealer, state, at),)


def push_dealers(command: c.PushDealers, state: RoomState, at: Instant) -> Outcome:
    pushes = proposed_pushes(state)
    if not pushes:
        return Refused("room.nobody_free", {"room": command.room})
    ends = [_ended(push.relieves, state, at) for push in pushes if push.relieves]
    starts = [_started(push.dealer, push.table, state.tables[push.table].tournament, at) for push in pushes]
    return (*ends, *starts)


class Push(msgspec.Struct, frozen=True, kw_only=True):
    """A rested dealer goes to a table, and relieves whoever deals there."""

    table: int
    dealer: str
    relieves: str = ""


def proposed_pushes(state: RoomState) -> list[Push]:
    """Rested dealers, who rested longest first, to tables without a dealer and then to the longest downs."""
    rested = sorted(
        (name for name, dealer in state.dealers.items() if not dealer.table and is_here(name, state)),
        key=lambda name: (state.dealers[name].since or 0, name),
    )
    busy = [(number, table) for number, table in state.tables.items() if table.tournament]
    busy.sort(key=lambda one: (bool(one[1].dealer), _since(one[1].dealer, state), one[0]))
    return [
        Push(table=number, dealer=dealer, relieves=table.dealer)
        for dealer, (number, table) in zip(rested, busy, strict=False)
    ]


# Strings


def set_strings(command: c.SetStrings, state: RoomState, _at: Instant) -> Outcome:
    """A table stands in one string, and so does a dealer."""
    tables: list[Any] = [number for one in command.strings for number in one.tables]
    dealers: list[Any] = [dealer for one in command.strings for dealer in one.dealers]
    names: list[Any] = [one.name for one in command.strings]
    for told in (tables, dealers, names):
        twice = next((one for one in told if told.count(one) > 1), None)
        if twice is not None:
            return Refused("room.in_two_strings", {"thing": str(twice)})
    unknown = [str(one) for one in tables if one not in state.tables] + [
        one for one in dealers if one not in state.dealers
    ]
    if unknown:
        return Refused("room.has_not", {"thing": unknown[0]})
    told_strings = tuple(
        RoomString(name=one.name, tables=one.tables, dealers=one.dealers) for one in command.strings
    )
    return (StringsSet(strings=told_strings, minutes=command.minutes),)


def push_string(command: c.PushString, state: RoomState, at: Instant) -> Outcome:
    string = state.strings.get(command.string)
    if string is None:
        return Refused("room.no_string", {"string": command.string})
    pushes = pushes_of(string, state)
    if not pushes:
        return Refused("room.nobody_free", {"room": command.room})
    moved = dict.fromkeys([*(push.relieves for push in pushes if push.relieves), *(push.dealer for push in pushes)])
    ends = [_ended(one, state, at) for one in moved if state.dealers[one].table]
    starts = [_started(push.dealer, push.table, state.tables[push.table].tournament, at) for push in pushes]
    return (*ends, *starts, StringPushed(string=string.name, at=at))


def pushes_of(string: RoomString, state: RoomState) -> list[Push]:
    """Everybody one table on. Whoever rested longest of the string comes in, else whoever rested longest at all; tables
    that are closed are passed over, and a table without a dealer is filled by whoever comes to it."""
    tables = [number for number in string.tables if number in state.tables and state.tables[number].tournament]
    fresh = relief_of(string, state)
    if not tables or not fresh:
        return []
    line = [fresh, *(dealer for number in tables if (dealer := state.tables[number].dealer))]
    return [
        Push(table=number, dealer=dealer, relieves=state.tables[number].dealer)
        for number, dealer in zip(tables, line, strict=False)
    ]


def relief_of(string: RoomString, state: RoomState) -> str:
    """Who has been out longest: of the string's own first, then of those who are in none."""
    elsewhere = {dealer for one in state.strings.values() if one.name != string.name for dealer in one.dealers}
    free = [
        name
        for name, dealer in state.dealers.items()
        if not dealer.table and name not in elsewhere and is_here(name, state)
    ]
    free.sort(key=lambda name: (name not in string.dealers, state.dealers[name].since or 0, name))
    return free[0] if free else ""


def proposed_strings(state: RoomState, break_order: tuple[int, ...], most: int = 4) -> list[RoomString]:
    """Tables that break one after the other stand in one string, so that strings end one by one; as even as can be.
    Whoever deals at a table goes round with it, and the rested are shared out, who rested longest first."""
    places = {number: place for place, number in enumerate(break_order)}
    tables = [number for number, table in state.tables.items() if table.tournament]
    tables.sort(key=lambda number: (places.get(number, len(places)), number))
    count = -(-len(tables) // most)
    sizes = [len(tables) // count + (place < len(tables) % count) for place in range(count)]
    rested = sorted(
        (name for name, dealer in state.dealers.items() if not dealer.table and is_here(name, state)),
        key=lambda name: (state.dealers[name].since or 0, name),
    )
    found, start = [], 0
    for place, size in enumerate(sizes):
        mine = tables[start : start + size]
        start += size
        dealers = [dealer for number in mine if (dealer := state.tables[number].dealer)]
        found.append(RoomString(name=str(place + 1), tables=tuple(mine), dealers=(*dealers, *rested[place::count])))
    return found


def _since(dealer: str, state: RoomState) -> int:
    return (state.dealers[dealer].since or 0) if dealer else 0


def _ended(dealer: str, state: RoomState, at: Instant) -> DownEnded:
    return DownEnded(dealer=dealer, table=state.dealers[dealer].table, at=at)


def _started(dealer: str, table: int, tournament: str, at: Instant) -> DownStarted:
    return DownStarted(dealer=dealer, table=table, tournament=tournament, at=at)


def downs_by_dealer(state: RoomState, tournament: str) -> dict[str, list[Down]]:
    """The downs that each dealer dealt at a tournament: what the staff's share is divided by."""
    found: dict[str, list[Down]] = {}
    for down in state.downs:
        if down.tournament == tournament:
            found.setdefault(down.dealer, []).append(down)
    return found


# Tables, as tournaments open and close them


def take_table(number: int, chairs: int, tournament: str, state: RoomState) -> Event | Refused:
    table = state.tables.get(number)
    if table is None or chairs > table.chairs:
        return Refused("room.no_such_table", {"table": number, "chairs": chairs})
    if table.tournament:
        return Refused("room.in_use", {"thing": str(number), "user": table.tournament})
    return TableTaken(table=number, tournament=tournament)


def table_back(number: int, state: RoomState, at: Instant) -> Iterator[Event]:
    """A table that closes sets its dealer and its decks free."""
    table = state.tables.get(number)
    if table is None:
        return
    if table.dealer:
        yield _ended(table.dealer, state, at)
    for kind, things in state.lent.items():
        for thing, lent in things.items():
            if lent.table == number:
                yield ThingReturned(kind=kind, thing=thing)
    yield TableGivenBack(table=number)


DECIDE: dict[type[c.RoomCommand], Callable[[Any, RoomState, Instant], Outcome]] = {
    c.FurnishRoom: furnish,
    c.RemoveFromRoom: remove,
    c.LendThing: lend,
    c.ReturnThing: give_back,
    c.SeatDealer: seat_dealer,
    c.FreeDealer: free_dealer,
    c.PushDealers: push_dealers,
    c.SetStrings: set_strings,
    c.PushString: push_string,
    c.ClockIn: clock_in,
    c.ClockOut: clock_out,
}
