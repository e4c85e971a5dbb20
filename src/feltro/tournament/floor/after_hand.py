"""A table that breaks after the hand that is played: chairs are drawn and kept, strips go out, and then it is free."""

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.balance import ProposalDropped
from feltro.tournament.floor import break_commands as c
from feltro.tournament.floor.breakup import breakable, broken, draw_chairs, why_drawn
from feltro.tournament.floor.seats import moved
from feltro.tournament.floor.tables import table_named
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Chair, Proposal, Table


def break_after_hand(command: c.BreakAfterHand, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The draw is that of a table that breaks at once; nobody gets up before the table is told to be free."""
    table = breakable(command, state)
    if isinstance(table, Refused):
        return table
    if not table.players:
        return Refused("break.nobody_there", {"table": table.number})
    drawn = draw_chairs(table, state, book, now)
    if isinstance(drawn, Refused):
        return drawn
    because, cites = why_drawn(book)
    begun = f.BreakBegun(
        table=table.number,
        how=book["break_table.draw"].value,
        players=drawn.players,
        free=drawn.free,
        seat_cards=drawn.seat_cards,
        cards=drawn.cards,
        seats={entry: str(chair) for entry, chair in drawn.chairs.items()},
        draw=drawn.draw,
        number=drawn.number,
        because=because,
        cites=cites,
        reason=now.noted(command.reason),
    )
    return (begun, *_overtaken(table, set(drawn.chairs.values()), state))


def _overtaken(table: Table, kept: set[Chair], state: TournamentState) -> tuple[Event, ...]:
    """What was proposed goes, where it spoke of this table or of a chair that is kept now."""
    waiting = state.floor.proposals.get(table.day)
    if waiting is None or not _touched(waiting, table.number, kept):
        return ()
    return (ProposalDropped(day=table.day, because="balance.overtaken"),)


def _touched(proposal: Proposal, table: int, kept: set[Chair]) -> bool:
    of_moves = {number for move in proposal.moves for number in (move.from_table, move.table)}
    chairs = {Chair(move.table, move.seat) for move in proposal.moves}
    return table in {proposal.breaks, *of_moves, *proposal.report} or not kept.isdisjoint(chairs)


def release_table(command: c.ReleaseTable, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The hand is over and everybody has got up. For whom no chair is kept, one is drawn now."""
    table = _breaking(command.table, state)
    if isinstance(table, Refused):
        return table
    floor = state.floor
    because, cites = why_drawn(book)
    here = [table.players[seat] for seat in table.seats()]
    kept = tuple(
        moved(entry, floor.chair_of[entry], floor.next_chair[entry], because, cites)
        for entry in here
        if entry in floor.next_chair
    )
    if len(kept) == len(here):
        return (*kept, f.TableClosed(table=table.number))
    others = broken(table, state, book, now)
    return others if isinstance(others, Refused) else (*kept, *others)


def keep_table(command: c.KeepTable, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    table = _breaking(command.table, state)
    return table if isinstance(table, Refused) else (f.TableKept(table=table.number),)


def _breaking(number: int, state: TournamentState) -> Table | Refused:
    table = table_named(number, state)
    if isinstance(table, Refused) or table.breaking:
        return table
    return Refused("break.not_under_way", {"table": number})
