"""Telling phones, beside the telling of programs: the same watch, the same lease, the same waits between tries, the same list of
what was delivered. What waits is no list of messages: it is the difference between what stands now and what a phone knows.

What each phone knows is written down after the sending: a process that ends in between tells it again, and the browser shows it in
the place of the first, because both carry the same topic.
"""

from __future__ import annotations

import time
import uuid
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.event_view import event_of
from feltro.app.papers.seats import ask_page, player_page
from feltro.app.people.phones import ToldPhone, phones, without
from feltro.app.player.phone_news import CALL, SEAT, TOPICS, AskedNews, asked_tellings, tellings
from feltro.app.player.phone_switch import phone_news, sender_key
from feltro.app.programs.deliveries import (
    MOST_AT_ONCE,
    OLDEST,
    REFUSED_TRIES,
    TURN_SECONDS,
    WAITS,
    is_another_machines,
)
from feltro.app.programs.post import PostAnswer, post_outside
from feltro.app.programs.progress import MOST, Delivery
from feltro.app.programs.push_cipher import encrypted
from feltro.app.programs.vapid import sender_header
from feltro.kernel.instants import MINUTE, SECOND, Instant
from feltro.store.port import Erase, Keep, Meta, Transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.app.player.phone_news import Telling
    from feltro.store.port import Reader

NAME = "phones"
ROW, ID = "phone_news", "house"
KEPT = 45 * 24 * 60 * MINUTE
"""A phone that was switched on so long ago is forgotten: its event is long over."""
GONE = (404, 410)
"""The browser let the house go, or is no more."""
LONGEST_WAIT = 4
"""Tries after which the waits grow no longer: ten minutes, so that a seat is told soon after the internet is back."""
SOON = (SEAT, CALL)
HOURS = {SEAT: 4, CALL: 1}
"""So long a push service keeps it for a phone that is off; anything else for a day."""
DAY_HOURS = 24


class PhoneKnows(msgspec.Struct, kw_only=True):
    marks: dict[str, str]
    tries: int = 0
    since: Instant = Instant(0)
    """When it was first tried."""
    next_at: Instant = Instant(0)


class PhoneProgress(msgspec.Struct, kw_only=True):
    """Of nobody anything: ids of rows that can be erased, and what was told of which kind."""

    phones: dict[str, PhoneKnows] = {}
    log: tuple[Delivery, ...] = ()
    """The latest first."""

    def note(self, delivery: Delivery) -> None:
        """One line for each message, however often it is tried; done with, it is nobody's any more."""
        others = [one for one in self.log if one.id != delivery.id]
        kept = delivery if delivery.status == "waiting" else msgspec.structs.replace(delivery, id="")
        self.log = (kept, *others)[:MOST]


class PhoneMessage(NamedTuple):
    phone: ToldPhone
    topic: str
    telling: Telling
    title: str
    page: str

    @property
    def body(self) -> bytes:
        text = self.telling.text(self.phone.lang)
        return msgspec.json.encode({"title": self.title, "body": text, "tag": self.topic, "url": self.page})


def phone_progress(reader: Reader) -> PhoneProgress:
    row = reader.kept(ROW, ID)
    return msgspec.json.decode(row.body, type=PhoneProgress) if row else PhoneProgress()


class PhoneDesk:
    """One for each process, as the desk that tells programs."""

    def __init__(
        self, house: House, send: Callable[[str, dict[str, str], bytes], PostAnswer] = post_outside
    ) -> None:
        self._house, self._send = house, send
        self._looked: dict[str, int] = {}
        self._left = False
        self.waits = True

    def due(self, at: Instant) -> list[str]:
        """Where nobody switched it on, one row is looked at and nothing else."""
        store = self._house.store
        known = phones(store) if phone_news(store).on and not is_another_machines(self._house) else []
        tried = [one.next_at for one in phone_progress(store).phones.values() if one.tries] if known else []
        moved = any(store.version(one) != self._looked.get(one) for one in {_stream(phone) for phone in known})
        self.waits = bool(known) and (moved or self._left or bool(tried))
        return [NAME] if known and (moved or self._left or any(at >= one for one in tried)) else []

    def work(self, _name: str, at: Instant) -> int:
        """One turn: how many messages were taken. Called in a thread of its own."""
        turn = _Turn(self._house, self._send, phone_progress(self._house.store), at)
        known = phones(self._house.store)
        for stream in sorted({_stream(phone) for phone in known}):
            mine = [phone for phone in known if _stream(phone) == stream]
            self._looked[stream] = turn.tell(stream.partition(":")[2], mine)
        self._left = turn.is_over
        turn.keep({phone.id for phone in known})
        return turn.taken


class _Turn:
    def __init__(
        self,
        house: House,
        send: Callable[[str, dict[str, str], bytes], PostAnswer],
        progress: PhoneProgress,
        at: Instant,
    ) -> None:
        self._house, self._send, self._at = house, send, at
        self._progress, self._before = progress, msgspec.json.encode(progress)
        self._news = phone_news(house.store)
        self._key = sender_key(house.world, self._news)
        self._began, self._away, self._gone = time.monotonic(), dict[str, int](), list[ToldPhone]()
        self.taken = self._tried = 0

    @property
    def is_over(self) -> bool:
        return self._tried >= MOST_AT_ONCE or time.monotonic() - self._began > TURN_SECONDS

    def tell(self, tournament: str, mine: list[ToldPhone]) -> int:
        """All phones of an event; the version of it that they are told of."""
        with self._house.world.lock:
            event = event_of(self._house, tournament, self._at)
            there = event is not None and event.state.sheet is not None
            told = _news(event, mine) if event and there else {}
            title = event.state.the_sheet.name if event and there else ""
            version = event.version if event else 0
        for phone in mine:
            if phone.card not in told or self._at - phone.since > KEPT:
                self._gone.append(phone)
            else:
                self._tell_one(phone, told[phone.card], title)
        return version

    def _tell_one(self, phone: ToldPhone, news: AskedNews, title: str) -> None:
        knows = self._progress.phones.setdefault(phone.id, PhoneKnows(marks=dict(phone.known)))
        store, told = self._house.store, news.told
        page = (
            player_page(phone.tournament, news.entry, store)
            if news.entry
            else ask_page(phone.tournament, phone.ask, store)
        )
        for topic in TOPICS:
            if topic not in told:
                knows.marks.pop(topic, None)
            elif told[topic].mark != knows.marks.get(topic):
                waits = self._at < knows.next_at or self.is_over
                if waits or not self._done(PhoneMessage(phone, topic, told[topic], title, page), knows):
                    return
        knows.tries, knows.since, knows.next_at = 0, Instant(0), Instant(0)

    def _done(self, message: PhoneMessage, knows: PhoneKnows) -> bool:
        """Whether it is done with: taken, or given up."""
        answered = self._sent(message)
        knows.tries, knows.since = knows.tries + 1, knows.since or self._at
        gone = answered.code in GONE
        refused = answered.refused and knows.tries >= REFUSED_TRIES
        given_up = not answered.taken and (gone or refused or self._at - knows.since > OLDEST)
        status = "taken" if answered.taken else "given_up" if given_up else "waiting"
        self._progress.note(_delivery(message, answered, status, knows.tries, self._at))
        if status == "waiting":
            wait = max(WAITS[min(knows.tries, LONGEST_WAIT) - 1], answered.wait)
            knows.next_at = Instant(self._at + wait * SECOND)
            return False
        self.taken += answered.taken
        knows.tries, knows.since, knows.next_at = 0, Instant(0), Instant(0)
        knows.marks[message.topic] = message.telling.mark
        if gone:
            self._gone.append(message.phone)
        return not gone

    def _sent(self, message: PhoneMessage) -> PostAnswer:
        """A service that does not answer, or asks to be left alone, is asked once in a turn, for however many phones;
        what it asked for holds for all of them."""
        address = message.phone.address
        host = address.split("/")[2]
        if self._key is None or host in self._away:
            return PostAnswer(0, "away" if self._key else "no_key", self._away.get(host, 0))
        self._tried += 1
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(HOURS.get(message.topic, DAY_HOURS) * 3600),
            "Topic": message.topic,
            "Urgency": "high" if message.topic in SOON else "normal",
            **sender_header(self._key, address, self._news.contact, self._at),
        }
        answered = self._send(address, headers, encrypted(message.body, message.phone.p256dh, message.phone.auth))
        if not answered.code or (answered.wait and not answered.taken):
            self._away[host] = answered.wait
        return answered

    def keep(self, known: set[str]) -> None:
        """Only ids of phones that are still there; written only where something is different."""
        left = known - {one.id for one in self._gone}
        self._progress.phones = {name: one for name, one in self._progress.phones.items() if name in left}
        waits = {name for name, one in self._progress.phones.items() if one.tries}
        log = self._progress.log
        self._progress.log = tuple(one for one in log if not one.id or one.id.partition(".")[0] in waits)
        body = msgspec.json.encode(self._progress)
        if body == self._before and not self._gone:
            return
        meta = Meta("house", "", "", self._at, f"phones-{uuid.uuid4().hex}", "TellPhone")
        rows: tuple[Keep | Erase, ...] = (Keep(ROW, ID, body), *without(self._gone))
        self._house.store.commit(Transaction(meta, registry=rows))


def _news(event: EventView, mine: list[ToldPhone]) -> dict[str, AskedNews]:
    """By what each phone's page was opened with: the card of an entry, or a request for one."""
    seated = tellings(event, [one.entry for one in mine if one.entry])
    asked = asked_tellings(event, [one.ask for one in mine if one.ask])
    return {**{entry: AskedNews(entry, told) for entry, told in seated.items()}, **asked}


def _stream(phone: ToldPhone) -> str:
    return f"tournament:{phone.tournament}"


def _delivery(message: PhoneMessage, answered: PostAnswer, status: str, tries: int, at: Instant) -> Delivery:
    return Delivery(
        id=f"{message.phone.id}.{message.topic}",
        type=f"phone.{message.topic}",
        stream=_stream(message.phone),
        version=0,
        happened=at,
        at=at,
        tries=tries,
        status=status,
        code=answered.code,
        told=answered.told,
    )
