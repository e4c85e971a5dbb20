"""What may be done next in a hand, and nothing else: the big keys under somebody's finger."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.feature.play import played
from feltro.hand.showdown import before_the_last_card, someone_all_in
from feltro.hand.state import ACTION, CARDS, DRAW, SHOW, UNKNOWN, left_of

if TYPE_CHECKING:
    from feltro.app.world.streams.feature import FeatureHand
    from feltro.hand.state import Hand


class BetKeys(NamedTuple):
    """Of the player in turn."""

    seat: int
    fold: bool
    check: bool
    call: int
    """Chips to add; 0: nothing to call."""
    bring_in: int
    opens: bool
    """A bet, not a raise."""
    minimum: int
    maximum: int
    """0: no bet or raise is allowed."""
    in_front: int
    all_in: int
    """To how much every chip comes; 0 where that is not allowed."""
    sizes: tuple[int, ...]
    """Totals that are often chosen: the least, multiples of what is to be called, the pot, the most."""


class CardKeys(NamedTuple):
    """Cards to be named: of the board, or of a seat."""

    seat: int
    """-1: the board."""
    cards: int
    """How many are named."""
    unseen: int = 0
    """How many of the same deal lie face down before them."""


class ShowKeys(NamedTuple):
    seat: int
    cards: int
    """How many are to be named: those that lie open are known."""
    muck: bool
    unseen: bool
    """The hand lies open and nobody wrote it down: more cards are to come."""
    award: bool
    """Everybody else gives up, and the pot is pushed here."""


class Keys(NamedTuple):
    bets: BetKeys | None = None
    cards: CardKeys | None = None
    draws: CardKeys | None = None
    shows: tuple[ShowKeys, ...] = ()
    over: bool = False


def keys_of(kept: FeatureHand) -> Keys:
    hand = played(kept)
    if hand.waits_for == ACTION:
        return Keys(bets=_bets(hand))
    if hand.waits_for == CARDS:
        return Keys(cards=_cards(hand), shows=())
    if hand.waits_for == DRAW:
        return Keys(draws=CardKeys(hand.turn, len(hand.holes[hand.turn])))
    if hand.waits_for == SHOW:
        return Keys(shows=_shows(hand))
    return Keys(over=True)


def _bets(hand: Hand) -> BetKeys:
    seat = hand.turn
    whole = hand.bets[seat] + hand.stacks[seat]
    calls_all = 0 < hand.stacks[seat] <= hand.owed and not hand.bring_in_due
    return BetKeys(
        seat=seat,
        fold=not hand.bring_in_due and bool(hand.owed or hand.rules.fold_without_bet),
        check=not hand.owed and not hand.bring_in_due,
        call=0 if hand.bring_in_due else hand.owed,
        bring_in=min(hand.setup.bring_in, hand.stacks[seat]) if hand.bring_in_due else 0,
        opens=not hand.level,
        minimum=hand.minimum,
        maximum=hand.maximum,
        in_front=hand.bets[seat],
        all_in=whole if calls_all or hand.maximum == whole else 0,
        sizes=_sizes(hand),
    )


def _sizes(hand: Hand) -> tuple[int, ...]:
    """In whole chips of the smallest in play."""
    if not hand.maximum or hand.minimum == hand.maximum:
        return (hand.minimum,) if hand.maximum else ()
    pot = hand.pot + hand.owed
    wished = [hand.minimum]
    wished += [hand.level * times // 2 for times in (5, 6, 8)] if hand.level else []
    wished += [hand.level + pot * part // 100 for part in (33, 50, 75, 100)]
    chip = hand.setup.chip
    whole = [(one + chip - 1) // chip * chip for one in wished]
    fit = {one for one in whole if hand.minimum <= one <= hand.maximum} | {hand.minimum}
    most = {hand.maximum} if hand.game.limit == "pot" else set()
    return tuple(sorted(fit | most))[:6]


def _cards(hand: Hand) -> CardKeys | None:
    if hand.board_due:
        return CardKeys(-1, hand.board_due)
    street = hand.game.streets[hand.street]
    for seat in left_of(hand.setup.button, hand.count):
        due = hand.due[seat] if hand.due else 0
        if due:
            open_ones = due if hand.shown >> seat & 1 or not street.up else street.up
            shared = not street.up and not hand.shown >> seat & 1
            return CardKeys(-1, 1) if shared else CardKeys(seat, open_ones, due - open_ones)
    return None


def _shows(hand: Hand) -> tuple[ShowKeys, ...]:
    all_in = someone_all_in(hand)
    waiting = hand.to_show[:1] if hand.rules.showdown_in_order and not all_in else hand.to_show
    early = before_the_last_card(hand)
    may_muck = hand.live_count > 1 and (not all_in or hand.rules.all_in_may_muck)
    found = [ShowKeys(one, hand.holes[one].count(UNKNOWN), may_muck, early, award=False) for one in waiting]
    last = hand.to_show[-1] if hand.to_show else -1
    pushed = may_muck and not early and not hand.shown & _live(hand) and hand.rules.last_hand_wins_unseen
    if pushed and len(hand.to_show) > 1:
        found = [one._replace(award=one.seat == last) for one in found]
        if last not in waiting:
            found.append(ShowKeys(last, 0, muck=False, unseen=False, award=True))
    return tuple(found)


def _live(hand: Hand) -> int:
    return sum(1 << seat for seat in range(hand.count) if hand.live[seat])


def seen_cards(kept: FeatureHand) -> set[int]:
    """What lies open already, and cannot be named again."""
    hand = played(kept)
    return {one for one in (*hand.board, *(card for hole in hand.holes for card in hole)) if one != UNKNOWN}
