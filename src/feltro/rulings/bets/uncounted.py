"""Chips that nobody counted: a stack that was not told is plenty to play with, and no number to tell."""

from __future__ import annotations

from dataclasses import replace

from feltro.rulings.bets.scene import PLENTY
from feltro.rulings.ruling import Default, Option


def is_counted(amount: int | None) -> bool:
    """Whether an amount, if there is one, can be told."""
    return amount is None or amount < PLENTY // 2


def counted(amount: int | None) -> int | None:
    return amount if is_counted(amount) else None


def counted_option(option: Option) -> Option:
    """The same choice without a total, when the bet is a stack that is still to be counted."""
    if is_counted(option.to):
        return option
    return Option(option.remedy, f"option.bets.uncounted_{option.remedy}", {}, None, option.cites)


def counted_default(default: Default | None) -> Default | None:
    return replace(default, to=counted(default.to)) if default else None
