"""What happened about calls from the tables."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class FloorCalled(Event, frozen=True, kw_only=True):
    about = ("call", "table")
    schema = 2
    call: str
    table: int
    why: str
    hand: int
    """Hands that the table had played."""
    at: Instant
    entry: str = ""
    told: str = ""
    """Where the registry keeps what the dealer saw."""


class CallTaken(Event, frozen=True, kw_only=True):
    about = ("call",)
    call: str
    table: int
    floor: str
    """Who goes there."""
    at: Instant


class CallClosed(Event, frozen=True, kw_only=True):
    about = ("call",)
    call: str
    table: int
    at: Instant


class TableTold(Event, frozen=True, kw_only=True):
    """Words of the floor for some tables; the registry has them under the key."""

    about = ("tables",)
    tables: tuple[int, ...]
    message: str
    at: Instant


class MessageHeard(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    message: str
    at: Instant
