"""The structure sheet: everything about one tournament that is announced before it starts."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from feltro.kernel.instants import Instant, instant_of
from feltro.tournament.sheet.items import PriceAccount, SaleItem
from feltro.tournament.sheet.levels import Day, Level
from feltro.tournament.sheet.prizes import ActionClock, Bounty, Payout, Satellite, Withholding
from feltro.tournament.sheet.quantities import (
    AT_ANY_TIME,
    ROW_BY_ROW,
    Centavos,
    ChipValue,
    HouseRules,
    LevelNumber,
    Name,
    Prose,
    Seats,
    Some,
    Tag,
    until,
)

Kind = Literal["main", "side", "satellite", "ladies", "high_roller"]
AnteFrom = Literal["nobody", "everybody", "big_blind", "button"]
Points = Literal["main", "side", "none"]


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
    """A structure sheet. `source.py` reads it from a file; `lint` says what is wrong with it. Each field says until when
    an announced event may still change it."""

    name: Annotated[Name, AT_ANY_TIME]
    kind: Annotated[Kind, until("sold")]
    games: Annotated[Games, until("started")]
    book: Annotated[Tag, until("sold")]
    addenda: Annotated[tuple[Tag, ...], until("sold")] = ()
    own_rules: Annotated[tuple[HouseRules, ...], msgspec.Meta(max_length=5), until("sold")] = ()
    """House rules of the organiser's own, each as the text of an addendum: they stay with the event, whoever edits the file."""
    zone: Annotated[Name, until("sold")] = "America/Sao_Paulo"
    days: Annotated[tuple[Day, ...], msgspec.Meta(min_length=1, max_length=60), ROW_BY_ROW]
    items: Annotated[tuple[SaleItem, ...], msgspec.Meta(max_length=60), ROW_BY_ROW]
    stack: Annotated[tuple[ChipCount, ...], until("sold")]
    """The starting stack: how many chips of each value."""
    levels: Annotated[tuple[Level, ...], msgspec.Meta(max_length=300), ROW_BY_ROW]
    ante_from: Annotated[AnteFrom, until("started")] = "nobody"
    flight_places: Annotated[Literal["by_time", "by_flight"], until("sold")] = "by_time"
    """Players out before the flights meet: in one list by the hour they went out, or tied with those of the
    other flights who went out as far from the end of theirs."""
    late_registration: Annotated[LevelNumber | None, until("sold")] = None
    """Entries are sold until this level ends; 0: until the start. A sheet that leaves it out has a fault."""
    late_registration_break: Annotated[bool, until("sold")] = False
    """The break after that level still counts."""
    table_size: Annotated[Seats, AT_ANY_TIME] = 9
    final_table_size: Annotated[Seats, until("final_table")] = 9
    action_clock: Annotated[ActionClock | None, until("started")] = None
    bounty: Annotated[Bounty | None, until("sold")] = None
    guarantee_centavos: Annotated[Centavos | None, until("announced")] = None
    payout: Annotated[Payout, until("announced")] = Payout(source="book")
    withheld: Annotated[tuple[Withholding, ...], until("sold")] = ()
    fees_settled: Annotated[tuple[PriceAccount, ...], until("sold")] = ()
    """Parts that the organiser has settled to be smaller than the book's: what they feed gets less, knowingly."""
    minimum_entries: Annotated[tuple[MinimumEntries, ...] | None, until("sold")] = None
    """Fewer, and the tournament is called off; nothing: as the book says."""
    points: Annotated[Points, until("announced")] = "none"
    satellite: Annotated[Satellite | None, until("sold")] = None
    chip_set: Annotated[tuple[ChipCount, ...], AT_ANY_TIME] = ()
    """The chips that the house has, for checking that they suffice."""
    expected_entries: Annotated[Some | None, AT_ANY_TIME] = None
    notes: Annotated[Prose, AT_ANY_TIME] = ""

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
        for item in self.items:
            if item.id == item_id:
                return item
        return None

    def day(self, day_id: str) -> Day | None:
        for day in self.days:
            if day.id == day_id:
                return day
        return None
