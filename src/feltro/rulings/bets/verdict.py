"""What an act was, as it was seen, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feltro.rulings.bets.table import Faced, HandMove
from feltro.rulings.ruling import Default, Option, PenaltyAdvice, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.rulings.bets.chips import PushedChips
    from feltro.rulings.bets.words import Saying
    from feltro.rulings.consultation import Consultation
    from feltro.rulings.notation import Facts
    from feltro.rulings.ruling import Remedy


@dataclass(frozen=True, slots=True)
class SeenAct:
    """One act with everything that bears on it."""

    act: Facts
    saying: Saying | None
    push: PushedChips
    spot: Faced
    book: Consultation
    player: str
    big_blind: int = 0
    passes: bool = False
    """A wrong size goes unnoticed now: the table played on with it."""
    after_undercall: bool = False
    """The player before him put in too little as well."""
    early_bet: int = 0
    """A bet that somebody behind him made out of turn, and that is no bet to him yet."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the act comes to. Without a move nothing is decided yet, and `leaves` limits what the player may do."""

    remedy: Remedy
    because: str
    to: int | None = None
    said: Mapping[str, Any] = field(default_factory=dict)
    regular: bool = False
    move: HandMove | None = None
    leaves: tuple[str, ...] = ()
    discretion: bool = False
    options: tuple[Option, ...] = ()
    default: Default | None = None
    penalty: PenaltyAdvice | None = None
    steps: tuple[Step, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    waits_for_amount: bool = False
    """The player is bound to something, and how much he may still say."""
    waits_for_chips: bool = False
    """His chips are out and say how much; more of them may still follow in another motion, words may not."""
    should_be: int = 0
    """The right size of a bet that was let pass."""
    miscounted: bool = False
    """It was let pass because the pot was counted wrongly."""
    undercall: bool = False
    keeps: int = 0
    """Chips behind that this act cannot cost him: he was told less than the bet."""


def call(seen: SeenAct, because: str, *, regular: bool = False, **fields: Any) -> Verdict:
    """Match the bet, with all there is when the stack is shorter; a check when there is nothing to match."""
    spot = seen.spot
    if not spot.owed:
        return Verdict("check", because, spot.own, regular=regular, move=HandMove("check", spot.seat), **fields)
    said = {"to": spot.call_to, **fields.pop("said", {})}
    move = HandMove("call", spot.seat, spot.call_to)
    return Verdict("call", because, spot.call_to, said, regular, move, **fields)


def not_counted(seen: SeenAct, because: str, leaves: tuple[str, ...], **fields: Any) -> Verdict:
    """The act does not count: the player still has to act, with what is left to him."""
    options = tuple(option_of(seen, act) for act in leaves)
    return Verdict("return_chips", because, leaves=leaves, options=options, **fields)


def option_of(seen: SeenAct, act: str) -> Option:
    """An act that is open to the player, with its total."""
    spot = seen.spot
    match act:
        case "call":
            return Option("call", "option.bets.call", {"to": spot.call_to}, spot.call_to)
        case "check":
            return Option("check", "option.bets.check", {}, spot.own)
        case "fold":
            return Option("fold", "option.bets.fold")
        case _:
            least = min(spot.least, spot.whole)
            if not spot.level:
                seen.book.cite("betting.bet.minimum")
            remedy: Remedy = "raise" if spot.level else "bet"
            return Option(remedy, f"option.bets.{remedy}", {"to": least}, least)


def penalty(seen: SeenAct, name: str, because: str, rule: str | None = None) -> PenaltyAdvice | None:
    """The penalty that a parameter allows (may) or demands (must); none where the book says none or nothing.

    Where it belongs to a rule that is lent, the lender says it.
    """
    degree = seen.book.spoken(name) if rule is None else seen.book.beside(rule, name)
    if degree in {None, "none"}:
        return None
    return penalty_of_conduct(seen, because, required=degree == "must")


def penalty_of_conduct(seen: SeenAct, because: str, *, required: bool) -> PenaltyAdvice:
    """What the book has for any breach, the lightest first."""
    kinds = tuple(seen.book.detail("penalty.kinds"))
    return PenaltyAdvice(required, kinds, kinds[0] if kinds else None, because)


def not_understood(seen: SeenAct, because: str = "bets.not_understood") -> Verdict:
    """Nobody guesses: the director asks the player and decides, at the player's risk."""
    seen.book.cite("words.official", "words.nonstandard.player_risk")
    acts = (("call", "fold") if seen.spot.may_fold else ("call",)) if seen.spot.facing else ("check",)
    if seen.spot.may_raise:
        acts = (*acts, "raise")
    options = tuple(option_of(seen, act) for act in acts)
    return Verdict("director_decides", because, discretion=True, options=options)
