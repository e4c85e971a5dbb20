"""Who is out, as it is known at one moment. Only `evolve.py` changes it."""

from typing import Annotated

import msgspec

from feltro.kernel.roles import STAFF
from feltro.kernel.sight import seen_by
from feltro.tournament.sheet import MysteryPrize


class Out(msgspec.Struct, kw_only=True):
    """One entry that is out."""

    entry: str
    ground: str
    table: int = 0
    hand: int = 0
    round: int = 0
    """Of hand-for-hand play; 0 outside it."""
    stack: int = 0
    """Chips when the hand began."""
    level: int = 0
    """When it happened; 0: before the clock started."""
    by: tuple[str, ...] = ()
    ranked: bool = True
    """Whether it keeps a place on the list."""
    prize: bool = True
    """Whether the place is paid."""


class Envelopes(msgspec.Struct, kw_only=True):
    """The mystery prizes of one box, in an order that nobody knows yet."""

    commitment: str = ""
    prizes: tuple[MysteryPrize, ...] = ()
    """Of a box that was added; the first box is the sheet's."""
    opened: int = 0
    """Of those that lie in it now."""
    seen: list[str] = []
    """Those that were opened, in order."""
    left: tuple[str, ...] = ()
    """What was still closed when the box was sealed anew; nothing: all that was ever in it."""
    secret: str = ""
    """In hexadecimal, once it is revealed."""


class Eliminations(msgspec.Struct, kw_only=True):
    outs: dict[str, Out] = {}
    groups: list[list[str]] = []
    """Entries that share a place, the first ones out first."""
    together: dict[str, list[str]] = {}
    """Entries out in the same hand, by the name of that hand."""
    heads: dict[str, int] = {}
    """Centavos on an entry's head beyond those it brought: rebuys and progressive bounties."""
    won: Annotated[dict[str, int], seen_by(STAFF)] = {}
    """Centavos of bounties that each entry has won."""
    freed: Annotated[dict[str, int], seen_by(STAFF)] = {}
    """Centavos that entries got, or lost when below zero, because somebody was disqualified."""
    crowned: str = ""
    """The champion, once the own head is settled."""
    claimed: set[str] = set()
    """Entries whose head somebody has won, or whose envelope was opened."""
    envelopes: Envelopes = msgspec.field(default_factory=Envelopes)
    more_envelopes: list[Envelopes] = []
    """Boxes that were added when the first did not reach."""

    @property
    def boxes(self) -> list[Envelopes]:
        return [self.envelopes, *self.more_envelopes]


def hand_name(table: int, hand: int, hand_for_hand: int) -> str:
    """What the busts of one hand have in common; empty when it is not known which hand it was."""
    if hand_for_hand:
        return f"round {hand_for_hand}"
    return f"{table}.{hand}" if table and hand else ""
