"""Papers that are due by themselves and have not been printed: what a printer's page shows as its queue.

Nothing is kept for it: what has happened says what is due, and what was printed is on the log. What nobody printed
in time goes away by itself, so that a room without such a printer has no heap of old slips in the morning.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.papers.lists import next_day, payouts
from feltro.app.papers.room import level_ended, room
from feltro.kernel.outcome import Refused
from feltro.tournament.days.events import DayEnded
from feltro.tournament.events import ReceiptIssued
from feltro.tournament.floor.events import PlayerMoved, Redrawn, SeatsSwapped, TableBroken
from feltro.tournament.papers.decide import SHOWS
from feltro.tournament.papers.record import name_of
from feltro.tournament.prizes.events import PrizesAnnounced
from feltro.tournament.sanctions.events import PenaltyGiven

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feltro.app.history import Fact
    from feltro.app.papers import blocks as b
    from feltro.app.papers.source import Source
    from feltro.kernel.events import Event
    from feltro.kernel.instants import Instant

MINUTE = 60 * 1_000_000
"""In the unit of an `Instant`."""
MINUTES = {"receipt": 15, "seat": 15, "move": 30, "penalty": 30, "wall": 90}
"""How long each paper is worth printing."""
WHOLE = (TableBroken, Redrawn)
"""What a strip is called after, where one order also tells of every single move."""
MOST_FACTS = 5000
"""Looked at from the end of the log."""


@dataclass(slots=True)
class Due:
    """One strip: what it is called, of whom, and since when it waits."""

    paper: str
    key: str
    since: Instant
    of: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)


def due_papers(source: Source) -> list[Due]:
    """The oldest first. A table that was broken is one strip, as is every other order that moved people."""
    found: dict[tuple[str, str], Due] = {}
    recent = replace(source, facts=source.facts[-MOST_FACTS:])
    seen: set[str] = set()
    pictured: set[str] = set()
    for fact in recent.happened():
        age = (source.at - fact.meta.at) / MINUTE
        if age > max(MINUTES.values()):
            break
        for paper, key, ids, values in _asked_by(source, fact, pictured):
            fresh = [one for one in ids if age <= MINUTES[paper] and _unprinted(source, paper, one, seen)]
            strip = found.get((paper, fact.meta.key))
            if strip is None and fresh:
                strip = found[paper, fact.meta.key] = Due(paper, key, fact.meta.at)
            if strip is None:
                continue
            strip.of[:0] = fresh
            if isinstance(fact.event, WHOLE) or not strip.values:
                strip.key, strip.values = key, values
    return sorted(found.values(), key=lambda one: one.since)


def _unprinted(source: Source, paper: str, of: str, seen: set[str]) -> bool:
    """Once each, in the strip of the latest order, and only what there still is."""
    shown = SHOWS[paper](of, source.state)
    name = name_of(paper, of, shown.shows) if shown else ""
    if not name or name in seen or name in source.state.papers.copies:
        return False
    seen.add(name)
    return True


Asked = tuple[str, str, list[str], dict[str, Any]]
"""Paper, what its strip is called, of which, and the values of that name."""


def _asked_by(source: Source, fact: Fact, pictured: set[str]) -> Iterator[Asked]:
    """Of the pictures of a day the last one is worth printing: the others lie in their folder."""
    make = MADE.get(type(fact.event))
    if make:
        yield from make(source, fact.event)
    ended = level_ended(fact.event)
    if ended and fact.event.day not in pictured:
        pictured.add(fact.event.day)
        values = {"day": fact.event.day, "level": ended}
        yield "wall", "paper.due.room", [f"room.{fact.event.day}.{ended}"], values


def _receipt(_source: Source, event: ReceiptIssued) -> Iterator[Asked]:
    yield "receipt", "paper.due.receipt", [event.sale], {"number": event.number}
    yield "seat", "paper.due.seat", [event.sale], {"number": event.number}


def _broken(_source: Source, event: TableBroken) -> Iterator[Asked]:
    yield "move", "paper.due.broken", list(event.players), {"table": event.table}


def _moved(_source: Source, event: PlayerMoved) -> Iterator[Asked]:
    yield "move", "paper.due.moved", [event.entry], {"table": event.from_table}


def _swapped(_source: Source, event: SeatsSwapped) -> Iterator[Asked]:
    yield "move", "paper.due.redrawn", [event.first, event.second], {}


def _redrawn(_source: Source, event: Redrawn) -> Iterator[Asked]:
    yield "move", "paper.due.redrawn", list(event.seats), {}


def _penalty(_source: Source, event: PenaltyGiven) -> Iterator[Asked]:
    yield "penalty", "paper.due.penalty", [event.penalty], {}


def _announced(_source: Source, _event: PrizesAnnounced) -> Iterator[Asked]:
    yield "wall", "paper.due.payouts", ["payouts"], {}


def _day_over(source: Source, _event: DayEnded) -> Iterator[Asked]:
    """For the first later day that has not begun."""
    ahead = [one for one in source.state.the_sheet.days if not one.is_first]
    following = next((one.id for one in ahead if one.id not in source.state.days.started), "")
    if following:
        yield "wall", "paper.due.next_day", [f"next_day.{following}"], {"day": following}


MADE: dict[type[Event], Callable[[Source, Any], Iterator[Asked]]] = {
    ReceiptIssued: _receipt,
    TableBroken: _broken,
    PlayerMoved: _moved,
    SeatsSwapped: _swapped,
    Redrawn: _redrawn,
    PenaltyGiven: _penalty,
    PrizesAnnounced: _announced,
    DayEnded: _day_over,
}


def wall(source: Source, of: str, copy: int = 1) -> b.Paper | Refused:
    """A list that was due by itself, by its name: `room.1.4`, `next_day.2`, `payouts`."""
    kind, _, which = of.partition(".")
    day, _, level = which.rpartition(".")
    if kind == "payouts":
        made = payouts(source)
    elif kind == "next_day":
        made = next_day(source, which)
    elif kind == "room" and level.isascii() and level.isdigit():
        made = room(source, int(level), day)
    else:
        made = Refused("paper.none.wall", {"of": of})
    return made if isinstance(made, Refused) else msgspec.structs.replace(made, mark=source.mark(copy))
