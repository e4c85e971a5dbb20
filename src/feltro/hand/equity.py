"""What each hand is worth when no more bets are made: every deal when they are few, else a sample of them.

Cards that are missing from a hand or from the board are dealt. In draw games these are one draw's new cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, sqrt
from typing import TYPE_CHECKING

from feltro.hand.games import BY_CODE
from feltro.kernel.cards import cards as read_cards
from feltro.kernel.cards import name_of
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from feltro.hand.games import Game
    from feltro.kernel.cards import Card

    Whole = NDArray[np.integer]
    Progress = Callable[[int, int], object]
    """Called with the deals done and the most that there will be."""

MOST_PLAYERS = 10
# The pot in parts: it and its half can be shared equally by any number of players up to ten.
POT = 5040
# Deals in one batch: its columns stay in the processor's cache.
BATCH = 1 << 16


@dataclass(frozen=True, slots=True)
class Share:
    """One player's part: how often he takes the whole pot, how often a part of it, and the average."""

    hand: str
    win: float
    tie: float
    equity: float
    error: float
    """The standard error of `equity`; 0 when every deal was counted."""


@dataclass(frozen=True, slots=True)
class Equity:
    game: str
    exact: bool
    deals: int
    players: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class _Question:
    game: Game
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]
    left: tuple[int, ...]
    """Cards that can still come."""
    missing: tuple[int, ...]
    """How many the board lacks, and then each hand."""

    @property
    def ways(self) -> int:
        total, left = 1, len(self.left)
        for cards in self.missing:
            total *= comb(left, cards)
            left -= cards
        return total


def equity(
    game: str,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    chance: np.random.Generator | int = 0,
    exact_up_to: int = 2_000_000,
    error: float = 0.001,
    most_deals: int = 2_000_000,
    progress: Progress | None = None,
) -> Equity | Refused:
    """Say what each hand is worth; `??` or nothing stands for unknown cards.

    Up to `exact_up_to` deals all of them are counted. Beyond that deals are drawn with `chance`, a generator
    or a seed, until every standard error is at most `error` or `most_deals` are done.
    """
    question = _read(game, hands, board, dead)
    if isinstance(question, Refused):
        return question
    if question.ways <= exact_up_to:
        return _count_all(question, progress)
    import numpy as np

    return _sample(question, np.random.default_rng(chance), error, most_deals, progress)


def _read(code: str, hands: Sequence[str], board: str, dead: str) -> _Question | Refused:
    game = BY_CODE.get(code)
    if game is None:
        return Refused("hand.equity.unknown_game", {"game": code})
    if not 2 <= len(hands) <= MOST_PLAYERS:
        return Refused("hand.equity.number_of_players", {"players": len(hands), "most": MOST_PLAYERS})
    rows = []
    for written in (board, *hands, dead):
        try:
            rows.append(read_cards(written.replace("?", "")))
        except ValueError:
            return Refused("hand.equity.not_cards", {"written": written})
    return _put_together(game, rows[0], tuple(rows[1:-1]), rows[-1])


def _put_together(
    game: Game, board: tuple[Card, ...], hands: tuple[tuple[Card, ...], ...], dead: tuple[Card, ...]
) -> _Question | Refused:
    seen: set[Card] = set()
    for card in (*board, *(card for hand in hands for card in hand), *dead):
        if card in seen:
            return Refused("hand.equity.card_twice", {"card": name_of(card)})
        if card not in game.deck:
            return Refused("hand.equity.not_in_deck", {"card": name_of(card), "game": game.code})
        seen.add(card)
    of_hand = sum(street.down + street.up for street in game.streets)
    of_board = sum(street.board for street in game.streets)
    missing = (of_board - len(board), *(of_hand - len(hand) for hand in hands))
    if min(missing) < 0:
        return Refused("hand.equity.too_many_cards", {"hand": of_hand, "board": of_board})
    left = tuple(card for card in game.deck if card not in seen)
    if sum(missing) > len(left):
        return Refused("hand.equity.deck_too_short", {"missing": sum(missing), "left": len(left)})
    return _Question(game, hands, board, left, missing)


class _Tally:
    """What every player took so far, in whole parts of a pot: sums stay exact."""

    def __init__(self, question: _Question) -> None:
        import numpy as np

        self.question = question
        self.deals = 0
        self.wins, self.ties, self.taken, self.squares = (
            np.zeros(len(question.hands), dtype=np.int64) for _ in range(4)
        )

    def add(self, dealt: Whole) -> None:
        taken = _settle(self.question, dealt)
        self.deals += dealt.shape[1]
        self.wins += (taken == POT).sum(axis=1)
        self.ties += ((taken > 0) & (taken < POT)).sum(axis=1)
        self.taken += taken.sum(axis=1)
        self.squares += (taken * taken).sum(axis=1)

    def error_of(self, player: int) -> float:
        mean = self.taken[player] / self.deals
        variance = max(self.squares[player] / self.deals - mean * mean, 0.0)
        # When all deals went alike, the next may still be the first that does not.
        return sqrt(variance / self.deals) / POT if variance else 1 / self.deals

    def answer(self, *, exact: bool) -> Equity:
        players = tuple(
            Share(
                "".join(name_of(card) for card in hand),
                float(self.wins[place] / self.deals),
                float(self.ties[place] / self.deals),
                float(self.taken[place] / (self.deals * POT)),
                0.0 if exact else self.error_of(place),
            )
            for place, hand in enumerate(self.question.hands)
        )
        return Equity(self.question.game.code, exact, self.deals, players)


def _count_all(question: _Question, progress: Progress | None) -> Equity:
    tally, ways = _Tally(question), question.ways
    for dealt in _every_deal(question):
        tally.add(dealt)
        if progress:
            progress(tally.deals, ways)
    return tally.answer(exact=True)


def _sample(
    question: _Question,
    chance: np.random.Generator,
    error: float,
    most_deals: int,
    progress: Progress | None,
) -> Equity:
    tally, most_deals = _Tally(question), max(most_deals, 1)
    while tally.deals < most_deals:
        tally.add(_random_deals(question, chance, min(BATCH, most_deals - tally.deals)))
        if progress:
            progress(tally.deals, most_deals)
        if max(tally.error_of(place) for place in range(len(question.hands))) <= error:
            break
    if progress:
        progress(tally.deals, tally.deals)
    return tally.answer(exact=False)


def _settle(question: _Question, dealt: Whole) -> Whole:
    """The parts of the pot that each player takes in each deal."""
    import numpy as np

    from feltro.hand.ranks.batch import strengths

    missing = question.missing
    ends = np.cumsum(missing)
    new = [dealt[end - size : end] for size, end in zip(missing, ends, strict=True)]
    board = _with_known(question.board, new[0])
    holes = [_with_known(hand, cards) for hand, cards in zip(question.hands, new[1:], strict=True)]
    sides = []
    for ranking in question.game.rankings:
        found = (strengths(ranking, hole, board) for hole in holes)
        sides.append(np.stack([np.broadcast_to(one, dealt.shape[1:]) for one in found]))
    if len(sides) == 1:
        return _split(sides[0], POT)
    has_low = sides[1].max(axis=0) >= 0
    return _split(sides[0], np.where(has_low, POT // 2, POT)) + _split(
        sides[1], np.where(has_low, POT // 2, 0)
    )


def _split(strengths: Whole, parts: int | Whole) -> Whole:
    winners = strengths == strengths.max(axis=0)
    shared: Whole = winners * (parts // winners.sum(axis=0))
    return shared


def _with_known(known: Sequence[int], new: Whole) -> Whole:
    """Known cards and new ones, one row each; a single column when nothing is new."""
    import numpy as np

    column = np.array(known, dtype=np.int8).reshape(-1, 1)
    if not len(new):
        return column
    return np.concatenate([np.broadcast_to(column, (len(known), new.shape[1])), new])


def _every_deal(question: _Question) -> Iterator[Whole]:
    """All deals, in batches: first the board's cards, then each hand's from what is left."""
    import numpy as np

    left = np.array(question.left, dtype=np.int8)
    first, *others = question.missing
    start = _choices(len(left), first)
    each = question.ways // start.shape[1]
    step = max(1, BATCH // each)
    for begin in range(0, start.shape[1], step):
        places = start[:, begin : begin + step]
        for cards in others:
            places = _then_choose(places, len(left), cards)
        yield left[places]


def _choices(total: int, size: int) -> Whole:
    """Every way to choose `size` of `total` places, one column each, in rising order."""
    import numpy as np

    chosen = np.zeros((0, 1), dtype=np.int8)
    last = np.array([-1])
    for _ in range(size):
        follow = total - 1 - last
        began = np.cumsum(follow) - follow
        last = np.arange(follow.sum()) - np.repeat(began - last - 1, follow)
        chosen = np.concatenate([np.repeat(chosen, follow, axis=1), last[np.newaxis].astype(np.int8)])
    return chosen


def _then_choose(taken: Whole, total: int, size: int) -> Whole:
    """For each column of taken places, every way to choose `size` more."""
    import numpy as np

    if not size:
        return taken
    more = _choices(total - len(taken), size)
    before = np.repeat(taken, more.shape[1], axis=1)
    after = np.tile(more, taken.shape[1])
    # Places were counted without the taken ones: step over those, the lowest first.
    for place in np.sort(before, axis=0):
        after += after >= place
    return np.concatenate([before, after])


def _random_deals(question: _Question, chance: np.random.Generator, deals: int) -> Whole:
    """Shuffle as many cards as are missing to the front, in all deals at once."""
    import numpy as np

    left = np.array(question.left, dtype=np.int8)
    deck = np.repeat(left[:, np.newaxis], deals, axis=1)
    columns = np.arange(deals)
    for place in range(sum(question.missing)):
        chosen = chance.integers(place, len(left), deals)
        card = deck[chosen, columns]
        deck[chosen, columns] = deck[place]
        deck[place] = card
    return deck[: sum(question.missing)]
