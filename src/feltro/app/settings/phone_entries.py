"""Whether people may ask for an entry from their phones, pay for it there, and photograph their document. Off until the house
says so: it collects personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.settings.change import set_setting
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.settings import SettingsState
    from feltro.store.port import Store

PHONE_ENTRIES = "phone_entries"


class PhoneEntries(NamedTuple):
    """What the house lets phones do."""

    on: bool = False
    pay: bool = False
    """By PIX: what is paid is a voucher."""
    at_once: bool = False
    """The seat is drawn when the money came, and not when somebody comes."""
    photo: bool = False
    """A picture of the document may come along, and is erased once the document was seen."""


def phone_entries(settings: SettingsState) -> PhoneEntries:
    """Nothing of it holds where phones ask for nothing."""
    said = settings.values.get(PHONE_ENTRIES, {})
    if not said.get("on", False):
        return PhoneEntries()
    return PhoneEntries(**{name: bool(said.get(name, False)) for name in PhoneEntries._fields})


def takes_asks(settings: SettingsState) -> bool:
    return phone_entries(settings).on


def set_phone_entries(
    store: Store,
    settings: SettingsState,
    sent: Envelope,
    *,
    on: bool,
    pay: bool = False,
    at_once: bool = False,
    photo: bool = False,
) -> Refused | None:
    if sent.role not in ORGANISER:
        values = {"role": sent.role, "command": "SetPhoneEntries", "roles": ORGANISER}
        return Refused("permission.role_may_not", values)
    now = PhoneEntries(on, pay and on, at_once and pay and on, photo and on)._asdict()
    return set_setting(store, "SetPhoneEntries", PHONE_ENTRIES, now, (phone_entries(settings)._asdict(), now), sent)
