"""Every kind of situation that can be ruled on, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.bets import hand
from feltro.rulings.kinds import action, disputes

if TYPE_CHECKING:
    from feltro.rulings.notation import Kind

KINDS: dict[str, Kind] = {kind.name: kind for module in (hand, action, disputes) for kind in module.KINDS}
