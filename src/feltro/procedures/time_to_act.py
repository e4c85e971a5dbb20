"""The time a player has for one decision: the action clock with its silent count and time-bank cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from feltro.rulebook.answers import Answers

Phase = Literal["silent", "clock", "card", "expired"]


@dataclass(frozen=True, slots=True)
class DecisionClock:
    """The seconds of each part, as the book or the structure sheet gives them."""

    silent: int
    seconds: int
    card: int
    cards_automatic: bool = True


@dataclass(frozen=True, slots=True)
class Reading:
    """Where the clock stands: seconds left in this part (the silent count included in the first) and cards used."""

    phase: Phase
    seconds_left: float
    cards_used: int


def usual_seconds(book: Answers) -> int:
    """The seconds of a decision, where nobody's clock was made shorter."""
    return int(book.decides("action_clock.seconds"))


def action_clock(seconds: int, book: Answers) -> DecisionClock:
    silent, card = book.decides("action_clock.silent_seconds"), book.decides("action_clock.card.seconds")
    return DecisionClock(silent, seconds, card, book.decides("action_clock.card.automatic"))


def cards_come_at(occasion: str, book: Answers) -> bool:
    """Whether new time-bank cards are given at a new day or at the final table."""
    return occasion in book.decides("action_clock.cards.added_at")


def read_action_clock(clock: DecisionClock, elapsed: float, cards: int) -> Reading:
    """Read the clock `elapsed` seconds after the turn came to a player holding time-bank cards.

    A part ends when its last second is over: the next card starts at zero.
    """
    start = clock.silent + clock.seconds
    if elapsed < start:
        phase: Phase = "silent" if elapsed < clock.silent else "clock"
        return Reading(phase, start - elapsed, 0)
    usable = cards if clock.cards_automatic else 0
    used = int((elapsed - start) // clock.card) + 1 if clock.card else usable + 1
    if used > usable:
        return Reading("expired", 0, usable)
    return Reading("card", start + used * clock.card - elapsed, used)


def cards_held(left: int, added: int, forgotten: int, *, left_are_kept: bool, lost_replaced: bool) -> int:
    """Time-bank cards in hand after a handout and after some were left at a table."""
    in_hand = left if lost_replaced else max(left - forgotten, 0)
    return added + (in_hand if left_are_kept or not added else 0)
