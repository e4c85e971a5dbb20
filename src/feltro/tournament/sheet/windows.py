"""Whether an item is on sale at a moment of the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.tournament.sheet.items import SaleItem
    from feltro.tournament.sheet.structure import Sheet


def last_level(sheet: Sheet, item: SaleItem) -> int:
    """The level whose end closes the sale; 0 when the start does."""
    if item.window.until_level is not None:
        return item.window.until_level
    return sheet.late_registration or 0


def on_sale(sheet: Sheet, item: SaleItem, *, level: int, in_break: bool = False) -> bool:
    """Whether the window is open during a level (0: before the start), or in the break that follows it."""
    last = last_level(sheet, item)
    if in_break and level == last:
        return _break_counts(sheet, item)
    if item.window.only_break:
        return False
    return item.window.from_level <= level <= last


def _break_counts(sheet: Sheet, item: SaleItem) -> bool:
    if item.window.break_after or item.window.only_break:
        return True
    return item.window.until_level is None and sheet.late_registration_break
