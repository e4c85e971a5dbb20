"""Whether the rulings of the floor are read by everybody. Off until the house says so; nobody is named in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.settings.change import set_setting
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.settings import SettingsState
    from feltro.store.port import Store

PUBLIC_RULINGS = "public_rulings"


def tells_rulings(settings: SettingsState) -> bool:
    return bool(settings.values.get(PUBLIC_RULINGS, {}).get("on", False))


def set_public_rulings(store: Store, settings: SettingsState, sent: Envelope, *, on: bool) -> Refused | None:
    if sent.role not in ORGANISER:
        values = {"role": sent.role, "command": "SetPublicRulings", "roles": ORGANISER}
        return Refused("permission.role_may_not", values)
    was = {"on": tells_rulings(settings)}
    return set_setting(store, "SetPublicRulings", PUBLIC_RULINGS, {"on": on}, (was, {"on": on}), sent)
