"""The dealer's moves on the board, and the cards they leave where.

A plan is a row of moves. Heard, each move is a step; carried out on a stub, a board and burns, the same
moves show which cards end where, as far as a shuffle or a draw that nobody has named yet allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feltro.rulings.ruling import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

STREETS = ("flop", "turn", "river")
STREET_CARDS = {"flop": 3, "turn": 1, "river": 1}
BOARD_AFTER = {"flop": 3, "turn": 4, "river": 5}


@dataclass(frozen=True, slots=True)
class DealerMove:
    """One thing the dealer does: `verb` names its step, `n` how many cards, `street` which."""

    verb: str
    n: int = 0
    street: str = ""

    def told(self) -> Step:
        return Step(f"step.board.{self.verb}", {"n": self.n, "street": self.street})


class CardsError(ValueError):
    """The cards given do not fit the moves. `where` is the field at fault."""

    def __init__(self, where: str, because: str) -> None:
        super().__init__(because)
        self.where = where


@dataclass(slots=True)
class BoardCards:
    """What lies on the table, first card first; `known` is false once chance has not been told."""

    stub: list[int]
    board: list[int]
    burns: list[int]
    aside: list[int] = field(default_factory=list)
    mixed: list[int] = field(default_factory=list)
    next_burn: int | None = None
    known: bool = True
    dealt_unseen: int = 0

    def take(self, number: int) -> list[int]:
        if len(self.stub) - self.dealt_unseen < number:
            raise CardsError("deck", "unreadable.deck_short")
        if not self.known:
            self.dealt_unseen += number
            return []
        taken, self.stub = self.stub[:number], self.stub[number:]
        return taken

    @property
    def stub_left(self) -> int:
        return len(self.stub) - self.dealt_unseen


@dataclass(frozen=True, slots=True)
class ChanceTold:
    """What chance decided, when it is told: cards drawn from those mixed, the stub after the shuffle."""

    drawn: Sequence[int] = ()
    shuffled: Sequence[int] = ()


def carry_out(moves: Sequence[DealerMove], cards: BoardCards, chance: ChanceTold) -> BoardCards:
    """The cards after the moves, in place."""
    for move in moves:
        act = _MOVES.get(move.verb)
        if act is not None:
            act(move, cards, chance)
    return cards


def coming(cards: BoardCards, street: str, burns_next: int, burns_later: int) -> dict[str, int]:
    """The board cards of the streets that follow, when the stub is known and long enough."""
    found: dict[str, int] = {}
    at = 0 if cards.next_burn is None else -1
    for number, later in enumerate(STREETS[STREETS.index(street) + 1 :]):
        at += burns_later if number else burns_next
        if not cards.known or at >= len(cards.stub):
            break
        found[later] = cards.stub[at]
        at += 1
    return found


def _return_cards(move: DealerMove, cards: BoardCards, _: ChanceTold) -> None:
    cards.stub += cards.board[-move.n :]
    del cards.board[-move.n :]


def _return_cards_and_burn(move: DealerMove, cards: BoardCards, chance: ChanceTold) -> None:
    _return_cards(move, cards, chance)
    if cards.burns:
        cards.stub.append(cards.burns.pop())


def _set_aside(move: DealerMove, cards: BoardCards, _: ChanceTold) -> None:
    cards.aside += cards.board[-move.n :]
    del cards.board[-move.n :]


def _become_burn(move: DealerMove, cards: BoardCards, _: ChanceTold) -> None:
    cards.burns += cards.board[-move.n :]
    del cards.board[-move.n :]


def _shuffle(_: DealerMove, cards: BoardCards, chance: ChanceTold) -> None:
    if not cards.known:
        return
    cards.stub += cards.aside
    cards.aside = []
    if not chance.shuffled:
        cards.known = False
        return
    if sorted(chance.shuffled) != sorted(cards.stub):
        raise CardsError("shuffled", "unreadable.other_cards")
    cards.stub = list(chance.shuffled)


def _burn(move: DealerMove, cards: BoardCards, _: ChanceTold) -> None:
    cards.burns += cards.take(move.n)


def _deal(move: DealerMove, cards: BoardCards, _: ChanceTold) -> None:
    cards.board += cards.take(STREET_CARDS[move.street])


def _complete(move: DealerMove, cards: BoardCards, _: ChanceTold) -> None:
    cards.board += cards.take(move.n)


def _draw(move: DealerMove, cards: BoardCards, chance: ChanceTold, *, burned_now: bool) -> None:
    """Some of the mixed cards stay on the board, the one left over is a burn; `drawn` names either part."""
    mixed = cards.board
    if not chance.drawn:
        cards.known, cards.mixed, cards.board = False, mixed, []
        return
    if len(chance.drawn) not in {move.n, len(mixed) - move.n} or not set(chance.drawn) <= set(mixed):
        raise CardsError("drawn", "unreadable.other_cards")
    named = [card for card in mixed if card in chance.drawn]
    rest = [card for card in mixed if card not in chance.drawn]
    cards.board, left = (named, rest) if len(named) == move.n else (rest, named)
    cards.burns += left
    cards.next_burn = None if burned_now else left[0]


def _draw_burn(move: DealerMove, cards: BoardCards, chance: ChanceTold) -> None:
    _draw(move, cards, chance, burned_now=True)


def _draw_next_burn(move: DealerMove, cards: BoardCards, chance: ChanceTold) -> None:
    _draw(move, cards, chance, burned_now=False)


_MOVES: Mapping[str, Callable[[DealerMove, BoardCards, ChanceTold], None]] = {
    "return_cards": _return_cards,
    "return_cards_and_burn": _return_cards_and_burn,
    "set_aside": _set_aside,
    "become_burn": _become_burn,
    "shuffle": _shuffle,
    "shuffle_face_down": _shuffle,
    "shuffle_with_aside": _shuffle,
    "shuffle_with_aside_face_down": _shuffle,
    "burn": _burn,
    "deal": _deal,
    "deal_without_burn": _deal,
    "open": _deal,
    "open_without_burn": _deal,
    "deal_next": _deal,
    "complete": _complete,
    "picked_burn": _draw_burn,
    "picked_next_burn": _draw_next_burn,
    "leftover_burn": _draw_burn,
    "leftover_next_burn": _draw_next_burn,
}


def as_the_error_left_them(what: str, street: str, deck: Sequence[int], extra: int) -> BoardCards:
    """The table after the error, from a stub that holds everything since the first burn."""
    cards = BoardCards(list(deck), [], [])
    for each in STREETS[: STREETS.index(street) + 1]:
        last = each == street
        burned = {"no_burn": 0, "extra_burn": 2}.get(what, 1) if last else 1
        cards.burns += cards.take(burned)
        cards.board += cards.take(STREET_CARDS[each] + (extra if last else 0))
    return cards
