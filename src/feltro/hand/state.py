"""One hand while it is played: the setup, which never changes, and the state, which only this folder changes.

Seats are whole numbers from 0, clockwise. An unknown card is `UNKNOWN`. Every entry of the log is a
plain tuple, because a hand makes dozens and a simulation millions; `operations.Operation` names its parts.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from feltro.hand.games import Game
    from feltro.hand.rules import HandRules

UNKNOWN: Final = -1
NOBODY: Final = -1

Entry = tuple[str, int, int, tuple[int, ...]]
"""Kind, seat, chips, cards."""

# What the hand waits for.
CARDS: Final = "cards"
ACTION: Final = "action"
DRAW: Final = "draw"
RESHUFFLE: Final = "reshuffle"
SHOW: Final = "show"
NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True)
class Setup:
    """All that is known before the first card: who sits with what, and who posts what."""

    game: Game
    rules: HandRules
    stacks: tuple[int, ...]
    button: int
    """The seat that acts last: where the button lies before an empty chair, the next player on its right."""
    _: KW_ONLY
    blinds: tuple[int, ...] = ()
    """What each seat posts, 0 for nothing: a dead small blind is nobody's."""
    dead_blind: int = 0
    """The size of the small blind when it is dead; nobody pays it, but a pot-limit maximum may count it."""
    antes: tuple[int, ...] = ()
    dead_ante: bool = False
    """One player pays for all (big blind or button ante): the chips belong to the main pot and to nobody."""
    dead_posts: tuple[int, ...] = ()
    """Chips that a seat owes the main pot and that are no part of its bet."""
    opener: int = NOBODY
    """Who acts first where the blinds do not tell; else it follows from them."""
    minimum_bet: int = 0
    """The smallest opening bet: the big blind in no-limit and pot-limit, the small bet in fixed limit."""
    big_bet: int = 0
    """The bet of the later streets in fixed limit."""
    bring_in: int = 0
    chip: int = 1
    """The smallest chip in play."""
    players_left: int = 0
    """In the whole event, where it matters; 0 when nobody said."""
    absent: tuple[int, ...] = ()
    """Seats dealt in without their player: away, or serving a penalty."""
    deck: tuple[int, ...] = ()
    """The cards in the order of the deal, burns left out. Empty: each deal names its cards."""


class Hand:
    """The state of a hand. Read anything; change it through `actions`, `dealing` and `showdown` only."""

    __slots__ = (
        "absent",
        "acted_at",
        "aggressor",
        "bets",
        "board",
        "board_due",
        "bring_in_due",
        "count",
        "dealt",
        "due",
        "full_level",
        "full_raises",
        "game",
        "holes",
        "increment",
        "level",
        "live",
        "live_count",
        "log",
        "maximum",
        "minimum",
        "mucked",
        "owed",
        "pot",
        "pot_adjustment",
        "raises",
        "rules",
        "seen",
        "setup",
        "shown",
        "stacks",
        "street",
        "stub",
        "to_act",
        "to_draw",
        "to_show",
        "turn",
        "unseen",
        "voided",
        "waits_for",
        "with_chips",
    )

    def __init__(self, setup: Setup) -> None:  # noqa: PLR0915 - one line for each thing a hand knows
        count = len(setup.stacks)
        self.setup = setup
        self.game = setup.game
        self.rules = setup.rules
        self.count = count
        self.log: list[Entry] = []
        self.waits_for = CARDS
        self.street = 0

        self.stacks = list(setup.stacks)
        self.bets = [0] * count
        """Chips in front of each seat in this round."""
        self.pot = 0
        """Every chip put in so far, those in front of the seats included."""
        self.live = [True] * count
        self.live_count = count
        self.with_chips = count
        """Live hands that still have chips behind."""

        self.to_act: list[int] = []
        """Seats that have yet to speak in this round, the next one last."""
        self.turn = NOBODY
        self.owed = 0
        """What the player in turn must add to call: less than the bet when that is all there is."""
        self.minimum = 0
        self.maximum = 0
        """The totals that a bet or raise may reach; 0 when it is not allowed."""
        self.level = 0
        """The bet to match."""
        self.full_level = 0
        """The last bet to match that counted as full (fixed limit builds on it)."""
        self.increment = 0
        """The last full bet or raise: the least that the next one adds, and facing as much again reopens."""
        self.raises = 0
        """Bets and raises made in this round, for the cap."""
        self.full_raises = 0
        self.acted_at = [NOBODY] * count
        """For each seat the number of full raises when it last acted, or NOBODY."""
        self.aggressor = NOBODY
        self.pot_adjustment = 0
        """Added to the pot to find the pot-limit maximum of the first round."""
        self.bring_in_due = False
        self.absent: list[int] = []
        """Seats to be killed when their turn comes."""

        self.holes: list[tuple[int, ...]] = [()] * count
        self.board: tuple[int, ...] = ()
        self.seen = 0
        """Cards named so far, one bit each, when there is no deck."""
        self.stub = setup.deck
        self.dealt = 0
        """How many cards of the stub are gone."""
        self.due: list[int] | None = None
        """Cards owed to each seat, while the hand waits for them."""
        self.board_due = 0
        self.to_draw: list[int] = []

        self.to_show: list[int] = []
        """Live seats that have neither shown nor mucked, the next one first."""
        self.shown = 0
        """Seats whose cards are face up, one bit each."""
        self.mucked = 0
        """Seats that gave their hand up at the showdown, one bit each."""
        self.unseen = 0
        """Seats opened at an all-in whose cards nobody wrote down yet, one bit each."""
        self.voided = False
        """The hand was voided."""

    def copied(self) -> Hand:
        """The same hand, to be played on by itself: lists are its own, what is in them never changes."""
        other = Hand.__new__(Hand)
        for name in Hand.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if type(value) is list else value)
        return other

    @property
    def over(self) -> bool:
        return self.waits_for == NOTHING

    def end(self) -> None:
        """Nothing is waited for any more, and nothing can come late."""
        self.to_act, self.to_draw, self.to_show, self.absent = [], [], [], []
        self.due, self.board_due = None, 0
        self.bring_in_due = False
        self.turn = NOBODY
        self.waits_for = NOTHING

    @property
    def put_in(self) -> tuple[int, ...]:
        """What each seat has put in so far, antes included."""
        return tuple(before - now for before, now in zip(self.setup.stacks, self.stacks, strict=True))


@lru_cache(maxsize=64)
def after(seat: int, count: int) -> tuple[int, ...]:
    """The other seats, clockwise."""
    return tuple((seat + step) % count for step in range(1, count))


@lru_cache(maxsize=64)
def before(seat: int, count: int) -> tuple[int, ...]:
    """The other seats, the nearest on the right first: `after` turned round, to be popped from the end."""
    return after(seat, count)[::-1]


@lru_cache(maxsize=64)
def round_from(seat: int, count: int) -> tuple[int, ...]:
    """All seats from this one, turned round, to be popped from the end."""
    return (*before(seat, count), seat)


@lru_cache(maxsize=64)
def left_of(seat: int, count: int) -> tuple[int, ...]:
    """All seats clockwise from the left of this one, which comes last."""
    return (*after(seat, count), seat)
