"""Evening tables out: who moves where and why, or which table breaks, or that the final table is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, NamedTuple, cast

from feltro.procedures import balance as balancing
from feltro.procedures.balance import BalanceRules, Procedure, TableId, moves_between, tables_that, who_can_give
from feltro.procedures.button import Positions, hand_before
from feltro.tournament.days.end import registration_over
from feltro.tournament.floor.balance_rules import plays_stud, rules_for
from feltro.tournament.floor.button import dealt_now, in_the_hand
from feltro.tournament.floor.draws import others_play
from feltro.tournament.floor.named_moves import named_moves
from feltro.tournament.floor.positions import played_now
from feltro.tournament.now import cited
from feltro.tournament.sales.alternates import line_open
from feltro.tournament.sales.line import in_line
from feltro.tournament.sheet.games import final_table_parameter
from feltro.tournament.state.floor import Chair, Floor, Proposal, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from feltro.kernel.instants import Instant
    from feltro.procedures.sizes import Sizes
    from feltro.rulebook.settle import Settled
    from feltro.tournament.now import Now
    from feltro.tournament.state import TournamentState


class Played(NamedTuple):
    """What a decision tells of a table: the hand that ended there, or where its button was."""

    positions: Positions | None
    frozen: int | None = None
    after: Positions | None = None
    ended: bool = True


class Room(Mapping[TableId, balancing.SeatedTable]):
    """The tables as balancing looks at them: made when asked for, and as they are after some players left.

    Whoever is moved plays his hand first, and sits down for the next one that is dealt at the other table: what counts is
    the hand that is being played, not the one that ended before it. `after` are players told to be out of an earlier hand,
    `started` tables at which a hand begins now.
    """

    def __init__(
        self,
        state: TournamentState,
        book: Settled,
        at: Instant,
        gone: Sequence[str] = (),
        played: Mapping[int, Played] | None = None,
        after: Collection[str] = (),
        started: Collection[int] = (),
    ) -> None:
        self.state, self.book, self.at = state, book, at
        self.floor = floor = state.floor
        self.played, self.started = played or {}, started
        self.gone: dict[int, set[int]] = {}
        self.after = {floor.chair_of[entry] for entry in after if entry in floor.chair_of}
        for entry in gone:
            chair = floor.chair_of.get(entry)
            if chair is not None:
                self.gone.setdefault(chair.table, set()).add(chair.seat)
        self._made: dict[TableId, balancing.SeatedTable] = {}

    @property
    def missing(self) -> int:
        """How many left, all tables together."""
        return sum(map(len, self.gone.values()))

    def __getitem__(self, name: TableId) -> balancing.SeatedTable:
        if name not in self._made:
            self._made[name] = self._make(self.floor.tables[int(name)])
        return self._made[name]

    def __iter__(self) -> Iterator[TableId]:
        return iter(self.floor.tables)

    def __len__(self) -> int:
        return len(self.floor.tables)

    def _make(self, table: Table) -> balancing.SeatedTable:
        gone = self.gone.get(table.number, set())
        players = tuple(sorted(table.players.keys() - gone)) if gone else table.seats()
        last = self._last(table, players)
        return balancing.SeatedTable(
            table.chairs,
            players,
            last,
            (*table.vacated, *sorted(gone)),
            frozenset(table.big_blinds),
            frozenset(table.locked | table.held.keys()),
            table.arrived,
            last is None and not table.players and not table.hands,
        )

    def _last(self, table: Table, players: tuple[int, ...]) -> Positions | None:
        """The hand in progress, else the one just played; from a button that was drawn or waits, the one before it."""
        told = self.played.get(table.number)
        positions = table.positions if told is None else told.positions
        frozen, after = (table.frozen, table.after) if told is None else (told.frozen, told.after)
        if self.in_hand(table):
            return self._in_progress(table, Played(positions, frozen, after))
        if positions is not None or not players:
            return positions
        if after is not None:
            return after
        button = frozen if frozen is not None or told is not None else table.drawn_button
        return None if button is None else hand_before(button, players)

    def in_hand(self, table: Table) -> bool:
        """Whether a hand is being played: started, or somebody is told to be out of one that has not ended."""
        if table.number in self.started:
            return True
        told = self.played.get(table.number)
        if told is not None and (told.ended or not table.dealing):
            return False
        return table.in_hand or bool(self._leaving(table))

    def _leaving(self, table: Table) -> set[int]:
        """Chairs of those who go out of the hand that is being played."""
        if table.start_told and not table.dealing:
            return set()
        gone = self.gone.get(table.number, set()) - table.joined
        return {seat for seat in gone if Chair(table.number, seat) not in self.after}

    def _in_progress(self, table: Table, last: Played) -> Positions | None:
        begins = table.number in self.started and not table.dealing  # whoever left or came before is in it or not
        dealt = (
            list(in_the_hand(table, self.state, self.book))
            if begins
            else dealt_now(table, self.state, self.book, self._leaving(table))
        )
        if self.after:
            dealt = [seat for seat in dealt if Chair(table.number, seat) not in self.after]
        before = copy(table)
        before.positions, before.frozen, before.after = last.positions, last.frozen, last.after
        return played_now(before, dealt, self.state, self.book, self.at)

    @contextmanager
    def counted(self, day: str) -> Iterator[Sizes[int]]:
        """The day's tables by size, without those who left, and as they are once those that break are broken; as they
        were when the block ends."""
        sizes = self.floor.expected(day)
        left = self._left(sizes)
        for table, count in left:
            sizes.change(table, -count)
        try:
            yield sizes
        finally:
            for table, count in left:
                sizes.change(table, count)

    def _left(self, sizes: Sizes[int]) -> list[tuple[int, int]]:
        """How many are missing at each table: those who left it, and those who will not come to it any more."""
        missing = {table: len(seats) for table, seats in self.gone.items()}
        out = (Chair(table, seat) for table, seats in self.gone.items() for seat in seats)
        for chair in out if self.floor.next_chair else ():
            next_chair = self.floor.next_chair.get(self.floor.tables[chair.table].players[chair.seat])
            if next_chair is not None:
                missing[next_chair.table] = missing.get(next_chair.table, 0) + 1
        return [(table, count) for table, count in missing.items() if table in sizes.players]


def propose(day: str, state: TournamentState, book: Settled, room: Room, now: Now) -> Proposal | None:
    """What is to be done about a day's tables; nothing where all is well, or where an alternate fills the gap. A table
    that was opened for those in line gets its first players from the others: nobody begins there alone."""
    opened = others_play(day, state) and bool(state.floor.expected(day).tables_of(0))
    if not opened and any(
        line_open(one, state, book, now.at) for one in map(state.entries.__getitem__, in_line(day, state))
    ):
        return None
    with room.counted(day) as sizes:
        seated = state.floor.hall(day).seated - room.missing
        if len(sizes) < 2 or seated < 1:
            return None
        return (
            _final_table(day, seated, state, book, now)
            or _break(day, seated, sizes, state, book, now)
            or _balance(day, sizes, state, book, room, now)
        )


def _final_table(day: str, seated: int, state: TournamentState, book: Settled, now: Now) -> Proposal | None:
    size = book[final_table_parameter(state.the_sheet)]
    sheet_day = state.the_sheet.day(day)
    ends = sheet_day is not None and sheet_day.is_last
    if seated > size.value or not ends or not registration_over(state, now.at):
        return None
    tables = state.floor.expected(day).players
    if not any(state.floor.tables[one].usable >= seated for one in tables):
        return None  # no table is large enough: they go on breaking one by one
    return Proposal(day=day, final_table=True, because="seat.final_table", cites=cited(size))


def next_to_break(day: str, floor: Floor, sizes: Sizes[int]) -> int:
    """The first table of the published order, or the one with the highest number."""
    return next((one for one in floor.break_order if one in sizes.players), 0) or max(sizes.players)


def _break(
    day: str, seated: int, sizes: Sizes[int], state: TournamentState, book: Settled, now: Now
) -> Proposal | None:
    floor = state.floor
    hall = floor.hall(day)
    free = hall.chairs - seated
    if free < sizes.lowest or not registration_over(state, now.at):
        return None
    first = floor.tables[next_to_break(day, floor, sizes)]
    if first.held or sizes[first.number] > free - (first.usable - sizes[first.number]):
        return None
    draw = book["break_table.draw"]
    return Proposal(day=day, breaks=first.number, because=f"tables.break_{draw.value}", cites=cited(draw))


def _balance(
    day: str,
    sizes: Sizes[int],
    state: TournamentState,
    book: Settled,
    room: Room,
    now: Now,
) -> Proposal | None:
    published = state.floor.balancing
    if sizes.spread <= published.tolerance:
        return None
    rules = rules_for(day, state, book, now.at)
    procedure = Procedure(published.tolerance, published.giving_order)
    givers, takers = who_can_give(room, *tables_that(room, cast("Sizes[TableId]", sizes), rules, procedure))
    if not givers:
        return None  # the fullest tables are so by players still on their way: they sit down first
    source = cited(book["balance.source"])
    unknown = _unreported(givers, takers, rules, room)
    if unknown:
        return Proposal(day=day, report=unknown, because="seat.report_button", cites=source)
    moves = moves_between(room, givers, takers, rules)
    stud = rules.destination == "last_vacated"
    area = "balance.stud" if stud else "balance"
    frozen = not stud and plays_stud(day, state, now.at)
    mover = "mixed.balance.mover" if frozen else f"{area}.mover"
    cites = cited(book[mover], book[f"{area}.destination"], book["balance.source"])
    because = "tables.moves_frozen" if frozen else "tables.moves"
    named = named_moves(moves, "tables.moves_by_position" if stud else because, state, now.chance)
    if not named:
        return Proposal(day=day, because="tables.no_chair", cites=cites, report=())
    return Proposal(day=day, moves=named, because=named[0].because, cites=cites)


def _unreported(
    givers: Sequence[TableId], takers: Sequence[TableId], rules: BalanceRules, room: Room
) -> tuple[int, ...]:
    """Tables of which it must be known where the button was, and is not."""
    asked = givers if rules.mover == "next_big_blind" else ()
    asked = (*asked, *(takers if rules.destination == "worst_position" else ()))
    return tuple(sorted({int(name) for name in asked if room[name].last is None and not room[name].new}))
