"""A second step at the entrance for those who hold the house's money: a code from a phone, or a recovery code on paper.

Chosen by the person, in three acts: a seed is shown, a code from the phone proves that it arrived, recovery codes are
shown once. Taken away by the person with a code, or by an organiser for somebody who lost the phone; both are facts.
"""

import re
import secrets
from hashlib import sha256

import msgspec

from feltro.app.access.change import AccessChange, change
from feltro.app.access.rows import SECOND_STEP, SecondStep, find, keep
from feltro.app.access.secrets import same
from feltro.app.access.throttle import Allowance, Counted, throttle_of
from feltro.app.access.totp import new_seed, step_of
from feltro.app.world.plan import Envelope
from feltro.app.world.streams.access import (
    AccessState,
    RecoveryCodeUsed,
    SecondStepDropped,
    SecondStepOffered,
    SecondStepPassed,
    SecondStepSet,
)
from feltro.kernel.instants import SECOND
from feltro.kernel.outcome import Refused
from feltro.store.port import Erase, Reader, Store

OFFERED = ("organiser", "finance", "director")
"""Whoever lets people in, pays, or resets: others may work without it."""
RECOVERY_CODES = 8
CODES = Allowance(5, 30)
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def has_second_step(reader: Reader, user: str) -> bool:
    kept = find(reader, SECOND_STEP, user, SecondStep)
    return kept is not None and kept.confirmed


def offer_second_step(store: Store, user: str, envelope: Envelope) -> str | Refused:
    """The seed, to be shown as a QR. Nothing is asked at the entrance before a code proved that it arrived."""
    seed = new_seed()

    def decide(state: AccessState) -> AccessChange | Refused:
        if state.users.get(user) not in OFFERED:
            return Refused("access.no_second_step_here")
        if has_second_step(store, user):
            return Refused("access.second_step_is_set")
        return AccessChange((SecondStepOffered(user=user),), (keep(SECOND_STEP, SecondStep(id=user, seed=seed)),))

    return change(store, "OfferSecondStep", envelope, decide) or seed


def offered_seed(reader: Reader, user: str) -> str:
    kept = find(reader, SECOND_STEP, user, SecondStep)
    return kept.seed if kept and not kept.confirmed else ""


def set_second_step(store: Store, user: str, code: str, envelope: Envelope) -> tuple[str, ...] | Refused:
    """A right code sets it, and the recovery codes are shown this once."""
    counted = _counted(user)
    wait = throttle_of(store).take(counted, envelope.at)
    if wait:
        return Refused("access.wait", {"seconds": wait})
    papers = tuple("".join(secrets.choice(LETTERS) for _ in range(10)) for _ in range(RECOVERY_CODES))

    def decide(_state: AccessState) -> AccessChange | Refused:
        kept = find(store, SECOND_STEP, user, SecondStep)
        step = step_of(kept.seed, bare(code), envelope.at // SECOND, kept.last_step) if kept else None
        if kept is None or kept.confirmed or step is None:
            return Refused("access.code_wrong")
        digests = tuple(_digest(one) for one in papers)
        row = msgspec.structs.replace(kept, confirmed=True, last_step=step, recovery=digests)
        return AccessChange((SecondStepSet(user=user),), (keep(SECOND_STEP, row),))

    refused = change(store, "SetSecondStep", envelope, decide)
    if refused:
        return refused
    throttle_of(store).give_back(counted, envelope.at)
    return papers


def pass_second_step(store: Store, user: str, code: str, envelope: Envelope) -> Refused | None:
    """Each code once, each recovery code once; sent twice at the same moment, only one of them is right."""
    counted = _counted(user)
    wait = throttle_of(store).take(counted, envelope.at)
    if wait:
        return Refused("access.wait", {"seconds": wait})

    def decide(_state: AccessState) -> AccessChange | Refused:
        kept = find(store, SECOND_STEP, user, SecondStep)
        return _passed(kept, bare(code), envelope) if kept and kept.confirmed else Refused("access.code_wrong")

    refused = change(store, "PassSecondStep", envelope, decide)
    if refused is None:
        throttle_of(store).give_back(counted, envelope.at)
    return refused


def drop_second_step(store: Store, user: str, envelope: Envelope) -> Refused | None:
    def decide(_state: AccessState) -> AccessChange | Refused:
        if not has_second_step(store, user):
            return Refused("access.no_second_step")
        return AccessChange((SecondStepDropped(user=user),), (Erase(SECOND_STEP, user),))

    return change(store, "DropSecondStep", envelope, decide)


def _passed(kept: SecondStep, code: str, envelope: Envelope) -> AccessChange | Refused:
    step = step_of(kept.seed, code, envelope.at // SECOND, kept.last_step)
    if step is not None:
        row = msgspec.structs.replace(kept, last_step=step)
        return AccessChange((SecondStepPassed(user=kept.id),), (keep(SECOND_STEP, row),))
    left = tuple(one for one in kept.recovery if not same(one, _digest(code)))
    if len(left) == len(kept.recovery):
        return Refused("access.code_wrong")
    row = msgspec.structs.replace(kept, recovery=left)
    return AccessChange((RecoveryCodeUsed(user=kept.id, left=len(left)),), (keep(SECOND_STEP, row),))


def bare(code: str) -> str:
    """As people type it: with spaces, with a hyphen, in capitals."""
    return re.sub(r"[\s-]", "", code).lower()


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()


def _counted(user: str) -> Counted:
    return ((("code", user), CODES),)
