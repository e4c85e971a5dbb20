"""What balancing does to people: who is moved, how often, and what it costs in big blinds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltro.sim.played_room import DAY, PlayedRoom
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.balance import TableHalted

if TYPE_CHECKING:
    from feltro.kernel.events import Event

BUST_EVERY = 8
"""Hands of a table until somebody is out, on average."""


@dataclass
class Player:
    hands: int = 0
    big_blinds: int = 0
    fair: float = 0.0
    """Big blinds that a player of such tables pays on average: one for each round."""
    balanced: int = 0
    broken: int = 0


@dataclass
class Tally:
    """Everything counted over all rooms."""

    rooms: int = 0
    busts: int = 0
    balance_moves: int = 0
    break_moves: int = 0
    breaks: int = 0
    halts: int = 0
    worst_spread: int = 0
    most_moves: int = 0
    twice_in_a_row: int = 0
    hands_until_big_blind: Counter[int] = field(default_factory=Counter)
    """After a balancing move: how many hands passed before the mover had the big blind."""
    extra: dict[str, list[float]] = field(default_factory=lambda: {"never": [], "balanced": [], "broken": []})
    """Big blinds paid over the fair number, by what happened to the player."""


def play_room(room: PlayedRoom, tally: Tally) -> None:
    """Down to one winner, table by table: a hand, and now and then somebody is out in it."""
    people = {entry: Player() for entry in room.state.entries}
    waiting: dict[str, int] = {}
    tally.rooms += 1
    while room.left > 1:
        for number in sorted(room.state.floor.tables):
            if number in room.state.floor.tables and len(room.state.floor.tables[number].players) > 1:
                _play_hand(room, number, people, waiting, tally)
    for player in people.values():
        kind = "balanced" if player.balanced else "broken" if player.broken else "never"
        tally.extra[kind].append(player.big_blinds - player.fair)
        tally.most_moves = max(tally.most_moves, player.balanced + player.broken)


def _play_hand(
    room: PlayedRoom, number: int, people: dict[str, Player], waiting: dict[str, int], tally: Tally
) -> None:
    table = room.state.floor.tables[number]
    dealt = dict(table.players)
    ends = room.chance_of_room.randrange(BUST_EVERY) == 0
    if ends:
        out = room.chance_of_room.choice(sorted(dealt))
        _count_moves(room.bust(dealt[out]), people, waiting, tally)
        tally.busts += 1
    for entry in dealt.values():
        people[entry].hands += 1
        people[entry].fair += 1 / len(dealt)
    if number in room.state.floor.tables and room.left > 1:
        played = next(event for event in room.end_hand(number) if isinstance(event, f.HandPlayed))
        if played.positions is not None and played.positions.big_blind in dealt:
            _count_blind(dealt, dealt[played.positions.big_blind], people, waiting, tally)
    if ends:
        spread = room.state.floor.halls[DAY].sizes.spread
        tally.worst_spread = max(tally.worst_spread, spread)


def _count_blind(
    dealt: dict[int, str], payer: str, people: dict[str, Player], waiting: dict[str, int], tally: Tally
) -> None:
    people[payer].big_blinds += 1
    if payer in waiting:
        tally.hands_until_big_blind[waiting.pop(payer)] += 1
    for entry in dealt.values():
        if entry in waiting:
            waiting[entry] += 1


def _count_moves(
    events: tuple[Event, ...], people: dict[str, Player], waiting: dict[str, int], tally: Tally
) -> None:
    breaking = any(isinstance(event, f.TableBroken) for event in events)
    tally.breaks += breaking
    for event in events:
        if isinstance(event, TableHalted):
            tally.halts += 1
        if not isinstance(event, f.PlayerMoved):
            continue
        player = people[event.entry]
        if breaking:
            player.broken += 1
            tally.break_moves += 1
        else:
            player.balanced += 1
            tally.balance_moves += 1
            tally.twice_in_a_row += event.entry in waiting
            waiting[event.entry] = 0
