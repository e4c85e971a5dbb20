"""What happened about penalties."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class PenaltyGiven(Event, frozen=True, kw_only=True):
    own = ("person",)
    about = ("penalty", "entry")
    penalty: str
    entry: str
    person: str
    kind: str
    amount: int
    hands: int
    """To sit out; fixed when given, however many players come or go."""
    after_hand: bool
    """The hand being played does not count."""
    chips: int
    """To be paid, where penalties are paid in chips."""
    into: str
    """`current_pot`, `next_pot` or `removed`."""
    slip: bool
    table: int
    infraction: str
    ruling: str
    follows_tables: bool
    follows_days: bool
    until_at: Instant | None
    until_level: int
    until_day: str
    present: int
    objections: int
    at: Instant
    by: str
    reason: str
    because: str
    cites: tuple[str, ...] = ()


class InfractionNoted(Event, frozen=True, kw_only=True):
    own_back = ("person",)
    about = ("entry",)
    entry: str
    person: str
    infraction: str
    at: Instant
    reason: str
    cites: tuple[str, ...] = ()


class PenaltyServed(Event, frozen=True, kw_only=True):
    """Hands marked on a slip."""

    own = ("penalty",)
    about = ("penalty",)
    penalty: str
    hands: int


class PlayerReturned(Event, frozen=True, kw_only=True):
    own = ("penalty",)
    about = ("penalty",)
    penalty: str
    at: Instant


class PenaltyLifted(Event, frozen=True, kw_only=True):
    own = ("penalty",)
    about = ("penalty",)
    penalty: str
    reason: str


class PenaltyHandedOn(Event, frozen=True, kw_only=True):
    """The player leaves with hands to serve: the season keeps them for the next event."""

    about = ("penalty",)
    penalty: str
    person: str
    hands: int
    because: str
    cites: tuple[str, ...] = ()


class PenaltyCarried(Event, frozen=True, kw_only=True):
    """Hands left from an earlier event, or from an earlier entry, are served here."""

    about = ("penalty", "entry")
    penalty: str
    entry: str
    person: str
    hands: int
    given_in: str
    because: str
    cites: tuple[str, ...] = ()


class PlaceForfeited(Event, frozen=True, kw_only=True):
    """Disqualified after being out: no prize, and the place as the book says."""

    own_back = ("entry",)
    about = ("entry",)
    entry: str
    ranked: bool
    cites: tuple[str, ...] = ()


class PersonAllowed(Event, frozen=True, kw_only=True):
    """The director's word on what the book leaves open; a later penalty opens the question again."""

    own = ("person",)
    about = ("person",)
    person: str
    statuses: tuple[str, ...]
    """How the person stood: disqualified, suspended, in debt."""
    at: Instant
    by: str
    reason: str
    cites: tuple[str, ...] = ()


class PlayerAway(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    level: int
    """The first level that would be missed whole."""
    at: Instant


class PlayerBack(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    at: Instant
