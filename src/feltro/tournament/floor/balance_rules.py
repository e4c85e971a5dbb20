"""What the book says about a balancing move in the game that is played."""

from functools import partial

from feltro.kernel.instants import Instant
from feltro.procedures.balance import BalanceRules, balance_rules, balanced_as_stud
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.hands import game_now
from feltro.tournament.floor.positions import is_stud
from feltro.tournament.state import TournamentState

BY_BLINDS = partial(balance_rules, as_stud=False)
BY_POSITION = partial(balance_rules, as_stud=True)


def rules_for(day: str, state: TournamentState, book: Settled, at: Instant) -> BalanceRules:
    if not plays_stud(day, state, at):
        return book.once(BY_BLINDS)
    mixed = not all(map(is_stud, state.the_sheet.games.codes))
    return book.once(BY_POSITION if balanced_as_stud(book, mixed=mixed) else BY_BLINDS)


def plays_stud(day: str, state: TournamentState, at: Instant) -> bool:
    """Whether the coming hand of a day's tables is one without blinds."""
    if not any(map(is_stud, state.the_sheet.games.codes)):
        return False
    table = next((one for one in state.floor.tables.values() if one.day == day), None)
    return table is not None and is_stud(game_now(state, table.number, at))
