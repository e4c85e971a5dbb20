"""Every kind of situation that can be ruled on, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.bets import hand
from feltro.rulings.kinds import (
    action,
    action_clock,
    balance,
    board,
    button,
    chips,
    conduct,
    counts,
    dealing,
    dealt_in,
    disputes,
    folds,
    killed_hands,
    last_hands,
    misdeals,
    odd_chips,
    penalties,
    policies,
    presence,
    seats,
    showdown,
    shows,
    soft_play,
    tables,
    time,
)

if TYPE_CHECKING:
    from feltro.rulings.notation import Kind

MODULES = (
    hand,
    action,
    action_clock,
    balance,
    board,
    button,
    chips,
    conduct,
    counts,
    dealing,
    dealt_in,
    disputes,
    folds,
    killed_hands,
    last_hands,
    misdeals,
    odd_chips,
    penalties,
    policies,
    presence,
    seats,
    showdown,
    shows,
    soft_play,
    tables,
    time,
)

KINDS: dict[str, Kind] = {kind.name: kind for module in MODULES for kind in module.KINDS}
