"""Moves, breaks and final tables that wait for a yes, as prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feltro.app.needs.evening import is_over
from feltro.app.needs.prompt import LOOK, Deed, Prompt
from feltro.kernel.instants import MINUTE
from feltro.kernel.outcome import cites_of
from feltro.tournament.facts.floor import ButtonDrawn, ButtonReported, HandPlayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.app.event_view import EventView
    from feltro.tournament.state.floor import Proposal


LOOKED_AT = 2000
"""Facts, from the end of the log."""
OLD_MINUTES = 10
"""A button that was told so long ago is asked for again beside the proposal."""
BUTTON_TOLD = frozenset({ButtonDrawn, ButtonReported, HandPlayed})


def proposals(found: EventView) -> Iterator[Prompt]:
    """Once somebody has won nobody is moved any more."""
    for day, one in found.state.floor.proposals.items() if not is_over(found) else ():
        if one.empty and one.because != "tables.no_chair":
            continue
        known = tuple(_buttons(one, found))
        drop = Deed("director.drop", "DropProposal", {"day": day}, first=False)
        buttons = (*_yes(one), drop)
        yield Prompt(
            LOOK,
            _proposal_key(one),
            {"table": one.breaks, "tables": one.report, "n": len(one.moves)},
            cites_of(one.cites),
            () if one.report and not one.moves else buttons,
            buttons_at=tuple(one.report) or tuple(table for table, _, minutes in known if minutes >= OLD_MINUTES),
            buttons=known,
            moves=tuple(_moves(one, found)),
            because=one.because,
            reasons=_reasons(one),
            id=f"p{day}",
        )


def _buttons(one: Proposal, found: EventView) -> Iterator[tuple[int, int, int]]:
    """Of the tables whose blinds said who goes and where to."""
    tables = {number for move in one.moves for number in (move.from_table, move.table)}
    told = (fact for fact in reversed(found.facts[-LOOKED_AT:]) if type(fact.event) in BUTTON_TOLD)
    for fact in told if tables else ():
        event = fact.event
        named = event.tables if isinstance(event, ButtonDrawn) else (event.table,)
        if tables.isdisjoint(named):
            continue
        seat = event.seat if isinstance(event, ButtonDrawn) else event.positions.button if event.positions else 0
        for number in sorted(tables.intersection(named)):
            tables.discard(number)
            if seat:
                yield number, seat, max(0, (found.at - fact.meta.at) // MINUTE)


def _yes(one: Proposal) -> tuple[Deed, ...]:
    """A table that plays breaks after its hand, or at once where nobody is dealt in."""
    at_once = {"day": one.day}
    if not one.breaks:
        return (Deed("director.accept", "ConfirmMoves", at_once),)
    return (
        Deed("director.break_after_hand", "BreakAfterHand", {"table": one.breaks}),
        Deed("director.break_now", "ConfirmMoves", at_once, first=False),
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
