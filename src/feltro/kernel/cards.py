"""The 52 cards as whole numbers: four times the rank, plus the suit.

Ranks run from deuce (0) to ace (12) and suits from clubs (0) to spades (3), so that comparing two
cards as numbers is comparing them by rank and then by suit: the order that breaks ties in draws
for the button, chip races and odd chips.
"""

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_NUMBERS = {name: Card(number) for number, name in enumerate(_NAMES)}


def card(name: str) -> Card:
    """Read one card: `As`, `Td`, `10h`, `2c`."""
    spelled = name.strip().replace("10", "T")
    found = _NUMBERS.get(spelled[:-1].upper() + spelled[-1:].lower())
    if found is None:
        raise ValueError(f"not a card: {name!r}")
    return found


def cards(names: str) -> tuple[Card, ...]:
    """Read cards written together or apart: `AsKd`, `As Kd 10h`."""
    packed = names.replace("10", "T").replace(" ", "")
    if len(packed) % 2:
        raise ValueError(f"not a row of cards: {names!r}")
    return tuple(card(packed[i : i + 2]) for i in range(0, len(packed), 2))


def rank_of(one: Card) -> int:
    return one >> 2


def name_of(one: Card) -> str:
    return _NAMES[one]


def names_of(many: Iterable[Card]) -> str:
    return "".join(_NAMES[one] for one in many)


def symbol_of(one: Card) -> str:
    """A card for people: `10♥`, `A♠`."""
    rank = RANKS[one >> 2]
    return ("10" if rank == "T" else rank) + SUIT_SYMBOLS[one & 3]
