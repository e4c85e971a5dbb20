"""Where each player of an event sits or waits, at one version of it: what is private on a phone.

It is looked up for everybody at once, when something moved, and kept: a phone that asks, or is told, then needs
neither a thread nor the world's lock. Nothing in it is rendered before it is wanted, and nobody is named.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import escape

from feltro.app.desk.moved import changes
from feltro.app.event_view import event_of
from feltro.app.people.public_ids import public_ids
from feltro.kernel.instants import local_time
from feltro.tournament.state import BAGGED, CANCELLED, LIVE, OUT, PENDING, VOID, WAITING
from feltro.web.frame.marks import seat_mark
from feltro.web.frame.pieces import Pieces, mark
from feltro.web.frame.templates import environment, say_in
from feltro.words.sentences import say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import time

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant
    from feltro.tournament.state.floor import Chair
    from feltro.words.languages import Lang

PLAYER = "/jogador"
MOST = 8
"""Events that are kept: those that phones look at, and no list of all there ever were."""
STATUS = {
    OUT: "player.out",
    BAGGED: "player.bagged",
    PENDING: "player.pending",
    CANCELLED: "player.gone",
    VOID: "player.gone",
    LIVE: "player.no_seat",
}


class CardSeat(NamedTuple):
    """Of one entry, before it is put into words."""

    number: int
    status: str
    chair: Chair | None
    turn: int
    """In the line of those who wait; nothing for whoever does not."""
    called: time | None
    news: tuple[tuple[str, Any], ...]
    """Keys of words/ with their values: another hour, another place."""


class Seats(NamedTuple):
    """Of one event."""

    event: str
    version: int
    of: Mapping[str, CardSeat]
    """By the address that the card says."""

    @property
    def live(self) -> str:
        return f"tournament:{self.event}@{self.version}"


class SeatsKept:
    """The last ones of each event, in this process."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._kept: dict[str, Seats] = {}
        self._cards: dict[str, dict[str, str]] = {}
        """What the card of each entry says: worked out once for each, not at every move."""
        self._looking = threading.Lock()

    def known(self, event: str, version: int) -> Seats | None:
        """As they stand, if nothing moved since the event reached a version. Asked from anywhere; waits for nobody."""
        kept = self._kept.get(event)
        return kept if kept is not None and kept.version >= version > 0 else None

    def look(self, event: str, at: Instant) -> Seats | None:
        """As they stand now. In a thread: the world's lock is held while they are read, once for all who ask."""
        with self._looking, self._house.world.lock:
            found = event_of(self._house, event, at)
            if found is None or found.state.sheet is None:
                return None
            kept = self.known(event, found.version)
            if kept is None:
                kept = Seats(event, found.version, self._seats(found))
                others = [one for one in self._kept.items() if one[0] != event]
                self._kept = {**dict(others[1 - MOST :]), event: kept}
            return kept

    def _seats(self, found: EventView) -> dict[str, CardSeat]:
        """Hold the world's lock."""
        told: dict[str, list[tuple[str, Any]]] = {}
        for one in changes(found.state, found.season, found.at):
            for entry in one.entries:
                told.setdefault(entry, []).append((one.key, one.values))
        turns = {entry: turn for turn, entry in enumerate(found.state.waiting, 1)}
        cards, chairs, zone = self._cards_of(found), found.state.floor.chair_of, found.state.the_sheet.zone
        return {
            cards[entry]: CardSeat(
                mine.number,
                mine.status,
                chairs.get(entry),
                turns.get(entry, 0) if mine.status == WAITING else 0,
                local_time(mine.called_at, zone).time() if mine.called_at is not None else None,
                tuple(told.get(entry, ())),
            )
            for entry, mine in found.state.entries.items()
        }

    def _cards_of(self, found: EventView) -> dict[str, str]:
        ids, cards = public_ids(self._house.store), self._cards.setdefault(found.id, {})
        cards.update({entry: ids.entry(found.id, entry) for entry in found.state.entries if entry not in cards})
        return cards


def seat_html(seats: Seats, card: str, lang: Lang) -> bytes:
    """What a phone shows of it. The card is in `seats`."""
    seat = seats.of[card]
    news = tuple(say(key, lang, **values) for key, values in seat.news)
    given = {
        "address": f"{PLAYER}/{seats.event}/{card}",
        "live": seats.live,
        "number": say("player.entry", lang, number=seat.number),
        "said": _said(seat, lang),
    }
    pieces = _frame(lang, news, seated=seat.chair is not None)
    return pieces.filled({name: escape(text).encode() for name, text in given.items()})


@lru_cache(maxsize=256)
def _frame(lang: Lang, news: tuple[str, ...], *, seated: bool) -> Pieces:
    """The same for a whole room: what differs is put into its places."""
    marks = {name: mark(name) for name in ("address", "live", "number", "said")}
    context = {**marks, "news": news, "seated": seated, "t": say_in(lang)}
    return Pieces(environment().get_template("screens/_seat.html").render(context).strip())


def _said(seat: CardSeat, lang: Lang) -> str:
    if seat.chair:
        return seat_mark(lang, seat.chair)
    if seat.turn:
        called = say("player.called", lang, hour=seat.called) if seat.called else ""
        return called or say("player.waiting", lang, n=seat.turn)
    return say(STATUS.get(seat.status, "player.no_seat"), lang)
