"""The hours of dealers: who came, who went home, and what each shift was made of."""

from typing import NamedTuple

from feltro.house import room_commands as c
from feltro.house.room_events import RoomState, Shift, ShiftEnded, ShiftStarted
from feltro.kernel.events import Event
from feltro.kernel.instants import MINUTE, Instant
from feltro.kernel.outcome import Refused

Outcome = tuple[Event, ...] | Refused


def clock_in(command: c.ClockIn, state: RoomState, at: Instant) -> Outcome:
    dealer = state.dealers.get(command.dealer)
    if dealer is None:
        return Refused("room.has_not", {"thing": command.dealer})
    if dealer.on_shift:
        return Refused("room.here_already", {"dealer": command.dealer})
    last = shift_of(command.dealer, state)
    came = _told(at, command.minutes_ago)
    return (ShiftStarted(dealer=command.dealer, at=max(came, last.end or came) if last else came),)


def clock_out(command: c.ClockOut, state: RoomState, at: Instant) -> Outcome:
    """Not from a table: whoever deals is relieved first."""
    dealer = state.dealers.get(command.dealer)
    if dealer is None:
        return Refused("room.has_not", {"thing": command.dealer})
    if not dealer.on_shift:
        return Refused("room.not_here", {"dealer": command.dealer})
    if dealer.table:
        return Refused("room.still_deals", {"dealer": command.dealer, "table": dealer.table})
    went = _told(at, command.minutes_ago)
    return (ShiftEnded(dealer=command.dealer, at=max(went, dealer.since or went)),)


def _told(at: Instant, minutes_ago: int) -> Instant:
    return Instant(at - minutes_ago * MINUTE)


def is_here(dealer: str, state: RoomState) -> bool:
    """Where nobody keeps hours, everybody is."""
    return not state.keeps_hours or state.dealers[dealer].on_shift


def shift_of(dealer: str, state: RoomState) -> Shift | None:
    """The one that lasts, or the last one."""
    return next((one for one in reversed(state.shifts) if one.dealer == dealer), None)


class ShiftHours(NamedTuple):
    """One shift in whole minutes: at work, of these at tables, and the rest between them."""

    shift: Shift
    minutes: int
    downs: int
    dealt: int

    @property
    def rested(self) -> int:
        return self.minutes - self.dealt


def hours_of(shift: Shift, state: RoomState, at: Instant) -> ShiftHours:
    until = shift.end or at
    mine = [
        down
        for down in state.downs
        if down.dealer == shift.dealer and shift.start <= down.start and (not shift.end or down.start < shift.end)
    ]
    dealt = sum((down.end or until) - down.start for down in mine) // MINUTE
    return ShiftHours(shift, (until - shift.start) // MINUTE, len(mine), dealt)
