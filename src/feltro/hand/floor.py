"""What only the floor does to a hand: take it up in the middle, and put right what players did wrong.

Nothing here is a player's action and nothing is logged as one: a hand changed in these ways is for
finding out where it stands, not for keeping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.hand import actions, table
from feltro.hand.bets import turn_to_next
from feltro.hand.state import UNKNOWN, Hand, Setup
from feltro.hand.streets import next_turn, open_later_round, start

if TYPE_CHECKING:
    from feltro.kernel.outcome import Refused


class Choices(NamedTuple):
    """What a seat would have to add to call, and the totals that its bet or raise may reach (0: none)."""

    owed: int
    minimum: int
    maximum: int


def deal_unseen(setup: Setup) -> Hand:
    """A hand whose blinds are posted and whose cards nobody has seen: the first player is to act."""
    hand = start(setup)
    cards = (UNKNOWN,) * hand.game.starting_cards
    for seat in range(hand.count):
        table.deal(hand, seat, cards)
    return hand


def take_up(setup: Setup, street: int, pot: int) -> Hand:
    """A hand on a later street: the pot was collected before, and everybody in the setup holds cards."""
    hand = Hand(setup)
    hand.street = street
    hand.pot = pot
    hand.with_chips = sum(map(bool, setup.stacks))
    held = sum(one.down + one.up for one in hand.game.streets[: street + 1])
    hand.holes = [(UNKNOWN,) * held] * hand.count
    open_later_round(hand)
    return hand


def choices_of(hand: Hand, seat: int) -> Choices:
    """What a seat could do if it were its turn now."""
    kept = hand.to_act, hand.turn, hand.owed, hand.minimum, hand.maximum, hand.waits_for
    hand.to_act = [seat]
    turn_to_next(hand)
    found = Choices(hand.owed if hand.turn == seat else 0, hand.minimum, hand.maximum)
    hand.to_act, hand.turn, hand.owed, hand.minimum, hand.maximum, hand.waits_for = kept
    return found


def let_stand(hand: Hand, to: int) -> Refused | None:
    """A bet or raise outside the limits that is not corrected any more."""
    hand.minimum = min(hand.minimum, to)
    hand.maximum = max(hand.maximum, to)
    return actions.raise_to(hand, to)


def leave_in(hand: Hand, chips: int) -> None:
    """Chips of the player in turn that stay in the pot although he has not acted yet."""
    seat = hand.turn
    hand.stacks[seat] -= chips
    hand.bets[seat] += chips
    hand.pot += chips
    if not hand.stacks[seat]:
        hand.with_chips -= 1
    turn_to_next(hand)


def pass_over(hand: Hand) -> None:
    """The player in turn was skipped: he speaks after those who have not spoken yet. A forced bring-in is posted."""
    if hand.bring_in_due:
        actions.bring_in(hand)
        return
    hand.to_act.insert(0, hand.to_act.pop())
    next_turn(hand)
