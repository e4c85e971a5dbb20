"""Whether the chips on the tables can pay what each level asks, and leave at the right time."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from feltro.tournament.sheet.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.levels import Level
    from feltro.tournament.sheet.structure import Sheet

POSTED = ("small_blind", "big_blind", "ante", "stud_ante", "bring_in", "small_bet", "big_bet")

IDLE_LEVELS = 4
"""A chip that nothing needs for longer than this only slows the counting."""


def check(sheet: Sheet) -> Iterator[Fault]:
    if not sheet.stack:
        yield Fault("sheet.no_stack", "stack")
        return
    yield from _colour_ups(sheet)
    yield from _payable(sheet)
    yield from _items(sheet)


def _payable(sheet: Sheet) -> Iterator[Fault]:
    """An amount is paid by the chips at hand when the smallest of them divides it: the rest is change."""
    left_at: dict[int, int] = {}
    for number, level in enumerate(sheet.levels, 1):
        smallest = min(set(values_of(sheet)) - set(left_at), default=0)
        for name in POSTED:
            amount = getattr(level, name)
            if smallest and amount > 0 and amount % smallest:
                yield _unpayable(number, name, amount, smallest, left_at)
        left_at |= dict.fromkeys(level.colour_up, number)


def _unpayable(number: int, name: str, amount: int, smallest: int, left_at: dict[int, int]) -> Fault:
    values = {"level": number, "what": name, "amount": amount, "smallest": smallest}
    gone = next((chip for chip in sorted(left_at, reverse=True) if amount % chip == 0), None)
    if gone is None:
        return Fault("sheet.no_chip_pays", f"levels.{number}", values)
    values |= {"chip": gone, "left": left_at[gone]}
    return Fault("sheet.colour_up_too_early", f"levels.{left_at[gone]}", values)


def values_of(sheet: Sheet) -> list[int]:
    """Every value that can be on the tables: of the starting stack, and bigger chips that the house has."""
    known = {chip.value for chip in sheet.stack if chip.value > 0}
    return sorted(known | {chip.value for chip in sheet.chip_set if chip.value > min(known, default=0)})


def _colour_ups(sheet: Sheet) -> Iterator[Fault]:
    present = values_of(sheet)
    for number, level in enumerate(sheet.levels, 1):
        for chip in level.colour_up:
            where, values = f"levels.{number}", {"level": number, "chip": chip}
            if chip not in present:
                yield Fault("sheet.colour_up_unknown", where, values)
                continue
            if chip != present[0]:
                yield Fault("sheet.colour_up_order", where, {**values, "smaller": present[0]})
            present.remove(chip)
            if not present:
                yield Fault("sheet.colour_up_all", where, values)
                return
            if not level.break_minutes:
                yield Fault("sheet.colour_up_without_break", where, values, "doubt")
    yield from _idle(sheet)


def _idle(sheet: Sheet) -> Iterator[Fault]:
    """Small chips that stay on the tables long after anything needed them."""
    leaves = {chip: number for number, level in enumerate(sheet.levels, 1) for chip in level.colour_up}
    values = values_of(sheet)
    for chip, bigger in pairwise(values):
        last = max((n for n, level in enumerate(sheet.levels, 1) if _needs(level, bigger)), default=0)
        stays = leaves.get(chip, len(sheet.levels)) - last
        if stays > IDLE_LEVELS:
            facts = {"chip": chip, "level": last, "stays": stays}
            yield Fault("sheet.colour_up_late", f"levels.{max(last, 1)}", facts, "doubt")
        if chip not in leaves:
            return


def _needs(level: Level, bigger: int) -> bool:
    """Whether the chips from `bigger` on cannot pay this level alone."""
    return any(getattr(level, name) % bigger for name in POSTED)


def _items(sheet: Sheet) -> Iterator[Fault]:
    smallest = min(chip.value for chip in sheet.stack)
    for item in sheet.items:
        if item.chips % smallest:
            values = {"item": item.label, "chips": item.chips, "smallest": smallest}
            yield Fault("sheet.item_no_chip_pays", f"items.{item.id}", values)
