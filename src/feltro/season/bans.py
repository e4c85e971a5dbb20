"""Keeping someone out: the director's decision, for the whole season, with its reason in the registry."""

from feltro.kernel.events import Event
from feltro.kernel.instants import instant_of
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import commands as c
from feltro.season import events as e
from feltro.season.now import SeasonNow
from feltro.season.state import SeasonState

Outcome = tuple[Event, ...] | Refused


def ban(command: c.BanPerson, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if not command.reason.strip():
        return Refused("ban.needs_reason")
    if command.person in now.unknown:
        return Refused("person.unknown", {"person": command.person})
    if state.ban_of(command.person, now.at):
        return Refused("ban.already", {"person": command.person})
    until = instant_of(command.until) if command.until else None
    return (
        e.PersonBanned(person=command.person, ground=command.ground, since=now.at, until=until, reason=now.key),
    )


def lift(command: c.LiftBan, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    if command.person not in state.bans:
        return Refused("ban.none", {"person": command.person})
    return (e.BanLifted(person=command.person, reason=now.noted(command.reason)),)
