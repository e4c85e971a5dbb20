"""Hands compared: one ranking for each way of winning a pot."""

from feltro.hand.ranks.ranking import (
    BADUGI,
    DOES_NOT_QUALIFY,
    HIGH,
    LOW8,
    LOW_27,
    LOW_A5,
    OMAHA_HIGH,
    OMAHA_LOW8,
    SHORT_DECK,
    Ranking,
)

__all__ = [
    "BADUGI",
    "DOES_NOT_QUALIFY",
    "HIGH",
    "LOW8",
    "LOW_27",
    "LOW_A5",
    "OMAHA_HIGH",
    "OMAHA_LOW8",
    "SHORT_DECK",
    "Ranking",
]
