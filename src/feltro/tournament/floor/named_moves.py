"""Who goes to which chair: the moves of a balancing with their entries, as somebody's special need lets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feltro.tournament.facts.balance import ProposedMove
from feltro.tournament.floor.draws import is_free
from feltro.tournament.state.floor import Chair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feltro.procedures.balance import BalanceMove
    from feltro.tournament.chance import Chance
    from feltro.tournament.state import TournamentState
    from feltro.tournament.state.floor import Table


def named_moves(
    moves: Sequence[BalanceMove], because: str, state: TournamentState, chance: Chance | None
) -> tuple[ProposedMove, ...]:
    """Moves of entries; a special need decides between the chairs that its player can be sent to."""
    found: list[ProposedMove] = []
    used = {Chair(int(move.to.table), move.to.seat) for move in moves}
    for move in moves:
        table = state.floor.tables[int(move.table)]
        seat = move.seat if move.seat is not None else _drawn_mover(table, state, chance)
        if seat not in table.players:
            continue
        to = Chair(int(move.to.table), move.to.seat)
        suited = _suited(table.players[seat], to, used, state)
        used.add(suited)
        found.append(
            ProposedMove(
                entry=table.players[seat],
                from_table=table.number,
                from_seat=seat,
                table=suited.table,
                seat=suited.seat,
                posts_big_blind=move.to.posts_big_blind and suited == to and because != "tables.moves_frozen",
                because=because if suited == to else "seat.accommodated",
            )
        )
    return tuple(found)


def _drawn_mover(table: Table, state: TournamentState, chance: Chance | None) -> int:
    """Where the book draws the mover. The label names table and hand: asked twice, the answer is the same."""
    draw = state.floor.open_draw(table.day)
    if chance is None or draw is None or draw.awaits or not chance.readable(draw):
        return 0
    seats = [str(seat) for seat in table.seats()]
    return int(chance.pick(draw, f"mover/{table.number}/{table.hands}/{len(seats)}", seats))


def _suited(entry: str, to: Chair, used: set[Chair], state: TournamentState) -> Chair:
    need = state.floor.needs.get(state.entries[entry].person) if state.floor.needs else None
    if need is None or need.suits(to):
        return to
    table = state.floor.tables[to.table]
    others = (Chair(table.number, seat) for seat in table.free())
    return next((one for one in others if need.suits(one) and one not in used and is_free(one, state.floor)), to)
