"""Keeping oneself away: asked from the phone, confirmed with the photo ID at the desk, and not taken back early."""

from calendar import monthrange
from datetime import timedelta

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, instant_of, local_time
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.season import commands as c
from feltro.season import events as e
from feltro.season.now import SeasonNow
from feltro.season.state import SeasonState

Outcome = tuple[Event, ...] | Refused


def ask(command: c.AskSelfExclusion, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    """Whose card it is was looked at on the way here."""
    if not now.holder:
        return Refused("exclusion.not_their_card")
    return (e.SelfExclusionAsked(person=now.holder, months=command.months, at=now.at),)


def confirm(command: c.ConfirmSelfExclusion, state: SeasonState, book: Settled | None, now: SeasonNow) -> Outcome:
    """A longer one takes the place of a shorter; a shorter one shortens nothing."""
    if command.person in now.unknown:
        return Refused("person.unknown", {"person": command.person})
    if not command.photo_id_seen:
        return Refused("exclusion.photo_id")
    until = months_after(now.at, command.months)
    running = state.self_excluded_until(command.person, now.at)
    if running is not None and until <= running:
        return Refused("exclusion.longer_runs", {"until": local_time(running).date()})
    return (e.SelfExcluded(person=command.person, since=now.at, until=until),)


def months_after(at: Instant, months: int) -> Instant:
    """The same day so many months on, or the last one of a shorter month; it ends with that day."""
    start = local_time(at)
    year, month = start.year + (start.month - 1 + months) // 12, (start.month - 1 + months) % 12 + 1
    first = start.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
    _, days = monthrange(year, month)
    return instant_of(first.replace(day=min(start.day, days)) + timedelta(days=1))
