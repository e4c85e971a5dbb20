"""What happened at the tables. Each step that nobody asked for says why, and by which clause."""

from feltro.tournament.button import Positions
from feltro.tournament.events import Event


class TableOpened(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    chairs: int
    day: str


class TableClosed(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int


class PlayerSeated(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    table: int
    seat: int
    because: str
    cites: tuple[str, ...] = ()


class PlayerMoved(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    from_table: int
    from_seat: int
    table: int
    seat: int
    because: str
    cites: tuple[str, ...] = ()


class HandPlayed(Event, frozen=True, kw_only=True):
    """A hand ended at a table. Penalties, hand-for-hand and the last hands of a day count by it."""

    about = ("table",)
    table: int
    number: int
    positions: Positions | None = None
    """Chairs of the button and the blinds in it, where they are known."""
