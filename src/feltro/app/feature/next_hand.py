"""The hand that comes next at a table, as far as the house knows it: proposed before anybody types, and changed by whoever sees better."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from feltro.app.feature.commands import HandStakes
from feltro.app.feature.play import played
from feltro.hand.games import BY_CODE
from feltro.procedures.button import Positions, button_rules, next_positions, next_seat
from feltro.tournament.clock.face import standing
from feltro.tournament.sheet.games import games_of

if TYPE_CHECKING:
    from feltro.app.event_view import EventView
    from feltro.app.world.streams.feature import FeatureHand, FeatureState
    from feltro.tournament.sheet import Level
    from feltro.tournament.state.floor import Table


AMOUNTS = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet")


class ProposedSeat(NamedTuple):
    chair: int
    entry: str
    stack: int
    """0: nobody counted it."""


class ProposedHand(NamedTuple):
    table: int
    seats: tuple[ProposedSeat, ...]
    button: int
    dead_small_blind: bool
    game: str
    games: tuple[str, ...]
    """All that may be dealt; those of the level first."""
    stakes: HandStakes
    level: int
    asks: tuple[str, ...]
    """What is posted in the game that is proposed; all else is for whoever deals another one."""

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(one for one in AMOUNTS if one not in self.asks)


def proposed(event: EventView, state: FeatureState, table: int) -> ProposedHand | None:
    """Nothing where the event has no such table."""
    found = event.state.floor.tables.get(table)
    if found is None:
        return None
    last = state.played_last(table)
    level = standing(event.state, found.day, event.at).level or 1
    posted = event.state.the_sheet.levels[min(level, len(event.state.the_sheet.levels)) - 1]
    game = _game(event, state, table, level)
    seats = tuple(
        ProposedSeat(one, found.players[one], _stack(event, last, found.players[one])) for one in found.seats()
    )
    positions = _positions(event, found, last)
    offered = dict.fromkeys((*games_of(event.state.the_sheet, level), *BY_CODE))
    return ProposedHand(
        table=table,
        seats=seats,
        button=positions.button if positions else 0,
        dead_small_blind=positions is not None and not positions.small_blind_posted,
        game=game,
        games=tuple(one for one in offered if one in BY_CODE),
        stakes=stakes_of(posted, game, event.state.the_sheet.ante_from),
        level=level,
        asks=asked_in(game),
    )


def asked_in(game: str) -> tuple[str, ...]:
    """By the words of `HandStakes`."""
    if BY_CODE[game].family == "stud":
        return ("ante", "bring_in", "small_bet", "big_bet")
    bets = ("small_bet", "big_bet") if BY_CODE[game].limit == "fixed" else ()
    return ("small_blind", "big_blind", "ante", *bets)


def stakes_of(posted: Level, game: str, ante_from: str) -> HandStakes:
    """What a level asks of a game."""
    if BY_CODE[game].family == "stud":
        return HandStakes(
            ante=posted.stud_ante,
            ante_from="everybody",
            bring_in=posted.bring_in,
            small_bet=posted.small_bet,
            big_bet=posted.big_bet,
        )
    return HandStakes(
        small_blind=posted.small_blind,
        big_blind=posted.big_blind,
        ante=posted.ante,
        ante_from=ante_from,  # type: ignore[arg-type]  # one of the sheet's words
        small_bet=posted.small_bet,
        big_bet=posted.big_bet,
    )


def _stack(event: EventView, last: FeatureHand | None, entry: str) -> int:
    """As the last hand left it; else as it was counted, or as everybody began."""
    if last and entry in last.entries:
        return played(last).stacks[last.entries.index(entry)]
    counted = event.state.chips.stacks.get(entry)
    return counted.chips if counted else 0


def _positions(event: EventView, table: Table, last: FeatureHand | None) -> Positions | None:
    """Where the button and the blinds come to stand, by the event's book."""
    players = table.seats()
    if len(players) < 2:
        return None
    before = _of(last) if last else table.positions
    if before is not None:
        return next_positions(before, players, button_rules(event.book))
    first = table.drawn_button if table.drawn_button in players else players[-1]
    button = first if first is not None else players[-1]
    small = next_seat(button, players)
    return Positions(button, small, next_seat(small, players))


def _of(last: FeatureHand) -> Positions | None:
    """Of a hand with blinds; in stud nobody posts any, and the button waits."""
    blinds, chairs = last.setting.blinds, last.chairs
    if not any(blinds):
        return None
    big = chairs[blinds.index(max(blinds))]
    small = next((chair for chair, blind in zip(chairs, blinds, strict=True) if 0 < blind < max(blinds)), None)
    button = chairs[last.setting.button]
    return Positions(button, small if small is not None else button, big, small_blind_posted=small is not None)


def _game(event: EventView, state: FeatureState, table: int, level: int) -> str:
    """The level's own; in a rotation by hands, the next one when its hands are played."""
    sheet = event.state.the_sheet
    codes = [one for one in games_of(sheet, level) if one in BY_CODE] or ["nlhe"]
    played_so_far = sorted(state.of_table(table), key=lambda one: (one.at, one.number))
    dealt = [one.setting.game for one in played_so_far]
    if len(codes) == 1 or not dealt or dealt[-1] not in codes:
        return codes[0]
    same = 0
    while same < len(dealt) and dealt[-1 - same] == dealt[-1]:
        same += 1
    turn = same >= max(sheet.games.every, 1)
    return codes[(codes.index(dealt[-1]) + turn) % len(codes)]
