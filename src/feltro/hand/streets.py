"""From one street to the next: opening a round of betting, closing it, and running the hand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand import deal as dealing
from feltro.hand import pots, showdown
from feltro.hand.bets import begin_round, turn_to_next
from feltro.hand.posts import bring_in_seat, first_to_act, post
from feltro.hand.state import ACTION, NOBODY, UNKNOWN, Hand, after, left_of, round_from

if TYPE_CHECKING:
    from feltro.hand.state import Setup


def start(setup: Setup) -> Hand:
    """Post, and deal when the setup has a deck. A setup that cannot be played is an error."""
    _check(setup)
    return begin(setup)


def begin(setup: Setup) -> Hand:
    """The same for whoever makes setups by the thousand from one pattern, and has no need to ask of each whether it can be played."""
    hand = Hand(setup)
    post(hand)
    if dealing.begin_street(hand, hand.game.streets[0]):
        after_cards(hand)
    return hand


def _check(setup: Setup) -> None:
    count = len(setup.stacks)
    if count < 2 or min(setup.stacks) <= 0 or not 0 <= setup.button < count:
        raise ValueError("a hand needs two players or more, each with chips, and one of them on the button")
    if not NOBODY <= setup.opener < count or (
        setup.absent and not 0 <= min(setup.absent) <= max(setup.absent) < count
    ):
        raise ValueError(f"who opens and who is absent must be seats from 0 to {count - 1}")
    for row in (setup.blinds, setup.antes, setup.dead_posts):
        if row and (len(row) != count or min(row) < 0):
            raise ValueError(f"what is posted must be given for each of the {count} seats: {row!r}")
    big_bet = setup.big_bet if setup.game.limit == "fixed" else setup.minimum_bet
    if min(setup.minimum_bet, big_bet, setup.chip) <= 0:
        raise ValueError("a hand needs a smallest bet (in fixed limit also a big bet) and a smallest chip")
    if setup.deck:
        _check_deck(setup, count)


def _check_deck(setup: Setup, count: int) -> None:
    """Each card once, and enough of them for the streets where nothing can take their place."""
    game, cards = setup.game, set(setup.deck)
    least = count * game.starting_cards + game.board_cards
    if len(cards) != len(setup.deck) or len(cards) < least or not cards <= game.cards:
        raise ValueError(f"a deck needs {least} cards of the game or more, each of them once")


def after_cards(hand: Hand) -> None:
    """Every card of the street is out: open the betting, or go on when nobody can bet."""
    if hand.street == 0:
        _open_first_round(hand)
    elif not open_later_round(hand):
        next_street(hand)


def next_turn(hand: Hand) -> None:
    """After every action: the next player, the next street, or the end."""
    if hand.live_count == 1:
        finish_uncontested(hand)
    elif not turn_to_next(hand):
        close_round(hand)
    elif hand.absent and hand.turn in hand.absent:
        kill_in_turn(hand)


def close_round(hand: Hand) -> None:
    if hand.absent:
        _kill_the_absent(hand)
        if hand.live_count == 1:
            finish_uncontested(hand)
            return
    pots.return_uncalled(hand)
    hand.bring_in_due = False
    hand.bets = [0] * hand.count
    next_street(hand)


def next_street(hand: Hand) -> None:
    """Deal on until somebody has a decision to make, or cards are to be named."""
    streets = hand.game.streets
    hand.turn = NOBODY
    while True:
        if hand.with_chips < 2 and not showdown.open_for_all_in(hand):
            return
        hand.street += 1
        if hand.street == len(streets):
            showdown.begin(hand)
            return
        street = streets[hand.street]
        if street.draw:
            dealing.begin_draw(hand)
            return
        if not dealing.begin_street(hand, street) or open_later_round(hand):
            return


def finish_uncontested(hand: Hand) -> None:
    pots.settle_uncontested(hand)
    hand.end()


def open_later_round(hand: Hand) -> bool:
    """Start betting on a later street. False when fewer than two players have chips."""
    if hand.with_chips < 2:
        return False
    setup, street = hand.setup, hand.game.streets[hand.street]
    begin_round(hand)
    hand.pot_adjustment = 0
    hand.acted_at = [NOBODY] * hand.count
    first = after(setup.button, hand.count)[0] if street.opener == "button" else showdown.best_board(hand)
    _queue_from(hand, first)
    return turn_to_next(hand)


def _queue_from(hand: Hand, first: int) -> None:
    live, stacks = hand.live, hand.stacks
    hand.to_act = [seat for seat in round_from(first, hand.count) if live[seat] and stacks[seat]]


def _open_first_round(hand: Hand) -> None:
    setup = hand.setup
    begin_round(hand)
    by_card = setup.bring_in and hand.game.family == "stud"
    first = _ask_bring_in(hand) if by_card else first_to_act(hand)
    if setup.absent:
        _meet_absent(hand, first)
    if hand.live_count == 1:
        finish_uncontested(hand)
        return
    _queue_from(hand, first)
    hand.bring_in_due = hand.bring_in_due and not hand.bets[first]
    next_turn(hand)


def _ask_bring_in(hand: Hand) -> int:
    """The seat that opens: by its card, or the next one on the left when that player has no chips."""
    low_card = bring_in_seat(hand)
    hand.bring_in_due = True
    seats = (low_card, *after(low_card, hand.count))
    return next((seat for seat in seats if hand.live[seat] and hand.stacks[seat]), low_card)


def _meet_absent(hand: Hand, first: int) -> None:
    """Kill the hands of absent players now, or remember them until their turn."""
    if hand.rules.absent_hand_dies == "first_turn":
        hand.absent = list(hand.setup.absent)
        return
    if hand.bring_in_due and first in hand.setup.absent and hand.with_chips > 1:
        post_bring_in(hand, first)
    for seat in (first, *after(first, hand.count)):
        if seat in hand.setup.absent and hand.live[seat] and hand.live_count > 1:
            drop(hand, seat, "kill")


def _kill_the_absent(hand: Hand) -> None:
    """All-in from the blinds they never had a turn: theirs passed without them."""
    for seat in left_of(hand.setup.button, hand.count):
        if seat in hand.absent and hand.live[seat] and hand.live_count > 1:
            drop(hand, seat, "kill")
    hand.absent = []


def post_bring_in(hand: Hand, seat: int) -> None:
    chips = min(hand.setup.bring_in, hand.stacks[seat])
    hand.stacks[seat] -= chips
    hand.bets[seat] += chips
    hand.pot += chips
    if not hand.stacks[seat]:
        hand.with_chips -= 1
    if not hand.rules.short_blind_leaves_full:
        hand.level = chips
    hand.bring_in_due = False
    hand.log.append(("bring_in", seat, chips, ()))


def kill_in_turn(hand: Hand) -> None:
    """The turn came to a player who is not there."""
    seat = hand.turn
    if hand.bring_in_due:
        post_bring_in(hand, seat)
    hand.to_act.pop()
    drop(hand, seat, "kill")
    next_turn(hand)


def drop(hand: Hand, seat: int, kind: str) -> None:
    """Take a hand out of play; its chips stay where a live hand can win them."""
    hand.live[seat] = False
    hand.live_count -= 1
    if hand.stacks[seat]:
        hand.with_chips -= 1
    hand.log.append((kind, seat, 0, ()))
    if not hand.with_chips:
        pots.release_unclaimed(hand)


def open_with(hand: Hand, seat: int) -> bool:
    """Let the seat that acts first be the opener where open cards that would decide it were never seen."""
    unseen = hand.game.family == "stud" and any(
        UNKNOWN in hole[2:6] for hole, is_live in zip(hand.holes, hand.live, strict=True) if is_live
    )
    nobody_acted = hand.waits_for == ACTION and max(hand.acted_at) < 0
    if not (unseen and nobody_acted and 0 <= seat < hand.count and hand.live[seat] and hand.stacks[seat]):
        return False
    _queue_from(hand, seat)
    return turn_to_next(hand)
