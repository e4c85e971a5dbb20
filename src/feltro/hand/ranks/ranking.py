"""A ranking: how the hands of a game compare. Its tables are read when the first hand is ranked."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import combinations

Strength = Callable[[Sequence[int], Sequence[int]], int]
Parts = tuple[tuple[int, ...], tuple[int, ...]]
"""Cards that could play, from the hand and from the board."""

DOES_NOT_QUALIFY = -1


class Ranking:
    """Strengths are whole numbers, bigger for the better hand and equal exactly when two hands tie."""

    __slots__ = ("_parts", "_place", "ace_is_low", "name", "scale", "strength")

    strength: Strength
    """`strength(hole, board)`: how good the best hand in these cards is, or DOES_NOT_QUALIFY."""

    def __init__(
        self,
        name: str,
        place: str,
        parts: Callable[[Sequence[int], Sequence[int]], Iterable[Parts]],
        *,
        scale: str | None = None,
        ace_is_low: bool = False,
    ) -> None:
        """Describe it. `place` is the module that knows it; `scale` names the table of its categories."""
        self.name = name
        self.scale = scale or name
        self.ace_is_low = ace_is_low
        self._place = place
        self._parts = parts

    def __getattr__(self, wanted: str) -> Strength:
        # Only an attribute that was never set comes here: the first use of `strength` puts a plain function
        # in its slot, so that later calls pay nothing for having waited.
        if wanted != "strength":
            raise AttributeError(wanted)
        found: Strength = import_module(f"{__package__}.{self._place}").strength_of(self.name)
        self.strength = found
        return found

    def __repr__(self) -> str:
        return f"<ranking {self.name}>"

    def __reduce__(self) -> str:
        # There is one of each: a copy of a hand, or a saved one, keeps pointing at it.
        return self.name.upper()

    def best_cards(self, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The cards that play, in the order in which they are told; none when the hand does not qualify.

        Where more than one choice is as strong, the one with the highest cards, suits included.
        """
        top = self.strength(hole, board)
        if top == DOES_NOT_QUALIFY:
            return ()
        choices = [
            (-len(own) - len(shared), sorted((*own, *shared), reverse=True))
            for own, shared in self._parts(hole, board)
            if self.strength(own, shared) == top
        ]
        return self._told(max(choices)[1], self.category(top))

    def category(self, strength: int) -> str:
        """The key of what such a hand is called: `full_house`, `low_8`, `badugi`."""
        from feltro.hand.ranks import definitions, tables

        names = definitions.CATEGORIES[self.scale]
        return names[bisect_right(tables.column(f"{self.scale}.categories"), strength) - 1]

    def _told(self, cards: list[int], category: str) -> tuple[int, ...]:
        ranks = [card >> 2 for card in cards]
        # The ace of a wheel is told last: 5-4-3-2-A, and 9-8-7-6-A with a short deck.
        wheel = category in {"straight", "straight_flush"} and 12 in ranks and 11 not in ranks
        ace_last = self.ace_is_low or wheel

        def order(card: int) -> tuple[int, int]:
            return ranks.count(card >> 2), card - 52 if ace_last and card >= 48 else card

        return tuple(sorted(cards, key=order, reverse=True))


def _any_five(hole: Sequence[int], board: Sequence[int]) -> Iterator[Parts]:
    return ((five, ()) for five in combinations((*hole, *board), 5))


def _two_and_three(hole: Sequence[int], board: Sequence[int]) -> Iterator[Parts]:
    return ((two, three) for two in combinations(hole, 2) for three in combinations(board, 3))


def _one_to_four(hole: Sequence[int], board: Sequence[int]) -> Iterator[Parts]:
    cards = (*hole, *board)
    return ((some, ()) for size in range(1, len(cards) + 1) for some in combinations(cards, size))


HIGH = Ranking("high", "sums", _any_five)
SHORT_DECK = Ranking("short_deck", "sums", _any_five)
LOW_A5 = Ranking("low_a5", "sums", _any_five, ace_is_low=True)
LOW_27 = Ranking("low_27", "sums", _any_five)
LOW8 = Ranking("low8", "low8", _any_five, ace_is_low=True)
OMAHA_HIGH = Ranking("omaha_high", "omaha", _two_and_three, scale="high")
OMAHA_LOW8 = Ranking("omaha_low8", "omaha", _two_and_three, scale="low8", ace_is_low=True)
BADUGI = Ranking("badugi", "badugi", _one_to_four, ace_is_low=True)
