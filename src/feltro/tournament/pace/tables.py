"""The tables while the room goes by hands: who plays, who is done, whose all-in waits."""

from typing import Literal

from feltro.tournament.state import TournamentState

TableStanding = Literal["playing", "done", "all_in_waits", "all_in_runs"]


def tables_in_step(state: TournamentState, day: str) -> dict[int, TableStanding]:
    """Every table of the day while it plays hand for hand."""
    pace = state.pace.hand_for_hand.get(day)
    if pace is None:
        return {}
    found: dict[int, TableStanding] = {}
    for number in tables_of(state, day):
        if pace.runs == number:
            found[number] = "all_in_runs"
        elif number in pace.held:
            found[number] = "all_in_waits"
        else:
            found[number] = "playing" if number in pace.to_play else "done"
    return found


def tables_of(state: TournamentState, day: str) -> tuple[int, ...]:
    """Tables of a day with somebody at them."""
    return tuple(
        sorted(number for number, table in state.floor.tables.items() if table.day == day and table.players)
    )


def still_playing(state: TournamentState, day: str) -> tuple[int, ...]:
    pace = state.pace.hand_for_hand.get(day)
    return tuple(sorted(pace.to_play)) if pace else ()
