"""Two out in one hand on the bubble: the room played on to it, and what those who learn have to do there."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from feltro.procedures.places import Bust, finishes_by
from feltro.sim.prizes import announce
from feltro.sim.rehearsal.mishap import HALF, NOT_YET, WHOLE, Happening
from feltro.sim.stacks import Result
from feltro.tournament.clock.commands import GoToLevel
from feltro.tournament.eliminations.places import players_left
from feltro.tournament.facts.eliminations import EntryEliminated, HandRanked
from feltro.tournament.facts.pace import HandReleased

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.app.world.history import Fact
    from feltro.sim.rehearsal.room import RehearsalRoom

PEOPLE, CHAIRS = 66, 6
"""So many that under every book the bubble comes with two tables still in play."""
LEVEL = 8
"""The level the machine goes to: entries are over, and no break is near."""
WITHOUT_A_BUST = 400
"""Steps after which a room that comes no nearer to the bubble is given up."""


def places_paid(room: RehearsalRoom) -> int:
    announced = room.state.prizes.announced
    return len(announced.prizes_centavos) if announced else 0


def on_the_bubble(room: RehearsalRoom) -> bool:
    """One more than places paid, at two tables or more, and nobody has begun hand for hand or waits for the floor."""
    tables = [one for one in room.state.floor.tables.values() if one.players]
    left, pace = players_left(room.state), room.state.pace.hand_for_hand
    if room.bubble_waits or room.held:
        return False
    return len(tables) > 1 and bool(places_paid(room)) and left == places_paid(room) + 1 and room.day not in pace


def play_to_the_bubble(room: RehearsalRoom) -> None:
    """In no time: entries are closed, prizes announced, and everybody who loses a hand loses everything."""
    room.voice.do(GoToLevel(tournament=room.tournament, day=room.day, level=LEVEL))
    announce(room.voice, room.tournament)
    for _ in range(WITHOUT_A_BUST):
        if players_left(room.state) <= places_paid(room) + 1:
            break
        ready = room.tables.ready()
        if ready:
            _everything(room, ready[0])
        else:
            room.free_the_room()
        room.even_out()


def _everything(room: RehearsalRoom, table: int) -> None:
    if room.tables.deal(table) is None:
        return
    winner, loser = room.chance.sample(room.tables.at(table), 2)
    if room.stacks.of[loser] > room.stacks.of[winner]:
        winner, loser = loser, winner
    room.tables.finish(table, Result(winner, {loser: room.stacks.of[loser]}, (loser,)))


# What happens


def two_at_one_table(room: RehearsalRoom) -> Happening | None:
    table = max(room.tables.ready(), key=lambda one: len(room.tables.at(one)), default=0)
    there = room.tables.at(table)
    return _happens(room, "bubble_one_table", there) if len(there) > 2 else None


def two_at_two_tables(room: RehearsalRoom) -> Happening | None:
    """The shortest of each."""
    room.stacks.follow(room.state)
    ready = room.tables.ready()[:2]
    shortest = [min(room.tables.at(one), key=lambda entry: room.stacks.of[entry]) for one in ready]
    return _happens(room, "bubble_two_tables", shortest) if len(shortest) == 2 else None


def _happens(room: RehearsalRoom, kind: str, among: Sequence[str]) -> Happening | None:
    """To the two shortest whose stacks differ: an order by stacks is then an order."""
    if not on_the_bubble(room):
        return None
    room.stacks.follow(room.state)
    stacks = room.stacks.of
    by_stack = sorted(among, key=lambda entry: stacks[entry])
    small, big = next((two for two in combinations(by_stack, 2) if stacks[two[0]] != stacks[two[1]]), by_stack[:2])
    tables = {one: room.state.floor.chair_of[one].table for one in (big, small)}
    busts = [Bust(one, str(tables[one]), stacks[one]) for one in (big, small)]
    book = room.voice.house.books.settlement(room.state, room.now).book
    due = finishes_by(busts, players_left(room.state), book)
    told = {
        "one": room.name(big),
        "two": room.name(small),
        "first": stacks[big],
        "second": stacks[small],
        "table": tables[big],
        "other": tables[small],
        "left": players_left(room.state),
        "paid": places_paid(room),
    }
    about: dict[str, Any] = {
        "entries": (big, small),
        "places": [set(one.players) for one in due],
        "on_bubble": True,
    }
    room.bubble_waits = (big, small)
    return room.happening(kind, told, about)


# What people made of it


def bubble_settled(one: Happening, since: Sequence[Fact]) -> float:
    """Once both are out on the record."""
    if "reported" in bubble_lacks(one, since):
        return NOT_YET
    return HALF if bubble_lacks(one, since) else WHOLE


def bubble_lacks(one: Happening, since: Sequence[Fact]) -> tuple[str, ...]:
    """All tables in step before the hand; both out of one hand; the order that the event's book makes of it."""
    outs = {
        fact.event.entry: (place, fact.event)
        for place, fact in enumerate(since)
        if isinstance(fact.event, EntryEliminated) and fact.event.entry in one.about["entries"]
    }
    released = [place for place, fact in enumerate(since) if isinstance(fact.event, HandReleased)]
    ranked = [fact.event for fact in since if isinstance(fact.event, HandRanked)]
    together = [_groups(event) for event in ranked if set(one.about["entries"]) <= set(event.entries)]
    reported = set(outs) == set(one.about["entries"])
    in_step = bool(released) and all(out.round and place > released[0] for place, out in outs.values())
    lacking = {
        "hand_for_hand": not in_step,
        "reported": not reported,
        "one_hand": reported and not together,
        "order": bool(together) and together[-1] != one.about["places"],
    }
    return tuple(name for name, lacks in lacking.items() if lacks)


def _groups(event: HandRanked) -> list[set[str]]:
    """Best place first, as the procedure says it; the record begins with the worst."""
    found, begin = [], 0
    for size in event.sizes:
        found.append(set(event.entries[begin : begin + size]))
        begin += size
    return found[::-1]
