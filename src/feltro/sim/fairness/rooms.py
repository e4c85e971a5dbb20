"""Rooms played down with a real floor's decisions, and who was moved and who paid, by chair and by person."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltro.sim.balance import BUST_EVERY
from feltro.tournament.facts import floor as f

if TYPE_CHECKING:
    from feltro.sim.played_room import PlayedRoom


@dataclass
class RoomCounts:
    """Of many rooms together; lists have one number for each room."""

    hands_by_chair: Counter[int] = field(default_factory=Counter)
    moves_by_chair: Counter[int] = field(default_factory=Counter)
    """Taken from this chair to balance the room."""
    blinds_by_chair: Counter[int] = field(default_factory=Counter)
    due_by_chair: Counter[int] = field(default_factory=Counter)
    """Millionths of big blinds that were due at it: one for each round."""
    early_moves: list[int] = field(default_factory=list)
    """Moves of who bought first less moves of who bought last."""
    early_blinds: list[float] = field(default_factory=list)
    """The same of big blinds over what was due."""
    moved_extra: list[float] = field(default_factory=list)
    """Big blinds over what was due, of each who was moved to balance."""


PARTS = 1_000_000


def count_room(room: PlayedRoom, counts: RoomCounts) -> None:
    """Down to one winner."""
    extra: Counter[str] = Counter()
    moved: Counter[str] = Counter()
    while room.left > 1:
        for number in sorted(room.state.floor.tables):
            if number in room.state.floor.tables and len(room.state.floor.tables[number].players) > 1:
                _hand(room, number, counts, extra, moved)
    order = sorted(room.state.entries, key=lambda entry: int(entry[1:]))
    half = len(order) // 2
    first, last = order[:half], order[-half:]
    counts.early_moves.append(sum(moved[one] for one in first) - sum(moved[one] for one in last))
    counts.early_blinds.append((sum(extra[one] for one in first) - sum(extra[one] for one in last)) / PARTS)
    counts.moved_extra += [extra[one] / PARTS for one in moved]


def _hand(room: PlayedRoom, number: int, counts: RoomCounts, extra: Counter[str], moved: Counter[str]) -> None:
    dealt = dict(room.state.floor.tables[number].players)
    for chair, entry in dealt.items():
        counts.hands_by_chair[chair] += 1
        counts.due_by_chair[chair] += PARTS // len(dealt)
        extra[entry] -= PARTS // len(dealt)
    if room.chance_of_room.randrange(BUST_EVERY) == 0:
        _count_moves(room, dealt[room.chance_of_room.choice(sorted(dealt))], counts, moved)
    if number in room.state.floor.tables and room.left > 1:
        played = next(event for event in room.end_hand(number) if isinstance(event, f.HandPlayed))
        payer = played.positions.big_blind if played.positions else None
        if payer in dealt:
            counts.blinds_by_chair[payer] += 1
            extra[dealt[payer]] += PARTS


def _count_moves(room: PlayedRoom, out: str, counts: RoomCounts, moved: Counter[str]) -> None:
    """Of a table that breaks everybody moves: that is nobody's bad luck."""
    chair_of = {entry: chair.seat for entry, chair in room.state.floor.chair_of.items()}
    events = room.bust(out)
    if any(isinstance(event, f.TableBroken) for event in events):
        return
    for event in room.moves(events):
        moved[event.entry] += 1
        counts.moves_by_chair[chair_of[event.entry]] += 1
