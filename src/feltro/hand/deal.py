"""Cards: which are due, where they go, and drawing. Chance never starts here: cards come from the caller.

With a deck in the setup each street deals itself; without one the hand waits until every card due was named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.hand.state import CARDS, DRAW, NOBODY, RESHUFFLE, UNKNOWN, left_of
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feltro.hand.games import Street
    from feltro.hand.state import Hand


def begin_street(hand: Hand, street: Street) -> bool:
    """Deal what the street needs, or note it as due. True when betting may open."""
    if hand.stub:
        return _deal_from_stub(hand, street)
    each = street.down + street.up
    hand.due = [each if is_live else 0 for is_live in hand.live] if each else None
    hand.board_due = street.board
    hand.waits_for = CARDS
    return False


def _deal_from_stub(hand: Hand, street: Street) -> bool:
    stub, at = hand.stub, hand.dealt
    if street.board:
        end = at + street.board
        cards = stub[at:end]
        hand.board += cards
        hand.log.append(("board", NOBODY, 0, cards))
        hand.dealt = end
        return True
    seats: Sequence[int] = left_of(hand.setup.button, hand.count)
    if hand.live_count < hand.count:
        seats = [seat for seat in seats if hand.live[seat]]
    each = street.down + street.up
    end = at + each * len(seats)
    if end > len(stub):
        return _deal_shared_card(hand)
    # One card at a time, clockwise: every so-many-th card of the stub is a seat's.
    step = len(seats)
    log, holes = hand.log, hand.holes
    for first, seat in enumerate(seats, at):
        cards = stub[first:end:step]
        holes[seat] += cards
        log.append(("deal", seat, 0, cards))
    hand.dealt = end
    return True


def _deal_shared_card(hand: Hand) -> bool:
    """Too few cards left for everyone's last card: one on the board for all."""
    cards = hand.stub[hand.dealt : hand.dealt + 1]
    hand.board += cards
    hand.dealt += 1
    hand.log.append(("board", NOBODY, 0, cards))
    return True


def deal(hand: Hand, seat: int, cards: Sequence[int]) -> Refused | None:
    """Name cards dealt to a seat, all that are due or some of them."""
    due = hand.due
    if due is None or not 0 <= seat < hand.count or not 0 < len(cards) <= due[seat]:
        number = 0 if due is None or not 0 <= seat < hand.count else due[seat]
        return Refused("hand.not_due", {"seat": seat, "due": number, "cards": tuple(cards)})
    if refused := see(hand, cards):
        return refused
    hand.holes[seat] += tuple(cards)
    due[seat] -= len(cards)
    hand.log.append(("deal", seat, 0, tuple(cards)))
    if not any(due):
        hand.due = None
    return None


def deal_board(hand: Hand, cards: Sequence[int]) -> Refused | None:
    """Name board cards. In stud, one card for all when the deck cannot give one to each."""
    shared = hand.due is not None and hand.game.family == "stud" and hand.street == len(hand.game.streets) - 1
    due = 1 if shared else hand.board_due
    if not 0 < len(cards) <= due:
        return Refused("hand.not_due", {"seat": NOBODY, "due": due, "cards": tuple(cards)})
    if UNKNOWN in cards:
        return Refused("hand.board_is_open", {})
    if refused := see(hand, cards):
        return refused
    hand.board += tuple(cards)
    hand.board_due = due - len(cards)
    if shared:
        hand.due = None
    hand.log.append(("board", NOBODY, 0, tuple(cards)))
    return None


def is_waiting(hand: Hand) -> bool:
    return hand.due is not None or hand.board_due > 0


def see(hand: Hand, cards: Iterable[int]) -> Refused | None:
    """Note cards by name. One lies in one place only; in draw games what was thrown away may come back."""
    seen, deck = hand.seen, hand.game.cards
    here = 0
    for card in cards:
        if card == UNKNOWN:
            continue
        if card not in deck:
            return Refused("hand.no_such_card", {"card": card})
        bit = 1 << card
        if here & bit or (seen & bit and (hand.game.family != "draw" or _is_held(hand, card))):
            return Refused("hand.card_seen_twice", {"card": card})
        here |= bit
    hand.seen = seen | here
    return None


def _is_held(hand: Hand, card: int) -> bool:
    return any(is_live and card in hole for hole, is_live in zip(hand.holes, hand.live, strict=True))


def begin_draw(hand: Hand) -> None:
    """Ask each live hand, from the left of the button, which cards it gives up."""
    live = hand.live
    hand.to_draw = [seat for seat in left_of(hand.setup.button, hand.count) if live[seat]][::-1]
    hand.waits_for = DRAW
    hand.turn = hand.to_draw[-1]


def discard(hand: Hand, cards: Sequence[int]) -> Refused | None:
    """Give up cards, or none (stand pat). With a deck the new ones follow at once."""
    if hand.waits_for != DRAW:
        return Refused("hand.no_draw_now", {"waits_for": hand.waits_for})
    seat, given_up = hand.turn, tuple(cards)
    if given_up:
        kept = _kept(hand, seat, given_up)
        if isinstance(kept, Refused):
            return kept
        hand.holes[seat] = kept
    hand.log.append(("discard", seat, 0, given_up))
    if given_up:
        _owe(hand, seat, len(given_up))
        if hand.stub:
            replace(hand, seat)
    if hand.waits_for == DRAW:
        _next_to_draw(hand)
    return None


def _kept(hand: Hand, seat: int, given_up: tuple[int, ...]) -> tuple[int, ...] | Refused:
    """What a seat holds on to. Cards that nobody has seen may be given up by name, and are seen by that."""
    held = hand.holes[seat]
    kept = [card for card in held if card not in given_up]
    if len(kept) + len(given_up) == len(held) and UNKNOWN not in held:
        return tuple(kept)
    kept, named = list(held), []
    for card in given_up:
        if card in kept:
            kept.remove(card)
        elif UNKNOWN in kept:
            kept.remove(UNKNOWN)
            named.append(card)
        elif card == UNKNOWN and kept:
            kept.pop()
        else:
            return Refused("hand.not_held", {"seat": seat, "card": card})
    if named and (refused := see(hand, named)):
        return refused
    return tuple(kept)


def _owe(hand: Hand, seat: int, number: int) -> None:
    if hand.due is None:
        hand.due = [0] * hand.count
    hand.due[seat] = number


def replace(hand: Hand, seat: int) -> None:
    """Deal a drawing seat its new cards from the stub; ask for a reshuffle when they run out."""
    due = hand.due
    if due is None:
        return
    at = hand.dealt
    cards = hand.stub[at : at + due[seat]]
    if cards:
        hand.dealt = at + len(cards)
        hand.holes[seat] += cards
        hand.log.append(("deal", seat, 0, cards))
        due[seat] -= len(cards)
    if due[seat]:
        hand.waits_for = RESHUFFLE
    else:
        hand.due = None


def _next_to_draw(hand: Hand) -> None:
    hand.to_draw.pop()
    _ask_next_to_draw(hand)


def skip_draw(hand: Hand, seat: int) -> None:
    """A hand that died does not draw, and a reshuffle for it alone is not needed."""
    if seat in hand.to_draw:
        hand.to_draw.remove(seat)
    if seat == hand.turn:
        hand.waits_for = DRAW
        _ask_next_to_draw(hand)


def _ask_next_to_draw(hand: Hand) -> None:
    if hand.to_draw:
        hand.turn = hand.to_draw[-1]
    else:
        hand.turn = NOBODY
        hand.waits_for = CARDS


def to_reshuffle(hand: Hand) -> list[int]:
    """What may make a new stub: folded and discarded cards, a player's own last discards only if needed."""
    last = next(entry for entry in reversed(hand.log) if entry[0] == "discard")
    held = {card for hole, is_live in zip(hand.holes, hand.live, strict=True) if is_live for card in hole}
    thrown = [card for card in hand.game.deck if card not in held]
    others = [card for card in thrown if card not in last[3]]
    needed = hand.due[hand.turn] if hand.due is not None else 0
    return others if len(others) >= needed else thrown


def reshuffle(hand: Hand, cards: Sequence[int]) -> Refused | None:
    """The cards of `to_reshuffle`, in the order that the caller's shuffle gave them, become the stub."""
    if hand.waits_for != RESHUFFLE:
        return Refused("hand.no_reshuffle_now", {"waits_for": hand.waits_for})
    if sorted(cards) != to_reshuffle(hand):
        return Refused("hand.not_the_discards", {"cards": tuple(cards)})
    hand.log.append(("reshuffle", NOBODY, 0, tuple(cards)))
    hand.stub, hand.dealt = tuple(cards), 0
    hand.waits_for = DRAW
    replace(hand, hand.turn)
    if hand.waits_for == DRAW:
        _next_to_draw(hand)
    return None
