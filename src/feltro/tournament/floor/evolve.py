"""What happens at the tables, put into the record of tables and seats."""

from collections.abc import Callable
from typing import Any

import msgspec

from feltro.kernel.events import Event
from feltro.tournament.facts import balance as b
from feltro.tournament.facts import floor as e
from feltro.tournament.facts.clock import HandStarted, OldLevelKept
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.floor.evolve_breaks import OF_BREAKS, stays
from feltro.tournament.floor.evolve_draws import OF_DRAWS, witness
from feltro.tournament.floor.late import late_for_a_hand
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Balancing, Chair, Draw, Hall, Need, Proposal, Table, chair_named
from feltro.tournament.state.seats import reseat, sit_down

# Tables and chairs


def table_opened(state: TournamentState, event: e.TableOpened) -> None:
    floor = state.floor
    floor.tables[event.table] = Table(number=event.table, chairs=event.chairs, day=event.day, room=event.room)
    floor.gone.discard(event.table)
    hall = floor.halls.setdefault(event.day, Hall())
    hall.sizes.put(event.table, 0)
    hall.chairs += event.chairs


def table_closed(state: TournamentState, event: e.TableClosed) -> None:
    table = state.floor.tables.pop(event.table)
    state.floor.gone.add(event.table)
    hall = state.floor.halls[table.day]
    hall.sizes.close(event.table)
    hall.stopped.discard(event.table)
    if state.floor.break_order[:1] == (event.table,):
        state.floor.break_order = state.floor.break_order[1:]
    hall.chairs -= 0 if table.breaking else table.usable


def chair_locked(state: TournamentState, event: e.ChairLocked) -> None:
    table = state.floor.tables[event.table]
    table.locked.add(event.seat)
    if event.why == "camera":
        table.cameras.add(event.seat)
    state.floor.halls[table.day].chairs -= 1


def chair_unlocked(state: TournamentState, event: e.ChairUnlocked) -> None:
    table = state.floor.tables[event.table]
    table.locked.discard(event.seat)
    table.cameras.discard(event.seat)
    state.floor.halls[table.day].chairs += not table.breaking


# Draws


def draw_committed(state: TournamentState, event: e.DrawCommitted) -> None:
    state.floor.draws[event.draw] = Draw(
        id=event.draw, label=event.label, day=event.day, commitment=event.commitment, tables=event.tables
    )
    witness(state, event)


def draw_revealed(state: TournamentState, event: e.DrawRevealed) -> None:
    state.floor.draws[event.draw].secret = event.secret


# Seats


def player_seated(state: TournamentState, event: e.PlayerSeated) -> None:
    sit_down(state.floor, event.entry, Chair(event.table, event.seat))
    witness(state, event)


def player_moved(state: TournamentState, event: e.PlayerMoved) -> None:
    floor = state.floor
    reseat(floor, [(event.entry, Chair(event.table, event.seat))])
    floor.tables[event.table].arrived = event.seat
    floor.moves[event.entry] = floor.moves.get(event.entry, 0) + 1


def seats_swapped(state: TournamentState, event: e.SeatsSwapped) -> None:
    floor = state.floor
    chairs = floor.chair_of[event.second], floor.chair_of[event.first]
    reseat(floor, zip((event.first, event.second), chairs, strict=True))


def need_recorded(state: TournamentState, event: e.NeedRecorded) -> None:
    if event.seats or event.tables:
        state.floor.needs[event.person] = Need(seats=event.seats, tables=event.tables)
    else:
        state.floor.needs.pop(event.person, None)


def told(state: TournamentState, event: Event) -> None:
    """Written down for those who read the log; nobody sits elsewhere because of it."""


def player_absent(state: TournamentState, event: e.PlayerAbsent) -> None:
    state.floor.absent.add(event.entry)
    if event.missed_from:
        state.floor.absent_from[event.entry] = event.missed_from


def player_arrived(state: TournamentState, event: e.PlayerArrived) -> None:
    state.floor.absent.discard(event.entry)
    state.floor.absent_from.pop(event.entry, None)


# Button and hands


def button_drawn(state: TournamentState, event: e.ButtonDrawn) -> None:
    for number in event.tables:
        table = state.floor.tables[number]
        table.drawn_button = min(event.seat, table.chairs)
        table.positions = None
        table.frozen = table.after = None
        table.left, table.joined = set(), set()
    witness(state, event)


def button_reported(state: TournamentState, event: e.ButtonReported) -> None:
    table = state.floor.tables[event.table]
    table.positions = event.positions
    table.drawn_button = None
    if not table.dealing:  # the hand that ended, with those who went out in it: none is being played
        table.left, table.joined = set(), set()


def hand_started(state: TournamentState, event: HandStarted | OldLevelKept) -> None:
    """Nobody has left it yet: who was told to be out before it began was in an earlier one."""
    table = state.floor.tables[event.table]
    if not table.dealing:
        table.left, table.joined = set(), set()
    table.dealing = True


def hand_played(state: TournamentState, event: e.HandPlayed) -> None:
    table = state.floor.tables[event.table]
    table.hands = event.number
    table.positions = event.positions
    table.frozen, table.after, table.shown = event.frozen, event.after, event.shown
    table.drawn_button = None
    table.start_told, table.dealing = table.dealing, False
    late_for_a_hand(state, table, event.positions.big_blind if event.positions else None)
    table.left, table.joined = set(), set()
    table.ended_in_break = None if event.shown else event.at or None
    if event.positions is not None:
        orbit = max(1, len(table.players))
        table.big_blinds = [*table.big_blinds, event.positions.big_blind][-orbit:]
    state.floor.halls[table.day].started = True


def entry_eliminated(state: TournamentState, event: EntryEliminated) -> None:
    """Told after its hand ended, by the number of the hand: then he is in no hand that is still played."""
    table = state.floor.tables.get(event.table)
    if table is not None and table.vacated and 0 < event.hand <= table.hands:
        table.left.discard(table.vacated[-1])


# Balance and tables that halt or break


def balancing_set(state: TournamentState, event: b.BalancingSet) -> None:
    state.floor.balancing = Balancing(mode=event.mode, tolerance=event.tolerance, giving_order=event.giving_order)


def break_order_published(state: TournamentState, event: b.BreakOrderPublished) -> None:
    state.floor.break_order = event.tables


def balance_proposed(state: TournamentState, event: b.BalanceProposed) -> None:
    state.floor.proposals[event.day] = Proposal(
        day=event.day,
        moves=event.moves,
        report=event.report,
        breaks=event.breaks,
        final_table=event.final_table,
        because=event.because,
        cites=event.cites,
    )


def proposal_dropped(state: TournamentState, event: b.ProposalDropped) -> None:
    state.floor.proposals.pop(event.day, None)


def move_edited(state: TournamentState, event: b.MoveEdited) -> None:
    proposal = state.floor.proposals[event.day]
    moves = tuple(event.move if move.entry == event.instead_of else move for move in proposal.moves)
    state.floor.proposals[event.day] = msgspec.structs.replace(proposal, moves=moves)


def table_halted(state: TournamentState, event: b.TableHalted) -> None:
    table = state.floor.tables[event.table]
    table.halted = True
    state.floor.halls[table.day].stopped.add(event.table)


def halt_waived(state: TournamentState, event: b.HaltWaived) -> None:
    table = state.floor.tables[event.table]
    table.halted = False
    table.waived = True
    state.floor.halls[table.day].stopped.add(event.table)


def table_resumed(state: TournamentState, event: b.TableResumed) -> None:
    table = state.floor.tables[event.table]
    table.halted = False
    table.waived = False
    state.floor.halls[table.day].stopped.discard(event.table)


def table_broken(state: TournamentState, event: e.TableBroken) -> None:
    """The moves and the closing of the table are events of their own."""
    witness(state, event)


def redrawn(state: TournamentState, event: e.Redrawn) -> None:
    floor = state.floor
    for table in floor.tables.values():
        if table.breaking and table.day == event.day:
            stays(floor, table)
    reseat(floor, ((entry, chair_named(chair)) for entry, chair in event.seats.items()))
    if event.occasion == "final_table":
        floor.final_table = tuple(sorted(event.seats))  # a stored event has lost the order of its seats
    floor.proposals.pop(event.day, None)
    floor.halls[event.day].stopped.clear()
    for table in floor.tables.values():
        if table.day == event.day:
            table.positions, table.frozen, table.after, table.drawn_button = None, None, None, None
            table.vacated, table.big_blinds = [], []
            table.dealing = table.start_told = False
            table.left, table.joined = set(), set()
            table.halted = table.waived = False
            table.eliminated, table.arrived = 0, None
    witness(state, event)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.TableOpened: table_opened,
    e.TableClosed: table_closed,
    e.ChairLocked: chair_locked,
    e.ChairUnlocked: chair_unlocked,
    e.DrawCommitted: draw_committed,
    e.DrawRevealed: draw_revealed,
    e.PlayerSeated: player_seated,
    e.NeedRecorded: need_recorded,
    e.NeedNotMet: told,
    e.PlayerMoved: player_moved,
    e.SeatsSwapped: seats_swapped,
    e.WrongSeatCorrected: told,
    e.PlayerAbsent: player_absent,
    e.PlayerArrived: player_arrived,
    e.ButtonDrawn: button_drawn,
    e.ButtonReported: button_reported,
    e.HandPlayed: hand_played,
    b.BalancingSet: balancing_set,
    b.BreakOrderPublished: break_order_published,
    b.BalanceProposed: balance_proposed,
    b.ProposalDropped: proposal_dropped,
    b.MoveEdited: move_edited,
    b.TableHalted: table_halted,
    b.HaltAsked: told,
    b.HaltWaived: halt_waived,
    b.TableResumed: table_resumed,
    e.TableBroken: table_broken,
    **OF_BREAKS,
    e.Redrawn: redrawn,
}
ALSO: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    **OF_DRAWS,
    EntryEliminated: entry_eliminated,
    HandStarted: hand_started,
    OldLevelKept: hand_started,
}
