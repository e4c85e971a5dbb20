"""Where each player of an event sits or waits, at one version of it: what is private on a phone.

It is looked up for everybody at once, when something moved, and kept: a phone that asks, or is told, then needs
neither a thread nor the world's lock. Nothing in it is rendered before it is wanted, and nobody is named.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import escape

from feltro.app.desk.moved import Rearranged, changes
from feltro.app.desk.notices import told_at_tables
from feltro.app.event_view import event_of
from feltro.app.people.public_ids import public_ids
from feltro.app.player.card import cards_by_entry
from feltro.app.screens.clock import clock_view
from feltro.app.settings.change import settings_of
from feltro.app.settings.phone_entries import phone_entries
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.instants import local_time
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.tournament.state import BAGGED, CANCELLED, LIVE, OUT, PENDING, VOID, WAITING
from feltro.web.frame.marks import seat_mark
from feltro.web.frame.pieces import Pieces, mark
from feltro.web.frame.templates import environment, marks_in, say_in
from feltro.web.frame.whatsapp import whatsapp
from feltro.words.sentences import say, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import time

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.player.card import OwnCard
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
    card: OwnCard
    until: time | None = None
    """For whoever is out: until when they may come back."""
    again: str = ""
    """For whoever came back: what the card of the entry they play now says."""


class Seats(NamedTuple):
    """Of one event."""

    event: str
    name: str
    version: int
    of: Mapping[str, CardSeat]
    """By the address that the card says."""
    people: int = 0
    """The registry's own version: papers may come in while nothing moves in the event."""
    by_phone: bool = False
    """Whether whoever is out may come back from here."""

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
        moved = kept is None or kept.people < self._house.store.reached(PEOPLE)
        return None if moved or not kept or not kept.version >= version > 0 else kept

    def look(self, event: str, at: Instant) -> Seats | None:
        """As they stand now. In a thread: the world's lock is held while they are noted, once for all who ask, and no
        longer: a desk sells while it is worked out what each of two thousand cards says."""
        with self._looking:
            with self._house.world.lock:
                found = event_of(self._house, event, at)
                if found is None or found.state.sheet is None:
                    return None
                people = self._house.store.version(PEOPLE)
                kept = self.known(event, found.version)
                noted = NotedSeats.of(found, people) if kept is None or kept.people != people else None
            return self._kept_of(noted) if noted else kept

    def _kept_of(self, noted: NotedSeats) -> Seats:
        addresses = self._cards_of(noted)
        of = dict(zip(addresses, noted.seats(self._cards[noted.event]), strict=True))
        kept = Seats(noted.event, noted.name, noted.version, of, noted.people, noted.by_phone)
        others = [one for one in self._kept.items() if one[0] != noted.event]
        self._kept = {**dict(others[1 - MOST :]), noted.event: kept}
        return kept

    def _cards_of(self, noted: NotedSeats) -> list[str]:
        ids, cards = public_ids(self._house.store), self._cards.setdefault(noted.event, {})
        cards.update({row[0]: ids.entry(noted.event, row[0]) for row in noted.rows if row[0] not in cards})
        return [cards[row[0]] for row in noted.rows]


class NotedSeats(NamedTuple):
    """All that is read of an event with the world's lock: nothing in it moves any more."""

    event: str
    name: str
    version: int
    zone: str
    rows: list[tuple[str, int, str, Instant | None]]
    """Of each entry: its id, its number, how it stands, when it was called."""
    chairs: dict[str, Chair]
    turns: dict[str, int]
    changed: list[Rearranged]
    usual: OwnCard
    own: dict[str, OwnCard]
    """Of those of whom there is more to say than of everybody."""
    until: time | None
    again: dict[str, str]
    """Of whoever is out and entered anew: the entry that counts now."""
    by_phone: bool
    people: int

    @classmethod
    def of(cls, found: EventView, people: int) -> NotedSeats:
        state = found.state
        rows = [(entry, one.number, one.status, one.called_at) for entry, one in state.entries.items()]
        turns = {entry: turn for turn, entry in enumerate(state.waiting, 1)}
        changed = [*changes(state, found.season, found.at), *_told_at_tables(found)]
        place = (found.id, state.the_sheet.name, found.version, state.the_sheet.zone)
        by_phone = phone_entries(settings_of(found.house.store)).pay
        until, again = _back_until(found), _came_again(found)
        chairs, own = dict(state.floor.chair_of), cards_by_entry(found)
        return cls(*place, rows, chairs, turns, changed, *own, until, again, by_phone, people)

    def seats(self, cards: Mapping[str, str]) -> Iterator[CardSeat]:
        """In the order of the entries. `cards` says what the card of each is called."""
        told: dict[str, list[tuple[str, Any]]] = {}
        for one in self.changed:
            for entry in one.entries:
                told.setdefault(entry, []).append((one.key, one.values))
        chair_of, turns, own = self.chairs.get, self.turns, self.own
        for entry, number, status, at in self.rows:
            turn = turns.get(entry, 0) if status == WAITING else 0
            called = None if at is None else local_time(at, self.zone).time()
            again = cards.get(self.again.get(entry, ""), "")
            card, until = own.get(entry, self.usual), self.until if status == OUT and not again else None
            news = tuple(told.get(entry, ()))
            yield CardSeat(number, status, chair_of(entry), turn, called, news, card, until, again)


def _told_at_tables(found: EventView) -> Iterator[Rearranged]:
    """What concerns those who sit at a table now: no telephone where it is filmed."""
    for one in told_at_tables(found):
        tables = (table for number, table in found.state.floor.tables.items() if one.concerns(number))
        yield Rearranged(
            one.because, one.values, tuple(entry for table in tables for entry in table.players.values())
        )


def _came_again(found: EventView) -> dict[str, str]:
    """A phone that shows the card of before shows where its player sits now."""
    entries, again = found.state.entries, {}
    for mine in found.state.of_person.values():
        played = [one for one in mine if entries[one].status not in {CANCELLED, VOID, PENDING}]
        again.update({one: played[-1] for one in played[:-1] if entries[one].status == OUT})
    return again


def _back_until(found: EventView) -> time | None:
    """Until when whoever is out may buy another entry; nothing where nobody may."""
    state = found.state
    sold_again = any(item.kind == "reentry" for item in state.the_sheet.items)
    if not state.eliminations.outs or not sold_again or state.registration_closed:
        return None
    view = clock_view(state, found.at, found.book)
    ends = None if isinstance(view, Refused) or not view.registration_open else view.registration_ends
    return local_time(ends.at, state.the_sheet.zone).time() if ends and ends.at else None


def seat_html(seats: Seats, card: str, lang: Lang) -> bytes:
    """What a phone shows of it. The card is in `seats`."""
    seat = seats.of[card]
    news = tuple(say(key, lang, **values) for key, values in seat.news)
    given = {
        "address": f"{PLAYER}/{seats.event}/{card}",
        "live": seats.live,
        "number": say("player.entry", lang, number=seat.number),
        "said": _said(seat, lang),
        "send": _message(seats, seat, lang),
        "chair": str(seat.chair or ""),
        "image": f"/imagem/{seats.event}/assento-{seat.chair}.png" if seat.chair else "",
    }
    by_phone = seats.by_phone and seat.until is not None and not seat.card.place
    given["act"] = given["address"].replace(card, seat.again) if seat.again else _entry_by_phone(seats.event, card)
    act = "player.again.seat" if seat.again else "player.come_back" if by_phone else ""
    pieces = _frame(lang, news, act, seated=seat.chair is not None and not seat.card.place)
    own = _own(lang, seat.card, seat.status, seat.until, by_phone=by_phone).encode()
    return pieces.filled({**{name: escape(text).encode() for name, text in given.items()}, "own": own})


def _entry_by_phone(event: str, card: str) -> str:
    return f"/inscricao/{event}?cartao={event}/{card}"


@lru_cache(maxsize=1024)
def _own(lang: Lang, card: OwnCard, status: str, until: time | None, *, by_phone: bool) -> str:
    """Most of a room have the same to read here: nothing, or so many cards."""
    shown: dict[str, Any] = {"card": card, "status": status, "until": until, "by_phone": by_phone}
    shown |= {"t": say_in(lang), **marks_in(lang)}
    shown["money"] = lambda centavos: written(Money(centavos), lang)
    shown["written"] = lambda value: written(value, lang)
    return environment().get_template("screens/_card.html").render(shown).strip()


@lru_cache(maxsize=256)
def _frame(lang: Lang, news: tuple[str, ...], act: str, *, seated: bool) -> Pieces:
    """The same for a whole room: what differs is put into its places."""
    places = ("address", "live", "number", "said", "send", "image", "chair", "own", "act")
    context = {**{name: mark(name) for name in places}, "does": act, "news": news, "seated": seated}
    context["t"] = say_in(lang)
    return Pieces(environment().get_template("screens/_seat.html").render(context).strip())


def _message(seats: Seats, seat: CardSeat, lang: Lang) -> str:
    return whatsapp([seats.name, say("share.seat.mine", lang, seat=str(seat.chair))]) if seat.chair else ""


def _said(seat: CardSeat, lang: Lang) -> str:
    if seat.card.place:
        return say("player.champion" if seat.card.place == 1 else "player.place", lang, n=seat.card.place)
    if seat.chair:
        return seat_mark(lang, seat.chair)
    if seat.again:
        return say("player.again", lang)
    if seat.turn:
        called = say("player.called", lang, hour=seat.called) if seat.called else ""
        return called or say("player.waiting", lang, n=seat.turn)
    return say(STATUS.get(seat.status, "player.no_seat"), lang)
