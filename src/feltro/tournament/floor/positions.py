"""Where button and blinds stand: in the hand that is played, in the coming one, and while stud is played."""

from collections.abc import Sequence

from feltro.kernel.instants import Instant
from feltro.procedures.button import (
    HEADS_UP,
    ButtonRules,
    Positions,
    button_rules,
    hand_before,
    moves_before_freeze,
    moves_in_stud,
    moves_on_return,
    next_positions,
    next_seat,
    positions_from,
    resumed,
    waits_after,
)
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.hands import game_played
from feltro.tournament.sheet.games import GAMES
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Table

ONE_PLAYER = 1


def is_stud(code: str) -> bool:
    return code in GAMES and GAMES[code].family == "stud"


def coming_positions(table: Table, players: Sequence[int], stud: bool, book: Settled) -> Positions | None:
    """Button and blinds of the coming hand; nothing where there are none, or where nobody knows them."""
    if stud or len(players) <= ONE_PLAYER:
        return None
    rules = book.once(button_rules)
    if table.frozen is not None:
        coming = _as_hold_em(table, table.frozen, players, rules)
        return next_positions(coming, players, rules) if moves_on_return(book) else coming
    if table.positions is not None:
        return next_positions(table.positions, players, rules)
    return None if table.drawn_button is None else first_positions(table.drawn_button, players, rules)


def _as_hold_em(table: Table, frozen: int, players: Sequence[int], rules: ButtonRules) -> Positions:
    """The hand that a frozen button waits for; where only its chair was kept, as from a button put there."""
    if table.after is None:
        return first_positions(frozen, players, rules)
    return resumed(table.after, frozen, players, rules)


def first_positions(button: int, players: Sequence[int], rules: ButtonRules) -> Positions:
    """A button put on a chair. It may rest on an empty one only where the book has a dead button."""
    needs_player = rules.method == "moving" or len(players) == HEADS_UP
    if needs_player and button not in players:
        button = next_seat(button, players)
    return positions_from(button, players, rules)


def played_now(
    table: Table, players: Sequence[int], state: TournamentState, book: Settled, at: Instant
) -> Positions | None:
    """Button and blinds of the hand that is being played; in stud, those of the hand that its button waits after."""
    if not is_stud(game_played(state, table.number, at)):
        return coming_positions(table, players, False, book)
    frozen, after = frozen_now(table, players, book)
    return after if after is not None or frozen is None or not players else hand_before(frozen, players)


def frozen_now(table: Table, players: Sequence[int], book: Settled) -> tuple[int | None, Positions | None]:
    """The button in a stud hand of a mixed event, and the hand it waits after: it moved on as if hold'em went on."""
    rules = book.once(button_rules)
    if len(players) <= ONE_PLAYER:
        return table.frozen, table.after
    if table.frozen is not None:
        if not moves_in_stud(book):
            return table.frozen, table.after
        played = _as_hold_em(table, table.frozen, players, rules)
        return next_positions(played, players, rules).button, played
    if table.positions is None:
        return table.drawn_button, None
    after = waits_after(table.positions, players, rules, moves_before_freeze(book))
    return next_positions(after, players, rules).button, after
