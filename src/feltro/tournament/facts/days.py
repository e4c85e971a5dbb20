"""What happened between two days."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class BagVerified(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    chips: int
    by: str
    because: str
    cites: tuple[str, ...]


class DayEnded(Event, frozen=True, kw_only=True):
    about = ("day",)
    day: str
    players: int
    entries: int
    in_the_money: bool
    at: Instant


class DayStarted(Event, frozen=True, kw_only=True):
    about = ("day", "entries", "dropped")
    day: str
    entries: tuple[str, ...]
    """Who plays it, each with the chips of the bag."""
    dropped: tuple[str, ...]
    """Stacks that stay out of play because their owner brought another one."""
    identity_pending: bool
    """Photo ID is asked for again before a seat is taken."""
    cards: int
    """New time-bank cards for each."""
    initial_cards: int
    cards_kept: bool
    at: Instant
    because: str
    cites: tuple[str, ...]


class EntryBagged(Event, frozen=True, kw_only=True):
    about = ("entry",)
    schema = 3
    entry: str
    chips: int
    by: str = ""
    """Who counted, or typed what the stub says."""
    day: str = ""
    table: int = 0
    absent: bool = False
    """Dealer and floor signed, without the player."""


class BagsAgree(Event, frozen=True, kw_only=True):
    """All bags of a day together are the chips that were in play: nobody has to count them once more."""

    about = ("day",)
    day: str
    entries: tuple[str, ...]
    chips: int
    because: str
    cites: tuple[str, ...] = ()


class BagDiffered(Event, frozen=True, kw_only=True):
    """What was found in a bag when it was opened."""

    about = ("entry",)
    entry: str
    bagged: int
    found: int
    by: str
    at: Instant
