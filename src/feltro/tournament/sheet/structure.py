"""The structure sheet: everything about one tournament that is announced before it starts."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from feltro.kernel.instants import Instant, instant_of
from feltro.tournament.sheet.items import PriceAccount, SaleItem
from feltro.tournament.sheet.levels import Day, Level
from feltro.tournament.sheet.prizes import ActionClock, Bounty, Payout, Satellite, Withholding
from feltro.tournament.sheet.quantities import (
    Centavos,
    ChipValue,
    LevelNumber,
    Name,
    Prose,
    Seats,
    Some,
    Tag,
)

Kind = Literal["main", "side", "satellite", "ladies", "high_roller"]


def zone_exists(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


class Games(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game, or several in turn: by level, or after so many hands."""

    codes: Annotated[tuple[Tag, ...], msgspec.Meta(min_length=1, max_length=20)]
    by: Literal["level", "hands"] = "level"
    every: Some = 1


class ChipCount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many chips of one value."""

    value: ChipValue
    count: Some


class MinimumEntries(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entries that must have been sold when a level ends."""

    level: LevelNumber
    entries: Some


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A structure sheet. `source.py` reads it from a file; `lint` says what is wrong with it."""

    name: Name
    kind: Kind
    games: Games
    book: Tag
    addenda: tuple[Tag, ...] = ()
    zone: Name = "America/Sao_Paulo"
    days: Annotated[tuple[Day, ...], msgspec.Meta(min_length=1, max_length=60)]
    items: Annotated[tuple[SaleItem, ...], msgspec.Meta(max_length=60)]
    stack: tuple[ChipCount, ...]
    """The starting stack: how many chips of each value."""
    levels: Annotated[tuple[Level, ...], msgspec.Meta(max_length=300)]
    ante_from: Literal["nobody", "everybody", "big_blind", "button"] = "nobody"
    flight_places: Literal["by_time", "by_flight"] = "by_time"
    """Players out before the flights meet: in one list by the hour they went out, or tied with those of the
    other flights who went out as far from the end of theirs."""
    late_registration: LevelNumber | None = None
    """Entries are sold until this level ends; 0: until the start. A sheet that leaves it out has a fault."""
    late_registration_break: bool = False
    """The break after that level still counts."""
    table_size: Seats = 9
    final_table_size: Seats = 9
    action_clock: ActionClock | None = None
    bounty: Bounty | None = None
    guarantee_centavos: Centavos | None = None
    payout: Payout = Payout(source="book")
    withheld: tuple[Withholding, ...] = ()
    fees_settled: tuple[PriceAccount, ...] = ()
    """Parts that the organiser has settled to be smaller than the book's: what they feed gets less, knowingly."""
    minimum_entries: tuple[MinimumEntries, ...] | None = None
    """Fewer, and the tournament is called off; nothing: as the book says."""
    points: Literal["main", "side", "none"] = "none"
    satellite: Satellite | None = None
    chip_set: tuple[ChipCount, ...] = ()
    """The chips that the house has, for checking that they suffice."""
    expected_entries: Some | None = None
    notes: Prose = ""

    def __post_init__(self) -> None:
        if not zone_exists(self.zone):
            raise ValueError(f"no such time zone: {self.zone}")

    @property
    def starts_at(self) -> Instant:
        return min(instant_of(day.starts_at) for day in self.days)

    @property
    def starting_stack(self) -> int:
        return sum(chip.value * chip.count for chip in self.stack)

    def item(self, item_id: str) -> SaleItem | None:
        return next((item for item in self.items if item.id == item_id), None)

    def day(self, day_id: str) -> Day | None:
        return next((day for day in self.days if day.id == day_id), None)
