"""Main pot and side pots from what each seat put in, and the chips that cannot be divided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.hand.state import NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.hand.rules import HandRules
    from feltro.hand.state import Hand


POSTED = ("ante", "blind")
"""What stands in a log before the first card, beside dead chips."""


class Pot(NamedTuple):
    chips: int
    seats: tuple[int, ...]
    """Live seats that may win it."""


def pots_of(hand: Hand) -> list[Pot]:
    """The main pot first, with an ante paid for all. Chips of dead hands stay in the pots they reached."""
    return _cut(hand, *_at_stake(hand))


def _cut(hand: Hand, put_in: Sequence[int], dead: int) -> list[Pot]:
    live = [seat for seat, is_live in enumerate(hand.live) if is_live]
    levels = sorted({put_in[seat] for seat in live})
    if len(levels) == 1:
        return [Pot(dead + sum(put_in), tuple(live))]
    pots = []
    below = 0
    for level in levels:
        last = level == levels[-1]
        chips = sum((put if last else min(put, level)) - min(put, below) for put in put_in) + dead
        if chips:
            pots.append(Pot(chips, tuple(seat for seat in live if put_in[seat] >= level)))
        below, dead = level, 0
    return pots


def takers_of(hand: Hand, seat: int) -> tuple[int, ...]:
    """Of a hand that is over: everybody who took a part of the pot in which a seat's last chips lay.

    Nobody where what was won is not what lay in the pots: chips that were let go when a hand died late.
    """
    wins = [(winner, chips) for kind, winner, chips, _ in hand.log if kind == "win"]
    put_in, dead = _at_stake(hand)
    for winner, chips in wins:
        put_in[winner] += chips
    takers: tuple[int, ...] = ()
    for pot in reversed(_cut(hand, put_in, dead)):  # as they were paid
        paid: list[int] = []
        left = pot.chips
        while left > 0 and wins:
            winner, chips = wins.pop(0)
            paid.append(winner)
            left -= chips
        if left:
            return ()
        if not takers or put_in[seat] <= min(put_in[one] for one in pot.seats):
            takers = tuple(dict.fromkeys(paid))
    return takers if not wins else ()


def pots_so_far(hand: Hand, collected: int = 0) -> list[Pot]:
    """The pots as they stand in the middle of a round, cut where somebody is all-in, and who can still win each.

    `collected` are chips of earlier rounds that the hand knows only as a sum: they belong to the main pot.
    """
    put_in, dead = _at_stake(hand)
    seats = [(seat, put_in[seat], hand.stacks[seat] > 0) for seat in range(hand.count) if hand.live[seat]]
    return layers(put_in, seats, dead + collected)


def layers(put_in: Sequence[int], seats: Sequence[tuple[int, int, bool]], dead: int) -> list[Pot]:
    """`seats`: those that play on, what each has in, and whether it can still put in more."""
    cuts = {put for _, put, can_add in seats if not can_add} | {max(put_in)}
    pots: list[Pot] = []
    below = 0
    for cut in sorted(cuts):
        chips = sum(min(put, cut) - min(put, below) for put in put_in) + dead
        if chips:
            pots.append(Pot(chips, tuple(seat for seat, put, can_add in seats if can_add or put >= cut)))
        below, dead = cut, 0
    return pots


def _at_stake(hand: Hand) -> tuple[list[int], int]:
    """What each seat has put in to be matched, and the chips in the main pot that are nobody's."""
    put_in = [was - now for was, now in zip(hand.setup.stacks, hand.stacks, strict=True)]
    dead = 0
    if hand.setup.dead_ante or hand.setup.dead_posts:
        for kind, seat, chips, _ in hand.log:
            if kind == "dead" or (kind == "ante" and hand.setup.dead_ante):
                put_in[seat] -= chips
                dead += chips
            elif kind not in POSTED:
                break
    return put_in, dead


def release_unclaimed(hand: Hand, last: int = NOBODY) -> None:
    """A hand died and all that live are all-in: chips beyond what they put in are no longer played for.

    They go back to those who put them in, or to `last`, who had won them when the others gave up theirs.
    """
    put_in, _ = _at_stake(hand)
    top = max(put for put, is_live in zip(put_in, hand.live, strict=True) if is_live)
    over = [max(0, put - top) for put in put_in]
    for seat, chips in enumerate(over):
        won = 0 if last in (NOBODY, seat) else min(chips, over[last])
        if won:
            pay(hand, last, won)
        if chips > won:
            give_back(hand, seat, chips - won)


def return_uncalled(hand: Hand) -> None:
    """Give back the part of the biggest bet that nobody matched. What a dead hand has in stays in."""
    bets = hand.bets
    top = max(bets)
    if not top or bets.count(top) > 1:
        return
    seat = bets.index(top)
    if not hand.live[seat]:
        return
    give_back(hand, seat, top - sorted(bets)[-2])


def give_back(hand: Hand, seat: int, chips: int) -> None:
    if not hand.stacks[seat] and hand.live[seat]:
        hand.with_chips += 1
    hand.stacks[seat] += chips
    hand.bets[seat] = max(0, hand.bets[seat] - chips)
    hand.pot -= chips
    hand.log.append(("return", seat, chips, ()))


def halves(chips: int, chip: int, rules: HandRules) -> tuple[int, int]:
    """The high and the low half, in whole chips; what is left over goes to the half the rules name."""
    lesser = chips // 2 // chip * chip
    greater = chips - lesser
    return (greater, lesser) if rules.odd_chip_high_low == "high" else (lesser, greater)


def shares(chips: int, winners: Sequence[int], chip: int, rules: HandRules) -> list[tuple[int, int]]:
    """Divide among winners, given in the order in which they take odd chips."""
    if len(winners) == 1:
        return [(winners[0], chips)]
    units, crumbs = divmod(chips, chip)
    each, odd = divmod(units, len(winners))
    parts = [each * chip] * len(winners)
    if rules.odd_chips == "one_each":
        for place in range(odd):
            parts[place] += chip
    else:
        parts[0] += odd * chip
    # A pot that is no whole number of chips is a miscount somewhere; its rest must not vanish.
    parts[0] += crumbs
    return list(zip(winners, parts, strict=True))


def pay(hand: Hand, seat: int, chips: int) -> None:
    hand.stacks[seat] += chips
    hand.pot -= chips
    hand.log.append(("win", seat, chips, ()))


def settle_uncontested(hand: Hand) -> None:
    """One live hand is left: everything is his."""
    return_uncalled(hand)
    pay(hand, hand.live.index(True), hand.pot)
