"""What happens at the table beside betting: cards dealt, drawn and shown, hands that die or are void.

Each function does its part and then lets the hand go on as far as it can by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand import deal as dealing
from feltro.hand import showdown, streets
from feltro.hand.state import ACTION, CARDS, DRAW, NOBODY, RESHUFFLE, SHOW
from feltro.hand.takeback import take_back
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.state import Hand


def deal(hand: Hand, seat: int, cards: Sequence[int]) -> Refused | None:
    """Cards for one seat, in the order dealt; in stud the third to the sixth are open."""
    refused = dealing.deal(hand, seat, cards)
    if refused is None and hand.due is None and hand.waits_for == CARDS:
        streets.after_cards(hand)
    return refused


def deal_board(hand: Hand, cards: Sequence[int]) -> Refused | None:
    refused = dealing.deal_board(hand, cards)
    if refused is None and not hand.board_due:
        streets.after_cards(hand)
    return refused


def discard(hand: Hand, cards: Sequence[int]) -> Refused | None:
    """The player in turn gives up cards for new ones, or none."""
    refused = dealing.discard(hand, cards)
    if refused is None and hand.waits_for == CARDS:
        _go_on(hand)
    return refused


def reshuffle(hand: Hand, cards: Sequence[int]) -> Refused | None:
    refused = dealing.reshuffle(hand, cards)
    if refused is None:
        _go_on(hand)
    return refused


def show(hand: Hand, seat: int, cards: Sequence[int] = ()) -> Refused | None:
    refused = showdown.show(hand, seat, cards)
    if refused is None:
        _go_on(hand)
    return refused


def show_unseen(hand: Hand, seat: int) -> Refused | None:
    """For histories: a hand was opened at an all-in, and its cards are written down only at the end."""
    refused = showdown.show_unseen(hand, seat)
    if refused is None:
        _go_on(hand)
    return refused


def muck(hand: Hand, seat: int) -> Refused | None:
    refused = showdown.muck(hand, seat)
    if refused is None:
        _go_on(hand)
    return refused


def kill(hand: Hand, seat: int, *, bet_back: bool = False) -> Refused | None:
    """A hand dies by an irregularity. Its chips stay, or with `bet_back` a raise that nobody has called goes back."""
    if hand.over or not 0 <= seat < hand.count or not hand.live[seat]:
        return Refused("hand.not_live", {"seat": seat})
    if hand.live_count == 1:
        return Refused("hand.last_hand", {"seat": seat})
    streets.drop(hand, seat, "kill_bet_back" if bet_back else "kill")
    if bet_back:
        take_back(hand, seat)
    if hand.due is not None:
        hand.due[seat] = 0
        hand.due = hand.due if any(hand.due) else None
    if hand.live_count == 1:
        streets.finish_uncontested(hand)
    else:
        _leave_queues(hand, seat)
    return None


def _leave_queues(hand: Hand, seat: int) -> None:
    """A dead hand is not asked for anything more; whoever is in turn may have other choices now."""
    for queue in (hand.to_act, hand.to_show):
        if seat in queue:
            queue.remove(seat)
    if hand.waits_for in (DRAW, RESHUFFLE):
        dealing.skip_draw(hand, seat)
    if hand.waits_for == ACTION:
        streets.next_turn(hand)
    else:
        _go_on(hand)


def _go_on(hand: Hand) -> None:
    """Continue when the last thing waited for has happened."""
    if hand.waits_for == SHOW and not hand.to_show:
        if hand.street < len(hand.game.streets):
            streets.next_street(hand)
        else:
            showdown.settle(hand)
    elif hand.waits_for == CARDS and not dealing.is_waiting(hand):
        streets.after_cards(hand)


def player_returns(hand: Hand, seat: int) -> Refused | None:
    """An absent player sits down before his turn, where the rules give him until then."""
    if seat not in hand.absent or not hand.live[seat]:
        return Refused("hand.too_late_to_sit", {"seat": seat})
    hand.absent.remove(seat)
    hand.log.append(("returns", seat, 0, ()))
    return None


def void(hand: Hand) -> Refused | None:
    """The hand never was: every chip goes back to where it came from."""
    if hand.voided:
        return Refused("hand.already_void", {})
    hand.log.append(("void", NOBODY, 0, ()))
    hand.stacks = list(hand.setup.stacks)
    hand.bets = [0] * hand.count
    hand.pot = 0
    hand.voided = True
    hand.end()
    return None
