"""What happened to chips."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class StackCounted(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    chips: int
    level: int
    at: Instant


class StackTold(Event, frozen=True, kw_only=True):
    """By the player, on the phone."""

    about = ("entry",)
    entry: str
    chips: int
    level: int
    at: Instant


class StacksOrdered(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    because: str
    cites: tuple[str, ...] = ()


class ColorUpCalled(Event, frozen=True, kw_only=True):
    """Announced to every table."""

    about = ("race",)
    race: str
    remove: int
    keep: int
    scheduled: bool
    level: int
    commitment: str
    """To the order of the cards, before any is dealt."""
    because: str
    cites: tuple[str, ...] = ()


class TableRaced(Event, frozen=True, kw_only=True):
    about = ("table",)
    race: str
    table: int
    odd: tuple[tuple[int, int], ...]
    """Seat and pieces."""
    cards: tuple[tuple[int, str], ...]
    """Seat and card, in the order of the seats."""
    drawn: bool
    """From the sealed cards."""
    awards: tuple[tuple[int, int], ...]
    """Seat and value won."""
    kept_alive: tuple[int, ...]
    gained: int
    """Value that came into play by rounding; below zero, that left it."""
    collected: int
    given: int
    """Pieces of the higher chip that came to the table; 0 where nobody counted what was collected."""
    because: str
    cites: tuple[str, ...] = ()


class RaceClosed(Event, frozen=True, kw_only=True):
    about = ("race",)
    final = True
    race: str
    secret: str


class ChipsExchanged(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    gives: tuple[tuple[int, int], ...]
    """Value and pieces."""
    gets: tuple[tuple[int, int], ...]
    because: str
    cites: tuple[str, ...] = ()


class LateChipsFound(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    race: str
    chips: int
    given: int
    taken: int
    """Without pay."""
    because: str
    cites: tuple[str, ...] = ()


class ChipsRemoved(Event, frozen=True, kw_only=True):
    own_back = ("entry",)
    about = ("entry",)
    entry: str
    chips: int
    ground: str
    from_count: bool
    disqualification: str
    """Whether the book lets, or has, the director disqualify for it."""
    reason: str
    because: str
    cites: tuple[str, ...] = ()


class ChipsReturned(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    chips: int


class ChipsAdded(Event, frozen=True, kw_only=True):
    own = ("entry",)
    about = ("entry",)
    entry: str
    chips: int
    reason: str


class VoucherRedeemed(Event, frozen=True, kw_only=True):
    about = ("sale",)
    sale: str
    at: Instant


class ChipSetCounted(Event, frozen=True, kw_only=True):
    about = ("when",)
    when: str
    pieces: tuple[tuple[int, int], ...]
    """Value and how many of it."""
    at: Instant
