"""What follows by itself when somebody is out or a hand ends: tables halt, go on, break, and are evened out."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.balance import (
    BalanceProposed,
    HaltAsked,
    ProposalDropped,
    ProposedMove,
    TableHalted,
    TableResumed,
)
from feltro.tournament.facts.clock import HandStarted, OldLevelKept
from feltro.tournament.facts.eliminations import ChipsSurrendered, EntryEliminated
from feltro.tournament.facts.opening import RegistrationClosed
from feltro.tournament.facts.prizes import SeatWon
from feltro.tournament.floor.balance import Played, Room, propose
from feltro.tournament.floor.breakup import broken
from feltro.tournament.floor.draws import others_play
from feltro.tournament.floor.halts import halts
from feltro.tournament.floor.redraws import final_table
from feltro.tournament.floor.seats import moved
from feltro.tournament.floor.tables import revealed, unused
from feltro.tournament.now import Now, Outcome
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Chair, Floor, Proposal, Table

BY_ITSELF = (
    f.PlayerMoved,
    f.TableBroken,
    f.TableClosed,
    f.Redrawn,
    f.ButtonDrawn,
    BalanceProposed,
    ProposalDropped,
    TableHalted,
    HaltAsked,
    TableResumed,
)
"""What a bust or a hand brings about. People have walked to their new chairs: a correction leaves it as it was."""

GONE = (EntryEliminated, ChipsSurrendered, SeatWon)
BUTTON_TOLD = (f.HandPlayed, f.ButtonReported)
WALKED = (f.PlayerMoved, f.Redrawn)


def with_consequences(events: Outcome, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The events and what they bring about. The cost does not grow with the number of players."""
    if isinstance(events, Refused):
        return events
    gone = [event.entry for event in events if isinstance(event, GONE) and event.entry in state.floor.chair_of]
    played = {event.table: _played(event) for event in events if isinstance(event, BUTTON_TOLD)}
    closing = any(isinstance(event, RegistrationClosed) for event in events)
    published = _published(state, now) if closing else ()
    opened = [event for event in events if isinstance(event, f.TableOpened)]
    if opened:
        return (*events, *_filled(opened, state, book, now))
    if not gone and not played:
        return (*events, *published, *_dealt_on(events, state, book, now))
    room = Room(state, book, now.at, gone, played, _told_late(events, state))
    days = dict.fromkeys(state.floor.tables[number].day for number in (*room.gone, *played))
    follows = [event for day in days for event in _of_day(day, gone, played, state, book, room, now)]
    return (*events, *published, *follows)


def _dealt_on(events: Sequence[Event], state: TournamentState, book: Settled, now: Now) -> list[Event]:
    """A hand begins where somebody was to move from or to: he comes a hand later, and other chairs are the worst then."""
    started = {event.table for event in events if isinstance(event, (HandStarted, OldLevelKept))}
    days = {state.floor.tables[number].day for number in started}
    if state.floor.balancing.mode == "off":
        return []
    waiting = [one for day, one in state.floor.proposals.items() if day in days and _touches(one, started)]
    room = Room(state, book, now.at, started=started)
    return [event for one in waiting for event in _evened(one.day, (), state, book, room, now)]


def _filled(opened: Sequence[f.TableOpened], state: TournamentState, book: Settled, now: Now) -> list[Event]:
    """Tables opened while others play: who comes to them from the fullest ones, proposed at once."""
    day = opened[0].day
    if not others_play(day, state) or state.floor.balancing.mode == "off":
        return []
    with _open(opened, state.floor):
        proposal = propose(day, state, book, Room(state, book, now.at), now)
    return [] if proposal is None or proposal.empty else _kept(proposal, state.floor.proposals.get(day))


@contextmanager
def _open(opened: Sequence[f.TableOpened], floor: Floor) -> Iterator[None]:
    """The tables as if they stood there already; as it was when the block ends."""
    hall = floor.hall(opened[0].day)
    for one in opened:
        floor.tables[one.table] = Table(number=one.table, chairs=one.chairs, day=one.day, room=one.room)
        hall.sizes.put(one.table, 0)
        hall.chairs += one.chairs
    try:
        yield
    finally:
        for one in opened:
            del floor.tables[one.table]
            hall.sizes.close(one.table)
            hall.chairs -= one.chairs


def _played(event: f.HandPlayed | f.ButtonReported) -> Played:
    if isinstance(event, f.HandPlayed):
        return Played(event.positions, event.frozen, event.after)
    return Played(event.positions, ended=False)


def _told_late(events: Sequence[Event], state: TournamentState) -> list[str]:
    """Those who are told to be out of a hand that ended before, by its number."""
    outs = (event for event in events if isinstance(event, EntryEliminated))
    tables = state.floor.tables
    return [out.entry for out in outs if out.table in tables and 0 < out.hand <= tables[out.table].hands]


def _published(state: TournamentState, now: Now) -> tuple[Event, ...]:
    """When registration closes the decks are shown, each followed by the commitment to the next secret."""
    found: list[Event] = []
    for draw in state.floor.draws.values():
        if draw.tables and not draw.secret and not draw.given_up:
            found += revealed(draw, unused(f"{draw.id}-after", state), state, now)
    return tuple(found)


def _of_day(
    day: str,
    gone: Sequence[str],
    played: Collection[int],
    state: TournamentState,
    book: Settled,
    room: Room,
    now: Now,
) -> list[Event]:
    mode = state.floor.balancing.mode
    waiting = state.floor.proposals.get(day)
    follows: list[Event] = []
    if mode != "off" and (gone or (waiting is not None and _touches(waiting, played))):
        follows += _evened(day, gone, state, book, room, now)
    if not any(isinstance(event, WALKED) for event in follows):
        follows += halts(day, state, book, room)
    return follows


def _touches(proposal: Proposal, played: Collection[int]) -> bool:
    """Whether a hand ended where a proposal looked at the blinds, or that it waited for."""
    if proposal.final_table:
        return True
    looked_at = {*proposal.report, *(table for move in proposal.moves for table in (move.from_table, move.table))}
    return not (looked_at | {proposal.breaks}).isdisjoint(played)


def _evened(
    day: str, gone: Sequence[str], state: TournamentState, book: Settled, room: Room, now: Now
) -> list[Event]:
    proposal = propose(day, state, book, room, now)
    waiting = state.floor.proposals.get(day)
    if proposal is None or proposal.empty:
        return [ProposalDropped(day=day, because="tables.even")] if waiting else []
    if state.floor.balancing.mode == "automatic" and not proposal.report:
        at_once, later = _after_their_hands(proposal, state, room)
        done = carried_out(at_once, state, book, now, gone) if not at_once.empty else ()
        if not isinstance(done, Refused):
            rest = _dropped(day, waiting, done) if later.empty else _kept(later, waiting)
            return [*done, *rest]
    return _kept(proposal, waiting)


def _kept(proposal: Proposal, waiting: Proposal | None) -> list[Event]:
    return [] if proposal == waiting else [proposed(proposal)]


def _after_their_hands(proposal: Proposal, state: TournamentState, room: Room) -> tuple[Proposal, Proposal]:
    """What is done at once, and what waits: nobody gets up from a hand that was started and has not ended."""

    def in_a_hand(number: int) -> bool:
        if number in room.started:
            return True
        told = room.played.get(number)
        return state.floor.tables[number].dealing and (told is None or not told.ended)

    nothing = replace(proposal, moves=(), breaks=0, final_table=False)
    if proposal.final_table:
        waits = any(in_a_hand(number) for number in state.floor.hall(proposal.day).sizes.players)
        return (nothing, proposal) if waits else (proposal, nothing)
    if proposal.breaks:
        return (nothing, proposal) if in_a_hand(proposal.breaks) else (proposal, nothing)
    now = tuple(move for move in proposal.moves if not in_a_hand(move.from_table))
    later = tuple(move for move in proposal.moves if in_a_hand(move.from_table))
    return replace(proposal, moves=now), replace(proposal, moves=later)


def _dropped(day: str, waiting: Proposal | None, done: Sequence[Event]) -> list[Event]:
    """A redraw takes what was proposed with it."""
    if waiting is None or any(isinstance(event, f.Redrawn) for event in done):
        return []
    return [ProposalDropped(day=day, because="tables.even")]


def proposed(proposal: Proposal) -> BalanceProposed:
    return BalanceProposed(
        day=proposal.day,
        moves=proposal.moves,
        report=proposal.report,
        breaks=proposal.breaks,
        final_table=proposal.final_table,
        because=proposal.because,
        cites=proposal.cites,
    )


def carried_out(
    proposal: Proposal, state: TournamentState, book: Settled, now: Now, gone: Sequence[str] = ()
) -> Outcome:
    """The moves, the break or the final table that a proposal speaks of."""
    if proposal.final_table:
        return final_table(proposal.day, state, book, now, gone)
    if proposal.breaks:
        return broken(state.floor.tables[proposal.breaks], state, book, now, gone)
    return tuple(_moved(move, proposal.cites) for move in proposal.moves)


def _moved(move: ProposedMove, cites: tuple[str, ...]) -> f.PlayerMoved:
    was, to = Chair(move.from_table, move.from_seat), Chair(move.table, move.seat)
    return moved(move.entry, was, to, move.because, cites)
