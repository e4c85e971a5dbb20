"""Whether the house has chips enough for the field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.tournament.sheet.duration import chips_in_play, stacks_at_once
from feltro.tournament.sheet.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.structure import Sheet


def check(sheet: Sheet) -> Iterator[Fault]:
    if not sheet.chip_set or not sheet.expected_entries:
        return
    owned = {chip.value: chip.count for chip in sheet.chip_set}
    yield from _stacks(sheet, owned, sheet.expected_entries)
    yield from _bigger(sheet, owned, sheet.expected_entries)


def _stacks(sheet: Sheet, owned: dict[int, int], entries: int) -> Iterator[Fault]:
    seated = stacks_at_once(sheet, entries)
    for chip in sheet.stack:
        needed, has = seated * chip.count, owned.get(chip.value, 0)
        if needed > has:
            values = {
                "chip": chip.value,
                "needed": needed,
                "has": has,
                "entries": seated,
                "stacks": has // chip.count,
            }
            yield Fault("sheet.chip_set_short", "chip_set", values)


def _bigger(sheet: Sheet, owned: dict[int, int], entries: int) -> Iterator[Fault]:
    """What leaves in a colour-up comes back as bigger chips, which have to be there."""
    total = chips_in_play(sheet, entries)
    left = dict(owned)
    worth = sum(value * count for value, count in left.items())
    if worth < total:
        yield Fault("sheet.chip_set_worth", "chip_set", {"worth": worth, "total": total, "entries": entries})
        return
    for number, level in enumerate(sheet.levels, 1):
        for chip in level.colour_up:
            left.pop(chip, None)
        worth = sum(value * count for value, count in left.items())
        if level.colour_up and left and worth < total:
            values = {"level": number, "worth": worth, "total": total, "chips": sorted(level.colour_up)}
            yield Fault("sheet.colour_up_short", f"levels.{number}", values)
            return
