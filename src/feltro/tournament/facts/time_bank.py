"""What happened to time-bank cards and the action clock."""

from feltro.kernel.events import Event


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
