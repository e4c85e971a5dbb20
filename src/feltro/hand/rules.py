"""Everything about one hand that rulebooks decide differently, as one small value.

This folder knows no rulebook: `rulings/` reads a book's clauses and fills this in. Every field is a
question that a floor person could ask, and its type lists the answers found in the books.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class HandRules:
    """The defaults are the commonest modern answers; nothing here is right or wrong by itself."""

    # Posting
    short_posts_first: Literal["ante", "blind"] = "ante"
    """What a stack too small for both pays first."""
    heads_up_button: Literal["small_blind", "big_blind"] = "small_blind"
    """Which blind the button posts between two players."""
    short_blind_leaves_full: bool = True
    """A blind, or a bring-in, who is all-in for less still leaves the whole of it to call."""

    # Bets and raises
    minimum_raise: Literal["last_complete_raise", "last_bet_or_raise", "any"] = "last_complete_raise"
    """A raise is at least as big as this. `last_bet_or_raise` also lets a short all-in set the size;
    `any` is one smallest chip, and then every raise is a full one."""
    short_all_ins_reopen: Literal["when_they_add_up", "never", "always"] = "when_they_add_up"
    """Whether players who have acted may raise again after all-ins short of a full raise: when what they
    face amounts to a full raise, never unless one raise is full by itself, or always."""
    limit_full_from_percent: int = 50
    """In fixed limit an all-in of this part of a bet counts as a whole bet or raise."""
    raise_cap: int | None = 4
    """In fixed limit, bets and raises allowed in one round, the opening bet counted; None for no cap."""
    raise_cap_lifted_at: int = 2
    """Players left in the whole event when the cap no longer holds; 0 for never."""
    pot_limit_full_blinds: Literal["both", "big", "none"] = "both"
    """Short blinds that count as whole for the pot-limit maximum before the flop."""
    pot_limit_counts_dead_blind: bool = True
    """Whether a small blind that nobody posts under the dead button counts for that maximum too."""
    pot_limit_counts_dead_ante: bool = False
    """Whether an ante paid by one player for all counts for the pot-limit maximum before the flop."""
    fold_without_bet: bool = True
    """Whether a player who could check may fold. (A penalty for it is the floor's matter.)"""

    # Hands that die
    absent_hand_dies: Literal["dealt", "first_turn"] = "dealt"
    """When the hand of a player who is not at the seat is killed."""

    # Showing
    showdown_first: Literal["last_aggressor", "first_to_act"] = "last_aggressor"
    """Who shows first after a bet on the last street."""
    showdown_unbet: Literal["first_to_act", "left_of_button"] = "first_to_act"
    """Who shows first without one; the two answers differ in stud only."""
    showdown_in_order: bool = True
    """Whether a player must wait for those before him to show or muck."""
    all_in_face_up: bool = True
    """With a player all-in and no betting left, hands are opened before the next card."""
    all_in_may_muck: bool = False
    """Whether a hand may be mucked at a showdown with a player all-in."""
    last_hand_wins_unseen: bool = True
    """Whether the only hand left at a showdown takes the pot without being shown."""

    # Odd chips
    odd_chips: Literal["one_each", "all_to_first"] = "one_each"
    """Where several chips cannot be divided: one to each in order, or all of them to the first."""
    odd_chip_stud: Literal["best_five", "whole_hand", "left_of_button"] = "best_five"
    """In stud the order is by highest card, by suit: among the five that play, or among all seven."""
    odd_chip_high_low: Literal["high", "low"] = "high"
    """The half that takes the chip that the two halves cannot share."""
    identical_hands_share: Literal["each_half", "whole_pot"] = "each_half"
    """Whether players who tie both high and low divide each half, or the whole pot evenly."""


STANDARD = HandRules()

AS_WRITTEN = HandRules(
    showdown_in_order=False,
    all_in_face_up=False,
    all_in_may_muck=True,
    pot_limit_counts_dead_ante=True,
    raise_cap=None,
)
"""For reading what was played elsewhere: histories do not name their rules, so nothing is refused that some
room allows."""
