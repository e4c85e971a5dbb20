"""What a sheet leads to with so many entries: blinds against stacks, the end, chips by colour, the pool and its prizes.

In closed form, so that a form can show it while it is filled in: everybody is there from the first level on, and the
field shrinks by the same part in every minute, from all of them at the start to one at the expected end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from feltro.app.money.payouts import Wall, wall
from feltro.app.sheets.settlement import settle_for
from feltro.tournament.sheet.duration import (
    chips_in_play,
    day_ends,
    last_level_expected,
    minutes_between,
    size_of,
    stacks_at_once,
)
from feltro.tournament.state import TournamentState

if TYPE_CHECKING:
    from datetime import datetime

    from feltro.tournament.sheet import Sheet


class LevelOutlook(NamedTuple):
    number: int
    big_blind: int
    players: int
    average: float
    """The average stack in big blinds when the level starts."""


class ChipNeed(NamedTuple):
    value: int
    needed: int
    owned: int | None
    """Nothing where the sheet does not say what the house has."""

    @property
    def missing(self) -> int:
        return max(0, self.needed - self.owned) if self.owned is not None else 0


class Outlook(NamedTuple):
    entries: int
    levels: tuple[LevelOutlook, ...]
    last_level: int | None
    """In which it is expected to end; nothing: the levels run out before."""
    ends_at: datetime | None
    chips: tuple[ChipNeed, ...]
    prizes: Wall | None
    """Nothing while the book cannot be settled."""


def outlook(sheet: Sheet, entries: int) -> Outlook:
    expected = msgspec.structs.replace(sheet, expected_entries=entries)
    chips = chips_in_play(sheet, entries)
    last = last_level_expected(sheet.levels, chips)
    final = next((day for day in reversed(sheet.days) if day.is_last), sheet.days[-1])
    settlement = settle_for(sheet, {})
    prizes = None if isinstance(settlement, list) else wall(TournamentState(sheet=sheet), settlement.book, entries)
    return Outlook(
        entries=entries,
        levels=_levels(sheet, entries, chips, last),
        last_level=last,
        ends_at=day_ends(expected, final),
        chips=_chips(sheet, entries),
        prizes=prizes,
    )


def _levels(sheet: Sheet, entries: int, chips: int, last: int | None) -> tuple[LevelOutlook, ...]:
    """Up to the level in which it is expected to end."""
    many = last or len(sheet.levels)
    whole = minutes_between(sheet.levels, 1, many) or 1
    found = []
    for number, level in enumerate(sheet.levels[:many], 1):
        passed = minutes_between(sheet.levels, 1, number - 1) / whole
        left = max(1, round(entries ** (1 - passed)))
        size = size_of(level)
        found.append(LevelOutlook(number, size, left, chips / left / size if size else 0.0))
    return tuple(found)


def _chips(sheet: Sheet, entries: int) -> tuple[ChipNeed, ...]:
    owned, seated = {chip.value: chip.count for chip in sheet.chip_set}, stacks_at_once(sheet, entries)
    return tuple(
        ChipNeed(chip.value, chip.count * seated, owned.get(chip.value, 0) if owned else None)
        for chip in sorted(sheet.stack, key=lambda chip: chip.value)
    )
