"""What each hand is worth when no more bets are made: every deal when they are few, else a sample of them.

Cards that are missing from a hand or from the board are dealt. In draw games these are one draw's new cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from feltro.hand.games import BY_CODE
from feltro.kernel.cards import cards as read_cards
from feltro.kernel.cards import name_of
from feltro.kernel.outcome import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


@dataclass(frozen=True, slots=True)
class Effort:
    """How far to go: all deals when there are at most `count_up_to`, else a sample."""

    count_up_to: int = 2_000_000
    error: float = 0.001
    """The sample ends when no standard error is above this,"""
    most_deals: int = 2_000_000
    """and at the latest after so many."""


EFFORT = Effort()


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


def equity(  # noqa: PLR0913 - a table, its cards, and how to answer: all said by a person
    game: str,
    hands: Sequence[str],
    board: str = "",
    dead: str = "",
    *,
    chance: np.random.Generator | int = 0,
    effort: Effort = EFFORT,
    progress: Progress | None = None,
) -> Equity | Refused:
    """Say what each hand is worth; `??` or nothing stands for unknown cards.

    `chance` is a generator, or its seed, from which deals are drawn when there are too many to count.
    """
    question = _read(game, hands, board, dead)
    if isinstance(question, Refused):
        return question
    import numpy as np

    from feltro.hand.ranks.deals import ways

    if ways(len(question.left), question.missing) <= effort.count_up_to:
        return _count_all(question, progress)
    return _sample(question, np.random.default_rng(chance), effort, progress)


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
    from feltro.hand.ranks.deals import every_deal, ways

    tally, total = _Tally(question), ways(len(question.left), question.missing)
    for dealt in every_deal(question.left, question.missing):
        tally.add(dealt)
        if progress:
            progress(tally.deals, total)
    return tally.answer(exact=True)


def _sample(
    question: _Question,
    chance: np.random.Generator,
    effort: Effort,
    progress: Progress | None,
) -> Equity:
    from feltro.hand.ranks.deals import BATCH, random_deals

    tally, most_deals = _Tally(question), max(effort.most_deals, 1)
    while tally.deals < most_deals:
        size = min(BATCH, most_deals - tally.deals)
        tally.add(random_deals(question.left, sum(question.missing), chance, size))
        if progress:
            progress(tally.deals, most_deals)
        if max(tally.error_of(place) for place in range(len(question.hands))) <= effort.error:
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
    return _split(sides[0], np.where(has_low, POT // 2, POT)) + _split(sides[1], np.where(has_low, POT // 2, 0))


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
