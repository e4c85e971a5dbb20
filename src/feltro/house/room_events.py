"""What happened to the things of a room, and what the room is at one moment."""

from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.kernel.roles import EVERYBODY_AT_WORK
from feltro.kernel.sight import seen_by


class RoomFurnished(Event, frozen=True, kw_only=True):
    room: str
    tables: tuple[tuple[int, int], ...]
    """Number and chairs."""
    dealers: tuple[str, ...]
    decks: tuple[str, ...]
    chip_sets: tuple[str, ...]


class ThingRemoved(Event, frozen=True, kw_only=True):
    about = ("thing",)
    kind: str
    thing: str


class ThingLent(Event, frozen=True, kw_only=True):
    about = ("thing",)
    kind: str
    thing: str
    tournament: str
    table: int


class ThingReturned(Event, frozen=True, kw_only=True):
    about = ("thing",)
    kind: str
    thing: str


class TableTaken(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    tournament: str


class TableGivenBack(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int


class DownStarted(Event, frozen=True, kw_only=True):
    about = ("dealer",)
    dealer: str
    table: int
    tournament: str
    at: Instant


class DownEnded(Event, frozen=True, kw_only=True):
    about = ("dealer",)
    dealer: str
    table: int
    at: Instant


class ShiftStarted(Event, frozen=True, kw_only=True):
    """A dealer came to work."""

    about = ("dealer",)
    dealer: str
    at: Instant


class ShiftEnded(Event, frozen=True, kw_only=True):
    """A dealer went home."""

    about = ("dealer",)
    dealer: str
    at: Instant


class RoomString(msgspec.Struct, frozen=True, kw_only=True):
    """Tables in the order in which dealers go from one to the next, and those who go round in it."""

    name: str
    tables: tuple[int, ...]
    dealers: tuple[str, ...] = ()


class StringsSet(Event, frozen=True, kw_only=True):
    strings: tuple[RoomString, ...]
    minutes: int
    """Between two pushes."""


class StringPushed(Event, frozen=True, kw_only=True):
    """Whoever moved by it stands beside it."""

    about = ("string",)
    string: str
    at: Instant


class HouseTable(msgspec.Struct, kw_only=True):
    chairs: int
    tournament: str = ""
    dealer: Annotated[str, seen_by(EVERYBODY_AT_WORK)] = ""


class Dealer(msgspec.Struct, kw_only=True):
    table: int = 0
    """Where the dealer deals; 0: free."""
    since: Instant | None = None
    """When the down, or the rest after it, began."""
    on_shift: bool = False


class Lent(msgspec.Struct, kw_only=True):
    tournament: str = ""
    table: int = 0


class Down(msgspec.Struct, kw_only=True):
    dealer: str
    table: int
    tournament: str
    start: Instant
    end: Instant | None = None


class Shift(msgspec.Struct, kw_only=True):
    """From coming to going home. Whoever deals is at work, told or not."""

    dealer: str
    start: Instant
    end: Instant | None = None


def _shelves() -> dict[str, dict[str, Lent]]:
    return {"deck": {}, "chip_set": {}}


class RoomState(msgspec.Struct, kw_only=True):
    room: str = ""
    tables: dict[int, HouseTable] = {}
    dealers: Annotated[dict[str, Dealer], seen_by(EVERYBODY_AT_WORK)] = {}
    lent: dict[str, dict[str, Lent]] = msgspec.field(default_factory=_shelves)
    """Decks and chip sets, with whom each is."""
    downs: Annotated[list[Down], seen_by(EVERYBODY_AT_WORK)] = []
    shifts: Annotated[list[Shift], seen_by(EVERYBODY_AT_WORK)] = []
    keeps_hours: bool = False
    """Somebody came or went by word: then only those who came are there. Else everybody is."""
    strings: Annotated[dict[str, RoomString], seen_by(EVERYBODY_AT_WORK)] = {}
    minutes: int = 30
    """Between two pushes of a string."""
    pushed: dict[str, Instant] = {}
    """When each string was pushed last."""

    def user_of(self, kind: str, thing: str) -> str | None:
        """Who has a thing; empty when nobody does, nothing when there is no such thing."""
        if kind == "table":
            table = self.tables.get(int(thing)) if thing.isdecimal() else None
            return table.tournament if table else None
        if kind == "dealer":
            dealer = self.dealers.get(thing)
            return None if dealer is None else (str(dealer.table) if dealer.table else "")
        lent = self.lent[kind].get(thing)
        return lent.tournament if lent else None


def apply(state: RoomState, event: Event) -> None:
    APPLY[type(event)](state, event)


def witness(state: RoomState, event: Event) -> None:
    """Things have no numbers of their own: nothing of an undone command stays."""


def furnished(state: RoomState, event: RoomFurnished) -> None:
    state.room = event.room
    state.tables |= {number: HouseTable(chairs=chairs) for number, chairs in event.tables}
    state.dealers |= {dealer: Dealer() for dealer in event.dealers}
    state.lent["deck"] |= {deck: Lent() for deck in event.decks}
    state.lent["chip_set"] |= {chips: Lent() for chips in event.chip_sets}


def removed(state: RoomState, event: ThingRemoved) -> None:
    if event.kind == "table":
        del state.tables[int(event.thing)]
    elif event.kind == "dealer":
        del state.dealers[event.thing]
    else:
        del state.lent[event.kind][event.thing]


def lent(state: RoomState, event: ThingLent) -> None:
    state.lent[event.kind][event.thing] = Lent(tournament=event.tournament, table=event.table)


def returned(state: RoomState, event: ThingReturned) -> None:
    state.lent[event.kind][event.thing] = Lent()


def table_taken(state: RoomState, event: TableTaken) -> None:
    state.tables[event.table].tournament = event.tournament


def table_given_back(state: RoomState, event: TableGivenBack) -> None:
    state.tables[event.table].tournament = ""


def down_started(state: RoomState, event: DownStarted) -> None:
    state.tables[event.table].dealer = event.dealer
    if not state.dealers[event.dealer].on_shift:
        state.shifts.append(Shift(dealer=event.dealer, start=event.at))
    state.dealers[event.dealer] = Dealer(table=event.table, since=event.at, on_shift=True)
    state.downs.append(Down(dealer=event.dealer, table=event.table, tournament=event.tournament, start=event.at))


def down_ended(state: RoomState, event: DownEnded) -> None:
    state.tables[event.table].dealer = ""
    state.dealers[event.dealer] = Dealer(since=event.at, on_shift=True)
    last = next(down for down in reversed(state.downs) if down.dealer == event.dealer)
    last.end = event.at


def shift_started(state: RoomState, event: ShiftStarted) -> None:
    """Whoever came waits from then on."""
    state.keeps_hours = True
    state.shifts.append(Shift(dealer=event.dealer, start=event.at))
    state.dealers[event.dealer] = Dealer(since=event.at, on_shift=True)


def shift_ended(state: RoomState, event: ShiftEnded) -> None:
    state.keeps_hours = True
    last = next(one for one in reversed(state.shifts) if one.dealer == event.dealer)
    last.end = event.at
    state.dealers[event.dealer] = Dealer()


def strings_set(state: RoomState, event: StringsSet) -> None:
    state.strings = {one.name: one for one in event.strings}
    state.minutes = event.minutes
    state.pushed = {name: at for name, at in state.pushed.items() if name in state.strings}


def string_pushed(state: RoomState, event: StringPushed) -> None:
    state.pushed[event.string] = event.at


APPLY: dict[type[Event], Callable[[RoomState, Any], None]] = {
    RoomFurnished: furnished,
    ThingRemoved: removed,
    ThingLent: lent,
    ThingReturned: returned,
    TableTaken: table_taken,
    TableGivenBack: table_given_back,
    DownStarted: down_started,
    DownEnded: down_ended,
    ShiftStarted: shift_started,
    ShiftEnded: shift_ended,
    StringsSet: strings_set,
    StringPushed: string_pushed,
}
