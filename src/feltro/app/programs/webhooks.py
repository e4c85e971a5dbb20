"""Programs that are told what happens: where, of what, and with which secret it is signed. Set by the organiser.

The log keeps the host, the types and whether it is on. The address is in a row, because it is often a secret itself; the
secret that signs lies there sealed, under the key that is in no copy of the database.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from feltro.app.programs.addresses import host_of, refuse_address
from feltro.app.programs.messages import TYPES
from feltro.app.programs.progress import ROW
from feltro.app.programs.signatures import new_signing_secret, written_secret
from feltro.app.settings.change import change_settings, kept, row
from feltro.app.world.streams.settings import DeliveryAsked, SettingChanged
from feltro.kernel.instants import Instant, later
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.store.port import Erase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feltro.app.world import World
    from feltro.app.world.plan import Envelope, Handler
    from feltro.kernel.events import Event
    from feltro.store.port import Keep, Reader

WEBHOOKS = "webhooks"
MOST = 8
BOTH_SECONDS = 24 * 3600
"""So long an old secret signs beside the new one."""


class Webhook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    address: str
    types: tuple[str, ...]
    on: bool = True
    from_link: int
    """What is told begins behind this link of the log: when it was made, or switched on again."""
    secret: bytes
    """Sealed."""
    secrets: int = 1
    """So many were ever made."""
    old_secret: bytes = b""
    old_until: Instant = Instant(0)

    def __repr__(self) -> str:
        return f"Webhook({self.id!r}, {host_of(self.address)!r})"

    @property
    def host(self) -> str:
        return host_of(self.address)


Known = dict[str, Webhook]


class NewWebhook(NamedTuple):
    id: str
    secret: str
    """ShownSecret this once."""


def webhooks_of(reader: Reader) -> Known:
    body = kept(reader, WEBHOOKS)
    return msgspec.json.decode(body, type=Known) if body else {}


def signing_keys(world: World, hook: Webhook, at: Instant) -> list[bytes]:
    """None where the key that they are sealed with is not on this machine."""
    sealed = [hook.secret, *([hook.old_secret] if hook.old_secret and at < hook.old_until else [])]
    name = _name(hook.id)
    found = [world.seals.opened(name, one) if world.seals else one for one in sealed]
    return [one for one in found if one]


def add_webhook(house: Handler, address: str, types: Iterable[str], sent: Envelope) -> NewWebhook | Refused:
    name, secret = secrets.token_hex(4), new_signing_secret()
    wanted = _in_order(types)
    sealed = house.world.sealed_secret(_name(name), secret)

    def added(known: Known) -> Known | Refused:
        if len(known) >= MOST:
            return Refused("webhook.too_many", {"most": MOST})
        made = Webhook(id=name, address=address, types=wanted, from_link=_link(house), secret=sealed)
        return {**known, name: made}

    refused = _unfit(address, types) or _change(house, "AddWebhook", sent, added)
    return refused or NewWebhook(name, written_secret(secret))


def change_webhook(
    house: Handler, name: str, address: str, types: Iterable[str], sent: Envelope, *, on: bool
) -> Refused | None:
    """Switched on again, it is told what happens from then on, and nothing of meanwhile."""

    def changed(known: Known) -> Known | Refused:
        was = known.get(name)
        if was is None:
            return Refused("webhook.unknown")
        begins = _link(house) if on and not was.on else was.from_link
        return {**known, name: replace(was, address=address, types=_in_order(types), on=on, from_link=begins)}

    return _unfit(address, types) or _change(house, "ChangeWebhook", sent, changed)


def remove_webhook(house: Handler, name: str, sent: Envelope) -> Refused | None:
    def removed(known: Known) -> Known | Refused:
        left = {one: hook for one, hook in known.items() if one != name}
        return left if name in known else Refused("webhook.unknown")

    return _change(house, "RemoveWebhook", sent, removed, (Erase(ROW, name),))


def change_secret(house: Handler, name: str, sent: Envelope) -> str | Refused:
    """The new one, shown this once. For a day both sign, so that the receiver changes over when it suits."""
    secret = new_signing_secret()
    sealed = house.world.sealed_secret(_name(name), secret)

    def changed(known: Known) -> Known | Refused:
        was = known.get(name)
        if was is None:
            return Refused("webhook.unknown")
        until = later(sent.at, seconds=BOTH_SECONDS)
        new = replace(was, secret=sealed, secrets=was.secrets + 1, old_secret=was.secret, old_until=until)
        return {**known, name: new}

    return _change(house, "ChangeWebhookSecret", sent, changed) or written_secret(secret)


def ask_delivery(house: Handler, name: str, sent: Envelope, stream: str = "", version: int = 0) -> Refused | None:
    """Told once more by whoever delivers, in its turn; without a place in the log, a message that only tries the way."""

    def asked(_state: Any) -> tuple[tuple[Event, ...], tuple[Keep, ...]] | Refused:
        if name not in webhooks_of(house.store):
            return Refused("webhook.unknown")
        return (DeliveryAsked(webhook=name, stream=stream, version=version),), ()

    return _not_theirs("AskDelivery", sent) or change_settings(house.store, "AskDelivery", sent, asked)


def _change(
    house: Handler,
    command: str,
    sent: Envelope,
    change: Callable[[Known], Known | Refused],
    gone: tuple[Erase, ...] = (),
) -> Refused | None:
    def decide(_state: Any) -> tuple[tuple[Event, ...], tuple[Keep | Erase, ...]] | Refused:
        known = webhooks_of(house.store)
        new = change(known)
        if isinstance(new, Refused):
            return new
        told = SettingChanged(setting=WEBHOOKS, was=_told(known), now=_told(new))
        return (told,), (row(WEBHOOKS, new), *gone)

    return _not_theirs(command, sent) or change_settings(house.store, command, sent, decide)


def _told(known: Known) -> dict[str, Any]:
    return {
        one.id: {"host": one.host, "types": list(one.types), "on": one.on, "secrets": one.secrets}
        for one in known.values()
    }


def _unfit(address: str, types: Iterable[str]) -> Refused | None:
    refused = refuse_address(address)
    if refused:
        return refused
    return None if _in_order(types) else Refused("webhook.no_type")


def _in_order(types: Iterable[str]) -> tuple[str, ...]:
    wanted = set(types)
    return tuple(one for one in TYPES if one in wanted)


def _not_theirs(command: str, sent: Envelope) -> Refused | None:
    if sent.role in ORGANISER:
        return None
    return Refused("permission.role_may_not", {"role": sent.role, "command": command, "roles": ORGANISER})


def _link(house: Handler) -> int:
    last = house.store.last_link()
    return last.number if last else 0


def _name(webhook: str) -> str:
    return f"webhook/{webhook}"
