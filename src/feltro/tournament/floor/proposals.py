"""The director's part in balancing: what is published, proposed, edited, confirmed or dropped."""

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.balance import BalancingSet, MoveEdited, ProposalDropped, ProposedMove, TableResumed
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.aftermath import carried_out, proposed
from feltro.tournament.floor.balance import Room, propose
from feltro.tournament.floor.draws import is_free
from feltro.tournament.floor.tables import day_named
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Chair, Proposal


def set_balancing(command: c.SetBalancing, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    unknown = next((one for one in command.giving_order if one not in state.floor.tables), None)
    if unknown is not None:
        return Refused("table.not_open", {"table": unknown})
    return (BalancingSet(mode=command.mode, tolerance=command.tolerance, giving_order=command.giving_order),)


def propose_balance(command: c.ProposeBalance, state: TournamentState, book: Settled, now: Now) -> Outcome:
    day = day_named(command.day, state)
    if isinstance(day, Refused):
        return day
    proposal = propose(day, state, book, Room(state, book, now.at), now)
    if proposal is None:
        return Refused("tables.even", {"spread": state.floor.hall(day).sizes.spread})
    if proposal.empty:
        return Refused(proposal.because, cites=book["balance.destination"].cites)
    return (proposed(proposal),)


def confirm_moves(command: c.ConfirmMoves, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Only while it still fits: the players sit where they sat, and the chairs are free."""
    proposal = _waiting(command.day, state)
    if isinstance(proposal, Refused):
        return proposal
    if proposal.report:
        return Refused("seat.report_button", {"tables": proposal.report})
    stale = any(not _fits(move, state) for move in proposal.moves)
    if stale or (proposal.breaks and proposal.breaks not in state.floor.tables):
        return Refused("balance.stale", {"day": proposal.day})
    done = carried_out(proposal, state, book, now)
    if isinstance(done, Refused) or proposal.final_table:
        return done
    return (*done, ProposalDropped(day=proposal.day, because="balance.confirmed"), *_resumed(done, state))


def _resumed(done: tuple[Event, ...], state: TournamentState) -> list[Event]:
    """A table that stopped for want of players goes on once it gets one."""
    taking = {event.table for event in done if isinstance(event, f.PlayerMoved)}
    tables = (state.floor.tables[number] for number in sorted(taking))
    return [
        TableResumed(table=table.number, because="table.not_short_any_more") for table in tables if table.halted
    ]


def _fits(move: ProposedMove, state: TournamentState) -> bool:
    at_home = state.floor.chair_of.get(move.entry) == Chair(move.from_table, move.from_seat)
    return at_home and is_free(Chair(move.table, move.seat), state.floor)


def edit_move(command: c.EditMove, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    proposal = _waiting(command.day, state)
    if isinstance(proposal, Refused):
        return proposal
    if command.instead_of not in {move.entry for move in proposal.moves}:
        return Refused("balance.not_proposed", {"entry": command.instead_of})
    others = [move for move in proposal.moves if move.entry != command.instead_of]
    chair = state.floor.chair_of.get(command.entry)
    if chair is None:
        return Refused("seat.has_none", {"entry": command.entry})
    to = Chair(command.table, command.seat)
    taken = any(move.entry == command.entry or Chair(move.table, move.seat) == to for move in others)
    if taken or not is_free(to, state.floor):
        return Refused("chair.not_free", {"table": to.table, "seat": to.seat})
    move = ProposedMove(
        entry=command.entry,
        from_table=chair.table,
        from_seat=chair.seat,
        table=to.table,
        seat=to.seat,
        because="seat.by_director",
    )
    return (MoveEdited(day=proposal.day, instead_of=command.instead_of, move=move),)


def drop_proposal(command: c.DropProposal, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    proposal = _waiting(command.day, state)
    if isinstance(proposal, Refused):
        return proposal
    return (ProposalDropped(day=proposal.day, because="balance.dropped"),)


def _waiting(day_id: str, state: TournamentState) -> Proposal | Refused:
    day = day_named(day_id, state)
    if isinstance(day, Refused):
        return day
    proposal = state.floor.proposals.get(day)
    return Refused("balance.nothing_proposed", {"day": day}) if proposal is None else proposal
