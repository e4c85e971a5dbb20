"""From the situation as it was told to a hand on the engine: who sits where, who posted what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feltro.hand.floor import deal_unseen, take_up
from feltro.hand.games import BY_CODE, Game
from feltro.hand.posts import Posts, Stakes, antes_of, usual_posts
from feltro.hand.state import Setup
from feltro.rulings.bets.chips import smallest_chip
from feltro.rulings.notation import Facts, UnreadableError
from feltro.rulings.ruling import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feltro.hand.rules import HandRules
    from feltro.hand.state import Hand

PLENTY = 10**12
"""The stack of a player whose chips nobody named."""
MOST_SEATS = 10


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that is known before the first act."""

    names: tuple[str, ...]
    setup: Setup
    street: int
    pot: int
    posted: Mapping[int, tuple[int, ...]]
    """Chips lying in front of a seat, one by one, where that was told."""
    named_stacks: frozenset[int]
    """Seats whose stack is known."""

    @property
    def game(self) -> Game:
        return self.setup.game

    @property
    def is_first_street(self) -> bool:
        return self.street == 0

    @property
    def short_blind(self) -> bool:
        """Somebody could not post his whole blind."""
        return any(stack < blind for stack, blind in zip(self.setup.stacks, self.setup.blinds, strict=False))

    @property
    def is_last_street(self) -> bool:
        return self.street == len(self.game.streets) - 1

    def begin(self) -> Hand:
        return deal_unseen(self.setup) if self.is_first_street else take_up(self.setup, self.street, self.pot)


def unreadable(where: str, because: str, value: Any = "", accepts: tuple[str, ...] = ()) -> UnreadableError:
    return UnreadableError(Unreadable(where, because, {"value": str(value)}, accepts))


def build(facts: Facts, rules: HandRules, *, bet_from_blind: bool, amounts: list[int]) -> Scene:
    """The scene of a situation; `amounts` are chips named in its acts, which tell the smallest chip in play."""
    names = _seats(facts)
    game = BY_CODE[facts["game"]]
    street = _street(facts, game)
    chip = smallest_chip([*_stakes_told(facts), *amounts])
    count = len(names)
    small_bet, big_bet = _bets(facts)
    posts = _posts(facts, names, rules, game) if street == 0 else Posts((), (), dead_ante=False)
    named = {seat for seat, name in enumerate(names) if name in facts["stacks"] or name in facts["chips"]}
    setup = Setup(
        game,
        rules,
        tuple(_stack(facts, name, seat, posts, street) for seat, name in enumerate(names)),
        _button(facts, names, rules, street),
        blinds=posts.blinds,
        dead_blind=facts["blinds"][0] if facts["dead_small_blind"] and facts["blinds"] else 0,
        antes=posts.antes,
        dead_ante=posts.dead_ante,
        minimum_bet=small_bet if bet_from_blind or game.limit == "fixed" else chip,
        big_bet=big_bet,
        bring_in=(facts["bring_in"] or 0) if game.family == "stud" else 0,
        chip=chip,
        players_left=facts["players_left"] or 0,
    )
    if street and count - sum(not stack for stack in setup.stacks) < 1:
        raise unreadable("stacks", "unreadable.bets.nobody_has_chips")
    posted = {names.index(_known(name, names, "posted")): tuple(chips) for name, chips in facts["posted"].items()}
    return Scene(names, setup, street, facts["pot"] or 0, posted, frozenset(named))


def _seats(facts: Facts) -> tuple[str, ...]:
    names = tuple(facts["seats"])
    if not 2 <= len(names) <= MOST_SEATS or len(set(names)) != len(names):
        raise unreadable("seats", "unreadable.bets.seats", len(names))
    for field in ("stacks", "chips", "posted"):
        for name in facts[field]:
            _known(name, names, field)
    return names


def _known(name: str, names: tuple[str, ...], field: str) -> str:
    if name not in names:
        raise unreadable(f"{field}.{name}", "unreadable.bets.player", name, names)
    return name


def _street(facts: Facts, game: Game) -> int:
    known = [street.name for street in game.streets]
    street = facts["street"]
    if street is None or (street == "preflop" and "preflop" not in known):
        return 0
    if street not in known:
        raise unreadable("street", "unreadable.choice", street, tuple(known))
    return known.index(street)


def _stakes_told(facts: Facts) -> list[int]:
    return [*facts["blinds"], *facts["bets"], facts["ante"] or 0, facts["bring_in"] or 0]


def _bets(facts: Facts) -> tuple[int, int]:
    """The small and the big bet: as given, or from the big blind."""
    without_blinds = BY_CODE[facts["game"]].family == "stud" and not any(facts["blinds"])
    for field in ("bets",) if without_blinds else ("blinds", "bets"):
        if facts[field] and (len(facts[field]) != 2 or facts[field][1] <= 0 or facts[field][0] > facts[field][1]):
            raise unreadable(field, "unreadable.bets.pair", facts[field])
    if facts["bets"]:
        return max(facts["bets"][0], 1), facts["bets"][1]
    if facts["blinds"] and not without_blinds:
        return facts["blinds"][1], 2 * facts["blinds"][1]
    if facts["bring_in"]:
        return 2 * facts["bring_in"], 4 * facts["bring_in"]
    raise unreadable("blinds", "unreadable.missing")


def _button(facts: Facts, names: tuple[str, ...], rules: HandRules, street: int) -> int:
    """The last of the seats, the one named, or heads-up before the flop the one that the book says."""
    if facts["dealer"] in names:
        return names.index(facts["dealer"])
    heads_up_first = len(names) == 2 and street == 0 and not facts["dead_small_blind"]
    if heads_up_first and rules.heads_up_button == "small_blind":
        return 0
    return len(names) - 1


def _posts(facts: Facts, names: tuple[str, ...], rules: HandRules, game: Game) -> Posts:
    count = len(names)
    small, big = facts["blinds"] or (0, 0)
    ante = facts["ante"] or 0
    kind: Any = facts["ante_kind"] or ("each" if game.family == "stud" else "big_blind")
    button = _button(facts, names, rules, 0)
    if game.family == "stud":
        stakes = Stakes(0, 0, ante, kind)
        return Posts((), antes_of(stakes, count, button, button), dead_ante=kind != "each")
    stakes = Stakes(small, big, ante, kind)
    if facts["dead_small_blind"]:
        first = (button + 1) % count
        blinds = tuple(big if seat == first else 0 for seat in range(count))
        return Posts(blinds, antes_of(stakes, count, button, first), dead_ante=kind != "each")
    return usual_posts(stakes, count, button, rules)


def _stack(facts: Facts, name: str, seat: int, posts: Posts, street: int) -> int:
    """As named, or what was told chip by chip and has been posted; plenty where nobody said."""
    if name in facts["stacks"]:
        stack: int = facts["stacks"][name]
    elif name in facts["chips"]:
        paid = sum(row[seat] for row in (posts.blinds, posts.antes) if row)
        stack = sum(facts["chips"][name]) + paid
    else:
        return PLENTY
    if not stack and street == 0:
        raise unreadable(f"stacks.{name}", "unreadable.bets.no_chips")
    return min(stack, PLENTY - 1)
