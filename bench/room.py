"""What a bust costs in a room of 10,000, with everything that follows from it, and a whole room played down."""

from __future__ import annotations

import copy
import random
import time
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

import pokerkit

from bench.row import Row
from feltro.sim.played_room import DAY, PlayedRoom
from feltro.tournament.eliminations.commands import Eliminate
from feltro.tournament.facts.balance import BalanceProposed
from feltro.tournament.floor import commands as fc

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYERS = 10_000
SMALL = 100
CHAIRS = 9
BOOK = "cgp-2024"
DEEPCOPIES = 8
TIMES_THE_PROTOTYPE = 20
TURN = 20
"""Each side so often before the other: a busy machine then slows both."""


def rows(seconds: float) -> Iterator[Row]:
    room = uneven_room(PLAYERS)
    small = uneven_room(SMALL)
    ours, theirs, less = [], [], []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or not ours:
        ours += [decided(room) for _ in range(TURN)]
        less += [decided(small) for _ in range(TURN)]
        theirs += [deepcopied() for _ in range(TURN)]
    yield Row(
        "bust with its moves, 10,000 players",
        "microseconds",
        median(ours) * 1e6,
        median(theirs) * 1e6,
        "deepcopy of a PokerKit state",
        DEEPCOPIES,
        smaller_is_better=True,
    )
    yield Row(
        "the same, against 100 players",
        "microseconds",
        median(ours) * 1e6,
        median(less) * 1e6,
        "ours at 100 players",
        1 / 4,
        smaller_is_better=True,
    )
    yield _played_down()


def uneven_room(players: int) -> PlayedRoom:
    """Every table a player short of full or not, and buttons known: the next bust at a short one asks for a move."""
    room = PlayedRoom(BOOK, players, CHAIRS, seed=1)
    room.do(fc.SetBalancing(tournament="sim", mode="propose"))
    room.state.registration_closed = False  # or the last table would break, and nobody would be short
    sizes = room.state.floor.halls[DAY].sizes
    assert sizes.spread == 1  # noqa: S101 - so that one bust more asks for one move
    return room


def victim(room: PlayedRoom) -> str:
    """Somebody of a shortest table."""
    sizes = room.state.floor.halls[DAY].sizes
    table = room.state.floor.tables[min(sizes.tables_of(sizes.lowest))]
    return table.players[table.seats()[0]]


def decided(room: PlayedRoom) -> float:
    """Decided, not applied: the same question each time."""
    command = Eliminate(tournament="sim", entry=victim(room))
    began = time.perf_counter()
    events = room.decided(command)
    took = time.perf_counter() - began
    assert any(isinstance(event, BalanceProposed) and event.moves for event in events)  # noqa: S101 - or fast for nothing
    return took


def deepcopied() -> float:
    """A hand in its middle, as a program without events has to copy it to look ahead."""
    state = pokerkit.NoLimitTexasHoldem.create_state(
        tuple(pokerkit.Automation), True, 0, (1, 2), 2, 200, CHAIRS
    )  # fmt: skip
    for _ in range(3):
        state.fold()
    began = time.perf_counter()
    copy.deepcopy(state)
    return time.perf_counter() - began


def _played_down() -> Row:
    """From 10,000 to one, each bust with its balancing, breaking and events."""
    room = PlayedRoom(BOOK, PLAYERS, CHAIRS, seed=1)
    order = [f"e{number}" for number in range(1, PLAYERS + 1)]
    random.Random(2).shuffle(order)
    began = time.perf_counter()
    for entry in order[:-1]:
        room.bust(entry)
    ours = time.perf_counter() - began
    began = time.perf_counter()
    prototype([int(entry[1:]) - 1 for entry in order])
    plain = time.perf_counter() - began
    return Row(
        "10,000 players to one winner",
        "seconds",
        ours,
        plain,
        "a prototype without events or rules",
        1 / TIMES_THE_PROTOTYPE,
        smaller_is_better=True,
    )


class Prototype:
    """The least that can be done: sets of players by table, tables by size. No seat, no button, no event."""

    def __init__(self, players: int) -> None:
        count = -(-players // CHAIRS)
        self.where = {player: player % count for player in range(players)}
        self.tables: dict[int, set[int]] = defaultdict(set)
        for player, table in self.where.items():
            self.tables[table].add(player)
        self.sizes: dict[int, set[int]] = defaultdict(set)
        for table, sitting in self.tables.items():
            self.sizes[len(sitting)].add(table)

    def change(self, table: int, player: int, *, joins: bool) -> None:
        sitting = self.tables[table]
        self.sizes[len(sitting)].discard(table)
        (sitting.add if joins else sitting.discard)(player)
        self.sizes[len(sitting)].add(table)

    def move(self, player: int, to: int) -> None:
        self.change(self.where[player], player, joins=False)
        self.change(to, player, joins=True)
        self.where[player] = to

    def bust(self, player: int) -> None:
        self.change(self.where.pop(player), player, joins=False)
        last = len(self.tables) - 1
        if last and len(self.where) <= last * CHAIRS:
            self.close(last)
        used = [size for size, tables in self.sizes.items() if tables]
        if max(used) - min(used) > 1:
            fullest = next(iter(self.sizes[max(used)]))
            self.move(next(iter(self.tables[fullest])), next(iter(self.sizes[min(used)])))

    def close(self, last: int) -> None:
        for player in list(self.tables[last]):
            shortest = min(size for size, tables in self.sizes.items() if tables - {last})
            self.move(player, next(iter(self.sizes[shortest] - {last})))
        self.sizes[0].discard(last)
        del self.tables[last]


def prototype(order: list[int]) -> int:
    """Played down in the same way; how many are left."""
    room = Prototype(len(order))
    for player in order[:-1]:
        room.bust(player)
    return len(room.where)
