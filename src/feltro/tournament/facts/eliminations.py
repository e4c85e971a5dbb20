"""What follows from players being out. The elimination itself is `EntryEliminated`."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant
from feltro.tournament.sheet import MysteryPrize


class HandRanked(Event, frozen=True, kw_only=True):
    """Several were out in one hand: in which order, and who shares a place."""

    about = ("entries",)
    entries: tuple[str, ...]
    """The first one out first."""
    sizes: tuple[int, ...]
    """How many of them share each place, in the same order."""
    because: str
    cites: tuple[str, ...] = ()


class BountyWon(Event, frozen=True, kw_only=True):
    """A part of the bounty on a head, for one of those who won it."""

    about = ("entry", "heads")
    schema = 2
    entry: str
    """Whose head it was."""
    winner: str
    person: str
    amount_centavos: int
    """Owed to the person."""
    added_centavos: int
    """Onto the winner's own head."""
    envelope: str
    drawn: int
    """Which envelope of the draw it was, from 1; 0 without envelopes."""
    box: int = 1
    """Which box of envelopes."""
    heads: tuple[str, ...]
    """Heads that change with it: undoing a bust is refused while a later bounty stands on one of them."""
    paid_when: str
    because: str
    cites: tuple[str, ...] = ()


class BountyCorrected(Event, frozen=True, kw_only=True):
    """A bust was put right, and later bounties come out otherwise than they were counted."""

    own = ("person",)
    about = ("winner",)
    winner: str
    person: str
    amount_centavos: int
    """More, or less when below zero."""
    added_centavos: int


class HuntersNamed(Event, frozen=True, kw_only=True):
    """Who took somebody out is known only now."""

    own = ("by",)
    about = ("entry",)
    entry: str
    by: tuple[str, ...]


class BountyFreed(Event, frozen=True, kw_only=True):
    """Knockouts change hands because somebody was disqualified."""

    about = ("entry",)
    entry: str
    person: str
    amount_centavos: int
    """More for this person, or less when below zero."""
    off_the_head: bool
    """Nobody can win the head of this entry any more."""
    because: str
    cites: tuple[str, ...] = ()


class EnvelopesSealed(Event, frozen=True, kw_only=True):
    about = ("commitment",)
    schema = 2
    commitment: str
    envelopes: int
    prizes: tuple[MysteryPrize, ...] = ()
    """Of a box that was added; nothing: the sheet's."""


class EnvelopesRevealed(Event, frozen=True, kw_only=True):
    about = ("commitment",)
    final = True
    commitment: str
    secret: str


class EntryEliminated(Event, frozen=True, kw_only=True):
    own_back = ("entry",)
    about = ("entry",)
    schema = 2
    entry: str
    level: int
    at: Instant
    table: int = 0
    hand: int = 0
    round: int = 0
    """Of hand-for-hand play."""
    stack: int = 0
    """Chips when the hand began."""
    by: tuple[str, ...] = ()
    """Entries that won the chips."""
    ground: str = "bust"
    ranked: bool = True
    """Whether it keeps a place on the list."""
    prize: bool = True
    """Whether the place is paid."""
    because: str = ""
    cites: tuple[str, ...] = ()


class ChipsSurrendered(Event, frozen=True, kw_only=True):
    about = ("entry",)
    entry: str
    chips: int
    at: Instant
