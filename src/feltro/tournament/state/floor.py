"""Tables and seats as they are at one moment. Only `evolve.py` changes them."""

from typing import Annotated

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.roles import DESK_AND_FLOOR
from feltro.kernel.sight import seen_by
from feltro.procedures.button import Positions
from feltro.procedures.sizes import Sizes
from feltro.tournament.facts.balance import Mode, ProposedMove


class Table(msgspec.Struct, kw_only=True):
    """One table of the tournament. Chairs are numbered clockwise from 1."""

    number: int
    chairs: int
    day: str
    room: str = ""
    """The room whose table it is, where the house keeps one."""
    players: dict[int, str] = {}
    """Chair to entry."""
    vacated: list[int] = []
    """Empty chairs in the order in which they fell empty."""
    locked: set[int] = set()
    """Chairs that nobody is sent to: broken, or kept for the camera."""
    cameras: set[int] = set()
    """Chairs kept for the camera: the table is televised."""
    ended_in_break: Instant | None = None
    """When its last hand ended, if that was in a break."""
    positions: Positions | None = None
    """Of the hand just played; nothing while nobody has reported them."""
    drawn_button: int | None = None
    """Where a draw put the button for the coming hand."""
    frozen: int | None = None
    """The button's chair while a mixed event plays stud."""
    after: Positions | None = None
    """Then: the hold'em hand that it waits after."""
    shown: int = 0
    """The level that the clock showed when the last hand ended; 0 in a break."""
    hands: int = 0
    """Hands played at this table, a redealt one once."""
    dealing: bool = False
    """A hand was started and has not ended."""
    start_told: bool = False
    """The hand just played was told to begin and to end: who is told to be out after it was out of that one."""
    left: set[int] = set()
    """Chairs whose players went out or away since the last hand that ended: they still were in the one that is played."""
    joined: set[int] = set()
    """Chairs taken while a hand is played: for the coming one."""
    big_blinds: list[int] = []
    """Chairs that had the big blind of late, one orbit of them."""
    eliminated: int = 0
    """How many went out here since the table was last filled up."""
    arrived: int | None = None
    """The chair of the player who was moved here last: he stays while another can go."""
    halted: bool = False
    waived: bool = False
    """The direction lets it play on although it is short."""
    breaking: bool = False
    """It breaks after the hand that is played: its players have their next chairs, and nobody is sent here any more."""
    held: dict[int, str] = {}
    """Empty chairs of somebody who comes from a table that breaks: chair to entry."""

    @property
    def usable(self) -> int:
        """Chairs that somebody sits on or can be sent to."""
        return self.chairs - len(self.locked)

    @property
    def in_hand(self) -> bool:
        """A hand is being played: it was started, or somebody went out of one that has not ended."""
        return self.dealing or bool(self.left)

    def seats(self) -> tuple[int, ...]:
        """Occupied chairs in order."""
        return tuple(sorted(self.players))

    def free(self) -> list[int]:
        """Chairs that somebody can be sent to."""
        return [seat for seat in range(1, self.chairs + 1) if self.takes(seat)]

    def takes(self, seat: int) -> bool:
        """Whether somebody can be sent to a chair."""
        kept = seat in self.players or seat in self.locked or seat in self.held
        return not self.breaking and 1 <= seat <= self.chairs and not kept


class Chair(msgspec.Struct, frozen=True):
    table: int
    seat: int

    def __str__(self) -> str:
        return f"{self.table}.{self.seat}"


def chair_named(written: str) -> Chair:
    table, _, seat = written.partition(".")
    return Chair(int(table), int(seat))


class Draw(msgspec.Struct, kw_only=True):
    """A secret that was committed to: a deck of chairs, and whatever else is drawn until it is revealed."""

    id: str
    label: str
    day: str
    commitment: str
    tables: tuple[tuple[int, int], ...] = ()
    """The tables whose chairs are in the deck, each with its number of chairs."""
    public: str = ""
    next: int = 0
    """How many chairs of the deck were given out or passed over."""
    number: int = 0
    """How many further draws rest on this secret."""
    secret: str = ""
    """In hexadecimal, once revealed."""
    awaits: bool = False
    """Its source was named, and its public value is not fixed yet: nothing may be drawn."""
    given_up: bool = False
    """Another commitment took its place."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Chairs that suit a player with a special need. Why stands in the registry, for those who may see it."""

    seats: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()

    def suits(self, chair: Chair) -> bool:
        return (not self.seats or chair.seat in self.seats) and (not self.tables or chair.table in self.tables)


class Hall(msgspec.Struct, kw_only=True):
    """The tables of one day together: what must be known without looking at each."""

    sizes: Sizes[int] = msgspec.field(default_factory=Sizes)
    chairs: int = 0
    """Usable ones, taken or free. A table that is breaking has none: each of its players is counted on elsewhere."""
    seated: int = 0
    started: bool = False
    """A hand was played or somebody is out: from now on free chairs are drawn, not taken from the deck."""
    by_cards: bool = False
    """A physical draw: players pull a card, and somebody types the chair."""
    stopped: set[int] = set()
    """Tables that are halted, and short ones that were let play on."""


class Balancing(msgspec.Struct, frozen=True, kw_only=True):
    """What the direction published before the start."""

    mode: Mode = "propose"
    tolerance: int = 1
    giving_order: tuple[int, ...] = ()


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What evens a day's tables out: moves, or a table to break, or the final table."""

    day: str
    moves: tuple[ProposedMove, ...] = ()
    report: tuple[int, ...] = ()
    """Tables whose button has to be reported before it can be said who moves."""
    breaks: int = 0
    final_table: bool = False
    because: str
    cites: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.moves or self.report or self.breaks or self.final_table)


class Floor(msgspec.Struct, kw_only=True):
    tables: dict[int, Table] = {}
    """Open tables by number."""
    gone: set[int] = set()
    """Tables that were open once and are closed now: a tap may still be on its way from there."""
    chair_of: dict[str, Chair] = {}
    """Where each seated entry sits."""
    next_chair: dict[str, Chair] = {}
    """Where those go who still sit at a table that breaks after this hand."""
    halls: dict[str, Hall] = {}
    """By day."""
    draws: dict[str, Draw] = {}
    used_draws: set[str] = set()
    """Ids of draws, also of undone ones: a secret is committed to once."""
    needs: Annotated[dict[str, Need], seen_by(DESK_AND_FLOOR)] = {}
    """By person: it follows the player through moves, re-entries and days."""
    missed_blind: dict[str, int] = {}
    """Moved, and not there when the big blind came to their chair: entries, each with the table."""
    new_here: set[str] = set()
    """Moved to another table, and in no hand there yet."""
    absent_from: dict[str, int] = {}
    """The first level of which those below missed all, by entry."""
    absent: set[str] = set()
    """Paid entries that were not there at the first hand, and have not come yet."""
    balancing: Balancing = Balancing()
    break_order: tuple[int, ...] = ()
    proposals: dict[str, Proposal] = {}
    """Waiting for the director, by day."""
    moves: dict[str, int] = {}
    """How often each entry that is still in was moved."""
    final_table: tuple[str, ...] = ()
    """Entries that sat down when the final table was drawn."""

    def table_of(self, entry: str) -> Table | None:
        chair = self.chair_of.get(entry)
        return self.tables.get(chair.table) if chair else None

    def expected(self, day: str) -> Sizes[int]:
        """A day's tables as they are once those that break are broken."""
        sizes = self.hall(day).sizes
        if not self.next_chair:
            return sizes
        staying = {one: count for one, count in sizes.players.items() if not self.tables[one].breaking}
        return Sizes.of({one: count + len(self.tables[one].held) for one, count in staying.items()})

    def hall(self, day: str) -> Hall:
        return self.halls.get(day) or Hall()

    def open_draw(self, day: str) -> Draw | None:
        """The newest secret that is not revealed: a day's own one first."""
        waiting = [draw for draw in self.draws.values() if not draw.secret and not draw.given_up]
        own = [draw for draw in waiting if draw.day == day]
        return next(reversed(own or waiting), None)
