"""What is known of the chips. Only `evolve.py` changes it."""

from typing import Annotated

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.roles import STAFF
from feltro.kernel.sight import seen_by


class Counted(msgspec.Struct, kw_only=True):
    chips: int
    level: int
    at: Instant


class Raced(msgspec.Struct, kw_only=True):
    """How the race of one table came out, seat by seat."""

    odd: dict[int, int]
    cards: dict[int, list[str]]
    awards: dict[int, int]
    """Value won, by seat."""
    kept_alive: tuple[int, ...] = ()
    """Who had nothing else, and keeps one chip though the cards did not give it."""
    drawn: bool = True
    """From the sealed cards, or with cards that the dealer dealt."""
    commitment: str = ""
    """What it was drawn from."""
    people: dict[int, str] = {}
    """Who sat there: they may have moved since."""


class Race(msgspec.Struct, kw_only=True):
    remove: int
    keep: int
    commitment: str
    tables: dict[int, int] = {}
    """What each table gained or lost by rounding."""
    raced: dict[int, Raced] = {}
    closed: bool = False
    secret: str = ""


class Voucher(msgspec.Struct, kw_only=True):
    entry: str
    chips: int


class Chips(msgspec.Struct, kw_only=True):
    stacks: dict[str, Counted] = {}
    """The last count of each stack."""
    told: Annotated[dict[str, Counted], seen_by(STAFF)] = {}
    """What players said of their own, which nobody counted."""
    races: dict[str, Race] = {}
    added: dict[str, int] = {}
    """What came into play other than by a sale, by reason."""
    removed: dict[str, int] = {}
    """What left play other than with its entry, by reason."""
    vouchers: Annotated[dict[str, Voucher], seen_by(STAFF)] = {}
    """Sold and not yet at a table, by sale."""
    waiting: int = 0
    """The value of those vouchers."""
    pieces: dict[int, int] = {}
    """How exchanges changed the pieces in play, by value."""
    sets: dict[str, dict[int, int]] = {}
    """The house's chips as counted before and after."""
