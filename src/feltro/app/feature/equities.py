"""What each live hand is worth now, where all of them are known: from the engine's own tables, and quick enough to draw."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from feltro.app.feature.play import write_cards
from feltro.hand.equity import Effort, equity
from feltro.hand.state import UNKNOWN
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.state import Hand

EFFORT = Effort(count_up_to=60_000, error=0.004, most_deals=40_000)
"""Exact from the flop on; before it a sample that is right to half a per cent, always the same one."""


def equities(hand: Hand, holes: Sequence[tuple[int, ...]]) -> dict[int, float]:
    """By seat; nothing where a live hand is not known, one is left, or the pot is paid."""
    live = [seat for seat in range(hand.count) if hand.live[seat]]
    if hand.over or len(live) < 2 or any(not holes[seat] or UNKNOWN in holes[seat] for seat in live):
        return {}
    folded = "".join(write_cards(holes[seat]) for seat in range(hand.count) if not hand.live[seat])
    found = _worth(
        hand.game.code,
        tuple(write_cards(holes[seat]) for seat in live),
        write_cards(hand.board),
        folded.replace("??", ""),
    )
    return dict(zip(live, found, strict=True)) if found else {}


@lru_cache(maxsize=512)
def _worth(game: str, hands: tuple[str, ...], board: str, dead: str) -> tuple[float, ...]:
    found = equity(game, hands, board, dead, effort=EFFORT)
    return () if isinstance(found, Refused) else tuple(one.equity for one in found.players)
