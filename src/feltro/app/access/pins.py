"""A PIN for each person: a few digits that say who stands at a device that several share, or at a desk that was locked.

It opens nothing alone: only where somebody or a device has come in already. Wrong ones are facts of the log.
"""

import re

from feltro.app.access.change import AccessChange, change
from feltro.app.access.rows import PIN, PersonPin, find, keep
from feltro.app.access.secrets import hash_password, password_matches
from feltro.app.access.throttle import pin_tries, throttle_of
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import AccessState, PersonPinMissed, PinSet
from feltro.kernel.outcome import Refused
from feltro.store.port import Reader, Store

SHORTEST, LONGEST = 4, 8
RUNS = ("01234567890", "09876543210", "2580", "0852", "1397", "1379")
"""Along the keys, up, down and around."""
OFTEN = {"1212", "6969", "2468", "1357", "121212", "112233", "123123", "102030", "1020", "4242", "7777", "171171"}


def fit_pin(pin: str) -> bool:
    """Four to eight digits that are not the first ones that everybody tries, nor a year of birth."""
    if not re.fullmatch(rf"[0-9]{{{SHORTEST},{LONGEST}}}", pin) or len(set(pin)) == 1 or pin in OFTEN:
        return False
    return not any(pin in run for run in RUNS) and not re.fullmatch(r"(19|20)[0-9]{2}", pin)


def has_pin(reader: Reader, user: str) -> bool:
    return find(reader, PIN, user, PersonPin) is not None


def set_pin(store: Store, user: str, pin: str, envelope: Envelope) -> Refused | None:
    """Whoever calls this has asked for the password of the person just now."""

    def decide(state: AccessState) -> AccessChange | Refused:
        if user not in state.users:
            return Refused("access.no_such_user", {"user": user})
        if not fit_pin(pin):
            return Refused("access.pin_unfit", {"shortest": SHORTEST, "longest": LONGEST})
        return AccessChange((PinSet(user=user),), (keep(PIN, PersonPin(id=user, pin=hash_password(pin))),))

    return change(store, "SetPin", envelope, decide)


def check_pin(store: Store, user: str, pin: str, envelope: Envelope) -> Refused | None:
    """Whether this is the person: nothing where it is. `envelope.device` says where it was typed, its key is used up."""
    kept = find(store, PIN, user, PersonPin)
    if kept is None:
        return Refused("access.no_pin")
    throttle, counted = throttle_of(store), pin_tries(user, envelope.device)
    wait = throttle.take(counted, envelope.at)
    if wait:
        return Refused("access.wait", {"seconds": wait})
    if password_matches(kept.pin, pin.strip()):
        throttle.give_back(counted, envelope.at)
        return None
    missed = AccessChange((PersonPinMissed(user=user, device=envelope.device),), ())
    return change(store, "MissPin", envelope, lambda _state: missed) or Refused("access.pin_wrong")
