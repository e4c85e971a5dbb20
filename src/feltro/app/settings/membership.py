"""What a year of membership costs. Without a fee the house has no members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.settings.change import set_setting
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.app.world.streams.settings import SettingsState
    from feltro.store.port import Store

MEMBERSHIP = "membership"
MAY_SET = ("organiser",)
MOST_CENTAVOS = 100_000_00


def yearly_fee(settings: SettingsState) -> int:
    """In centavos; nought where nobody said."""
    return int(settings.values.get(MEMBERSHIP, {}).get("fee_centavos", 0))


def set_fee(store: Store, settings: SettingsState, fee_centavos: int, sent: Envelope) -> Refused | None:
    if sent.role not in MAY_SET:
        values = {"role": sent.role, "command": "SetMembershipFee", "roles": MAY_SET}
        return Refused("permission.role_may_not", values)
    if not 0 <= fee_centavos <= MOST_CENTAVOS:
        return Refused("member.fee_unfit")
    was, told = {"fee_centavos": yearly_fee(settings)}, {"fee_centavos": fee_centavos}
    return set_setting(store, "SetMembershipFee", MEMBERSHIP, told, (was, told), sent)
