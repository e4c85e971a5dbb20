"""The final result of one event, as far as a ranking needs it. Where it comes from is not its business."""

from datetime import date
from typing import Literal

import msgspec

PointsKind = Literal["main", "side"]
"""The points table that an event is scored by."""


class Finisher(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One person in one event, whatever the number of entries. People who tie have the same place."""

    person: str
    place: int
    entries: int = 1
    day2: bool = False
    """Bagged chips on a first day."""
    started_day2: bool = False
    """And sat down again."""
    final_table: bool = False
    disqualified: bool = False
    """On the list, and sent away."""
    prize_centavos: int = 0
    """Won by place or by agreement, before tax; with what a satellite's seat or a stopped event paid in money."""
    deal: bool = False
    """Whether the players agreed on that amount."""
    bounties_centavos: int = 0


class EventResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    event: str
    stage: str
    kind: PointsKind
    format: str = ""
    """What the sheet calls it: main, side, ladies, satellite, high_roller."""
    entries: int
    """Entries and re-entries."""
    paid_places: int
    """Places of the official payout list. A place saved by an agreement is not one of them."""
    bubble_places: int = 0
    """Places after those that the players paid by agreement."""
    deal_left: int = 0
    """Players still in when a deal was made at the final table; 0: none was."""
    buy_in_centavos: int = 0
    level_minutes: int = 0
    """Of the shortest level."""
    day: str = ""
    """The first day of play, as `2026-11-20`."""
    pool_centavos: int = 0
    """What the players got in prizes, bounties apart."""
    finishers: tuple[Finisher, ...]
    """In order of place."""


class FundPrize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a fund owes somebody."""

    prize: str
    person: str
    place: int
    amount_centavos: int
    due: date
