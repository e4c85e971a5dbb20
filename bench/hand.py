"""Whole hands per second against PokerKit, with the same random policy, and hand histories replayed."""

from __future__ import annotations

import gc
import random
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pokerkit

from bench.row import Row, per_second
from feltro.hand import actions, showdown, table
from feltro.hand.deal import to_reshuffle
from feltro.hand.games import BY_CODE, Game
from feltro.hand.phh.reader import read
from feltro.hand.phh.replay import replay
from feltro.hand.phh.writer import write
from feltro.hand.rules import STANDARD
from feltro.hand.state import ACTION, DRAW, RESHUFFLE, Hand, Setup
from feltro.hand.streets import start

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYERS = 6
STACK = 200

_AUTOMATIONS = tuple(pokerkit.Automation)
_PEERS: dict[str, tuple[type[Any], tuple[Any, ...]]] = {
    "nlhe": (pokerkit.NoLimitTexasHoldem, (True, 0, (1, 2), 2)),
    "flhe": (pokerkit.FixedLimitTexasHoldem, (True, 0, (1, 2), 2, 4)),
    "plo": (pokerkit.PotLimitOmahaHoldem, (True, 0, (1, 2), 2)),
    "flo8": (pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, (True, 0, (1, 2), 2, 4)),
    "stud": (pokerkit.FixedLimitSevenCardStud, (True, 1, 1, 2, 4)),
    "stud8": (pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter, (True, 1, 1, 2, 4)),
    "razz": (pokerkit.FixedLimitRazz, (True, 1, 1, 2, 4)),
    "27td": (pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, (True, 0, (1, 2), 2, 4)),
    "27sd": (pokerkit.NoLimitDeuceToSevenLowballSingleDraw, (True, 0, (1, 2), 2)),
    "badugi": (pokerkit.FixedLimitBadugi, (True, 0, (1, 2), 2, 4)),
    "shortdeck": (pokerkit.NoLimitShortDeckHoldem, (True, 1, {-1: 2}, 2)),
}


def rows(seconds: float) -> Iterator[Row]:
    for code in _PEERS:
        for players in (6, 9) if code == "nlhe" else (PLAYERS,):
            ours = per_second(partial(play_ours, code, players, random.Random(1)), seconds)
            theirs = per_second(partial(play_theirs, code, players, random.Random(1)), seconds)
            promised = {6: 30, 9: 20}[players] if code == "nlhe" else 25
            yield Row(f"{code}, {players} players", "hands/s", ours, theirs, "PokerKit", promised)
    yield _histories(seconds)
    yield _memory()


def setup_for(game: Game, players: int, deck: tuple[int, ...]) -> Setup:
    posted: dict[str, Any] = {"blinds": (1, 2, *(0,) * (players - 2))}
    if game.family == "stud":
        posted = {"antes": (1,) * players, "bring_in": 1}
    elif game.code == "shortdeck":
        posted = {"antes": (1,) * players, "blinds": (*(0,) * (players - 1), 2)}
    stacks = (STACK,) * players
    return Setup(game, STANDARD, stacks, players - 1, minimum_bet=2, big_bet=4, deck=deck, **posted)


def play_ours(code: str, players: int, rng: random.Random, count: int) -> Hand:
    game = BY_CODE[code]
    deck = list(game.deck)
    for _ in range(count):
        rng.shuffle(deck)
        hand = start(setup_for(game, players, tuple(deck)))
        while not hand.over:
            if hand.waits_for == ACTION:
                _act(hand, rng)
            elif hand.waits_for == DRAW:
                table.discard(hand, hand.holes[hand.turn][: rng.randrange(4)])
            elif hand.waits_for == RESHUFFLE:
                table.reshuffle(hand, to_reshuffle(hand))
            else:
                showdown.cards_speak(hand)
    return hand


def _act(hand: Hand, rng: random.Random, folds: float = 0.15) -> None:
    chance = rng.random()
    if chance < folds and hand.owed and not hand.bring_in_due:
        actions.fold(hand)
    elif chance < 0.8 or not hand.maximum:
        actions.check_or_call(hand)
    else:
        actions.raise_to(hand, rng.randint(hand.minimum, min(hand.maximum, hand.minimum * 3)))


def play_theirs(code: str, players: int, rng: random.Random, count: int) -> Any:
    kind, parameters = _PEERS[code]
    for _ in range(count):
        state = kind.create_state(_AUTOMATIONS, *parameters, (STACK,) * players, players)
        while state.status:
            if state.stand_patter_or_discarder_index is not None:
                held = state.hole_cards[state.stand_patter_or_discarder_index]
                state.stand_pat_or_discard(held[: rng.randrange(4)])
            else:
                _act_theirs(state, rng)
    return state


def _act_theirs(state: Any, rng: random.Random) -> None:
    chance = rng.random()
    if chance < 0.15 and state.can_fold() and state.checking_or_calling_amount:
        state.fold()
    elif chance < 0.8 or not state.can_complete_bet_or_raise_to():
        if state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    else:
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(rng.randint(least, min(most, least * 3)))


def _histories(seconds: float) -> Row:
    rng = random.Random(2)
    texts = [_history(rng) for _ in range(200)]

    def ours(count: int) -> None:
        for at in range(count):
            replay(read(texts[at % len(texts)]))

    def theirs(count: int) -> None:
        for at in range(count):
            for _ in pokerkit.HandHistory.loads(texts[at % len(texts)]):
                pass

    return Row(
        "read and replay a hold'em history",
        "hands/s",
        per_second(ours, seconds),
        per_second(theirs, seconds),
        "PokerKit",
        12,
    )


def _history(rng: random.Random) -> str:
    """A hand as people play it: most of them fold early."""
    game = BY_CODE["nlhe"]
    hand = start(setup_for(game, PLAYERS, tuple(rng.sample(game.deck, len(game.deck)))))
    while hand.waits_for == ACTION:
        _act(hand, rng, folds=0.6)
    if not hand.over:
        showdown.cards_speak(hand)
    return write(hand)


def _memory() -> Row:
    """Bytes that a finished hand keeps, the largest of many. The promise is 20 KB, not a peer."""
    largest = max(_size(play_ours("nlhe", 9, random.Random(seed), 1)) for seed in range(50))
    return Row("memory of a finished hand", "bytes", largest, 20_000, "the promise", 1, smaller_is_better=True)


def _size(hand: Hand) -> int:
    """The hand and all it alone holds; games, rules and small numbers are shared by every hand."""
    shared = {id(hand.game), id(hand.rules), id(Hand), id(Setup)}
    seen: dict[int, int] = {}
    waiting: list[Any] = [hand]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or id(found) in shared or isinstance(found, (str, type)):
            continue
        seen[id(found)] = sys.getsizeof(found)
        waiting += gc.get_referents(found)
    return sum(seen.values())
