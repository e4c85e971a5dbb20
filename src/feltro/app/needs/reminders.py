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
    """Where the book changes decks with the dealer, the tables that have a new one are named."""
    when = found.book.rulebook["deck.change.when"]
    if isinstance(when, Silent) or "dealer_change" not in when.value or found.past:
        return
    tables: list[int] = []
    for room in dict.fromkeys(one.room for one in found.state.floor.tables.values() if one.room):
        dealers = found.house.world.live(f"room:{room}").state.dealers.values()
        tables += [
            one.table
            for one in dealers
            if one.table in found.state.floor.tables
            and one.since is not None
            and found.at < later(one.since, seconds=FRESH_SECONDS)
        ]
    if tables:
        yield Prompt(GOOD, "director.need.decks_at_push", {"tables": sorted(tables), "n": len(tables)}, when.cites)
