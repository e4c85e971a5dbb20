"""What becomes of taps that came late."""

from typing import Annotated, Literal

import msgspec

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.fields import Count, EntryId, Id, Name, NewId, TableNumber, names
from feltro.kernel.roles import FLOOR, TABLES

TapId = Annotated[Id, names("tap")]


class ReportTap(TournamentCommand, frozen=True, kw_only=True):
    """A tap that waited without a network was refused when it arrived: the floor hears of it."""

    may = TABLES
    about = ("table",)
    tap: NewId
    table: TableNumber
    act: Name
    entries: tuple[EntryId, ...] = ()
    because: Name
    values: dict[Name, Count | Id] = msgspec.field(default_factory=dict)
    cites: tuple[Name, ...] = ()


class SettleTap(TournamentCommand, frozen=True, kw_only=True):
    """The floor says whether a bust that crossed others came before them or after, or that it was seen and is over."""

    may = FLOOR
    tap: TapId
    how: Literal["before", "after", "dropped"] = "dropped"
