"""Antes, blinds and the bring-in: who owes what, and what a short stack pays first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from feltro.hand.ranks.upcards import bring_in
from feltro.hand.state import NOBODY, UNKNOWN, after, left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.rules import HandRules
    from feltro.hand.state import Hand, Setup


@dataclass(frozen=True, slots=True)
class Stakes:
    """The blinds and antes of a level."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: Literal["each", "big_blind", "button"] = "each"


@dataclass(frozen=True, slots=True)
class Posts:
    """What each seat posts."""

    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    dead_ante: bool


def usual_posts(stakes: Stakes, count: int, button: int, rules: HandRules) -> Posts:
    """The blinds left of the button; heads-up the rules say which one the button posts."""
    blinds = [0] * count
    left = after(button, count)
    if count > 2:
        small, big = left[0], left[1]
    elif rules.heads_up_button == "small_blind":
        small, big = button, left[0]
    else:
        small, big = left[0], button
    blinds[small], blinds[big] = stakes.small_blind, stakes.big_blind
    antes = antes_of(stakes, count, button, big)
    return Posts(tuple(blinds), antes, stakes.ante_kind != "each")


def antes_of(stakes: Stakes, count: int, button: int, big_blind: int) -> tuple[int, ...]:
    if stakes.ante_kind == "each":
        return (stakes.ante,) * count
    payer = big_blind if stakes.ante_kind == "big_blind" else button
    return tuple(stakes.ante if seat == payer else 0 for seat in range(count))


def post(hand: Hand) -> None:
    """Take antes and blinds; a player without enough is all-in for what there is."""
    setup = hand.setup
    if hand.rules.short_posts_first == "ante":
        _take_antes(hand, setup.antes)
        _take_blinds(hand, setup.blinds)
    else:
        _take_blinds(hand, setup.blinds)
        _take_antes(hand, setup.antes)
    if setup.dead_posts:
        _take_dead_posts(hand, setup.dead_posts)
    set_first_bet(hand)
    hand.with_chips = hand.count - hand.stacks.count(0)
    if hand.game.limit == "pot":
        hand.pot_adjustment = _pot_adjustment(hand)


def _take_antes(hand: Hand, antes: Sequence[int]) -> None:
    stacks = hand.stacks
    for seat, ante in enumerate(antes):
        if ante and stacks[seat]:
            paid = min(ante, stacks[seat])
            stacks[seat] -= paid
            hand.pot += paid
            hand.log.append(("ante", seat, paid, ()))


def _take_blinds(hand: Hand, blinds: Sequence[int]) -> None:
    stacks = hand.stacks
    for seat, blind in enumerate(blinds):
        if blind and stacks[seat]:
            paid = min(blind, stacks[seat])
            stacks[seat] -= paid
            hand.bets[seat] = paid
            hand.pot += paid
            hand.log.append(("blind", seat, paid, ()))


def _take_dead_posts(hand: Hand, posts: Sequence[int]) -> None:
    for seat, chips in enumerate(posts):
        paid = min(chips, hand.stacks[seat])
        if paid:
            hand.stacks[seat] -= paid
            hand.pot += paid
            hand.log.append(("dead", seat, paid, ()))


def set_first_bet(hand: Hand) -> None:
    """The biggest blind is the bet to match and the first of the round; a bring-in is no bet."""
    setup = hand.setup
    full = max(setup.blinds) if setup.blinds else 0
    if full:
        hand.level = full if hand.rules.short_blind_leaves_full else _most(hand, "blind")
        hand.full_level = full
        hand.raises = 1
    elif hand.game.family == "stud":
        whole = hand.rules.short_blind_leaves_full
        hand.level = setup.bring_in if whole else _most(hand, "bring_in") or setup.bring_in


def _most(hand: Hand, posted: str) -> int:
    return max((chips for kind, _, chips, _ in hand.log if kind == posted), default=0)


def _pot_adjustment(hand: Hand) -> int:
    """What the pot-limit maximum of the first round counts beside the chips in the pot, or leaves out."""
    setup, rules = hand.setup, hand.rules
    adjustment = 0
    if rules.pot_limit_full_blinds != "none":
        big = max(setup.blinds, default=0)
        for full, paid in zip(setup.blinds, hand.bets, strict=False):
            if full == big or rules.pot_limit_full_blinds == "both":
                adjustment += full - paid
    if rules.pot_limit_counts_dead_blind:
        adjustment += setup.dead_blind
    if setup.dead_ante and not rules.pot_limit_counts_dead_ante:
        adjustment -= sum(chips for kind, _, chips, _ in hand.log if kind == "ante")
    return adjustment


def first_to_act(hand: Hand) -> int:
    """The seat after the big blind, or after the last straddle; left of the button when nobody posts."""
    setup, count, blinds = hand.setup, hand.count, hand.setup.blinds
    if setup.opener != NOBODY:
        return setup.opener
    if not blinds or not any(blinds):
        return after(setup.button, count)[0]
    if count == 2 and blinds[0] == blinds[1]:
        small_on_button = hand.rules.heads_up_button == "small_blind"
        return setup.button if small_on_button else after(setup.button, count)[0]
    return after(big_blind_seat(setup), count)[0]


def big_blind_seat(setup: Setup) -> int:
    """Who posts the biggest blind. An equal post further on is somebody who owed it, and speaks in his place."""
    return _biggest(setup.blinds, setup.button, setup.dead_blind)


@lru_cache(maxsize=256)
def _biggest(blinds: tuple[int, ...], button: int, dead_blind: int) -> int:
    first, second, *others = left_of(button, len(blinds))
    top = max(blinds)
    if blinds[first] == blinds[second] == top and not dead_blind:
        # Two blinds of one size.
        return second
    return next(seat for seat in (first, second, *others) if blinds[seat] == top)


def bring_in_seat(hand: Hand) -> int:
    """The lowest open card of a live hand brings it in, by rank and then by suit; in razz the highest, with the ace low."""
    doors = {seat: hole[2] for seat, hole in enumerate(hand.holes) if hand.live[seat]}
    # A card nobody saw counts as the last to bring it in; `streets.open_with` corrects that.
    seats = [seat for seat, door in doors.items() if door != UNKNOWN] or list(doors)
    return seats[bring_in([doors[seat] for seat in seats], low_game=hand.game.low_board)]
