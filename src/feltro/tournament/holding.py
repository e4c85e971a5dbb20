"""Prizes that the direction holds back. Why is in the registry; that it is so, whoever pays has to know."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.instants import Instant
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.commands import Command, Id, Text
from feltro.tournament.events import Event
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import GONE, TournamentState


class HoldPrize(Command, frozen=True, kw_only=True):
    entry: Id
    reason: Text


class ReleasePrize(Command, frozen=True, kw_only=True):
    entry: Id
    reason: Text


class PrizeHeld(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    reason: str
    at: Instant


class PrizeReleased(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    reason: str
    at: Instant


def hold(command: HoldPrize, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    entry = state.entries.get(command.entry)
    if entry is None or entry.status in GONE:
        return Refused("entry.not_in_the_event", {"entry": command.entry})
    if entry.id in state.prizes_held:
        return Refused("prize.held_before", {"entry": entry.id})
    if not command.reason.strip():
        return Refused("prize.needs_reason")
    return (PrizeHeld(entry=entry.id, reason=now.key, at=now.at),)


def release(command: ReleasePrize, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    if command.entry not in state.prizes_held:
        return Refused("prize.not_held", {"entry": command.entry})
    if not command.reason.strip():
        return Refused("prize.needs_reason")
    return (PrizeReleased(entry=command.entry, reason=now.key, at=now.at),)


def prize_held(state: TournamentState, event: PrizeHeld) -> None:
    state.prizes_held[event.entry] = event.reason


def prize_released(state: TournamentState, event: PrizeReleased) -> None:
    del state.prizes_held[event.entry]


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    PrizeHeld: prize_held,
    PrizeReleased: prize_released,
}
DECIDE: dict[type[Command], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    HoldPrize: hold,
    ReleasePrize: release,
}
