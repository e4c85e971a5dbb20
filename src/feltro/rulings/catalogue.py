"""Every kind of situation that can be ruled on, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.kinds import (
    action,
    action_clock,
    conduct,
    disputes,
    penalties,
    policies,
    soft_play,
    time,
)

if TYPE_CHECKING:
    from feltro.rulings.notation import Kind

MODULES = (
    action,
    action_clock,
    conduct,
    disputes,
    penalties,
    policies,
    soft_play,
    time,
)

KINDS: dict[str, Kind] = {kind.name: kind for module in MODULES for kind in module.KINDS}
