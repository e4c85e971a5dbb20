"""Showing, mucking, and who gets which pot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand import pots
from feltro.hand.deal import see
from feltro.hand.ranks.upcards import high_up, low_up
from feltro.hand.state import CARDS, NOBODY, SHOW, UNKNOWN, after, left_of
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.pots import Pot
    from feltro.hand.ranks import Ranking
    from feltro.hand.state import Hand


def begin(hand: Hand) -> None:
    """The last round is over: ask the live hands to show, in order."""
    hand.to_show = [seat for seat in showing_order(hand) if not is_open(hand, seat)]
    hand.waits_for = SHOW
    if not hand.to_show:
        settle(hand)


def is_open(hand: Hand, seat: int) -> bool:
    """Face up, every card of it: one dealt unseen to an open hand must still be named."""
    return bool(hand.shown >> seat & 1) and UNKNOWN not in hand.holes[seat]


def showing_order(hand: Hand) -> list[int]:
    first = _first_to_show(hand)
    return [seat for seat in (first, *after(first, hand.count)) if hand.live[seat]]


def _first_to_show(hand: Hand) -> int:
    rules = hand.rules
    if rules.showdown_first == "last_aggressor" and hand.aggressor != NOBODY:
        return hand.aggressor
    if hand.game.family == "stud" and rules.showdown_unbet == "first_to_act":
        return best_board(hand)
    return after(hand.setup.button, hand.count)[0]


def best_board(hand: Hand) -> int:
    """In stud, the live seat whose open cards are best; the first left of the button among equals."""
    strength = low_up if hand.game.low_board else high_up
    seats = [seat for seat in left_of(hand.setup.button, hand.count) if hand.live[seat]]
    return max(seats, key=lambda seat: strength(hand.holes[seat][2:6]))


def open_for_all_in(hand: Hand) -> bool:
    """No betting is left: open the hands if the rules say so. False while cards are still to be named."""
    if not hand.rules.all_in_face_up or hand.game.family == "draw" or hand.street + 1 >= len(hand.game.streets):
        return True
    hand.to_show = []
    for seat in showing_order(hand):
        if is_open(hand, seat) or hand.unseen >> seat & 1:
            continue
        if UNKNOWN in hand.holes[seat]:
            hand.to_show.append(seat)
        else:
            _open(hand, seat, hand.holes[seat])
    if hand.to_show:
        hand.waits_for = SHOW
    return not hand.to_show


def show(hand: Hand, seat: int, cards: Sequence[int] = ()) -> Refused | None:
    """Table a hand: every card of it, named now if they were not known."""
    if not _may_show(hand, seat):
        return Refused("hand.not_to_show", {"seat": seat, "waits_for": hand.waits_for})
    if is_open(hand, seat):
        return None
    in_order = hand.rules.showdown_in_order and hand.to_show and not someone_all_in(hand)
    if in_order and hand.to_show[0] != seat:
        return Refused("hand.show_in_order", {"seat": seat, "first": hand.to_show[0]})
    held = hand.holes[seat]
    tabled = tuple(cards) or held
    if len(tabled) != len(held) or UNKNOWN in tabled:
        return Refused("hand.show_all_cards", {"seat": seat, "cards": len(held)})
    new = list(tabled)
    for card in held:
        if card in new:
            new.remove(card)
        elif card != UNKNOWN:
            return Refused("hand.not_held", {"seat": seat, "card": new[0]})
    if new:
        if refused := see(hand, new):
            return refused
        hand.holes[seat] = tabled
    _open(hand, seat, hand.holes[seat])
    _leave_queue(hand, seat)
    return None


def show_unseen(hand: Hand, seat: int) -> Refused | None:
    """Face up at an all-in with cards to come, though nobody wrote down which: the showdown asks again."""
    if not before_the_last_card(hand) or not _may_show(hand, seat):
        return Refused("hand.not_to_show", {"seat": seat, "waits_for": hand.waits_for})
    if seat in hand.to_show:
        hand.unseen |= 1 << seat
        hand.log.append(("unseen", seat, 0, hand.holes[seat]))
        _leave_queue(hand, seat)
    return None


def before_the_last_card(hand: Hand) -> bool:
    return hand.waits_for == CARDS or (hand.waits_for == SHOW and hand.street < len(hand.game.streets))


def _may_show(hand: Hand, seat: int) -> bool:
    """At the showdown, or as soon as no betting is left and cards are still to come."""
    if not 0 <= seat < hand.count or not hand.live[seat]:
        return False
    return hand.waits_for == SHOW or (hand.waits_for == CARDS and hand.street > 0 and hand.with_chips < 2)


def _open(hand: Hand, seat: int, cards: tuple[int, ...]) -> None:
    hand.shown |= 1 << seat
    hand.log.append(("show", seat, 0, cards))


def muck(hand: Hand, seat: int) -> Refused | None:
    """Give the hand up instead of showing it."""
    if not _may_show(hand, seat) or hand.shown >> seat & 1:
        return Refused("hand.not_to_show", {"seat": seat, "waits_for": hand.waits_for})
    if hand.live_count == 1:
        return Refused("hand.last_hand", {"seat": seat})
    all_in = someone_all_in(hand)
    if all_in and not hand.rules.all_in_may_muck:
        return Refused("hand.all_in_must_show", {"seat": seat})
    if hand.rules.showdown_in_order and not all_in and hand.to_show[0] != seat:
        return Refused("hand.show_in_order", {"seat": seat, "first": hand.to_show[0]})
    hand.live[seat] = False
    hand.live_count -= 1
    hand.with_chips -= bool(hand.stacks[seat])
    hand.mucked |= 1 << seat
    hand.log.append(("muck", seat, 0, ()))
    if not hand.with_chips:
        pots.release_unclaimed(hand, seat)
    _leave_queue(hand, seat)
    return None


def someone_all_in(hand: Hand) -> bool:
    return any(is_live and not stack for is_live, stack in zip(hand.live, hand.stacks, strict=True))


def _leave_queue(hand: Hand, seat: int) -> None:
    if seat in hand.to_show:
        hand.to_show.remove(seat)
    if hand.live_count == 1 and (hand.rules.last_hand_wins_unseen or not hand.to_show):
        settle(hand)


def cards_speak(hand: Hand) -> Refused | None:
    """Table every live hand at once and pay: what a simulation does at the end."""
    if hand.waits_for != SHOW or hand.street < len(hand.game.streets):
        return Refused("hand.no_showdown_now", {"waits_for": hand.waits_for})
    for seat in hand.to_show:
        if UNKNOWN in hand.holes[seat]:
            return Refused("hand.show_all_cards", {"seat": seat, "cards": len(hand.holes[seat])})
    for seat in hand.to_show:
        _open(hand, seat, hand.holes[seat])
    hand.to_show = []
    settle(hand)
    return None


def settle(hand: Hand) -> None:
    """Pay every pot, the main one last: side pots are settled first at a table."""
    if hand.live_count == 1:
        pots.pay(hand, hand.live.index(True), hand.pot)
    else:
        rankings = hand.game.rankings
        strengths = [_strengths(hand, ranking) for ranking in rankings]
        for pot in reversed(pots.pots_of(hand)):
            _pay_pot(hand, pot, strengths)
    hand.end()


def _strengths(hand: Hand, ranking: Ranking) -> list[int]:
    strength, board = ranking.strength, hand.board
    return [
        strength(hole, board) if is_live else NOBODY for hole, is_live in zip(hand.holes, hand.live, strict=True)
    ]


def _pay_pot(hand: Hand, pot: Pot, strengths: list[list[int]]) -> None:
    high = _best(pot.seats, strengths[0])
    if len(strengths) == 1:
        _divide(hand, pot.chips, high, 0)
        return
    low = [seat for seat in pot.seats if strengths[1][seat] >= 0]
    low = _best(low, strengths[1]) if low else low
    if not low or (low == high and hand.rules.identical_hands_share == "whole_pot"):
        _divide(hand, pot.chips, high, 0)
        return
    high_half, low_half = pots.halves(pot.chips, hand.setup.chip, hand.rules)
    _divide(hand, high_half, high, 0)
    _divide(hand, low_half, low, 1)


def _best(seats: Sequence[int], strengths: list[int]) -> list[int]:
    top = max(strengths[seat] for seat in seats)
    return [seat for seat in seats if strengths[seat] == top]


def _divide(hand: Hand, chips: int, winners: list[int], side: int) -> None:
    if len(winners) == 1:
        pots.pay(hand, winners[0], chips)
        return
    ordered = odd_chip_order(hand, winners, hand.game.rankings[side])
    for seat, part in pots.shares(chips, ordered, hand.setup.chip, hand.rules):
        if part:
            pots.pay(hand, seat, part)


def odd_chip_order(hand: Hand, winners: Sequence[int], ranking: Ranking) -> list[int]:
    """Who takes the first odd chip, the second, and so on."""
    rule = hand.rules.odd_chip_stud
    if hand.game.family != "stud" or rule == "left_of_button":
        return [seat for seat in left_of(hand.setup.button, hand.count) if seat in winners]
    playing = {
        seat: ranking.best_cards(hand.holes[seat], hand.board) if rule == "best_five" else hand.holes[seat]
        for seat in winners
    }
    # By rank and then by suit, which is the order of the cards' own numbers; an ace in a low hand is a one.
    return sorted(
        winners,
        key=lambda seat: max(card - 52 if ranking.ace_is_low and card >= 48 else card for card in playing[seat]),
    )[::-1]
