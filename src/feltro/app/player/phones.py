"""A phone that asks to be told, and one that has had enough: the holder of a card, for their own entry alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.people.directory import load
from feltro.app.people.phones import (
    PHONE,
    ToldPhone,
    address_mark,
    keep_phone,
    phone_id,
    phones,
    phones_of,
    without,
)
from feltro.app.player.phone_news import asked_tellings, marks, tellings
from feltro.app.player.phone_switch import phone_news, sender_key
from feltro.app.programs.addresses import refuse_outside
from feltro.app.programs.push_cipher import is_fit
from feltro.app.programs.vapid import public_part
from feltro.app.world.streams.people import STREAM as PEOPLE
from feltro.kernel.outcome import Refused
from feltro.store.port import Append, Appended, Erase, Keep, Meta, Transaction

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.world.plan import Envelope
    from feltro.store.port import Store
    from feltro.words.languages import Lang

MOST = 3
"""Of one person: the longest there makes room."""


class Browser(NamedTuple):
    """As it offers itself."""

    address: str
    p256dh: str
    auth: str

    @property
    def fit(self) -> bool:
        return refuse_outside(self.address) is None and is_fit(self.p256dh, self.auth)


def phone_begins(event: EventView, entry: str, browser: Browser, lang: Lang, sent: Envelope) -> Refused | None:
    """Hold the world's lock. Whoever is forgotten in the same moment is not kept: the row and their file are one decision."""
    store, person = event.house.store, event.state.entries[entry].person
    version = store.version(PEOPLE)
    if not phone_news(store).on or load(store, person) is None:
        return Refused("phone_news.off")
    if not browser.fit:
        return Refused("phone_news.browser_unfit")
    phone = ToldPhone(
        id=phone_id(event.id, entry, browser.address),
        tournament=event.id,
        entry=entry,
        person=person,
        **browser._asdict(),
        lang=lang,
        since=sent.at,
        known=marks(tellings(event, (entry,)).get(entry, {})),
    )
    return _keep(phone, phones_of({person}, store), Append(PEOPLE, version), store, sent)


def ask_begins(event: EventView, ask: str, browser: Browser, lang: Lang, sent: Envelope) -> Refused | None:
    """Whoever asked for an entry and waits. Hold the world's lock."""
    store = event.house.store
    news = asked_tellings(event, (ask,)).get(ask)
    if not phone_news(store).on or news is None:
        return Refused("phone_news.off")
    if not browser.fit:
        return Refused("phone_news.browser_unfit")
    phone = ToldPhone(
        id=phone_id(event.id, ask, browser.address),
        tournament=event.id,
        entry="",
        ask=ask,
        person="",
        **browser._asdict(),
        lang=lang,
        since=sent.at,
        known=marks(news.told),
    )
    return _keep(phone, _phones_of_ask(event.id, ask, store), Append(event.stream, event.version), store, sent)


def _keep(phone: ToldPhone, mine: list[ToldPhone], seen: Append, store: Store, sent: Envelope) -> Refused | None:
    """Unless what was decided on has moved meanwhile."""
    others = [one for one in mine if one.id != phone.id]
    rows: tuple[Keep | Erase, ...] = (keep_phone(phone), *without(others[: max(len(others) + 1 - MOST, 0)]))
    meta = Meta(sent.who, sent.role, sent.device, sent.at, sent.key, "TellPhone")
    done = store.commit(Transaction(meta, (seen,), registry=rows))
    return None if isinstance(done, Appended) else Refused("phone_news.again")


def _phones_of_ask(tournament: str, ask: str, store: Store) -> list[ToldPhone]:
    found = [one for one in phones(store) if (one.tournament, one.ask) == (tournament, ask)]
    return sorted(found, key=lambda one: one.since)


def phone_ends(store: Store, tournament: str, card: str, address: str, sent: Envelope) -> None:
    """One tap, and nothing of it is left. `card` is an entry or a request."""
    name = phone_id(tournament, card, address)
    if store.kept(PHONE, name):
        meta = Meta(sent.who, sent.role, sent.device, sent.at, sent.key, "ForgetPhone")
        store.commit(Transaction(meta, registry=(Erase(PHONE, name),)))


class NoticeOffer(NamedTuple):
    """What a page needs to ask a browser."""

    key: str
    known: tuple[str, ...]
    """Marks of the browsers that are told of this entry."""


def phone_offer(event: EventView, entry: str) -> NoticeOffer | None:
    """Nothing where the house tells no phones."""
    mine = phones_of({event.state.entries[entry].person}, event.house.store)
    return _offer(event, [one for one in mine if (one.tournament, one.entry) == (event.id, entry)])


def ask_offer(event: EventView, ask: str) -> NoticeOffer | None:
    """The same for a request. Hold the world's lock."""
    return (
        _offer(event, _phones_of_ask(event.id, ask, event.house.store)) if asked_tellings(event, (ask,)) else None
    )


def _offer(event: EventView, mine: list[ToldPhone]) -> NoticeOffer | None:
    news = phone_news(event.house.store)
    key = sender_key(event.house.world, news) if news.on else None
    return NoticeOffer(public_part(key), tuple(address_mark(one.address) for one in mine)) if key else None
