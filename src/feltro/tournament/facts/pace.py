"""What happened while the room went by hands. Each says why, and by which clause."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class HandForHandStarted(Event, frozen=True, kw_only=True):
    about = ("day",)
    day: str
    tables: tuple[int, ...]
    paid: int
    minutes_per_hand: int
    hands_per_release: int
    levels_go_up: bool
    at: Instant
    because: str
    cites: tuple[str, ...]


class TableStopped(Event, frozen=True, kw_only=True):
    about = ("day", "table")
    day: str
    table: int


class HandReleased(Event, frozen=True, kw_only=True):
    about = ("day",)
    day: str
    hand: int
    tables: tuple[int, ...]
    at: Instant
    because: str
    cites: tuple[str, ...]


class AllInHeld(Event, frozen=True, kw_only=True):
    about = ("day", "table")
    schema = 2
    day: str
    table: int
    because: str
    cites: tuple[str, ...]
    entries: tuple[str, ...] = ()
    """Who is all-in, where the table said so."""


class AllInRun(Event, frozen=True, kw_only=True):
    about = ("day", "table")
    day: str
    table: int
    floor: str
    """Who watched it."""
    because: str
    cites: tuple[str, ...]


class HandForHandEnded(Event, frozen=True, kw_only=True):
    schema = 2
    about = ("day",)
    day: str
    players_left: int
    paid: int
    resume: bool
    at: Instant
    because: str
    cites: tuple[str, ...]
    reason: str = ""
    """Where the direction's reason is kept, when it ended before the money."""


class LastHandsCalled(Event, frozen=True, kw_only=True):
    about = ("day",)
    day: str
    draw: str
    label: str
    commitment: str
    cards: tuple[str, ...]
    seconds_left: int
    reason: str
    at: Instant
    because: str
    cites: tuple[str, ...]


class LastHandsDrawn(Event, frozen=True, kw_only=True):
    """A draw is not taken again: what is wrong with it is answered by calling the last hands anew."""

    about = ("day",)
    final = True
    day: str
    card: str
    hands: int
    by: str
    """`deck`: from a real deck of cards; `draw`: by the committed draw."""
    entry: str
    public: str
    secret: str
    """In hexadecimal digits: with it anybody can repeat the draw."""
    tables: tuple[int, ...]
    in_hand: tuple[int, ...]
    """Tables whose hand in progress does not count."""
    at: Instant
    because: str
    cites: tuple[str, ...]
