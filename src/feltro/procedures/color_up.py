"""Coloring up: odd chips, the race for them, and removed chips that turn up later."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feltro.rulebook.answers import Answers

RACE = ("chip_race.first_seat", "chip_race.max_chips", "chip_race.would_lose_all")
FOUND_LATE = ("chip_race.late_exchange", "chip_race.late_remainder")
"""The parameters that each of them turns on, in the order in which they are cited."""


@dataclass(frozen=True, slots=True)
class RaceRules:
    """What a book says about a chip race."""

    max_chips: int = 1
    keeps_alive: bool = True
    first_seat: int = 1
    """Where the race cards are dealt from."""


@dataclass(frozen=True, slots=True)
class RaceResult:
    """How a race ended. Awards and the chips that keep players alive are amounts by seat."""

    chips: int
    awards: Mapping[int, int]
    kept_alive: tuple[int, ...]
    gained: int


def race_rules(book: Answers) -> RaceRules:
    first, most, losing = map(book.decides, RACE)
    return RaceRules(most, losing == "kept_alive", first)


def exchanged_at_par(chips: int, remove: int, keep: int) -> tuple[int, int]:
    """What a player's removed chips give at equal value, and how many chips remain odd."""
    whole = lcm(remove, keep) // remove
    return chips // whole * lcm(remove, keep), chips % whole


def chips_to_race(odd: Mapping[int, int], remove: int, keep: int) -> int:
    """New chips to be won: the odd chips together, rounded to whole new chips, halves up."""
    value = sum(odd.values()) * remove
    return (2 * value + keep) // (2 * keep)


def dealing_order(odd: Mapping[int, int], first_seat: int) -> list[int]:
    """Seats in the order in which race cards are dealt: from the first seat on, a card for each odd chip."""
    seats = sorted(seat for seat, chips in odd.items() if chips)
    return [seat for seat in seats if seat >= first_seat] + [seat for seat in seats if seat < first_seat]


def deal_race(odd: Mapping[int, int], first_seat: int, deck: Sequence[int]) -> dict[int, list[int]]:
    """The race cards by seat: each player gets all of his, one seat after another."""
    dealt: dict[int, list[int]] = {}
    top = 0
    for seat in dealing_order(odd, first_seat):
        dealt[seat] = list(deck[top : top + odd[seat]])
        top += odd[seat]
    return dealt


def winners(cards: Mapping[int, Sequence[int]], chips: int, max_chips: int) -> dict[int, int]:
    """How many chips each seat wins: the highest cards by rank and suit, up to the most a player may win."""
    won: dict[int, int] = {}
    ranked = sorted(((card, seat) for seat, held in cards.items() for card in held), reverse=True)
    for _, seat in ranked:
        if sum(won.values()) == chips:
            break
        if won.get(seat, 0) < max_chips:
            won[seat] = won.get(seat, 0) + 1
    return won


def race(
    odd: Mapping[int, int],
    cards: Mapping[int, Sequence[int]],
    values: tuple[int, int],
    stacks: Mapping[int, int],
    rules: RaceRules,
) -> RaceResult:
    """The race resolved. `values` are the chip that leaves and the one that stays; `stacks` before the exchange."""
    remove, keep = values
    chips = chips_to_race(odd, remove, keep)
    won = winners(cards, chips, rules.max_chips)
    bare = [seat for seat in sorted(odd) if stacks.get(seat) == odd[seat] * remove and odd[seat]]
    alive = tuple(seat for seat in bare if seat not in won) if rules.keeps_alive else ()
    given = (sum(won.values()) + len(alive)) * keep
    awards = {seat: won[seat] * keep for seat in sorted(won)}
    return RaceResult(chips, awards, alive, given - sum(odd.values()) * remove)


def found_after_race(amount: int, next_value: int, book: Answers) -> tuple[int, int]:
    """What removed chips found later are exchanged for, and what is taken without pay."""
    exchange, remainder = map(book.decides, FOUND_LATE)
    if exchange == "no_exchange":
        return 0, amount
    rest = amount % next_value
    if rest and remainder == "rounded_up":
        return amount - rest + next_value, 0
    return amount - rest, rest
