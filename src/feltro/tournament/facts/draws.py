"""What happened around a draw: where its public value comes from, what phones gave, what was given up.

A draw is known by its commitment, whatever it draws: chairs, race cards, envelopes or the card of the last hands.
"""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant


class SourceNamed(Event, frozen=True, kw_only=True):
    """With the commitment itself: the label under the commitment says the same."""

    about = ("commitment",)
    commitment: str
    also: tuple[str, ...] = ()
    """Further commitments made in the same moment, which the same value serves."""
    kind: str
    reference: str = ""
    """The contest of a lottery, the round of drand."""
    caller: str = ""
    """The person who will call a value out."""
    due: Instant = Instant(0)
    """When the source speaks; 0: whenever it does."""


class PublicValueAdded(Event, frozen=True, kw_only=True):
    """Heard by the room: never taken back, and never another one."""

    about = ("draw",)
    final = True
    draw: str
    """By its commitment; in old logs by its name."""
    public: str


class PhoneSealed(Event, frozen=True, kw_only=True):
    """A phone is held to a value that nobody knows yet."""

    about = ("commitment",)
    final = True
    commitment: str
    sealed: str


class PhonesClosed(Event, frozen=True, kw_only=True):
    """No further phone: from now on values are shown."""

    about = ("commitment",)
    final = True
    commitment: str


class PhoneShown(Event, frozen=True, kw_only=True):
    about = ("commitment",)
    final = True
    commitment: str
    sealed: str
    shown: str


class DrawGivenUp(Event, frozen=True, kw_only=True):
    """Its source failed or its secret cannot be read: nothing more is drawn with it."""

    about = ("commitment",)
    final = True
    commitment: str
    because: str
    reason: str
    """Where the reason is kept."""


class SealedAnew(Event, frozen=True, kw_only=True):
    """Cards or envelopes under a new commitment, in place of one that was given up."""

    about = ("commitment",)
    final = True
    instead_of: str
    commitment: str
    label: str
    things: tuple[str, ...]


class CardsInABag(Event, frozen=True, kw_only=True):
    """A physical draw: for each chair of these tables a card that players pull, and that somebody types."""

    about = ("day",)
    day: str
    tables: tuple[tuple[int, int], ...]
