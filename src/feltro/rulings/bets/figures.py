"""Which number a spoken amount means: "cinco" may be 500 or 5,000."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feltro.rulings.bets.numerals import Amount
    from feltro.rulings.bets.verdict import SeenAct, Verdict

USUAL_SCALES = (100, 1000)
RARE_SCALE = 1_000_000


@dataclass(frozen=True, slots=True)
class Figure:
    value: int
    meanings: tuple[int, ...] = ()
    """What else it could have meant, when it was not clear."""
    read_as: str = ""

    def mark(self, verdict: Verdict) -> Verdict:
        """A verdict on an unclear amount is not an ordinary act, and says how the amount was read."""
        if not self.meanings:
            return verdict
        values = {**verdict.values, "meanings": list(self.meanings)}
        said = {**verdict.said, "value": self.value}
        return replace(verdict, regular=False, because=f"bets.amount_{self.read_as}", said=said, values=values)


def figure(seen: SeenAct, amount: Amount, at_least: int) -> Figure | None:
    """The number meant; None when it cannot be paid with the chips in play."""
    if not amount.is_short:
        return Figure(int(amount.value)) if amount.value.denominator == 1 else None
    plain = int(amount.value) if amount.value.denominator == 1 else 0
    if plain and plain >= at_least:
        return Figure(plain)
    meanings = _meanings(seen, amount, at_least)
    if len(meanings) > 1:
        return _chosen(seen, meanings)
    if meanings:
        return Figure(meanings[0])
    payable = plain and plain % seen.spot.chip == 0
    return Figure(plain) if payable else None


def _meanings(seen: SeenAct, amount: Amount, at_least: int) -> tuple[int, ...]:
    """The sums that people shorten so, as far as they would be a possible wager."""
    values = [amount.value * scale for scale in USUAL_SCALES]
    if max(values) < at_least:
        values = [amount.value * RARE_SCALE]
    possible = [int(one) for one in values if one.denominator == 1 and one >= at_least]
    within = [one for one in possible if one <= seen.spot.whole]
    return tuple(within or possible)


def _chosen(seen: SeenAct, meanings: tuple[int, ...]) -> Figure:
    """The lowest, or the highest that the pot allows, as the book says."""
    book, spot = seen.book, seen.spot
    book.cite("words.official", "words.nonstandard.player_risk")
    book.asks("question.bets.amount_clear", answer=False)
    reads_as = book.decides("words.unclear_amount.reads_as")
    if reads_as == "lowest":
        return Figure(min(meanings), meanings, "lowest")
    uncollected = book.detail("words.unclear_amount.pot_uncollected")
    pot = spot.pot if uncollected else spot.collected
    included = book.detail("words.unclear_amount.pot_included")
    within = [one for one in meanings if one < pot or (included and one == pot)]
    return Figure(max(within, default=min(meanings)), meanings, "highest")
