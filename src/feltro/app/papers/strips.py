"""Of whom a strip of papers is, where nobody is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.kernel.outcome import Refused
from feltro.tournament.facts.floor import BreakBegun, TableBroken
from feltro.tournament.floor.moved import who_moved
from feltro.tournament.state import BAGGED, LIVE

if TYPE_CHECKING:
    from feltro.app.papers.pen import Pen


def seats(pen: Pen, table: int) -> tuple[str, ...] | Refused:
    order = {entry: (chair.table, chair.seat) for entry, chair in pen.state.floor.chair_of.items()}
    entries = _at(pen, table) if table else tuple(sorted(order, key=order.__getitem__))
    return entries or Refused("paper.nobody_sits")


def bags(pen: Pen, table: int) -> tuple[str, ...] | Refused:
    still = (one.id for one in pen.state.entries.values() if one.status in {LIVE, BAGGED})
    return (_at(pen, table) if table else tuple(still)) or Refused("paper.nobody_sits")


def _at(pen: Pen, table: int) -> tuple[str, ...]:
    sitting = pen.state.floor.tables.get(table)
    return tuple(sitting.players[chair] for chair in sitting.seats()) if sitting else ()


def movers(pen: Pen, table: int = 0) -> tuple[str, ...] | Refused:
    """Whom the last break of a table sent away; without a table, everybody whom the last change of seats moved."""
    for fact in pen.happened():
        event = fact.event
        if isinstance(event, TableBroken | BreakBegun) and event.table == table:
            return tuple(entry for entry in event.players if entry in pen.state.floor.chair_of)
        if not table and who_moved(event):
            sent = (one for fact in pen.live.by_key[fact.meta.key] for one in who_moved(fact.event))
            return tuple(entry for entry in dict.fromkeys(sent) if entry in pen.state.floor.chair_of)
    return Refused("paper.no_moves", {"table": table})
