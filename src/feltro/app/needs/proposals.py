"""Moves, breaks and final tables that wait for a yes, as prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.needs.prompt import LOOK, Deed, Prompt
from feltro.kernel.outcome import cites_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.tournament.state.floor import Proposal


def proposals(found: EventView) -> Iterator[Prompt]:
    for day, one in found.state.floor.proposals.items():
        if one.empty and one.because != "tables.no_chair":
            continue
        buttons = (
            Deed("director.accept", "ConfirmMoves", {"day": day}),
            Deed("director.drop", "DropProposal", {"day": day}, first=False),
        )
        yield Prompt(
            LOOK,
            _proposal_key(one),
            {"table": one.breaks, "tables": one.report, "n": len(one.moves)},
            cites_of(one.cites),
            () if one.report and not one.moves else buttons,
            buttons_at=tuple(one.report),
            moves=tuple(_moves(one, found)),
            because=one.because,
            reasons=_reasons(one),
            id=f"p{day}",
        )


def _proposal_key(one: Proposal) -> str:
    if one.final_table:
        return "director.need.final_table"
    if one.breaks:
        return "director.need.break"
    if one.report:
        return "director.need.report_button"
    return "director.need.move" if one.moves else "director.need.no_chair"


def _reasons(one: Proposal) -> dict[str, Any]:
    """What a reason may name: the first move, or the table that breaks."""
    if not one.moves:
        return {"table": one.breaks, "tables": one.report}
    move = one.moves[0]
    return {"table": move.from_table, "seat": move.from_seat, "to_table": move.table, "to_seat": move.seat}


def _moves(one: Proposal, found: EventView) -> Iterator[dict[str, Any]]:
    for move in one.moves:
        yield {
            "entry": move.entry,
            "player": found.names.of(move.entry),
            "from": f"{move.from_table}.{move.from_seat}",
            "to": f"{move.table}.{move.seat}",
            "big_blind": move.posts_big_blind,
            "day": one.day,
            "others": [(other, found.names.of(other)) for other in _sitting(move.from_table, found)],
        }


def _sitting(table: int, found: EventView) -> list[str]:
    """Everybody who could go instead."""
    at = found.state.floor.tables.get(table)
    return [entry for _, entry in sorted(at.players.items())] if at else []
