"""What happened to taps that waited at a table without a network."""

import msgspec

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class TapArrived(Event, frozen=True, kw_only=True):
    """What stands beside it was tapped earlier: the tablet had nobody to send it to."""

    act: str
    """The command."""
    tapped_at: Instant
    at: Instant


class TapAsked(Event, frozen=True, kw_only=True):
    """A tap that came late waits for the floor: it crossed something, or was refused when it arrived."""

    about = ("tap",)
    tap: str
    table: int
    act: str
    entries: tuple[str, ...] = ()
    """Whom it is about; of a bust, everybody who is out."""
    stacks: tuple[int, ...] = ()
    by: tuple[tuple[str, ...], ...] = ()
    """Of a bust, for each of them: chips when the hand began, and who won them."""
    hand: int = 0
    round: int = 0
    crossed: tuple[str, ...] = ()
    """Entries that went out between the tap and its arrival, in the order of the record."""
    tapped_at: Instant
    at: Instant
    because: str
    values: dict[str, str | int] = msgspec.field(default_factory=dict)
    """What the sentence of the refusal needs: ids and numbers."""
    cites: tuple[str, ...] = ()


class TapSettled(Event, frozen=True, kw_only=True):
    """The floor said what becomes of it."""

    about = ("tap",)
    tap: str
    table: int
    how: str
    at: Instant
