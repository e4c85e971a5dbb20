"""What happened at the tables. Each step that nobody asked for says why, and by which clause."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.procedures.button import Positions


class TableOpened(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    chairs: int
    day: str
    room: str = ""


class TableClosed(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int


class ChairLocked(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    seat: int
    why: str


class ChairUnlocked(Event, frozen=True, kw_only=True):
    about = ("table",)
    table: int
    seat: int


# Draws


class DrawCommitted(Event, frozen=True, kw_only=True):
    """Shown before the first chair is given out. The secret waits in the vault under the draw's id."""

    about = ("draw",)
    draw: str
    label: str
    day: str
    commitment: str
    tables: tuple[tuple[int, int], ...]


class DrawRevealed(Event, frozen=True, kw_only=True):
    """Seen by the world: never taken back."""

    about = ("draw",)
    final = True
    draw: str
    secret: str


# Seats


class PlayerSeated(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    table: int
    seat: int
    because: str
    cites: tuple[str, ...] = ()
    draw: str = ""
    place: int = 0
    """Which chair of the deck, from 1; 0 when the chair was drawn among free ones."""
    number: int = 0
    """Which further draw of that secret."""
    among: str = ""
    """The tables that it was drawn among, as `1-12,15`."""
    chairs: tuple[int, ...] = ()
    """The chairs that were free at the table drawn."""


class NeedRecorded(Event, frozen=True, kw_only=True):
    """Which chairs suit a person. The reason is nobody's business but the registry's."""

    about = ("person",)
    person: str
    seats: tuple[int, ...]
    tables: tuple[int, ...]
    reason: str
    cites: tuple[str, ...] = ()


class NeedNotMet(Event, frozen=True, kw_only=True):
    """No suitable chair was free: the director is told."""

    about = ("entry",)
    entry: str
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


class SeatsSwapped(Event, frozen=True, kw_only=True):
    about = ("first", "second")
    first: str
    second: str
    because: str
    cites: tuple[str, ...] = ()


class WrongSeatCorrected(Event, frozen=True, kw_only=True):
    """Found in a chair that was not drawn for him; he goes to the one that was, with these chips."""

    about = ("entry",)
    entry: str
    found_table: int
    found_seat: int
    chips: int
    because: str
    cites: tuple[str, ...] = ()


class PlayerAbsent(Event, frozen=True, kw_only=True):
    about = ("entry",)
    schema = 2
    entry: str
    chips_in_play: bool
    cites: tuple[str, ...] = ()
    missed_from: int = 0


class PlayerArrived(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str


# Button and hands


class ButtonDrawn(Event, frozen=True, kw_only=True):
    """One chair for every table named."""

    about = ("draw",)
    tables: tuple[int, ...]
    seat: int
    occasion: str
    draw: str
    number: int
    """Which further draw of that secret; 0 when cards were dealt for it at a table."""
    among: tuple[int, ...] = ()
    """The chairs that it was drawn among."""
    cites: tuple[str, ...] = ()


class ButtonReported(Event, frozen=True, kw_only=True):
    """Where button and blinds were in the hand just played, as someone saw it."""

    about = ("table",)
    table: int
    positions: Positions


class HandPlayed(Event, frozen=True, kw_only=True):
    """A hand ended at a table. Penalties, hand-for-hand and the last hands of a day count by it."""

    schema = 3
    about = ("table",)
    table: int
    number: int
    positions: Positions | None = None
    """Chairs of the button and the blinds in it, where they are known."""
    frozen: int | None = None
    """The button's chair in a stud hand of a mixed event."""
    after: Positions | None = None
    """Then: the hold'em hand that the button waits after."""
    shown: int = 0
    """The level that the clock showed when it ended, in which the next one begins; 0 in a break."""
    at: Instant = Instant(0)


# Balance and tables that halt or break


class TableBroken(Event, frozen=True, kw_only=True):
    """Card by card: the seat cards as shuffled, a playing card for each player where the book draws twice."""

    about = ("table",)
    table: int
    how: str
    players: tuple[str, ...]
    """In the order of their chairs."""
    free: tuple[str, ...]
    """Every chair that was free elsewhere."""
    seat_cards: tuple[str, ...]
    cards: tuple[str, ...]
    draw: str
    number: int
    because: str
    cites: tuple[str, ...] = ()
    reason: str = ""
    """Where the director's reason is kept, when another table than the next one was broken."""


class BreakBegun(Event, frozen=True, kw_only=True):
    """A table breaks after the hand that is played. The chairs are drawn as for a table that breaks at once, and kept;
    until the table is told to be free everybody still sits at it."""

    about = ("table",)
    table: int
    how: str
    players: tuple[str, ...]
    """In the order of their chairs."""
    free: tuple[str, ...]
    """Every chair that was free elsewhere."""
    seat_cards: tuple[str, ...]
    cards: tuple[str, ...]
    seats: dict[str, str]
    """Entry to the chair that is kept for it."""
    draw: str
    number: int
    because: str
    cites: tuple[str, ...] = ()
    reason: str = ""


class TableKept(Event, frozen=True, kw_only=True):
    """It does not break after all: the chairs are free again, and the strips are void."""

    about = ("table",)
    table: int


class Redrawn(Event, frozen=True, kw_only=True):
    """Everybody at once gets a new chair: a redraw, or the final table."""

    about = ("day",)
    day: str
    occasion: str
    seats: dict[str, str]
    """Entry to chair."""
    chairs: tuple[str, ...]
    """Every chair of the tables that stay."""
    order: tuple[str, ...]
    """The same as drawn, then dealt in rounds over the tables."""
    draw: str
    number: int
    because: str
    cites: tuple[str, ...] = ()
