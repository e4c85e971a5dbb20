"""What a phone is told while the page is closed: what concerns one entry, in one line, and nobody is named.

It is looked up as it stands, topic by topic, and compared with what the phone knows. So whatever changed it (a move, a table
that broke, a redraw, an undo) is told, what is over is told no more, and of several changes only the last one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feltro.app.desk.moved import changes, changes_since
from feltro.app.player.card import prizes_ready
from feltro.kernel.instants import local_time
from feltro.tournament.state import GONE, WAITING
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.event_view import EventView
    from feltro.tournament.state import TournamentState
    from feltro.tournament.state.asks import PhoneAsk
    from feltro.words.languages import Lang

SEAT, START, PLACE, CALL, PRIZE, VOUCHER = "seat", "start", "place", "call", "prize", "voucher"
TOPICS = (SEAT, CALL, VOUCHER, START, PLACE, PRIZE)
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
        told = Telling(_mark(one.values), one.key, one.values)
        for entry in found.keys() & set(one.entries):
            found[entry][MOVED[one.key]] = told
    for entry, centavos in prizes_ready(state).items():
        if entry in found:
            found[entry][PRIZE] = Telling(str(centavos), "phone_news.prize", {})
    return found


class AskedNews(NamedTuple):
    """Of a request from a phone; `entry` once it became one, and from then on it is told what its entry is told."""

    entry: str
    told: Told


def asked_tellings(event: EventView, asks: Iterable[str]) -> dict[str, AskedNews]:
    """Of those that somebody still waits with, or came in with. Hold the world's lock."""
    found = {name: _asked(event, name) for name in asks}
    return {name: one for name, one in found.items() if one is not None}


def _asked(event: EventView, name: str) -> AskedNews | None:
    state = event.state
    one = state.phone_asks.asks.get(name)
    if one is None or one.withdrawn:
        return None
    if one.voucher in state.phone_asks.vouchers:
        paid = {VOUCHER: Telling("paid", "phone_news.voucher", {})} if state.sales[one.voucher].is_covered else {}
        return AskedNews("", {**paid, **_moved_since(event, one)})
    entry = entered_with(state, one)
    if entry:
        told = tellings(event, (entry,))[entry]
        return AskedNews(entry, told if told.keys() & {SEAT, CALL} else {**told, **_entered(state, entry)})
    if not one.is_open or state.registration_closed:
        return None
    lapsed = {VOUCHER: Telling(f"lapsed {one.lapsed_at}", "phone_news.lapsed", {})} if one.lapsed_at else {}
    return AskedNews("", {**lapsed, **_moved_since(event, one)})


def entered_with(state: TournamentState, ask: PhoneAsk) -> str:
    """The entry that somebody has whose request was taken; nothing as long as there is none."""
    mine = [one for one in state.entries_of(ask.person) if one.status not in GONE] if ask.person else []
    return mine[-1].id if mine else ""


def _entered(state: TournamentState, entry: str) -> Told:
    """No chair yet: it is paid, and the page says what comes next."""
    waits = state.entries[entry].status == WAITING
    return {VOUCHER: Telling("in", "phone_news.entered", {})} if waits else {}


def _moved_since(event: EventView, ask: PhoneAsk) -> Told:
    """Another hour or another place than was announced when they asked."""
    found = changes_since(event.state, event.season, ask.at, event.at)
    return {MOVED[one.key]: Telling(_mark(one.values), one.key, one.values) for one in found}


def _mark(values: dict[str, Any]) -> str:
    return "|".join(str(value) for value in values.values())


def _at_the_table(event: EventView, entry: str) -> Told:
    floor, one = event.state.floor, event.state.entries[entry]
    chair, after = floor.chair_of.get(entry), floor.next_chair.get(entry)
    if after:
        values = {"table": after.table, "seat": after.seat}
        return {SEAT: Telling(f"after {after}", "phone_news.seat.after", values)}
    if chair:
        values = {"table": chair.table, "seat": chair.seat}
        return {SEAT: Telling(str(chair), "phone_news.seat", values)}
    if one.status in GONE:
        return {SEAT: Telling(one.status, "phone_news.left", {})}
    if one.status == WAITING and one.called_at is not None:
        hour = local_time(one.called_at, event.state.the_sheet.zone).time()
        return {CALL: Telling(str(one.called_at), "player.called", {"hour": hour})}
    return {}


def marks(told: Told) -> dict[str, str]:
    return {topic: one.mark for topic, one in told.items()}
