"""Whether people may ask for an entry from their phones. Off until the house says so: it collects personal data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.settings.change import set_setting
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.settings import SettingsState
    from feltro.store.port import Store

PHONE_ENTRIES = "phone_entries"


def takes_asks(settings: SettingsState) -> bool:
    return bool(settings.values.get(PHONE_ENTRIES, {}).get("on", False))


def set_phone_entries(store: Store, settings: SettingsState, sent: Envelope, *, on: bool) -> Refused | None:
    if sent.role not in ORGANISER:
        values = {"role": sent.role, "command": "SetPhoneEntries", "roles": ORGANISER}
        return Refused("permission.role_may_not", values)
    was = {"on": takes_asks(settings)}
    return set_setting(store, "SetPhoneEntries", PHONE_ENTRIES, {"on": on}, (was, {"on": on}), sent)
