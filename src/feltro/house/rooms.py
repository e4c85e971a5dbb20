"""A room of the house: tables, dealers, decks and chip sets exist once and serve one tournament at a time."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec

from feltro.house.room_events import (
    Down,
    DownEnded,
    DownStarted,
    RoomFurnished,
    RoomState,
    TableGivenBack,
    TableTaken,
    ThingLent,
    ThingRemoved,
    ThingReturned,
)
from feltro.kernel.commands import Command
from feltro.kernel.events import Event
from feltro.kernel.fields import (
    OR_NEW,
    DealerId,
    Name,
    NoTableOrNumber,
    RoomId,
    TableNumber,
    ThingId,
    TournamentId,
    names,
    which,
)
from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import FLOOR, OFFICE

Number = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Chairs = Annotated[int, msgspec.Meta(ge=2, le=11)]
Lendable = Literal["deck", "chip_set"]


class RoomCommand(Command, frozen=True, kw_only=True):
    room: RoomId


class RoomTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    number: Number
    chairs: Chairs = 9


class FurnishRoom(RoomCommand, frozen=True, kw_only=True):
    """What the room has, or has more of."""

    may = OFFICE
    subject = "house"
    room: Annotated[RoomId, OR_NEW]
    tables: tuple[RoomTable, ...] = ()
    dealers: tuple[DealerId, ...] = ()
    decks: tuple[ThingId, ...] = ()
    chip_sets: tuple[ThingId, ...] = ()


class RemoveFromRoom(RoomCommand, frozen=True, kw_only=True):
    may = OFFICE
    subject = "house"
    what: Literal["table", "dealer", "deck", "chip_set"]
    thing: Annotated[Name, names("thing")]


class LendThing(RoomCommand, frozen=True, kw_only=True):
    """A deck for a table, a chip set for a tournament."""

    may = FLOOR
    subject = "house"
    what: Lendable
    thing: ThingId
    tournament: TournamentId
    table: NoTableOrNumber = 0


class ReturnThing(RoomCommand, frozen=True, kw_only=True):
    may = FLOOR
    subject = "house"
    what: Lendable
    thing: ThingId


class SeatDealer(RoomCommand, frozen=True, kw_only=True):
    """A dealer starts a down; whoever dealt at that table ends his."""

    may = FLOOR
    subject = "house"
    dealer: DealerId
    table: Annotated[TableNumber, which("manned")]


class FreeDealer(RoomCommand, frozen=True, kw_only=True):
    """The down is over, and the dealer goes to the break or home."""

    may = FLOOR
    subject = "house"
    dealer: DealerId


class PushDealers(RoomCommand, frozen=True, kw_only=True):
    """One round of pushes as proposed, all at the same moment."""

    may = FLOOR
    subject = "house"


Outcome = tuple[Event, ...] | Refused


def decide(command: RoomCommand, state: RoomState, at: Instant) -> Outcome:
    return DECIDE[type(command)](command, state, at)


def furnish(command: FurnishRoom, state: RoomState, _at: Instant) -> Outcome:
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


def remove(command: RemoveFromRoom, state: RoomState, _at: Instant) -> Outcome:
    user = state.user_of(command.what, command.thing)
    if user is None:
        return Refused("room.has_not", {"thing": command.thing})
    if user:
        return Refused("room.in_use", {"thing": command.thing, "user": user})
    return (ThingRemoved(kind=command.what, thing=command.thing),)


def lend(command: LendThing, state: RoomState, _at: Instant) -> Outcome:
    lent = state.lent[command.what].get(command.thing)
    if lent is None:
        return Refused("room.has_not", {"thing": command.thing})
    if lent.tournament:
        return Refused("room.in_use", {"thing": command.thing, "user": lent.tournament})
    table = state.tables.get(command.table)
    if command.table and (table is None or table.tournament != command.tournament):
        return Refused("room.table_not_theirs", {"table": command.table, "tournament": command.tournament})
    return (ThingLent(kind=command.what, thing=command.thing, tournament=command.tournament, table=command.table),)


def give_back(command: ReturnThing, state: RoomState, _at: Instant) -> Outcome:
    lent = state.lent[command.what].get(command.thing)
    if lent is None or not lent.tournament:
        return Refused("room.not_lent", {"thing": command.thing})
    return (ThingReturned(kind=command.what, thing=command.thing),)


# Dealers


def seat_dealer(command: SeatDealer, state: RoomState, at: Instant) -> Outcome:
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


def free_dealer(command: FreeDealer, state: RoomState, at: Instant) -> Outcome:
    dealer = state.dealers.get(command.dealer)
    if dealer is None or not dealer.table:
        return Refused("room.not_dealing", {"dealer": command.dealer})
    return (_ended(command.dealer, state, at),)


def push_dealers(command: PushDealers, state: RoomState, at: Instant) -> Outcome:
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
        (name for name, dealer in state.dealers.items() if not dealer.table),
        key=lambda name: (state.dealers[name].since or 0, name),
    )
    busy = [(number, table) for number, table in state.tables.items() if table.tournament]
    busy.sort(key=lambda one: (bool(one[1].dealer), _since(one[1].dealer, state), one[0]))
    return [
        Push(table=number, dealer=dealer, relieves=table.dealer)
        for dealer, (number, table) in zip(rested, busy, strict=False)
    ]


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


DECIDE: dict[type[RoomCommand], Callable[[Any, RoomState, Instant], Outcome]] = {
    FurnishRoom: furnish,
    RemoveFromRoom: remove,
    LendThing: lend,
    ReturnThing: give_back,
    SeatDealer: seat_dealer,
    FreeDealer: free_dealer,
    PushDealers: push_dealers,
}
