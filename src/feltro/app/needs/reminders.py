"""Things that nobody asks for and that somebody should see to: decks, blinds missed, people to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.desk.moved import changes
from feltro.app.needs.prompt import GOOD, LOOK, Prompt, Spot
from feltro.kernel.instants import later
from feltro.rulebook.book import Silent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.kernel.outcome import Cite

PUSH, ORGANISER = "dealer_change", "organiser"
FRESH_SECONDS = 5 * 60
"""So long after a push the decks are spoken of."""


def reminders(found: EventView) -> Iterator[Prompt]:
    yield from _to_be_told(found)
    yield from _missed_blinds(found)
    yield from _decks_at_a_push(found)


def _to_be_told(found: EventView) -> Iterator[Prompt]:
    """Another hour or another place: those who bought before it are called."""
    for one in changes(found.state, found.season, found.at):
        yield Prompt(
            LOOK,
            "director.need.tell",
            {"n": len(one.entries)},
            because=one.key,
            reasons=one.values,
            spot=Spot("to_tell"),
        )


def _missed_blinds(found: EventView) -> Iterator[Prompt]:
    """Whether it was on purpose is the floor's to find out; that it happened is not overlooked."""
    said = found.book.rulebook["conduct.dodging_blinds"]
    cites = said.fallback.cites if isinstance(said, Silent) and said.fallback else getattr(said, "cites", ())
    for entry, table in found.state.floor.missed_blind.items():
        there = entry not in found.state.floor.absent and entry not in found.state.sanctions.away
        key = "director.need.blind_missed" if there else "director.need.blind_passed"
        values = {"player": found.names.of(entry), "table": table}
        yield Prompt(LOOK, key, values, cites, spot=Spot("player", entry))


def _decks_at_a_push(found: EventView) -> Iterator[Prompt]:
    """The tables that have a new dealer are named: to change decks there where the book does, or if the house wishes."""
    when = found.book.rulebook["deck.change.when"]
    if isinstance(when, Silent) or found.past or not {PUSH, ORGANISER} & set(when.value):
        return
    tables = _relieved(found)
    if tables:
        key = "director.need.decks_at_push" if PUSH in when.value else "director.need.decks_at_push_if_wanted"
        yield Prompt(GOOD, key, {"tables": tables, "n": len(tables)}, when.cites)


def decks_due(found: EventView) -> tuple[list[int], tuple[Cite, ...]]:
    """The tables whose decks the book changes now with their dealer, with the clause."""
    when = found.book.rulebook["deck.change.when"]
    if isinstance(when, Silent) or PUSH not in when.value or found.past:
        return [], ()
    return _relieved(found), when.cites


def _relieved(found: EventView) -> list[int]:
    """Tables of this event where a dealer has just taken over from another: the first one to sit brings a fresh deck."""
    tables = found.state.floor.tables
    relieved: list[int] = []
    for room in dict.fromkeys(one.room for one in tables.values() if one.room):
        there = found.house.world.live(f"room:{room}").state
        fresh = [
            one.table
            for one in there.dealers.values()
            if one.table in tables
            and tables[one.table].room == room
            and one.since is not None
            and found.at < later(one.since, seconds=FRESH_SECONDS)
        ]
        dealt = (
            {one.table for one in there.downs if one.tournament == found.id and one.end is not None}
            if fresh
            else set()
        )
        relieved += [table for table in fresh if table in dealt]
    return sorted(relieved)
