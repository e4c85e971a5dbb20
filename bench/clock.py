"""What a command at the clock costs in a long log, against the same command in a short one: it has to stay flat."""

from __future__ import annotations

import time
from itertools import count
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from bench import desk
from bench.row import Row
from feltro.app.handling import House
from feltro.app.handling.catalogue import command_decoder
from feltro.app.screens.clock import clock_view
from feltro.app.world.plan import Done, Envelope
from feltro.kernel.instants import Instant, parse_instant
from feltro.store.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT, LONG = 100, 10_000
"""Entries sold before the clock starts: each of them is several events."""
START = parse_instant("2026-11-20T18:00:00-03:00")
SECOND = 1_000_000
PROMISED = 0.5
"""A hundred times the log may not double the cost."""


class Running:
    """An event whose clock runs, and commands that come a second apart."""

    def __init__(self, entries: int) -> None:
        store = MemoryStore()
        desk.fill(store, entries)
        self.house = House(store)
        self.numbers = count()
        self.events = store.version("tournament:t1")
        self.give("StartClock", day="1A")

    def give(self, kind: str, **fields: object) -> None:
        command = command_decoder().decode(msgspec.json.encode({"type": kind, "tournament": "t1", **fields}))
        number = next(self.numbers)
        at = Instant(START + number * SECOND // 1000)
        outcome = self.house.handle(command, Envelope(key=f"k{number}", who="ana", role="director", at=at))
        assert isinstance(outcome, Done), outcome  # noqa: S101 - a refused command would be fast for nothing

    def pause_and_resume(self) -> None:
        self.give("PauseClock")
        self.give("ResumeClock")

    def look(self) -> None:
        state = self.house.world.live("tournament:t1").state
        book = self.house.books.settlement(state, START).book
        clock_view(state, Instant(START + 3600 * SECOND), book)


def rows(seconds: float) -> list[Row]:
    long, short = Running(LONG), Running(SHORT)
    what = f"{long.events:,} events in the log"
    peer = f"the same with {short.events:,} events"
    return [
        _row(f"clock paused and resumed, {what}", peer, long.pause_and_resume, short.pause_and_resume, seconds),
        _row(f"clock view, {what}", peer, long.look, short.look, seconds),
    ]


def _row(what: str, peer: str, ours: Callable[[], None], theirs: Callable[[], None], seconds: float) -> Row:
    """Turn and turn about: what else the machine does falls on both."""
    measured: tuple[list[float], list[float]] = ([], [])
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or not measured[1]:
        for one, into in zip((ours, theirs), measured, strict=True):
            began = time.perf_counter()
            one()
            into.append(time.perf_counter() - began)
    long, short = (median(one) * 1e6 for one in measured)
    return Row(what, "microseconds", long, short, peer, PROMISED, smaller_is_better=True)
