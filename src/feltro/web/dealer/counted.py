"""When a table has to count its hands, and when chips are counted, raced or bagged at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.tournament.clock.face import standing
from feltro.tournament.days.end import over
from feltro.tournament.eliminations.places import at_one_table
from feltro.tournament.sheet import on_sale

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.tournament.state.floor import Table


class HandsCounted(NamedTuple):
    """Why the hands of this table matter now, and how many are still to be played where that is known."""

    why: str
    left: int
    played: int


def hands_counted(found: EventView, table: Table) -> HandsCounted | None:
    """Nothing while nobody needs to know: then the table is not asked."""
    pace, last = found.state.pace.hand_for_hand.get(table.day), found.state.pace.last_hands_of(table.day)
    if pace is not None:
        return HandsCounted("hand_for_hand", pace.to_play.get(table.number, 0), table.hands)
    if last is not None and last.card:
        return HandsCounted("last_hands", last.left.get(table.number, 0), table.hands)
    served = [one.left for one in _served_here(found, table)]
    if served:
        return HandsCounted("penalty", max(served), table.hands)
    return HandsCounted("halted", 0, table.hands) if table.halted else None


def _served_here(found: EventView, table: Table) -> list[Any]:
    """Hands that are counted here; the paper slip counts its own."""
    record = found.state.sanctions
    people = (found.state.entries[entry].person for entry in table.players.values())
    given = (record.penalties[name] for person in people for name in record.serving.get(person, ()))
    return [one for one in given if one.left and not one.slip]


def all_in_of(found: EventView, table: Table) -> str:
    """Hand for hand: whether a called all-in of this table waits or is being run, and whether it may still be told."""
    pace = found.state.pace.hand_for_hand.get(table.day)
    if pace is None:
        return ""
    if pace.runs == table.number:
        return "runs"
    if table.number in pace.held:
        return "waits"
    return "playing" if table.number in pace.to_play else "done"


def chips_here(found: EventView, table: Table) -> dict[str, Any]:
    """What is done with chips at the table now: a race that it has not run yet, bags at the end of the day."""
    state = found.state
    day = state.the_sheet.day(table.day)
    races = [
        (name, race)
        for name, race in state.chips.races.items()
        if not race.closed and table.number not in race.tables
    ]
    level = standing(state, table.day, found.at)
    rebuys = [
        item.id
        for item in state.the_sheet.items
        if item.kind == "rebuy" and on_sale(state.the_sheet, item, level=level.level, in_break=level.in_break)
    ]
    return {
        "race": races[0] if races else None,
        "bags": bool(day and over(state, day, found.at) and table.day not in state.days.ended),
        "rebuy": rebuys[0] if rebuys else "",
        "needs_stack": at_one_table(state, found.book).value == "bigger_stack_first",
        "bounty": state.the_sheet.bounty is not None,
    }
