"""Flights, bags and days as they are at one moment. Only `evolve.py` changes them."""

from typing import Annotated

import msgspec

from feltro.kernel.instants import Instant
from feltro.kernel.roles import STAFF
from feltro.kernel.sight import seen_by


class CountedBag(msgspec.Struct, kw_only=True):
    """The chips of an entry over the night."""

    chips: int
    by: Annotated[str, seen_by(STAFF)]
    """Who counted."""
    verified_by: Annotated[str, seen_by(STAFF)] = ""
    by_sum: bool = False
    """The sum of the day's bags is the chips in play."""
    table: int = 0
    """At which it was filled."""
    absent: bool = False
    """Its player was not there."""

    @property
    def verified(self) -> bool:
        return bool(self.verified_by) or self.by_sum


class OpenedBag(msgspec.Struct, frozen=True, kw_only=True):
    """A bag that held something else than its tag said."""

    bagged: int
    found: int
    at: Instant


class Ended(msgspec.Struct, kw_only=True):
    at: Instant
    players: int
    """Who bagged."""
    entries: int
    in_the_money: bool
    """Players were paid before the flights met: what they won is provisional until all flights have ended."""


class Days(msgspec.Struct, kw_only=True):
    live: dict[str, int] = {}
    """Entries in play, by the first day that each was sold for."""
    entered: dict[str, int] = {}
    """Entries of each first day, less those cancelled or voided."""
    chips: dict[str, int] = {}
    """Chips that came into play in each first day, less those that left it."""
    bags: dict[str, CountedBag] = {}
    """By entry, from the count until the day on which it comes back."""
    unverified: int = 0
    differed: Annotated[dict[str, OpenedBag], seen_by(STAFF)] = {}
    """By entry, as found when they were opened."""
    ended: dict[str, Ended] = {}
    started: dict[str, Instant] = {}
    """Later days whose players came back."""
