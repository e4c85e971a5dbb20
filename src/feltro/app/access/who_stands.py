"""Who stands at a device that several share: said by PIN, and good for some minutes, for money that leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.app.access.change import AccessChange, change, looked_up
from feltro.app.access.pins import check_pin
from feltro.app.access.rows import USER, Identity, User, find
from feltro.app.world.streams.access import AccessState, PersonStands
from feltro.kernel.instants import MINUTE
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.app.world.plan import Envelope
    from feltro.kernel.instants import Instant
    from feltro.store.port import Store

SHARED = "device."
"""How a device is called that nobody has a session of their own at."""


def is_shared(who: str) -> bool:
    return who.startswith(SHARED)


def stand_at(store: Store, session: str, user: str, pin: str, envelope: Envelope) -> Refused | None:
    """Wrong PINs are counted and written down; a right one is a fact of its own."""
    refused = check_pin(store, user, pin, envelope)
    if refused:
        return refused

    def decide(state: AccessState) -> AccessChange | Refused:
        if session not in state.sessions or user not in state.users:
            return Refused("access.no_such_session")
        return AccessChange((PersonStands(session=session, user=user, at=envelope.at),), ())

    return change(store, "StandAtDevice", envelope, decide)


def who_stands(store: Store, session: str, at: Instant, minutes: int) -> Identity | None:
    """The person, in the own role; nobody once the minutes are over, or when the account is gone."""
    said: tuple[str, Instant] | None = looked_up(store, lambda state: state.standing.get(session))
    if said is None or at >= said[1] + minutes * MINUTE:
        return None
    user = find(store, USER, said[0], User)
    return Identity(user=user.id, role=user.role, device=session, session=session, name=user.name) if user else None
