"""Whose card or voucher a scanner read: the address on it, or its last part as somebody typed it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from feltro.app.event_view import event_of
from feltro.app.people.public_ids import SIGNS, public_ids

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.handling import House
    from feltro.kernel.instants import Instant

_CODE = rf"[a-z2-7]{{{SIGNS}}}"
_SLASH = "[/;]"
"""A scanner as it comes out of its box types on an American keyboard: where the machine has a Brazilian one, a slash is a
semicolon."""
_ADDRESS = re.compile(
    rf"(?:.*{_SLASH})?(?:jogador|inscricao){_SLASH}([A-Za-z0-9][A-Za-z0-9._-]{{0,63}}){_SLASH}({_CODE}){_SLASH}?",
    re.IGNORECASE,
)
_BARE = re.compile(_CODE, re.IGNORECASE)


class CardHolder(NamedTuple):
    tournament: str
    entry: str
    person: str


def holder_of(read: str, event: EventView) -> CardHolder | None:
    """In this event; a card of another one says whose it is all the same. Hold the world's lock."""
    said = read.strip()
    address = _ADDRESS.fullmatch(said)
    if address and address[1] != event.id:
        other = event_of(event.house, address[1], event.at)
        return _holder(other, address[2]) if other is not None and other.state.sheet else None
    code = address[2] if address else said if _BARE.fullmatch(said) else ""
    return _holder(event, code) if code else None


def card_holder(read: str, house: House, at: Instant) -> CardHolder | None:
    """By its whole address, whichever event is looked at. Hold the world's lock."""
    address = _ADDRESS.fullmatch(read.strip())
    event = event_of(house, address[1], at) if address else None
    return _holder(event, address[2]) if address and event is not None and event.state.sheet else None


def _holder(event: EventView, code: str) -> CardHolder | None:
    entries, asks, ids = event.state.entries, event.state.phone_asks.asks, public_ids(event.house.store)
    entry = ids.find_entry(event.id, code.lower(), entries)
    if entry:
        return CardHolder(event.id, entry, entries[entry].person)
    ask = ids.find_ask(event.id, code.lower(), asks)
    return CardHolder(event.id, asks[ask].voucher, asks[ask].person) if ask and asks[ask].person else None
