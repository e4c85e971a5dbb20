"""What the player in turn may do: the amount to call, the minimum and the maximum raise, and reopening.

`turn_to_next` is asked once per decision and writes its answer into the hand, so that an action has
only to compare. This is the hot loop of a simulation: it is written flat, reads each attribute once,
and leaves what only some games need to functions of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand.posts import set_first_bet
from feltro.hand.state import ACTION, NOBODY

if TYPE_CHECKING:
    from feltro.hand.state import Hand


def begin_round(hand: Hand) -> None:
    """What there is to match, and the least to add to it, before anybody has bet or raised."""
    setup, game = hand.setup, hand.game
    hand.level = hand.full_level = hand.raises = hand.full_raises = 0
    hand.aggressor = NOBODY
    later = game.limit == "fixed" and game.streets[hand.street].big_bet
    hand.increment = setup.big_bet if later else setup.minimum_bet
    if hand.street == 0:
        set_first_bet(hand)
        if hand.level and game.limit != "fixed":
            least = max(hand.increment, hand.level)
            hand.increment = setup.chip if hand.rules.minimum_raise == "any" else least


def turn_to_next(hand: Hand) -> bool:
    """Give the turn to the next seat and work out its choices. False when the round is over."""
    to_act = hand.to_act
    if not to_act:
        hand.turn = NOBODY
        return False
    seat = to_act[-1]
    stack = hand.stacks[seat]
    bet = hand.bets[seat]
    level = hand.level
    owed = level - bet
    with_chips = hand.with_chips
    if with_chips == 1 and _nothing_to_match(hand, seat, bet):
        hand.minimum = hand.maximum = 0
        hand.to_act = []
        hand.turn = NOBODY
        return False
    hand.turn = seat
    hand.waits_for = ACTION
    if owed >= stack:
        hand.owed = stack
        hand.minimum = hand.maximum = 0
        return True
    hand.owed = owed
    if with_chips < 2 or (hand.acted_at[seat] >= 0 and not _is_reopened(hand, seat, owed)):
        hand.minimum = hand.maximum = 0
    elif hand.game.limit == "no":
        whole = bet + stack
        least = level + hand.increment
        hand.minimum = least if least < whole else whole  # noqa: FURB136 - a call of min takes as long as all of this line
        hand.maximum = whole
    else:
        _limited_raise(hand, bet + stack)
    return True


def _limited_raise(hand: Hand, whole: int) -> None:
    """The least and the most in pot limit and in fixed limit; `whole` is all that the player in turn has."""
    if hand.game.limit == "pot":
        least = hand.level + hand.increment
        most = hand.level + hand.pot + hand.owed + hand.pot_adjustment
        hand.maximum = min(whole, max(most, least))
        hand.minimum = min(whole, least)
    elif is_capped(hand):
        hand.minimum = hand.maximum = 0
    else:
        hand.minimum = hand.maximum = min(whole, hand.full_level + hand.increment)


def _nothing_to_match(hand: Hand, seat: int, bet: int) -> bool:
    """Everybody else is all-in, and for no more than this player already has in front."""
    live, bets = hand.live, hand.bets
    return all(bets[other] <= bet for other in range(hand.count) if live[other] and other != seat)


def _is_reopened(hand: Hand, seat: int, owed: int) -> bool:
    """Whether a player who has acted may raise again."""
    if hand.full_raises > hand.acted_at[seat]:
        return True
    rule = hand.rules.short_all_ins_reopen
    if rule == "never" or hand.game.limit == "fixed":
        return False
    return rule == "always" or owed >= hand.increment


def is_capped(hand: Hand) -> bool:
    """Whether every raise that limit allows in a round has been made; the last players of the event have no cap."""
    cap = hand.rules.raise_cap
    if cap is None or hand.raises < cap:
        return False
    left = hand.setup.players_left
    return left == 0 or left > hand.rules.raise_cap_lifted_at


def note_raise(hand: Hand, step: int) -> None:
    """Remember a bet or raise that adds `step` to the bet to match; `level` is already the new one."""
    hand.raises += 1
    if hand.game.limit == "fixed":
        _note_limit_raise(hand)
    elif hand.rules.minimum_raise == "any":
        hand.full_raises += 1
        hand.increment = hand.setup.chip
    elif step >= hand.increment:
        hand.full_raises += 1
        hand.increment = step


def _note_limit_raise(hand: Hand) -> None:
    """A short all-in that is big enough counts as a bet; a smaller one may be completed by the next."""
    over_full = hand.level - hand.full_level
    if over_full * 100 >= hand.increment * hand.rules.limit_full_from_percent:
        hand.full_raises += 1
        hand.full_level = hand.level
    else:
        hand.raises -= 1
