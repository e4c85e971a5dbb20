"""The stream `reigns:house`: which machine has the house, who follows it, and what an earlier one took meanwhile.

Each reign has a number. Of two machines that meet, the one with the lower number takes no more commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from feltro.kernel.events import Event

if TYPE_CHECKING:
    from collections.abc import Callable

STREAM = "reigns:house"


class ReignEvent(Event, frozen=True, kw_only=True):
    final = True


class FollowerAllowed(ReignEvent, frozen=True, kw_only=True):
    """A second laptop may follow this one; an earlier one may not any more."""

    follower: str


class FollowerJoined(ReignEvent, frozen=True, kw_only=True):
    """It came, and said with which key it would sign if it took over."""

    follower: str
    public_key: str


class FollowerStopped(ReignEvent, frozen=True, kw_only=True):
    follower: str


class ReignBegan(ReignEvent, frozen=True, kw_only=True):
    """Somebody took over on this machine, and said that the one before is off."""

    number: int
    link: int
    """The last link of the house that had come from the one before."""
    head: str
    """Its hash."""
    unheard_seconds: int
    """Since the one before had last said that nothing was missing: answers of this time may be lost."""
    address: str
    """Where the one before was found."""
    follower: str


class ReignEnded(ReignEvent, frozen=True, kw_only=True):
    """This machine met one with a higher number, and takes nothing more."""

    number: int
    link: int
    """The last link that both have."""


class EarlierMet(ReignEvent, frozen=True, kw_only=True):
    """The machine before was met, and stopped. So many commands of its own it had taken, to be entered by hand."""

    left: int


class LeftSettled(ReignEvent, frozen=True, kw_only=True):
    """One of these was entered by hand, or is not wanted."""

    link: int


class ReignsState(msgspec.Struct, kw_only=True):
    reign: int = 1
    over: int = 0
    """The number of the reign that ended this one; 0 while it lasts."""
    over_link: int = 0
    follower: str = ""
    """Who may follow; empty: nobody."""
    keys: dict[str, str] = {}
    """With which key each follower would sign."""
    began: ReignBegan | None = None
    met: bool = False
    left: int = 0
    settled: set[int] = set()

    def copy(self) -> ReignsState:
        return msgspec.structs.replace(self, keys=dict(self.keys), settled=set(self.settled))


def apply(state: ReignsState, event: Event) -> None:
    APPLY[type(event)](state, event)


def follower_allowed(state: ReignsState, event: FollowerAllowed) -> None:
    state.follower = event.follower


def follower_joined(state: ReignsState, event: FollowerJoined) -> None:
    state.keys[event.follower] = event.public_key


def follower_stopped(state: ReignsState, event: FollowerStopped) -> None:
    state.follower = ""


def reign_began(state: ReignsState, event: ReignBegan) -> None:
    state.reign, state.began, state.met = event.number, event, False
    state.left, state.settled, state.follower = 0, set(), ""


def reign_ended(state: ReignsState, event: ReignEnded) -> None:
    state.over, state.over_link = event.number, event.link


def earlier_met(state: ReignsState, event: EarlierMet) -> None:
    state.met, state.left = True, event.left


def left_settled(state: ReignsState, event: LeftSettled) -> None:
    state.settled.add(event.link)


APPLY: dict[type[Event], Callable[[ReignsState, Any], None]] = {
    FollowerAllowed: follower_allowed,
    FollowerJoined: follower_joined,
    FollowerStopped: follower_stopped,
    ReignBegan: reign_began,
    ReignEnded: reign_ended,
    EarlierMet: earlier_met,
    LeftSettled: left_settled,
}
