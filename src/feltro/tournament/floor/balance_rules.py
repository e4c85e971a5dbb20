"""What the book says about a balancing move in the game that is played."""

from feltro.kernel.instants import Instant
from feltro.procedures.balance import BalanceRules
from feltro.rulebook.settle import Settled
from feltro.tournament.clock.hands import game_now
from feltro.tournament.floor.positions import button_rules, is_stud
from feltro.tournament.state import TournamentState


def balance_rules(day: str, state: TournamentState, book: Settled, at: Instant) -> BalanceRules:
    """Stud is balanced by position; in a mixed event only where the book says so of every stud game."""
    area = "balance.stud" if _as_stud(day, state, book, at) else "balance"
    return BalanceRules(
        button_rules(book),
        book[f"{area}.mover"].value,
        book[f"{area}.destination"].value,
        book["balance.small_blind"].value,
        book["balance.lone_big_blind"].value,
        book["balance.big_blind_twice"].value,
    )


def _as_stud(day: str, state: TournamentState, book: Settled, at: Instant) -> bool:
    codes = state.the_sheet.games.codes
    if not plays_stud(day, state, at):
        return False
    if all(map(is_stud, codes)) or book["balance.stud.games"].value == "stud_games":
        return True
    return bool(book["mixed.balance.mover"].value == "by_position")


def plays_stud(day: str, state: TournamentState, at: Instant) -> bool:
    """Whether the coming hand of a day's tables is one without blinds."""
    if not any(map(is_stud, state.the_sheet.games.codes)):
        return False
    table = next((one for one in state.floor.tables.values() if one.day == day), None)
    return table is not None and is_stud(game_now(state, table.number, at))
