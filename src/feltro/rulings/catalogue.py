"""Every kind of situation that can be ruled on, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings import cards, chips, clock, conduct, play, policies, seats, showdown
from feltro.rulings.bets import hand

if TYPE_CHECKING:
    from feltro.rulings.notation import Kind

TOPICS = (hand, play, cards, showdown, chips, seats, clock, conduct, policies)

KINDS: dict[str, Kind] = {kind.name: kind for topic in TOPICS for kind in topic.KINDS}
