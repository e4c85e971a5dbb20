"""What is sold: prices that add up, and windows that open."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feltro.kernel.money import Money
from feltro.tournament.sheet.faults import Fault
from feltro.tournament.sheet.windows import last_level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.tournament.sheet.items import SaleItem
    from feltro.tournament.sheet.structure import Sheet

ENTRIES = ("entry", "reentry", "courtesy")


def check(sheet: Sheet) -> Iterator[Fault]:
    yield from _late_registration(sheet)
    if not any(item.kind == "entry" for item in sheet.items):
        yield Fault("sheet.no_entry", "items")
    for name, times in Counter(item.id for item in sheet.items).items():
        if times > 1:
            yield Fault("sheet.item_twice", f"items.{name}", {"item": name})
    for item in sheet.items:
        yield from _price(item)
        yield from _chips(sheet, item)
        yield from _window(sheet, item)


def _late_registration(sheet: Sheet) -> Iterator[Fault]:
    last = sheet.late_registration
    if last is None:
        yield Fault("sheet.no_end_of_registration", "late_registration")
    elif not 0 <= last < len(sheet.levels):
        yield Fault(
            "sheet.registration_past_levels", "late_registration", {"level": last, "levels": len(sheet.levels)}
        )
    elif last:
        blinds = sheet.levels[last - 1].big_blind or sheet.levels[last - 1].big_bet
        depth = sheet.starting_stack // blinds if blinds else 0
        if blinds and depth < 10:
            values = {"level": last, "depth": depth}
            yield Fault("sheet.registration_too_long", "late_registration", values, "doubt")
    if (
        last
        and sheet.late_registration_break
        and last <= len(sheet.levels)
        and not sheet.levels[last - 1].break_minutes
    ):
        yield Fault("sheet.registration_break_missing", "late_registration_break", {"level": last})


def _price(item: SaleItem) -> Iterator[Fault]:
    where = f"items.{item.id}"
    whole, split = item.price_centavos + item.covered_centavos, sum(item.split_centavos.values())
    if whole != split:
        values = {
            "item": item.label,
            "price": Money(whole),
            "split": Money(split),
            "difference": Money(abs(whole - split)),
        }
        yield Fault("sheet.split_short" if split < whole else "sheet.split_over", where, values)


def _chips(sheet: Sheet, item: SaleItem) -> Iterator[Fault]:
    where = f"items.{item.id}"
    if item.kind in ENTRIES and item.chips != sheet.starting_stack:
        values = {"item": item.label, "chips": item.chips, "stack": sheet.starting_stack}
        yield Fault("sheet.stack_differs", where, values)
    if item.kind in {"rebuy", "addon"} and item.chips <= 0:
        yield Fault("sheet.item_without_chips", where, {"item": item.label})


def _window(sheet: Sheet, item: SaleItem) -> Iterator[Fault]:
    where, last = f"items.{item.id}.window", last_level(sheet, item)
    values = {"item": item.label, "level": last, "levels": len(sheet.levels)}
    if last < 0 or last > len(sheet.levels):
        yield Fault("sheet.window_past_levels", where, values)
        return
    if item.window.from_level > last:
        yield Fault("sheet.window_never_opens", where, {**values, "from": item.window.from_level})
    late = sheet.late_registration
    if item.kind in ENTRIES and late is not None and last > late:
        yield Fault("sheet.window_past_registration", where, {**values, "late": late})
    needs_break = item.window.only_break or item.window.break_after
    if needs_break and (last == 0 or not sheet.levels[last - 1].break_minutes):
        yield Fault("sheet.window_without_break", where, values)
