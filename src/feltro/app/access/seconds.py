"""A second person is a person: not the same account, not a device that the first one paired, not an account that the
first one made or let in anew a short while ago, because whoever did that may hold its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.world.streams.access import (
    STREAM,
    DeviceOffered,
    DevicePaired,
    PasswordChanged,
    PinSet,
    TokenMade,
    UserAdded,
    UserInvited,
)
from feltro.kernel.instants import SECOND, Instant
from feltro.kernel.outcome import Refused
from feltro.procedures.control import ALONE, Seconds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feltro.app.world import World
    from feltro.app.world.history import Fact
    from feltro.kernel.roles import Roles
    from feltro.procedures.control import Control

DAY = 24 * 3600 * SECOND
LET_IN = (PasswordChanged, UserInvited, TokenMade, PinSet)
"""What gives somebody the key of an account that was there already."""


class Hands(NamedTuple):
    """Whose hand made an account, let it in anew, or paired a device. Devices are their owner's for good."""

    made: frozenset[frozenset[str]]
    let_in: frozenset[frozenset[str]]
    owners: dict[str, str]

    def person(self, who: str) -> str:
        return self.owners.get(who, who)

    def one_hand(self, first: str, second: str) -> bool:
        pair = frozenset((self.person(first), self.person(second)))
        return len(pair) == 1 or pair in self.made or pair in self.let_in


def hands(facts: Iterable[Fact], since: Instant) -> Hands:
    made, let_in, owners = set(), set(), {}
    offered: dict[str, str] = {}
    for fact in facts:
        event, by = fact.event, fact.meta.who
        if isinstance(event, DeviceOffered):
            offered[event.pairing] = by
        elif isinstance(event, DevicePaired):
            owners[f"device.{event.session}"] = offered.get(event.pairing, "")
        elif fact.meta.at < since or not by or by == getattr(event, "user", by):
            continue
        elif isinstance(event, UserAdded):
            made.add(frozenset((by, event.user)))
        elif isinstance(event, LET_IN):
            let_in.add(frozenset((by, event.user)))
    return Hands(frozenset(made), frozenset(let_in), owners)


def since_when(control: Control, at: Instant, created: Instant | None = None) -> Instant:
    """Accounts are looked at since the event was made, and over so many days as the house says, whichever is longer."""
    days = Instant(at - control.account_days * DAY)
    return days if created is None else min(days, created)


def may_second(first: str, second: str, world: World, since: Instant) -> Refused | None:
    """Whether `second` may look at what `first` did. Hold the world's lock."""
    found = hands(world.live(STREAM).facts, since)
    if found.person(first) == found.person(second):
        return Refused("second.same_person")
    return Refused("second.same_hand") if found.one_hand(first, second) else None


def seconds_of(who: str, may: Roles, world: World, since: Instant) -> Seconds:
    """For a decision: who is no second person to `who`, and whether the house has anybody else in these roles.

    An account that `who` let in anew is somebody else all the same: or a new password would make a house of one."""
    live = world.live(STREAM)
    found = hands(live.facts, since)
    me = found.person(who)
    known = {*live.state.users, *found.owners, me}
    kin = frozenset(one for one in known if one != who and found.one_hand(who, one))
    others = [
        user
        for user, role in live.state.users.items()
        if user != me and role in may and frozenset((user, me)) not in found.made
    ]
    return Seconds(kin=kin, nobody_else=me in live.state.users and not others)


def waits_for_other(who: str, may: Roles, size: Control, world: World, at: Instant) -> bool:
    """Whether a page sends somebody to another person: not where they work alone, nor where there is no other."""
    return size.size != ALONE and not seconds_of(who, may, world, since_when(size, at)).nobody_else
