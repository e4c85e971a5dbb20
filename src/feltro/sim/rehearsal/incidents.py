"""What goes wrong in a room: what people are told, what the room does meanwhile, and which act of theirs settles it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feltro.app.world.streams.incidents import IncidentOpened
from feltro.sim.rehearsal.bubble import bubble_lacks, bubble_settled, two_at_one_table, two_at_two_tables
from feltro.sim.rehearsal.mishap import HALF, NOT_YET, WHOLE, Happening
from feltro.tournament.facts.chips import StackCounted
from feltro.tournament.facts.clock import ClockPaused, ClockRecovered, ClockResumed
from feltro.tournament.facts.counts import TableCounted
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import PlayerMoved
from feltro.tournament.facts.sales import EntrySold
from feltro.tournament.facts.sanctions import InfractionNoted, PenaltyGiven

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feltro.app.world.history import Fact
    from feltro.sim.rehearsal.room import RehearsalRoom


@dataclass(frozen=True)
class Incident:
    begin: Callable[[RehearsalRoom], Happening | None]
    """Nothing where the room has nobody for it just now."""
    settled: Callable[[Happening, Sequence[Fact]], float]
    """By what people did since, the crew's own acts left out: nothing yet, in part, or wholly."""
    minutes: int
    """After so many it counts as missed."""
    lacks: Callable[[Happening, Sequence[Fact]], tuple[str, ...]] = lambda _one, _since: ()
    """What of it is not done yet, where it has parts."""
    on_the_bubble: bool = False
    """It happens there and nowhere else: the room is played on to it."""


def _power_cut(room: RehearsalRoom) -> Happening:
    """Tables stand still until the clock does, and then goes on."""
    room.dark = True
    return room.happening("power_cut", {})


def _light_again(_one: Happening, since: Sequence[Fact]) -> float:
    paused = next((place for place, fact in enumerate(since) if isinstance(fact.event, ClockPaused)), None)
    if paused is None:
        return NOT_YET
    after = since[paused:]
    on = any(isinstance(fact.event, ClockResumed | ClockRecovered) for fact in after)
    return WHOLE if on else NOT_YET


def _double_bust(room: RehearsalRoom) -> Happening | None:
    """Two go out in one hand, and the table waits until the floor has heard of both."""
    table = next((one for one in reversed(room.tables.ready()) if len(room.tables.at(one)) > 2), None)
    if table is None:
        return None
    room.stacks.follow(room.state)
    short = sorted(room.tables.at(table), key=lambda entry: room.stacks.of[entry])[:2]
    room.held.add(table)
    small, big = short
    told = {"one": room.name(big), "two": room.name(small), "table": table}
    chips = {"first": room.stacks.of[big], "second": room.stacks.of[small]}
    return room.happening("double_bust", told | chips, {"entries": tuple(short), "table": table})


def _both_out(one: Happening, since: Sequence[Fact]) -> float:
    """In one report they share the places as the book says; in two, one stands above the other by chance."""
    outs = [
        fact
        for fact in since
        if isinstance(fact.event, EntryEliminated) and fact.event.entry in one.about["entries"]
    ]
    if {fact.event.entry for fact in outs} != set(one.about["entries"]):
        return NOT_YET
    return WHOLE if len({fact.meta.key for fact in outs}) == 1 else HALF


def _wrong_seat(room: RehearsalRoom) -> Happening | None:
    """Somebody sits at another table than the card says."""
    tables = room.state.floor.tables.values()
    found = next(((one.number, one.free()[0]) for one in tables if one.free()), None)
    entry = next((one for one, chair in room.state.floor.chair_of.items() if found and chair.table != found[0]), "")
    if not entry or found is None:
        return None
    card = room.state.floor.chair_of[entry]
    told = {"name": room.name(entry), "card": str(card), "seat": f"{found[0]}.{found[1]}"}
    return room.happening("wrong_seat", told, {"entry": entry})


def _seat_settled(one: Happening, since: Sequence[Fact]) -> float:
    """Moved on the record, or a file opened about it."""
    moved = any(isinstance(fact.event, PlayerMoved) and fact.event.entry == one.about["entry"] for fact in since)
    return WHOLE if moved or _filed(since) else NOT_YET


def _missing_chips(room: RehearsalRoom) -> Happening | None:
    table = next(iter(room.tables.ready()), None)
    if table is None:
        return None
    told = {"table": table, "chips": 5 * room.tables.unit}
    return room.happening("missing_chips", told, {"table": table, "entries": tuple(room.tables.at(table))})


def _chips_counted(one: Happening, since: Sequence[Fact]) -> float:
    """The whole table counted, or a file opened; a few stacks are a part of it."""
    if _filed(since) or any(isinstance(fact.event, TableCounted) for fact in since):
        return WHOLE
    counted = {fact.event.entry for fact in since if isinstance(fact.event, StackCounted)}
    there = set(one.about["entries"])
    return WHOLE if there <= counted else HALF if there & counted else NOT_YET


def _rude_player(room: RehearsalRoom) -> Happening | None:
    table = next(iter(room.tables.ready()), None)
    if table is None:
        return None
    entry = room.chance.choice(room.tables.at(table))
    told = {"name": room.name(entry), "seat": str(room.state.floor.chair_of[entry])}
    return room.happening("rude_player", told, {"entry": entry})


def _rebuked(one: Happening, since: Sequence[Fact]) -> float:
    kinds = PenaltyGiven | InfractionNoted
    return (
        WHOLE if any(isinstance(f.event, kinds) and f.event.entry == one.about["entry"] for f in since) else NOT_YET
    )


def _buyer(room: RehearsalRoom) -> Happening | None:
    """Somebody at the desk who is known and wants to play."""
    if room.state.registration_closed or not room.to_come:
        return None
    person = room.counter.welcome(room.to_come.pop(0))
    return room.happening("buyer", {"name": room.person(person)}, {"person": person})


def _sold_to(one: Happening, since: Sequence[Fact]) -> float:
    sold = any(isinstance(fact.event, EntrySold) and fact.event.person == one.about["person"] for fact in since)
    return WHOLE if sold else NOT_YET


def _filed(since: Sequence[Fact]) -> bool:
    return any(isinstance(fact.event, IncidentOpened) for fact in since)


INCIDENTS = {
    "power_cut": Incident(_power_cut, _light_again, 5),
    "double_bust": Incident(_double_bust, _both_out, 5),
    "wrong_seat": Incident(_wrong_seat, _seat_settled, 6),
    "missing_chips": Incident(_missing_chips, _chips_counted, 10),
    "rude_player": Incident(_rude_player, _rebuked, 6),
    "buyer": Incident(_buyer, _sold_to, 6),
    "bubble_one_table": Incident(two_at_one_table, bubble_settled, 10, bubble_lacks, on_the_bubble=True),
    "bubble_two_tables": Incident(two_at_two_tables, bubble_settled, 10, bubble_lacks, on_the_bubble=True),
}
