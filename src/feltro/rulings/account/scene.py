"""What a telling of a hand comes to: acts as they were told, and what is said around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

VERBS = (
    *("bet", "raise", "raise_by_amount", "call", "check", "fold", "all_in", "push", "bring", "say", "announce"),
    *("fold_or_push", "fold_or_check", "carry", "pull"),
)
NOUNS = frozenset({"bet", "raise", "call", "check", "fold", "all_in"})
AGGRESSIVE = frozenset({"bet", "raise", "all_in", "push"})
DEALER = "the dealer"
EVERYBODY = "everybody"
FOLDED_AROUND = frozenset(
    (
        "it folds around",
        "it folds",
        "its folded",
        "it is folded",
        "folded around",
        "it was folded",
        "action folds",
        "folds around",
        "tudo fold",
        "tudo em fold",
        "tudo foldado",
    )
)
"""Who gave up and that they did, in one breath."""


@dataclass(slots=True)
class ToldAct:
    """What one player did, as it was told. `kind` is what the telling calls it, words and chips apart."""

    player: str
    kind: str = ""
    amount: Any = None
    adds: bool = False
    says: str = ""
    motions: list[list[int] | Any] = field(default_factory=list)
    """Chips, or a sum whose chips were not told, for each motion."""
    order: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    out_of_turn: bool = False
    earlier: bool = False
    """Told later and done before: `já tinha foldado`."""
    until: str = ""
    """Everybody up to this player."""
    count: int = 0
    """So many players in a row, where only their number was told."""


@dataclass(slots=True)
class ToldHand:
    """All that a telling of a hand says besides the acts."""

    acts: list[ToldAct] = field(default_factory=list)
    stacks: dict[str, Any] = field(default_factory=dict)
    posted: dict[str, list[int]] = field(default_factory=dict)
    turn_of: str = ""
    skipped: set[str] = field(default_factory=set)
    pot: Any = None
    left_over: list[str] = field(default_factory=list)
    """Numbers and quotations that became no part of anything."""
    unheard: list[str] = field(default_factory=list)
    """Players who did something that was not understood."""
