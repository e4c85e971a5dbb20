"""Hands ranked per second, one call each, against PokerKit and treys; and batches against one by one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import eval7
import numpy as np
import phevaluator
import pokerkit
import treys

from bench.row import Row, per_second
from feltro.hand import ranks
from feltro.hand.ranks.batch import strengths
from feltro.hand.ranks.deals import BATCH, random_deals
from feltro.kernel.cards import DECK, names_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Run = Callable[[int], None]

# A sample that a slow peer gets through more than once.
HANDS = 5000
TURNS = 6

# What, ours, PokerKit's, cards held, cards on the board, the promised ratio (0: shown, nothing promised).
GAMES = (
    ("seven cards, high", ranks.HIGH, "StandardHighHand", 2, 5, 300),
    ("seven cards, short deck", ranks.SHORT_DECK, "ShortDeckHoldemHand", 2, 5, 0),
    ("Omaha, high", ranks.OMAHA_HIGH, "OmahaHoldemHand", 4, 5, 0),
    ("Omaha, eight or better", ranks.OMAHA_LOW8, "OmahaEightOrBetterLowHand", 4, 5, 0),
    ("seven cards, eight or better", ranks.LOW8, "EightOrBetterLowHand", 7, 0, 0),
    ("seven cards, A-5", ranks.LOW_A5, "RegularLowHand", 7, 0, 0),
    ("five cards, 2-7", ranks.LOW_27, "StandardLowHand", 5, 0, 0),
    ("badugi", ranks.BADUGI, "BadugiHand", 4, 0, 0),
)


def rows(seconds: float = 2.0) -> list[Row]:
    found = []
    for what, ranking, peer, hole, board, promised in GAMES:
        dealt = deals(hole, board, DECK[16:] if ranking is ranks.SHORT_DECK else DECK)
        theirs = one_by_one(getattr(pokerkit, peer).from_game_or_none, named(pokerkit_card, dealt))
        ours, peers = side_by_side(one_by_one(ranking.strength, dealt), theirs, seconds)
        found.append(Row(what, "hands/s", ours, peers, "PokerKit", promised))
    return [*found, *seven_card_peers(seconds)]


def seven_card_peers(seconds: float) -> list[Row]:
    """Treys is pure Python and to be beaten; eval7 and phevaluator are native and stand here as a measure."""
    dealt = deals(2, 5, DECK)
    flat = named(eval7.Card, [((), (*hole, *board)) for hole, board in dealt])
    peers = {
        "treys": one_by_one(treys.Evaluator().evaluate, named(treys.Card.new, dealt)),
        "eval7 (native)": one_by_one(lambda _, cards: eval7.evaluate(cards), flat),
        "phevaluator (native)": one_by_one(lambda a, b: phevaluator.evaluate_cards(*a, *b), dealt),
        "in batches": in_batches(),
    }
    found = []
    for name, theirs in peers.items():
        ours, peer = side_by_side(one_by_one(ranks.HIGH.strength, dealt), theirs, seconds)
        found.append(Row("seven cards, high", "hands/s", ours, peer, name, 15 if name == "treys" else 0))
    return found


def side_by_side(ours: Run, theirs: Run, seconds: float) -> tuple[float, float]:
    """Both sides in turns, several times, and the best turn of each: another process disturbs one turn only."""
    turns = [(per_second(ours, seconds / TURNS), per_second(theirs, seconds / TURNS)) for _ in range(TURNS)]
    return max(turn[0] for turn in turns), max(turn[1] for turn in turns)


def one_by_one(evaluate: Callable[[Any, Any], object], dealt: Sequence[tuple[Any, Any]]) -> Run:
    def run(count: int) -> None:
        for _ in range(count // len(dealt)):
            for hole, board in dealt:
                evaluate(hole, board)
        for hole, board in dealt[: count % len(dealt)]:
            evaluate(hole, board)

    return run


def in_batches() -> Run:
    """Our own NumPy, in the peer's column: how far one call for each hand is from many at once."""
    dealt = random_deals(DECK, 7, np.random.default_rng(1), BATCH)

    def run(count: int) -> None:
        for _ in range(-(-count // BATCH)):
            strengths(ranks.HIGH, dealt[:2], dealt[2:])

    return run


def deals(hole: int, board: int, deck: Sequence[int]) -> list[tuple[list[Any], list[Any]]]:
    chance = random.Random(7)
    hands = (chance.sample(deck, hole + board) for _ in range(HANDS))
    return [(hand[:hole], hand[hole:]) for hand in hands]


def named(card: Callable[[str], Any], dealt: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[Any]:
    """The same deals in a peer's cards, made before the clock starts."""
    made = [card(names_of([one])) for one in DECK]
    return [([made[one] for one in hole], [made[one] for one in board]) for hole, board in dealt]


def pokerkit_card(name: str) -> pokerkit.Card:
    return next(iter(pokerkit.Card.parse(name)))
