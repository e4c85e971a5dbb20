"""Stopping: cancelled, ended or suspended for a cause; called off when too few entered; resumed."""

from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, instant_of
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import events as e
from feltro.tournament.cancelling import all_taken_back, left_event
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import CANCELLED, GONE, Entry, Sale, TournamentState

STATUS = {"cancel": "cancelled", "end": "ended", "suspend": "suspended"}


def stop(command: c.StopTournament, state: TournamentState, book: Settled, now: Now) -> Outcome:
    actions, causes = book["event.stop.actions"], book["event.stop.causes"]
    if state.stopped in {"cancelled", "ended"}:
        return Refused("tournament.stopped", {"status": state.stopped})
    if command.action not in actions.value:
        return Refused("stop.not_foreseen", cites=actions.cites)
    if command.cause not in causes.value or not command.reason.strip():
        return Refused("stop.needs_cause", cites=causes.cites)
    since = instant_of(command.since) if command.since else now.at
    stopped = _stopped(STATUS[command.action], command.cause, now.key, state, since)
    return (stopped, *give_back(state, book, now, since)) if command.action == "cancel" else (stopped,)


def resume(command: c.ResumeTournament, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.stopped != "suspended":
        return Refused("stop.not_suspended")
    reason = now.key if command.reason else ""
    return (e.TournamentResumed(tournament=state.tournament, reason=reason, at=now.at),)


def call_off(command: c.CallOff, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The director follows the prompt of a level that ended with too few entries."""
    missed = book["event.minimum_entries.missed"]
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    if command.level not in state.missed:
        return Refused("minimum.was_met", {"level": command.level}, missed.cites)
    stopped = _stopped("cancelled", "too_few_entries", "", state, now.at)
    return (stopped, *give_back(state, book, now, now.at))


def refund_list(state: TournamentState, book: Settled, since: Instant) -> list[tuple[Entry, Sale]]:
    """Who gets the registration amount back. A seat not exchanged for an entry is not on the list."""
    cutoff = book["event.stop.refund_cutoff"].value == "cancellation_date"
    return [
        (entry, state.sales[entry.id])
        for entry in state.entries.values()
        if entry.status not in GONE and not (cutoff and _counts_from(entry, state) > since)
    ]


def _counts_from(entry: Entry, state: TournamentState) -> Instant:
    return entry.effective_at if entry.effective_at is not None else state.sales[entry.id].sold_at


def give_back(state: TournamentState, book: Settled, now: Now, since: Instant) -> tuple[Event, ...]:
    """Every entry on the list is owed all that was paid for it: the price, what was bought at the table, and the
    card's surcharge where the book has the organiser bear it. Nothing else."""
    if book["event.stop.refund"].value != "registration_amount":
        return ()
    surcharge = bool(book["event.stop.refund_surcharge"].value)
    events: list[Event] = []
    for entry, _ in refund_list(state, book, since):
        events.append(left_event(entry, CANCELLED, "called_off", now, surcharge=surcharge))
        events += all_taken_back(entry, state, now)
    return tuple(events)


def _stopped(status: str, cause: str, reason: str, state: TournamentState, at: Instant) -> e.TournamentStopped:
    return e.TournamentStopped(tournament=state.tournament, status=status, cause=cause, reason=reason, at=at)
