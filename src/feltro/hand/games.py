"""One description per game: streets, cards, who acts first, how hands are ranked. No betting code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from feltro.hand.ranks import (
    BADUGI,
    HIGH,
    LOW8,
    LOW_27,
    LOW_A5,
    OMAHA_HIGH,
    OMAHA_LOW8,
    SHORT_DECK,
)
from feltro.kernel.cards import DECK

if TYPE_CHECKING:
    from feltro.hand.ranks import Ranking

Limit = Literal["no", "pot", "fixed"]
Opener = Literal["blinds", "button", "bring_in", "board"]


@dataclass(frozen=True, slots=True)
class Street:
    """What happens between two rounds of betting, and who opens the next one."""

    name: str
    opener: Opener
    """Left of the last blind, left of the button, whoever brings it in, or the best cards showing."""
    down: int = 0
    up: int = 0
    board: int = 0
    draw: bool = False
    big_bet: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    code: str
    notation: str
    """Its name in hand histories."""
    limit: Limit
    streets: tuple[Street, ...]
    rankings: tuple[Ranking, ...]
    """One, or the high and the low one."""
    deck: tuple[int, ...] = DECK
    family: Literal["flop", "stud", "draw"] = "flop"
    low_board: bool = False
    """Stud where the lowest cards open and the highest brings it in."""
    cards: frozenset[int] = field(init=False, repr=False, compare=False)
    """The cards of the deck, to look one up."""
    starting_cards: int = field(init=False, repr=False, compare=False)
    board_cards: int = field(init=False, repr=False, compare=False)
    """On the table for all, once every street is dealt."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", frozenset(self.deck))
        object.__setattr__(self, "starting_cards", self.streets[0].down + self.streets[0].up)
        object.__setattr__(self, "board_cards", sum(street.board for street in self.streets))


def _flop(cards: int) -> tuple[Street, ...]:
    return (
        Street("preflop", "blinds", down=cards),
        Street("flop", "button", board=3),
        Street("turn", "button", board=1, big_bet=True),
        Street("river", "button", board=1, big_bet=True),
    )


def _draw(cards: int, draws: int) -> tuple[Street, ...]:
    rounds = (Street(f"draw{n}", "button", draw=True, big_bet=n * 2 > draws) for n in range(1, draws + 1))
    return (Street("predraw", "blinds", down=cards), *rounds)


_STUD = (
    Street("third", "bring_in", down=2, up=1),
    Street("fourth", "board", up=1),
    Street("fifth", "board", up=1, big_bet=True),
    Street("sixth", "board", up=1, big_bet=True),
    Street("seventh", "board", down=1, big_bet=True),
)

_SHORT = tuple(card for card in DECK if card >= 16)

GAMES: tuple[Game, ...] = (
    Game("nlhe", "NT", "no", _flop(2), (HIGH,)),
    Game("plhe", "PT", "pot", _flop(2), (HIGH,)),
    Game("flhe", "FT", "fixed", _flop(2), (HIGH,)),
    Game("plo", "PO", "pot", _flop(4), (OMAHA_HIGH,)),
    Game("plo8", "PO/8", "pot", _flop(4), (OMAHA_HIGH, OMAHA_LOW8)),
    Game("flo8", "FO/8", "fixed", _flop(4), (OMAHA_HIGH, OMAHA_LOW8)),
    Game("stud", "F7S", "fixed", _STUD, (HIGH,), family="stud"),
    Game("stud8", "F7S/8", "fixed", _STUD, (HIGH, LOW8), family="stud"),
    Game("razz", "FR", "fixed", _STUD, (LOW_A5,), family="stud", low_board=True),
    Game("27td", "F2L3D", "fixed", _draw(5, 3), (LOW_27,), family="draw"),
    Game("27sd", "N2L1D", "no", _draw(5, 1), (LOW_27,), family="draw"),
    Game("badugi", "FB", "fixed", _draw(4, 3), (BADUGI,), family="draw"),
    Game("shortdeck", "NS", "no", _flop(2), (SHORT_DECK,), deck=_SHORT),
)

BY_CODE = {game.code: game for game in GAMES}
BY_NOTATION = {game.notation: game for game in GAMES}
