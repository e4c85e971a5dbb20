"""What a phone is told while the page is closed: what concerns one entry, in one line, and nobody is named.

It is looked up as it stands, topic by topic, and compared with what the phone knows. So whatever changed it (a move, a table
that broke, a redraw, an undo) is told, what is over is told no more, and of several changes only the last one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.desk.moved import changes
from feltro.app.player.card import prizes_ready
from feltro.kernel.instants import local_time
from feltro.tournament.state import WAITING
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.event_view import EventView
    from feltro.words.languages import Lang

SEAT, START, PLACE, CALL, PRIZE = "seat", "start", "place", "call", "prize"
TOPICS = (SEAT, CALL, START, PLACE, PRIZE)
MOVED = {"notice.start_moved": START, "notice.venue_moved": PLACE}


class Telling(NamedTuple):
    mark: str
    """What it says, so short that two of them can be compared: the same mark is told once."""
    key: str
    """Of words/, with its values."""
    values: dict[str, Any]

    def text(self, lang: Lang) -> str:
        return say(self.key, lang, **self.values)


Told = dict[str, Telling]
"""By topic; without one there is nothing to say of it."""


def tellings(event: EventView, entries: Iterable[str]) -> dict[str, Told]:
    """Of those entries that are there. Hold the world's lock."""
    state = event.state
    found: dict[str, Told] = {entry: _at_the_table(event, entry) for entry in entries if entry in state.entries}
    for one in changes(state, event.season, event.at):
        told = Telling("|".join(str(value) for value in one.values.values()), one.key, one.values)
        for entry in found.keys() & set(one.entries):
            found[entry][MOVED[one.key]] = told
    for entry, centavos in prizes_ready(state).items():
        if entry in found:
            found[entry][PRIZE] = Telling(str(centavos), "phone_news.prize", {})
    return found


def _at_the_table(event: EventView, entry: str) -> Told:
    floor, one = event.state.floor, event.state.entries[entry]
    chair, after = floor.chair_of.get(entry), floor.next_chair.get(entry)
    if after:
        values = {"table": after.table, "seat": after.seat}
        return {SEAT: Telling(f"after {after}", "phone_news.seat.after", values)}
    if chair:
        values = {"table": chair.table, "seat": chair.seat}
        return {SEAT: Telling(str(chair), "phone_news.seat", values)}
    if one.status == WAITING and one.called_at is not None:
        hour = local_time(one.called_at, event.state.the_sheet.zone).time()
        return {CALL: Telling(str(one.called_at), "player.called", {"hour": hour})}
    return {}


def marks(told: Told) -> dict[str, str]:
    return {topic: one.mark for topic, one in told.items()}
