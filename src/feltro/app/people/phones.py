"""Phones that asked to be told of one entry: where their browser is reached, and with which keys. Never in the log.

A row of its own for each, erased when the player switches it off, when the browser is gone, when the person is forgotten
or when it has grown old.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from feltro.kernel.instants import Instant
from feltro.store.port import Erase, Keep
from feltro.words.languages import Lang

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from feltro.app.world import Look
    from feltro.store.port import Reader

PHONE = "phone_push"


class ToldPhone(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    tournament: str
    entry: str
    """Whose seat card the page was opened with; empty where it was a request for an entry."""
    ask: str = ""
    person: str
    """Empty for a request: who they are is asked at the desk."""
    address: str
    """Of the browser's push service: whoever has it reaches this one browser."""
    p256dh: str
    auth: str
    lang: Lang
    since: Instant
    known: dict[str, str]
    """What the page showed when it was switched on: only what is different from it is told."""

    def __repr__(self) -> str:
        return f"ToldPhone({self.id!r})"

    @property
    def card(self) -> str:
        return self.entry or self.ask


def phone_id(tournament: str, card: str, address: str) -> str:
    """The same browser for the same card is the same row."""
    return sha256(f"{tournament}/{card}/{address}".encode()).hexdigest()[:24]


def address_mark(address: str) -> str:
    """By which a browser finds itself among those that are told, without anybody else learning where it is reached."""
    return sha256(address.encode()).hexdigest()[:24]


def phones(reader: Reader) -> list[ToldPhone]:
    return [msgspec.json.decode(row.body, type=ToldPhone) for row in reader.registry(PHONE)]


def phones_of(people: Collection[str], reader: Reader) -> list[ToldPhone]:
    """The longest there first."""
    return sorted((one for one in phones(reader) if one.person in people), key=lambda one: one.since)


def phones_of_asks(people: Collection[str], look: Look) -> list[ToldPhone]:
    """Those of requests that turned out to be theirs."""
    asked = (one for one in phones(look.world.store) if one.ask)
    return [one for one in asked if _asker(one, look) in people]


def _asker(phone: ToldPhone, look: Look) -> str:
    found = look.state(f"tournament:{phone.tournament}").phone_asks.asks.get(phone.ask)
    return found.person if found else ""


def keep_phone(phone: ToldPhone) -> Keep:
    return Keep(PHONE, phone.id, msgspec.json.encode(phone, order="sorted"))


def without(gone: Iterable[ToldPhone]) -> Iterator[Erase]:
    return (Erase(PHONE, one.id) for one in gone)
