"""What happened to an event as a whole: created, moved, closed, amended, stopped, resumed, merged."""

from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.sheet import Sheet


class TournamentCreated(Event, frozen=True, kw_only=True):
    about = ("tournament",)
    schema = 5
    tournament: str
    season: str
    stage: str
    sheet: Sheet
    book_digest: str
    """Of the rulebook's own text, so that another edition under the same name is noticed."""
    answers: dict[str, Any]


class SheetChanged(Event, frozen=True, kw_only=True):
    """The sheet is another from here on. A start that moved has a fact of its own."""

    about = ("tournament",)
    schema = 3
    tournament: str
    sheet: Sheet
    changed: tuple[str, ...]
    """The parts that differ: a field of the sheet, or a row of one, as `levels.3`."""
    book_digest: str
    answers: dict[str, Any]
    reason: str
    at: Instant


class StartMoved(Event, frozen=True, kw_only=True):
    about = ("day",)
    schema = 2
    day: str
    was: Instant
    starts_at: Instant
    reason: str
    at: Instant = Instant(0)


class RegistrationExtended(Event, frozen=True, kw_only=True):
    until_level: int
    reason: str


class RegistrationClosed(Event, frozen=True, kw_only=True):
    tokens: dict[str, int]


class TournamentStopped(Event, frozen=True, kw_only=True):
    about = ("tournament",)
    tournament: str
    status: str
    cause: str
    reason: str
    at: Instant


class TournamentResumed(Event, frozen=True, kw_only=True):
    about = ("tournament",)
    tournament: str
    reason: str
    at: Instant


class MinimumMissed(Event, frozen=True, kw_only=True):
    """A level ended with too few entries: the director is asked."""

    schema = 2
    level: int
    needed: int
    sold: int
    at: Instant = Instant(0)


class RuleAmended(Event, frozen=True, kw_only=True):
    about = ("parameter",)
    parameter: str
    value: Any
    holds_from: Instant
    notice: str


class ControlSet(Event, frozen=True, kw_only=True):
    """Who works tonight is another than was said: from here on the event has another control."""

    final = True
    size: str
    before: str


class SurvivorPaid(Event, frozen=True, kw_only=True):
    """A part of the pool for somebody who was still in, owed from now on."""

    own = ("person",)
    about = ("entry",)
    entry: str
    person: str
    stack: int
    amount_centavos: int
    because: str
    cites: tuple[str, ...] = ()


class PlayerMerged(Event, frozen=True, kw_only=True):
    """`person` is from now on `into`, in everything this tournament remembers."""

    about = ("person", "into", "sales")
    final = True
    person: str
    into: str
    sales: tuple[str, ...]
    """What had been sold to `person`: none of it can be undone any more, because its money has another name."""
