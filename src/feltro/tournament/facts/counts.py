"""What was counted."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class TableCounted(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    players: int
    chips: int
    hands: int
    """Played at the table until then: a later hand makes the count an old one."""
    entries: tuple[str, ...]
    """Who sat there, as the record had it."""
    at: Instant


class CountsAgreed(Event, frozen=True, kw_only=True):
    players: int
    chips: int
    at: Instant
