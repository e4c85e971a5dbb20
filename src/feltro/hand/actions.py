"""What players do in turn: fold, check, call, bet, raise. An illegal one is `Refused` and changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand.bets import note_raise
from feltro.hand.state import ACTION, NOBODY, before
from feltro.hand.streets import drop, next_turn, post_bring_in
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from feltro.hand.state import Hand


def fold(hand: Hand) -> Refused | None:
    seat = hand.turn
    if hand.waits_for != ACTION:
        return _not_now(hand)
    if hand.bring_in_due or not (hand.owed or hand.rules.fold_without_bet):
        return Refused("hand.fold_not_allowed", choices(hand))
    hand.to_act.pop()
    drop(hand, seat, "fold")
    next_turn(hand)
    return None


def check_or_call(hand: Hand) -> Refused | None:
    """Stay in for nothing more than asked: check, call, or the bring-in when it is due."""
    if hand.waits_for != ACTION:
        return _not_now(hand)
    if hand.bring_in_due:
        return bring_in(hand)
    seat, owed = hand.turn, hand.owed
    if owed:
        stacks = hand.stacks
        stacks[seat] -= owed
        hand.bets[seat] += owed
        hand.pot += owed
        if not stacks[seat]:
            hand.with_chips -= 1
        hand.log.append(("call", seat, owed, ()))
    else:
        hand.log.append(("check", seat, 0, ()))
    hand.acted_at[seat] = hand.full_raises
    hand.to_act.pop()
    next_turn(hand)
    return None


def check(hand: Hand) -> Refused | None:
    if hand.waits_for == ACTION and hand.owed:
        return Refused("hand.check_not_allowed", choices(hand))
    return check_or_call(hand)


def call(hand: Hand) -> Refused | None:
    if hand.waits_for == ACTION and not hand.owed:
        return Refused("hand.nothing_to_call", choices(hand))
    return check_or_call(hand)


def bring_in(hand: Hand) -> Refused | None:
    if not hand.bring_in_due or hand.waits_for != ACTION:
        return Refused("hand.no_bring_in_now", choices(hand))
    seat = hand.turn
    post_bring_in(hand, seat)
    hand.acted_at[seat] = hand.full_raises
    hand.to_act.pop()
    next_turn(hand)
    return None


def raise_to(hand: Hand, to: int) -> Refused | None:
    """Bet or raise so that the player's chips in front are `to`.

    Any amount in the range is taken, also one that the smallest chip cannot make: whether the chips on the table
    make 437 is seen by whoever counts them, before it comes here.
    """
    if hand.waits_for != ACTION:
        return _not_now(hand)
    if not hand.minimum <= to <= hand.maximum or not hand.maximum:
        return Refused("hand.raise_out_of_range" if hand.maximum else "hand.raise_not_allowed", choices(hand))
    seat, stacks, bets = hand.turn, hand.stacks, hand.bets
    paid = to - bets[seat]
    level = hand.level
    left = stacks[seat] - paid
    stacks[seat] = left
    if not left:
        hand.with_chips -= 1
    bets[seat] = to
    hand.pot += paid
    hand.level = to
    hand.bring_in_due = False
    note_raise(hand, to - level)
    hand.acted_at[seat] = hand.full_raises
    hand.aggressor = seat
    hand.log.append(("raise" if level else "bet", seat, to, ()))
    live = hand.live
    hand.to_act = [other for other in before(seat, hand.count) if live[other] and stacks[other]]
    next_turn(hand)
    return None


def choices(hand: Hand) -> dict[str, int]:
    """What the player in turn may do, for a refusal or a screen."""
    return {"seat": hand.turn, "owed": hand.owed, "minimum": hand.minimum, "maximum": hand.maximum}


def _not_now(hand: Hand) -> Refused:
    return Refused("hand.no_action_now", {"seat": NOBODY, "waits_for": hand.waits_for})
