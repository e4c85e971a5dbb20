"""What happened at the tables, as far as the desk has to know; and rules amended during the event."""

from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class EntryEliminated(Event, frozen=True, kw_only=True):
    about = ("entry",)
    schema = 2
    entry: str
    level: int
    at: Instant
    table: int = 0
    hand: int = 0
    round: int = 0
    """Of hand-for-hand play."""
    stack: int = 0
    """Chips when the hand began."""
    by: tuple[str, ...] = ()
    """Entries that won the chips."""
    ground: str = "bust"
    ranked: bool = True
    """Whether it keeps a place on the list."""
    prize: bool = True
    """Whether the place is paid."""
    because: str = ""
    cites: tuple[str, ...] = ()


class ChipsSurrendered(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    chips: int
    at: Instant


class EntryBagged(Event, frozen=True, kw_only=True):
    about = ("entry",)
    schema = 2
    entry: str
    chips: int
    by: str = ""
    """Who counted."""
    day: str = ""


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


class SatelliteEnded(Event, frozen=True, kw_only=True):
    about = ("tournament", "winners")
    tournament: str
    winners: tuple[str, ...]
    at: Instant


class SeatPassedOn(Event, frozen=True, kw_only=True):
    """A satellite's winner already had a seat, and the next one out gets it."""

    about = ("entry",)
    entry: str


class SeatPaidInMoney(Event, frozen=True, kw_only=True):
    """A satellite's winner already had a seat, and gets what it is worth; below zero, it is taken back."""

    about = ("entry",)
    entry: str
    person: str
    amount_centavos: int


class RuleAmended(Event, frozen=True, kw_only=True):
    about = ("parameter",)
    parameter: str
    value: Any
    holds_from: Instant
    notice: str
