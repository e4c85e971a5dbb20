"""What happened to time-bank cards and the action clock."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class TimeCardsUsed(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    cards: int
    left: int
    because: str
    cites: tuple[str, ...]


class TimeCardsLost(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    cards: int
    left: int
    because: str
    cites: tuple[str, ...]


class TimeCardsHandedOut(Event, frozen=True, kw_only=True):
    about = ("entries",)
    entries: tuple[str, ...]
    occasion: str
    cards: int
    initial: int
    """The first handout, from which balances are counted."""
    left_are_kept: bool
    because: str
    cites: tuple[str, ...]


class ActionClockShortened(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    seconds: int
    reason: str
    because: str
    cites: tuple[str, ...]


class TimeStarted(Event, frozen=True, kw_only=True):
    """Somebody's time for one decision began, with all that the book gives and what happens at its end."""

    about = ("time", "entry")
    time: str
    entry: str
    table: int
    hand: int
    """Hands that the table had played."""
    kind: str
    """`call`: somebody asked for it; `action_clock`: everybody has it."""
    faces: str
    silent: int
    seconds: int
    """Counted aloud, or the action clock itself."""
    card: int
    cards: int
    zero: str
    """What becomes of the hand when nothing is left."""
    at: Instant
    because: str
    cites: tuple[str, ...]
    zero_cites: tuple[str, ...]


class TimeStopped(Event, frozen=True, kw_only=True):
    about = ("time", "entry")
    time: str
    entry: str
    table: int
    hand: int
    result: str
    """`acted`, or what the book makes of the hand."""
    seconds: int
    """How long it took."""
    cards: int
    at: Instant
    because: str
    cites: tuple[str, ...]
