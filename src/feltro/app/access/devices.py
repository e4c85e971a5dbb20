"""Pairing devices: a code that a tablet reads from the director's screen, and a PIN that a person types."""

import re
import secrets
from typing import NamedTuple

import msgspec

from feltro.app.access.change import AccessChange, change
from feltro.app.access.rows import PAIRING, SESSION, OpenSession, Pairing, find, keep
from feltro.app.access.secrets import Made, hash_password, new_secret, password_matches, read_secret, same
from feltro.app.access.sessions import Opened
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import (
    AccessState,
    DeviceLaid,
    DeviceOffered,
    DevicePaired,
    DeviceRenewed,
    PinMissed,
)
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ROLES as ALL_ROLES
from feltro.store.port import Erase, Store

OFFERED_SECONDS = 10 * 60
TRIES = 5
PIN_DIGITS = 6
DEVICE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep anything; the house knows when the device goes out, and may renew it."""
A_DAY = 24 * 3600
"""Where no event is named: nobody leaves the house with a tablet that is still let in next week."""

PLACE = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,63}/)?[1-9][0-9]{0,4}")
"""A table by its number, in the room that is named where the house keeps rooms."""

KINDS = ("tablet", "tv", "printer")
ROLES = {"tablet": ("dealer", "floor", "cashier"), "tv": ("viewer",), "printer": ("floor", "cashier")}
"""What each kind of device may be. Nobody walks off with a tablet that may pay prizes or let people in."""


class DeviceOffer(NamedTuple):
    """Shown once on the director's screen."""

    text: str
    pin: str


class DeviceWish(NamedTuple):
    """A device that somebody wants to let in."""

    kind: str
    role: str
    label: str
    until: Instant | None = None
    """When it goes out again: with its event, as whoever lets it in has found."""
    place: str = ""
    """The table that it lies on, where it is a dealer's."""


def offer_pairing(store: Store, wish: DeviceWish, envelope: Envelope) -> DeviceOffer | Refused:
    if not wish.label.strip() or not wish.label.isprintable() or len(wish.label) > 120:
        return Refused("access.device_needs_name")
    if wish.kind not in ROLES or wish.role not in ALL_ROLES:
        return Refused("access.device_unknown")
    if wish.role not in ROLES[wish.kind]:
        return Refused("access.device_role", {"kind": wish.kind, "role": wish.role})
    if wish.place and (wish.role != "dealer" or not PLACE.fullmatch(wish.place)):
        return Refused("access.device_place", {"place": wish.place})
    made, pin = new_secret(), f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
    row = Pairing(
        id=made.id,
        digest=made.digest,
        pin=hash_password(pin),
        kind=wish.kind,
        role=wish.role,
        label=wish.label.strip(),
        tries_left=TRIES,
        expires_at=later(envelope.at, seconds=OFFERED_SECONDS),
        device_until=wish.until,
        place=wish.place,
    )
    offered = AccessChange((DeviceOffered(pairing=made.id, role=wish.role),), (keep(PAIRING, row),))
    return change(store, "OfferPairing", envelope, lambda _state: offered) or DeviceOffer(made.text, pin)


def open_pairing(store: Store, text: str, now: Instant) -> Pairing | None:
    """The offer behind a code, while it can still be taken."""
    read = read_secret(text)
    found = find(store, PAIRING, read[0], Pairing) if read else None
    if read is None or found is None or not same(found.digest, read[1]):
        return None
    return found if now < found.expires_at and found.tries_left > 0 else None


def pair(store: Store, text: str, pin: str, envelope: Envelope) -> Opened | Refused:
    """The right PIN lets the device in once; too many wrong ones end the offer."""
    made = new_secret()
    missed: list[Refused] = []

    def decide(_state: AccessState) -> AccessChange | Refused:
        missed.clear()
        pairing = open_pairing(store, text, envelope.at)
        if pairing is None:
            return Refused("access.pairing_void")
        if not password_matches(pairing.pin, pin.strip()):
            missed.append(_refuse_pin(pairing))
            return _miss(pairing)
        return _let_in(pairing, made, envelope)

    refused = change(store, "PairDevice", envelope, decide)
    return refused or (missed[0] if missed else Opened(made.text, DEVICE_SECONDS))


def _let_in(pairing: Pairing, made: Made, envelope: Envelope) -> AccessChange:
    session = OpenSession(
        id=made.id,
        digest=made.digest,
        role=pairing.role,
        kind=pairing.kind,
        label=pairing.label,
        opened_at=envelope.at,
        expires_at=pairing.device_until or later(envelope.at, seconds=A_DAY),
        place=pairing.place,
    )
    paired = DevicePaired(session=made.id, pairing=pairing.id, role=pairing.role)
    return AccessChange((paired,), (keep(SESSION, session), Erase(PAIRING, pairing.id)))


def _miss(pairing: Pairing) -> AccessChange:
    """A wrong PIN is a fact of the stream, so that tries made at the same time are all counted."""
    left = msgspec.structs.replace(pairing, tries_left=pairing.tries_left - 1)
    row = keep(PAIRING, left) if left.tries_left else Erase(PAIRING, pairing.id)
    return AccessChange((PinMissed(pairing=pairing.id),), (row,))


def _refuse_pin(pairing: Pairing) -> Refused:
    left = pairing.tries_left - 1
    return Refused("access.wrong_pin", {"left": left}) if left else Refused("access.pairing_void")


def renew_device(store: Store, session_id: str, until: Instant, envelope: Envelope) -> Refused | None:
    """It stays for the next event too. What is over is paired anew."""

    def decide(state: AccessState) -> AccessChange | Refused:
        session = find(store, SESSION, session_id, OpenSession)
        gone = session is None or session_id not in state.sessions or session.user
        if session is None or gone or (session.expires_at is not None and session.expires_at <= envelope.at):
            return Refused("access.no_such_session")
        row = msgspec.structs.replace(session, expires_at=until)
        return AccessChange((DeviceRenewed(session=session_id, until=until),), (keep(SESSION, row),))

    return change(store, "RenewDevice", envelope, decide)


def lay_device(store: Store, session_id: str, place: str, envelope: Envelope) -> Refused | None:
    """A tablet goes with its dealer to another table."""

    def decide(state: AccessState) -> AccessChange | Refused:
        session = find(store, SESSION, session_id, OpenSession)
        if session is None or session_id not in state.sessions or session.user:
            return Refused("access.no_such_session")
        if session.role != "dealer" or not PLACE.fullmatch(place):
            return Refused("access.device_place", {"place": place})
        row = msgspec.structs.replace(session, place=place)
        return AccessChange((DeviceLaid(session=session_id, place=place),), (keep(SESSION, row),))

    return change(store, "LayDevice", envelope, decide)
