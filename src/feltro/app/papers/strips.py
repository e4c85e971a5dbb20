"""Of whom a strip of papers is, where nobody is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused
from feltro.tournament.floor.events import PlayerMoved, Redrawn, SeatsSwapped, TableBroken
from feltro.tournament.state import BAGGED, LIVE

if TYPE_CHECKING:
    from feltro.app.papers.source import Source


def seats(source: Source, table: int) -> tuple[str, ...] | Refused:
    order = {entry: (chair.table, chair.seat) for entry, chair in source.state.floor.chair_of.items()}
    entries = _at(source, table) if table else tuple(sorted(order, key=order.__getitem__))
    return entries or Refused("paper.nobody_sits")


def bags(source: Source, table: int) -> tuple[str, ...] | Refused:
    still = (one.id for one in source.state.entries.values() if one.status in {LIVE, BAGGED})
    return (_at(source, table) if table else tuple(still)) or Refused("paper.nobody_sits")


def _at(source: Source, table: int) -> tuple[str, ...]:
    sitting = source.state.floor.tables.get(table)
    return tuple(sitting.players[chair] for chair in sitting.seats()) if sitting else ()


def movers(source: Source, table: int = 0) -> tuple[str, ...] | Refused:
    """Whom the last break of a table sent away; without a table, everybody whom the last change of seats moved."""
    for fact in source.happened():
        event = fact.event
        if isinstance(event, TableBroken) and event.table == table:
            return tuple(entry for entry in event.players if entry in source.state.floor.chair_of)
        if not table and isinstance(event, PlayerMoved | SeatsSwapped | Redrawn):
            return _moved_with(source, fact.meta.key)
    return Refused("paper.no_moves", {"table": table})


def _moved_with(source: Source, key: str) -> tuple[str, ...]:
    """In the order in which they were sent."""
    found: dict[str, None] = {}
    for fact in source.facts:
        if fact.meta.key == key:
            match fact.event:
                case PlayerMoved(entry=entry):
                    found[entry] = None
                case SeatsSwapped(first=first, second=second):
                    found |= {first: None, second: None}
                case Redrawn(seats=seats):
                    found |= dict.fromkeys(seats)
    return tuple(entry for entry in found if entry in source.state.floor.chair_of)
