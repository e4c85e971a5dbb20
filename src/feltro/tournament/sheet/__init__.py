"""The structure sheet of a tournament, as data."""

from feltro.tournament.sheet.items import FEES, ItemKind, Limit, PriceAccount, SaleItem, Window
from feltro.tournament.sheet.levels import Day, Level, Moment
from feltro.tournament.sheet.prizes import (
    ActionClock,
    Bounty,
    MysteryPrize,
    Payout,
    PayoutColumn,
    Satellite,
    Withholding,
)
from feltro.tournament.sheet.structure import AnteFrom, ChipCount, Games, Kind, MinimumEntries, Points, Sheet
from feltro.tournament.sheet.windows import last_level, on_sale

__all__ = [
    "FEES",
    "ActionClock",
    "AnteFrom",
    "Bounty",
    "ChipCount",
    "Day",
    "Games",
    "ItemKind",
    "Kind",
    "Level",
    "Limit",
    "MinimumEntries",
    "Moment",
    "MysteryPrize",
    "Payout",
    "PayoutColumn",
    "Points",
    "PriceAccount",
    "SaleItem",
    "Satellite",
    "Sheet",
    "Window",
    "Withholding",
    "last_level",
    "on_sale",
]
