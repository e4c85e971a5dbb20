"""What a call comes to, where the telling itself says it: the bet before it, less what he had bet himself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.rulings.account import chips_and_cards
from feltro.rulings.account.scene import AGGRESSIVE

if TYPE_CHECKING:
    from feltro.rulings.account.acts import Hearer
    from feltro.rulings.account.marks import Piece
    from feltro.rulings.bets.numerals import Amount


def pays_another_sum(
    hearer: Hearer, name: str, behind: list[Piece], amounts: list[Piece], *, completes: bool
) -> bool:
    """`completou com 500` where 700 are due are chips; `pagou 500` may be either, and is asked about."""
    if not amounts or not _is_not_due(hearer, name, amounts[0].value):
        return False
    if completes or behind[0].text in {"com", "with", "con"}:
        chips_and_cards.pushes(hearer, name, behind, again=False)
        return True
    hearer.used.discard(hearer.at + behind.index(amounts[0]))
    return False


def _is_not_due(hearer: Hearer, name: str, told: Amount) -> bool:
    """Neither the whole bet nor what is missing from his own; of a blind nobody knows its share."""
    bets = [one for one in hearer.scene.acts if one.kind in AGGRESSIVE or one.motions or one.says]
    last = bets[-1] if bets else None
    if last is None or last.amount is None or last.adds or last.amount.is_short or told.is_short:
        return False
    own = [one.amount.value for one in hearer.scene.acts if one.player == name and one.amount is not None]
    if not own and name in {hearer.people.in_position(blind) for blind in ("SB", "BB")}:
        return False
    return told.value not in {last.amount.value, last.amount.value - (own[-1] if own else 0)}
