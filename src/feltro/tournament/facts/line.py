"""Alternates in their line, and players who show their papers and sit down."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class AlternateSeated(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    at: Instant


class EntryWaits(Event, frozen=True, kw_only=True):
    """Sold while chairs were left, and there is none now: the entry goes into the line, by its number."""

    about = ("entry",)
    entry: str
    at: Instant


class AlternateCalled(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    at: Instant


class AlternateSkipped(Event, frozen=True, kw_only=True):
    """Called and not there."""

    about = ("entry",)
    entry: str
    to_the_end: bool
    """Called as often as the event calls: he goes to the end of the line."""
    at: Instant


class AlternateCarried(Event, frozen=True, kw_only=True):
    """No chair fell free on his day: the entry holds for another first day."""

    about = ("entry",)
    entry: str
    from_day: str
    day: str
    waits: bool
    """There too every chair is taken."""
    at: Instant


class IdentityChecked(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    day: str
    on_request: bool
    at: Instant
    by: str


class CheckedIn(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    day: str
    at: Instant
