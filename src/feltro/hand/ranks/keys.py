"""One number for each card, so that the sum over a hand says which ranks it holds and how many of each suit.

The low 23 bits of a sum are its ranks and the rest its suits. The weights of the ranks are the smallest that
keep all sums of five, of six and of seven cards apart (`script/build_ranks --search` finds them again); those
of the suits do the same for the numbers of cards in each suit.
"""

from itertools import combinations_with_replacement

RANK_WEIGHTS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
SUIT_WEIGHTS = (0, 1, 8, 57)

SUIT_SHIFT = 23
RANK_MASK = (1 << SUIT_SHIFT) - 1

# A sum of ranks is looked up by its row and its place in the row. Rows lie over each other where they are
# empty, so that a table of seven cards is small: a bigger one slows down when other work fills the cache.
ROW_SHIFT = 10
PLACE_MASK = (1 << ROW_SHIFT) - 1

RANK_KEYS = tuple(RANK_WEIGHTS[card >> 2] for card in range(52))
CARD_KEYS = tuple(RANK_WEIGHTS[card >> 2] + (SUIT_WEIGHTS[card & 3] << SUIT_SHIFT) for card in range(52))
RANK_BITS = tuple(1 << (card >> 2) for card in range(52))
# The ace is bit 0, the deuce bit 1; a card above the eight has no bit.
LOW_BITS = tuple(1 << (card + 4) // 4 % 13 if card < 28 or card >= 48 else 0 for card in range(52))

NO_SUIT = -1


def suits_holding(least: int, cards: int) -> list[int]:
    """For each sum of suit weights of so many cards: the suit that has at least `least` of them, or NO_SUIT.

    More than half of the cards, so that there is only one such suit.
    """
    found = [NO_SUIT] * (cards * SUIT_WEIGHTS[-1] + 1)
    for suit, weight in enumerate(SUIT_WEIGHTS):
        for others in combinations_with_replacement(SUIT_WEIGHTS, cards - least):
            found[least * weight + sum(others)] = suit
    return found
