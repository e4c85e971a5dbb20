"""Balancing tables: the fewest moves, who moves, and to which seat.

How many players each table gives or takes follows from the sizes alone. Who moves and where follows
from the positions of the hand just played: the player due the big blind next goes to the seat that
owes it soonest.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from msgspec import Struct

from feltro.procedures.button import (
    ButtonRules,
    Positions,
    button_rules,
    hands_until_big_blind,
    next_positions,
    next_seat,
)
from feltro.procedures.sizes import exchanges

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from feltro.procedures.sizes import Sizes
    from feltro.rulebook.answers import Answers

TableId = str | int


class SeatedTable(Struct, frozen=True):
    """One table between two hands: chairs, players (sorted), the positions of the hand just played.

    `vacated` lists empty chairs in the order in which they fell empty; `had_big_blind` the chairs that
    had the big blind in this orbit; `arrived` is the chair of the player who was moved here last.
    """

    chairs: int
    players: tuple[int, ...]
    last: Positions | None = None
    vacated: tuple[int, ...] = ()
    had_big_blind: frozenset[int] = frozenset()
    locked: frozenset[int] = frozenset()
    arrived: int | None = None
    new: bool = False
    """Opened just now: nobody has sat there, and one chair is as good as another."""

    def free(self) -> list[int]:
        taken = {*self.players, *self.locked}
        return [seat for seat in range(1, self.chairs + 1) if seat not in taken]

    def without(self, seat: int) -> SeatedTable:
        players = list(self.players)
        players.remove(seat)
        return self._sitting(tuple(players), (*self.vacated, seat))

    def with_player(self, seat: int) -> SeatedTable:
        players = list(self.players)
        insort(players, seat)
        vacated = tuple([one for one in self.vacated if one != seat])
        return self._sitting(tuple(players), vacated)

    def _sitting(self, players: tuple[int, ...], vacated: tuple[int, ...]) -> SeatedTable:
        had, locked = self.had_big_blind, self.locked
        return SeatedTable(self.chairs, players, self.last, vacated, had, locked, self.arrived, self.new)


class BalanceRules(Struct, frozen=True):
    """What a book says about a balancing move, for the game being played."""

    button: ButtonRules = ButtonRules()
    mover: str = "next_big_blind"
    destination: str = "worst_position"
    small_blind: bool = False
    lone_big_blind: bool = True
    big_blind_twice: bool = True


def balanced_as_stud(book: Answers, *, mixed: bool) -> bool:
    """Stud is balanced by position; in a mixed event only where the book says so of every stud game."""
    if not mixed or book.looks_at("balance.stud.games") == "stud_games":
        return True
    return bool(book.decides("mixed.balance.mover") == "by_position")


def balance_rules(book: Answers, *, as_stud: bool) -> BalanceRules:
    """By position nobody asks where the blinds are."""
    area = "balance.stud" if as_stud else "balance"
    button, decides = button_rules(book), book.decides
    mover, destination = decides(f"{area}.mover"), decides(f"{area}.destination")
    if destination == "last_vacated":
        return BalanceRules(button, mover, destination)
    blinds = map(decides, ("balance.small_blind", "balance.lone_big_blind", "balance.big_blind_twice"))
    return BalanceRules(button, mover, destination, *blinds)


class Procedure(Struct, frozen=True):
    """What the direction published: the difference it leaves alone, the order in which tables give players.

    `just_moved` are players moved a moment ago, who stay while another can go.
    """

    tolerance: int = 1
    giving_order: Sequence[TableId] = ()
    just_moved: Collection[tuple[TableId, int]] = ()


class FreeChair(Struct, frozen=True):
    """A seat for a mover. `wait` is how many hands pass before it has the big blind."""

    table: TableId
    seat: int
    wait: int
    posts_big_blind: bool


class BalanceMove(Struct, frozen=True):
    """From a seat (none where the mover is drawn) to a chair."""

    table: TableId
    seat: int | None
    to: FreeChair


def plan(
    tables: Mapping[TableId, SeatedTable], sizes: Sizes[TableId], rules: BalanceRules, procedure: Procedure
) -> list[BalanceMove]:
    """Every move that brings the tables within the tolerance, solved together.

    Among equally full tables the one that comes first in the published order gives, or the one with the
    highest number; a table whose mover has just been moved gives only when no other can. Movers due the
    big blind first get the chairs that owe it first.
    """
    givers, takers = tables_that(tables, sizes, rules, procedure)
    return moves_between(tables, givers, takers, rules)


def moves_between(
    tables: Mapping[TableId, SeatedTable], givers: Sequence[TableId], takers: Sequence[TableId], rules: BalanceRules
) -> list[BalanceMove]:
    """Who goes from each giving table to which chair of a taking one."""
    if rules.destination == "last_vacated" or rules.mover == "by_position":
        return _one_by_one(tables, givers, takers, rules)
    return _together(tables, givers, takers, rules)


def tables_that(
    tables: Mapping[TableId, SeatedTable], sizes: Sizes[TableId], rules: BalanceRules, procedure: Procedure
) -> tuple[list[TableId], list[TableId]]:
    """The tables that give and those that take, as `plan` chooses them."""

    def giver_of(fullest: Sequence[TableId]) -> TableId:
        return _giver(fullest, tables, rules, procedure)

    def taker_of(shortest: Sequence[TableId]) -> TableId:
        return _taker(shortest, tables, rules)

    return exchanges(sizes, procedure.tolerance, giver_of, taker_of)


def who_can_give(
    tables: Mapping[TableId, SeatedTable], givers: Sequence[TableId], takers: Sequence[TableId]
) -> tuple[list[TableId], list[TableId]]:
    """The moves that can be made now: a table gives whoever sits there, not who is still to come from one that breaks."""
    left = {name: len(tables[name].players) for name in givers}
    pairs: list[tuple[TableId, TableId]] = []
    for giver, taker in zip(givers, takers, strict=True):
        if left[giver]:
            left[giver] -= 1
            pairs.append((giver, taker))
    return [giver for giver, _ in pairs], [taker for _, taker in pairs]


def _giver(
    fullest: Sequence[TableId], tables: Mapping[TableId, SeatedTable], rules: BalanceRules, procedure: Procedure
) -> TableId:
    """The first of the published order; tables it does not name follow, the highest number first."""
    among = set(fullest) if procedure.giving_order else ()
    named = (table for table in procedure.giving_order if table in among)
    first = next(named, None)
    if first is None:
        first = fullest[-1]
    if _rested(first, tables, rules, procedure):
        return first
    published = set(procedure.giving_order)
    others = [table for table in reversed(fullest) if table not in published]
    candidates = (first, *named, *others)
    return next((one for one in candidates if _rested(one, tables, rules, procedure)), first)


def _rested(
    name: TableId, tables: Mapping[TableId, SeatedTable], rules: BalanceRules, procedure: Procedure
) -> bool:
    """Whether the player who would go was not moved himself a moment ago."""
    table = tables[name]
    if table.arrived is None and not procedure.just_moved:
        return True
    mover = mover_of(table, rules)
    return mover is None or (mover != table.arrived and (name, mover) not in procedure.just_moved)


def _taker(shortest: Sequence[TableId], tables: Mapping[TableId, SeatedTable], rules: BalanceRules) -> TableId:
    """The table with the chair that owes the big blind soonest, the lowest number first."""
    best, best_wait = shortest[0], None
    for table in shortest if len(shortest) > 1 else ():
        chair = chair_at(table, tables[table], rules)
        if chair is not None and (best_wait is None or chair.wait < best_wait):
            best, best_wait = table, chair.wait
        if best_wait == 0:
            break
    return best


def mover_of(table: SeatedTable, rules: BalanceRules, to_seat: int | None = None) -> int | None:
    """Who moves: the player due the big blind next; by position, the one in the same seat as the chair to be filled."""
    if rules.mover == "by_position":
        if to_seat is None:
            return None
        return to_seat if to_seat in table.players else next_seat(to_seat, table.players)
    if rules.mover == "random" or table.last is None or not table.players:
        return None
    return next_positions(table.last, table.players, rules.button).big_blind


def chair_at(name: TableId, table: SeatedTable, rules: BalanceRules) -> FreeChair | None:
    """The chair that a mover takes at a table: the last one vacated, or the worst position."""
    free = table.free()
    if table.new:
        return FreeChair(name, free[0], 0, posts_big_blind=False) if free else None
    if rules.destination == "last_vacated":
        latest = next((seat for seat in reversed(table.vacated) if seat in free), None)
        return None if latest is None else FreeChair(name, latest, 0, posts_big_blind=False)
    if table.last is None:
        return None
    chairs = (_chair(name, table, seat, rules) for seat in free)
    return min((one for one in chairs if one), key=lambda one: (one.wait, one.seat), default=None)


def _chair(name: TableId, table: SeatedTable, seat: int, rules: BalanceRules) -> FreeChair | None:
    """How a free seat would stand in the next hand, or nothing where a mover may not be sent."""
    assert table.last is not None  # noqa: S101 - asked for only where positions are known
    players = list(table.players)
    insort(players, seat)
    if len(players) < 2:
        return FreeChair(name, seat, 0, posts_big_blind=False)
    coming = next_positions(table.last, players, rules.button)
    posts = seat == coming.big_blind
    if seat == coming.small_blind and not posts and not rules.small_blind:
        return None
    if posts and not coming.small_blind_posted and not rules.lone_big_blind:
        return None
    if posts and seat in table.had_big_blind and not rules.big_blind_twice:
        return None
    return FreeChair(name, seat, hands_until_big_blind(seat, coming, players), posts)


def _together(
    tables: Mapping[TableId, SeatedTable], givers: Sequence[TableId], takers: Sequence[TableId], rules: BalanceRules
) -> list[BalanceMove]:
    """Movers and chairs found table by table, then matched: whoever owes the big blind first pays it first."""
    room: dict[TableId, SeatedTable] = {}
    movers: list[tuple[int, TableId, int | None]] = []
    for place, giver in enumerate(givers):
        table = room.get(giver, tables[giver])
        seat = mover_of(table, rules)
        movers.append((givers[:place].count(giver), giver, seat))
        room[giver] = table if seat is None else table.without(seat)
    chairs: list[FreeChair] = []
    for taker in takers:
        table = room.get(taker, tables[taker])
        chair = chair_at(taker, table, rules)
        if chair is not None:
            chairs.append(chair)
            room[taker] = table.with_player(chair.seat)
    movers.sort(key=lambda mover: mover[0])
    chairs.sort(key=lambda chair: chair.wait)
    return [BalanceMove(giver, seat, chair) for (_, giver, seat), chair in zip(movers, chairs, strict=False)]


def _one_by_one(
    tables: Mapping[TableId, SeatedTable], givers: Sequence[TableId], takers: Sequence[TableId], rules: BalanceRules
) -> list[BalanceMove]:
    """By position the chair names the mover, so each move is settled before the next."""
    room = {name: tables[name] for name in (*givers, *takers)}
    moves = []
    for giver, taker in zip(givers, takers, strict=True):
        chair = chair_at(taker, room[taker], rules)
        if chair is None:
            continue
        seat = mover_of(room[giver], rules, chair.seat)
        moves.append(BalanceMove(giver, seat, chair))
        room[taker] = room[taker].with_player(chair.seat)
        if seat is not None:
            room[giver] = room[giver].without(seat)
    return moves
