"""Papers that are due by themselves and have not been printed: what a printer's page shows as its queue.

Nothing is kept for it: what has happened says what is due, and what was printed is on the log. What nobody printed
in time goes away by itself, so that a room without such a printer has no heap of old slips in the morning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.kernel.instants import MINUTE
from feltro.tournament.facts.floor import BreakBegun, Redrawn, TableBroken
from feltro.tournament.papers.table import HANDED, QUEUED, WALL, asked_by, shown_by
from feltro.tournament.state.papers import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.papers.pen import Pen
    from feltro.app.world.history import Fact
    from feltro.kernel.instants import Instant
    from feltro.tournament.papers.due import WantedPaper
    from feltro.tournament.papers.table import PaperKind

"""In the unit of an `Instant`."""
WHOLE = (TableBroken, BreakBegun, Redrawn)
"""What a strip is called after, where one order also tells of every single move."""
MOST_FACTS = 5000
"""Looked at from the end of the log."""


@dataclass(slots=True)
class DuePaper:
    """One strip: what it is called, of whom, and since when it waits."""

    paper: str
    key: str
    since: Instant
    of: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)


def due_papers(pen: Pen) -> list[DuePaper]:
    """The oldest first. A table that was broken is one strip, as is every other order that moved people."""
    found: dict[tuple[str, str], DuePaper] = {}
    seen: set[str] = set()
    newest: set[tuple[str, str]] = set()
    longest = max(one.minutes for one in QUEUED)
    for fact in pen.happened(MOST_FACTS):
        age = (pen.at - fact.meta.at) / MINUTE
        if age > longest:
            break
        for paper, ids, asked in _asked_by(pen, fact, newest):
            fresh = [one for one in ids if age <= paper.minutes and _unprinted(pen, paper.name, one, seen)]
            strip = found.get((paper.name, fact.meta.key))
            if strip is None and fresh:
                strip = found[paper.name, fact.meta.key] = DuePaper(paper.name, asked.key, fact.meta.at)
            if strip is None:
                continue
            strip.of[:0] = fresh
            if isinstance(fact.event, WHOLE) or not strip.values:
                strip.key, strip.values = asked.key, asked.values
    return sorted(found.values(), key=lambda one: one.since)


def _unprinted(pen: Pen, paper: str, of: str, seen: set[str]) -> bool:
    """Once each, in the strip of the latest order, and only what there still is."""
    shown = shown_by(paper, of, pen.state)
    name = name_of(paper, of, shown.shows) if shown else ""
    if not name or name in seen or name in pen.state.papers.copies:
        return False
    seen.add(name)
    return True


def _asked_by(
    pen: Pen, fact: Fact, newest: set[tuple[str, str]]
) -> Iterator[tuple[PaperKind, tuple[str, ...], WantedPaper]]:
    """The paper, of what, and what its strip is called. Of the pictures of a day the others lie in their folder."""
    for paper, asked in asked_by(fact.event, pen.state):
        if not paper.on_wall:
            yield paper, asked.of, asked
            continue
        of_day = (paper.name, asked.values.get("day", ""))
        if paper.newest and of_day in newest:
            continue
        newest.add(of_day)
        yield HANDED[WALL], tuple(f"{paper.name}.{which}".rstrip(".") for which in asked.of), asked
