"""Whether players' phones are told while their page is closed. Off until the house says so: it needs the internet, and a
company that neither the house nor the player chose carries the messages, though it cannot read them.

The key that shows who sends lies sealed in the row, as the secrets of webhooks do: browsers that let the house in know no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.app.people.phones import phones, without
from feltro.app.programs.addresses import host_of, refuse_outside
from feltro.app.programs.vapid import new_sender_key
from feltro.app.settings.change import change_settings, kept, row
from feltro.app.world.streams.settings import SettingChanged
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER

if TYPE_CHECKING:
    from feltro.app.world import World
    from feltro.app.world.plan import Envelope, Handler
    from feltro.kernel.events import Event
    from feltro.store.port import Erase, Keep, Reader

PHONE_NEWS = "phone_news"
KEY_NAME = "phone_news/key"
MAIL = "mailto:"
LONGEST = 200


class PhoneNews(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    on: bool = False
    contact: str = ""
    """Whom a push service may write to: it asks every sender for it."""
    key: bytes = b""
    """Sealed."""

    def __repr__(self) -> str:
        return f"PhoneNews(on={self.on})"

    @property
    def typed(self) -> str:
        return self.contact.removeprefix(MAIL)


def phone_news(reader: Reader) -> PhoneNews:
    body = kept(reader, PHONE_NEWS)
    return msgspec.json.decode(body, type=PhoneNews) if body else PhoneNews()


def sender_key(world: World, news: PhoneNews) -> bytes | None:
    """Nothing where the key that it is sealed with is not on this machine."""
    return world.seals.opened(KEY_NAME, news.key) if world.seals else news.key or None


def switch_phone_news(house: Handler, contact: str, sent: Envelope, *, on: bool) -> Refused | None:
    """Switched off, every phone is forgotten; the key stays, so that a browser may let the same house in again."""
    if sent.role not in ORGANISER:
        values = {"role": sent.role, "command": "SwitchPhoneNews", "roles": ORGANISER}
        return Refused("permission.role_may_not", values)
    was, said = phone_news(house.store), _contact(contact)
    if on and said is None:
        return Refused("phone_news.contact_unfit")
    key = was.key or (house.world.sealed_secret(KEY_NAME, new_sender_key()) if on else b"")
    now = PhoneNews(on=on, contact=(said or "") if on else was.contact, key=key)
    if now == was:
        return None

    def decide(_state: Any) -> tuple[tuple[Event, ...], tuple[Keep | Erase, ...]]:
        gone = () if on else tuple(without(phones(house.store)))
        return (SettingChanged(setting=PHONE_NEWS, was=_told(was), now=_told(now)),), (row(PHONE_NEWS, now), *gone)

    return change_settings(house.store, "SwitchPhoneNews", sent, decide)


def _told(news: PhoneNews) -> dict[str, Any]:
    """An address of somebody's mail is nothing for the log: its host is."""
    at = news.contact
    return {"on": news.on, "host": at.rpartition("@")[2] if at.startswith(MAIL) else host_of(at)}


def _contact(typed: str) -> str | None:
    """A mail address, or a page over https."""
    said = typed.strip()
    if len(said) > LONGEST or not said.isascii() or not said.isprintable() or any(one in said for one in ' "<>,;'):
        return None
    if said.startswith("https://"):
        return None if refuse_outside(said) else said
    name, _, host = said.removeprefix(MAIL).rpartition("@")
    return f"{MAIL}{name}@{host}" if name and "." in host.strip(".") and "@" not in name else None
