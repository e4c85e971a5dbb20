"""From what stands at the table to the setting of a hand: who posts what, by the level, and the rules of the event's book."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from feltro.app.world.streams.feature import HandSetting
from feltro.hand.games import BY_CODE
from feltro.hand.posts import Posts, antes_of, usual_posts
from feltro.hand.posts import Stakes as Posted
from feltro.hand.state import after
from feltro.kernel.outcome import Refused
from feltro.procedures.button import seat_before
from feltro.rulings.bets.chips import smallest_chip
from feltro.rulings.hand_rules import hand_rules
from feltro.tournament.eliminations.places import players_left

if TYPE_CHECKING:
    from typing import Any

    from feltro.app.feature.commands import BeginHand, HandStakes
    from feltro.hand.games import Game
    from feltro.hand.rules import HandRules
    from feltro.rulebook.book import Rulebook
    from feltro.tournament.state import TournamentState

EACH_PAYS = ("nobody", "everybody")


def setting_of(begun: BeginHand, book: Rulebook, event: TournamentState) -> HandSetting | Refused:
    """The players in the order of their chairs; the hand sees to the rest."""
    game = BY_CODE.get(begun.game)
    if game is None:
        return Refused("feature.no_such_game")
    chairs = sorted(one.chair for one in begun.players)
    if len(set(chairs)) != len(chairs) or len({one.entry for one in begun.players}) != len(chairs):
        return Refused("feature.one_chair_each")
    if len(chairs) * game.starting_cards + sum(one.board for one in game.streets) > len(game.deck):
        return Refused("feature.too_many_for_the_deck", {"players": len(chairs)})
    rules = hand_rules(book, begun.game)
    small, big = bets_of(begun.stakes, game)
    if not small or (game.limit == "fixed" and not big):
        return Refused("feature.needs_stakes")
    if game.family == "stud" and not begun.stakes.bring_in:
        return Refused("feature.needs_bring_in")
    stacks = {one.chair: one.stack for one in begun.players}
    lies = begun.button if begun.button in chairs else seat_before(begun.button, chairs)
    button = chairs.index(lies)
    posts = _posts(begun, game, len(chairs), button, rules)
    plain: dict[str, Any] = asdict(rules)
    return HandSetting(
        game=begun.game,
        rules=plain,
        stacks=tuple(stacks[one] for one in chairs),
        button=button,
        blinds=posts.blinds,
        dead_blind=begun.stakes.small_blind if begun.dead_small_blind else 0,
        antes=posts.antes,
        dead_ante=posts.dead_ante,
        minimum_bet=small,
        big_bet=big,
        bring_in=begun.stakes.bring_in if game.family == "stud" else 0,
        chip=begun.chip or _smallest_chip(begun, event),
        players_left=players_left(event),
    )


def _smallest_chip(begun: BeginHand, event: TournamentState) -> int:
    """Of the starting stack, without those that were raced off; no larger than what is posted and held tells."""
    gone = {race.remove for race in event.chips.races.values() if race.tables}
    left = [one.value for one in event.the_sheet.stack if one.value not in gone]
    stakes = begun.stakes
    posted = (stakes.small_blind, stakes.big_blind, stakes.ante, stakes.bring_in, stakes.small_bet)
    return smallest_chip([one for one in (*posted, *(one.stack for one in begun.players), *left) if one])


def bets_of(stakes: HandStakes, game: Game) -> tuple[int, int]:
    """The smallest bet, and in fixed limit that of the later streets."""
    if game.limit != "fixed":
        return stakes.big_blind or stakes.small_bet, 0
    small = stakes.small_bet or stakes.big_blind
    return small, stakes.big_bet or 2 * small


def _posts(begun: BeginHand, game: Game, count: int, button: int, rules: HandRules) -> Posts:
    stakes = begun.stakes
    kind = "each" if stakes.ante_from in EACH_PAYS else stakes.ante_from
    ante = 0 if stakes.ante_from == "nobody" else stakes.ante
    if game.family == "stud":
        return Posts((), (ante,) * count if ante else (), dead_ante=False)
    posted = Posted(stakes.small_blind, stakes.big_blind, ante, kind)  # type: ignore[arg-type]  # one of its words
    if not begun.dead_small_blind or count == 2:
        return usual_posts(posted, count, button, rules)
    big = after(button, count)[0]
    blinds = tuple(stakes.big_blind if seat == big else 0 for seat in range(count))
    return Posts(blinds, antes_of(posted, count, button, big), dead_ante=kind != "each")
