"""A raise that goes back: its uncalled chips to their owner, and the betting to what stood before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand import pots
from feltro.hand.bets import begin_round, note_raise

if TYPE_CHECKING:
    from feltro.hand.state import Entry, Hand


def take_back(hand: Hand, seat: int) -> None:
    """Give back what is above the last valid bet. A blind is no raise, and what was called stays."""
    called = max(bet for other, bet in enumerate(hand.bets) if other != seat)
    raises = _raises(_log_of_the_round(hand))
    if not raises or raises[-1][0] != seat or hand.bets[seat] <= called:
        return
    _restore(hand, raises[:-1])
    valid = max(called, hand.level)
    if hand.bets[seat] > valid:
        pots.give_back(hand, seat, hand.bets[seat] - valid)
    _make(hand, seat, valid)
    hand.acted_at = [min(acted, hand.full_raises) for acted in hand.acted_at]
    # Those who had matched it have nothing left to answer.
    hand.to_act = [other for other in hand.to_act if hand.acted_at[other] < 0 or hand.bets[other] < hand.level]


def _log_of_the_round(hand: Hand) -> list[Entry]:
    """What was done since the last card."""
    at = len(hand.log)
    while at and hand.log[at - 1][0] not in ("deal", "board", "discard"):
        at -= 1
    return hand.log[at:]


def _raises(log: list[Entry]) -> list[tuple[int, int]]:
    """Bets and raises in order, each with the total it made or, where some of it went back, what is left."""
    raises: list[tuple[int, int]] = []
    for kind, seat, chips, _ in log:
        if kind in ("bet", "raise"):
            raises.append((seat, chips))
        elif kind == "return" and raises and raises[-1][0] == seat:
            raises[-1] = (seat, raises[-1][1] - chips)
    return raises


def _restore(hand: Hand, raises: list[tuple[int, int]]) -> None:
    """The betting as these raises made it, from the beginning of the round."""
    begin_round(hand)
    for seat, to in raises:
        _make(hand, seat, to)


def _make(hand: Hand, seat: int, to: int) -> None:
    """Count a raise again; one that went back whole raises nothing."""
    if to > hand.level:
        step = to - hand.level
        hand.level = to
        note_raise(hand, step)
        hand.aggressor = seat
