"""Who was moved to another table and has not come when the big blind is due there."""

from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Table


def late_for_a_hand(state: TournamentState, table: Table, big_blind: int | None) -> None:
    """A hand was played: whoever lets the big blind pass is flagged, whoever posts one has nothing open."""
    if big_blind is not None:
        _big_blind(state, table, big_blind)
    _were_there(state, table)


def _big_blind(state: TournamentState, table: Table, seat: int) -> None:
    floor, entry = state.floor, table.players.get(seat, "")
    if _is_there(state, entry):
        floor.missed_blind.pop(entry, None)
    elif entry in floor.new_here and seat not in table.joined:
        floor.missed_blind[entry] = table.number


def _were_there(state: TournamentState, table: Table) -> None:
    """Whoever was moved here and was dealt in has come. What is missed from now on is no late coming."""
    if state.floor.new_here:
        dealt = {entry for seat, entry in table.players.items() if seat not in table.joined}
        state.floor.new_here -= {entry for entry in dealt if _is_there(state, entry)}


def _is_there(state: TournamentState, entry: str) -> bool:
    return entry not in state.floor.absent and entry not in state.sanctions.away
