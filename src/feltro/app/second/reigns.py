"""Who has the house: letting a laptop follow, taking over, and stopping before a higher number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from feltro.app.access.change import AccessChange, change, state_of
from feltro.app.second.channel import FollowKey, new_key
from feltro.app.world.plan import Envelope
from feltro.app.world.streams import reigns as r
from feltro.kernel.instants import SECOND, Instant
from feltro.kernel.outcome import Refused
from feltro.kernel.roles import ORGANISER
from feltro.store.port import Erase, Keep

if TYPE_CHECKING:
    from feltro.app.handling import House
    from feltro.app.second.notes import FollowNote
    from feltro.store.port import Store

FOLLOWER, LEFT = "follower", "left"
"""Rows: the key of a follower, sealed; and what an earlier reign took, until it is entered by hand."""


class LeftAct(msgspec.Struct, frozen=True, kw_only=True):
    """A command that the machine before had taken when this one had the house already."""

    link: int
    at: Instant
    who: str
    role: str
    command: str
    told: tuple[tuple[str, str, msgspec.Raw], ...]
    """Stream, name and content of each event."""
    names: dict[str, str] = {}
    """Of people whom only that machine knew."""


def reigns_of(store: Store) -> r.ReignsState:
    state: r.ReignsState = state_of(store, r.STREAM)[0]
    return state


def allow_follower(house: House, envelope: Envelope) -> FollowKey | Refused:
    """A key for a second laptop, shown this once. With a new one the one before is worth nothing."""
    made = new_key()
    sealed = house.world.sealed_secret(f"{FOLLOWER}/{made.follower}", made.secret)

    def decide(state: r.ReignsState) -> AccessChange | Refused:
        refused = _not_yours(envelope) or _over(state)
        if refused:
            return refused
        gone = (Erase(FOLLOWER, state.follower),) if state.follower else ()
        rows = (Keep(FOLLOWER, made.follower, sealed), *gone)
        return AccessChange((r.FollowerAllowed(follower=made.follower),), rows)

    return change(house.store, "AllowFollower", envelope, decide, r.STREAM) or made


def stop_follower(house: House, envelope: Envelope) -> Refused | None:
    def decide(state: r.ReignsState) -> AccessChange | Refused:
        refused = _not_yours(envelope)
        if refused or not state.follower:
            return refused or Refused("reign.nobody_follows")
        gone = (Erase(FOLLOWER, state.follower),)
        return AccessChange((r.FollowerStopped(follower=state.follower),), gone)

    return change(house.store, "StopFollower", envelope, decide, r.STREAM)


def follow_key(house: House, follower: str) -> FollowKey | None:
    """As it lies here; nothing where there is none, or where it cannot be opened on this machine."""
    row = house.store.kept(FOLLOWER, follower)
    seals = house.world.seals
    if row is None:
        return None
    secret = seals.opened(f"{FOLLOWER}/{follower}", row.body) if seals else row.body
    return FollowKey(follower, secret) if secret else None


def follower_joins(house: House, follower: str, public_key: str, envelope: Envelope) -> None:
    """Whoever signs after a change of laptops was named before it, under the key of the one before."""

    def decide(state: r.ReignsState) -> AccessChange | Refused:
        if state.follower != follower or state.keys.get(follower) == public_key:
            return Refused("reign.nobody_follows")
        return AccessChange((r.FollowerJoined(follower=follower, public_key=public_key),), ())

    change(house.store, "JoinFollower", envelope, decide, r.STREAM)


def take_over(house: House, note: FollowNote, envelope: Envelope) -> r.ReignBegan | Refused:
    """Somebody said that the first laptop is off. What it answered since it was last heard may be missing."""
    link = house.store.last_link()
    if link is None or note.heard_at is None:
        return Refused("reign.never_followed")
    unheard = -(-max(0, envelope.at - note.heard_at) // SECOND)
    head = link.head
    sealed = house.world.sealed_secret(
        f"{FOLLOWER}/{note.key.follower}", note.key.secret
    )  # with a key of this laptop
    began: list[r.ReignBegan] = []

    def decide(state: r.ReignsState) -> AccessChange | Refused:
        if state.over:
            return _over(state) or Refused("reign.over")
        began[:] = [
            r.ReignBegan(
                number=state.reign + 1,
                link=head.version,
                head=head.hash.hex(),
                unheard_seconds=unheard,
                address=note.address,
                follower=note.key.follower,
            )
        ]
        return AccessChange((began[0],), (Keep(FOLLOWER, note.key.follower, sealed),))

    return change(house.store, "TakeOver", envelope, decide, r.STREAM) or began[0]


def end_reign(store: Store, number: int, link: int, at: Instant) -> Refused | None:
    """A higher number was met."""

    def decide(state: r.ReignsState) -> AccessChange | Refused:
        if state.over or number <= state.reign:
            return Refused("reign.lasts")
        return AccessChange((r.ReignEnded(number=number, link=link),), ())

    envelope = Envelope(key=f"reign-{number}-ends", who="house", role="", at=at)
    return change(store, "EndReign", envelope, decide, r.STREAM)


def keep_left(store: Store, left: list[LeftAct], at: Instant) -> Refused | None:
    """The machine before was met: what it took meanwhile waits here for somebody's hands."""
    rows = tuple(Keep(LEFT, str(one.link), msgspec.json.encode(one)) for one in left)

    def decide(state: r.ReignsState) -> AccessChange | Refused:
        if state.met:
            return Refused("reign.met")
        return AccessChange((r.EarlierMet(left=len(left)),), rows)

    number = reigns_of(store).reign
    envelope = Envelope(key=f"reign-{number}-met", who="house", role="", at=at)
    return change(store, "MeetEarlier", envelope, decide, r.STREAM)


def left_acts(store: Store) -> list[LeftAct]:
    """What still waits to be entered, in the order in which it was done."""
    rows = (msgspec.json.decode(row.body, type=LeftAct) for row in store.registry(LEFT))
    return sorted(rows, key=lambda one: one.link)


def settle_left(store: Store, link: int, envelope: Envelope) -> Refused | None:
    def decide(_state: r.ReignsState) -> AccessChange | Refused:
        if store.kept(LEFT, str(link)) is None:
            return Refused("reign.nothing_left")
        return AccessChange((r.LeftSettled(link=link),), (Erase(LEFT, str(link)),))

    return change(store, "SettleLeft", envelope, decide, r.STREAM)


def _not_yours(envelope: Envelope) -> Refused | None:
    if envelope.role in ORGANISER:
        return None
    return Refused("permission.role_may_not", {"role": envelope.role, "command": "", "roles": ORGANISER})


def _over(state: r.ReignsState) -> Refused | None:
    return Refused("reign.over", {"number": state.over}) if state.over else None
