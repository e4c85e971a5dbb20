"""What people ask of a room: its things, who deals where, and the strings in which dealers go round."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import Command
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
from feltro.kernel.roles import FLOOR, OFFICE, TABLES

Number = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Chairs = Annotated[int, msgspec.Meta(ge=2, le=11)]
Lendable = Literal["deck", "chip_set"]
MinutesAgo = Annotated[int, msgspec.Meta(ge=0, le=2880)]
"""It was forgotten, and is told later."""
StringName = Annotated[str, msgspec.Meta(min_length=1, max_length=20, pattern=r"^[0-9A-Za-z][0-9A-Za-z ._-]*$")]


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
    """A dealer starts a down; whoever dealt at that table ends his. A table's tablet says so where another sits there."""

    may = TABLES
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


class DealerString(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tables in the order in which dealers go from one to the next, and those who go round in it."""

    name: StringName
    tables: Annotated[tuple[TableNumber, ...], msgspec.Meta(min_length=1, max_length=30)]
    dealers: Annotated[tuple[DealerId, ...], msgspec.Meta(max_length=40)] = ()


class SetStrings(RoomCommand, frozen=True, kw_only=True):
    """The strings of a room, and after how many minutes each is pushed. None at all: nobody goes round."""

    may = FLOOR
    strings: Annotated[tuple[DealerString, ...], msgspec.Meta(max_length=60)] = ()
    minutes: Annotated[int, msgspec.Meta(ge=5, le=240)] = 30


class PushString(RoomCommand, frozen=True, kw_only=True):
    """A whole string at once: everybody one table on, the last one out, whoever has been out longest in at the first."""

    may = FLOOR
    string: StringName


class ClockIn(RoomCommand, frozen=True, kw_only=True):
    """A dealer came to work: from now on whoever leads the dealers can send them to a table."""

    may = FLOOR
    subject = "house"
    dealer: DealerId
    minutes_ago: MinutesAgo = 0


class ClockOut(RoomCommand, frozen=True, kw_only=True):
    """A dealer went home: nobody is pushed to a table who is not there."""

    may = FLOOR
    subject = "house"
    dealer: DealerId
    minutes_ago: MinutesAgo = 0
