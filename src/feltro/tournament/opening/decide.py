"""An event as a whole: created, moved, extended, closed; its rules amended; stopped, called off, resumed."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.commands import TournamentCommand
from feltro.kernel.events import Event
from feltro.kernel.instants import Instant, instant_of, local_time, times_shown
from feltro.kernel.outcome import Cite, Finding, Refused
from feltro.procedures.control import AREA, SIZE
from feltro.rulebook.settle import Settled, is_settled
from feltro.tournament.clock.due import LEVELS_WITH_MINIMUM, counted, minimum_looked_at
from feltro.tournament.clock.face import standing
from feltro.tournament.facts.opening import (
    ControlSet,
    RegistrationClosed,
    RegistrationExtended,
    RuleAmended,
    SheetChanged,
    StartMoved,
    TournamentCreated,
    TournamentResumed,
    TournamentStopped,
)
from feltro.tournament.now import Now, Outcome
from feltro.tournament.opening.changes import FixedPart, changed, refused_changes
from feltro.tournament.opening.commands import (
    AmendRule,
    CallOff,
    ChangeSheet,
    CloseRegistration,
    CreateTournament,
    ExtendRegistration,
    MoveStart,
    ResumeTournament,
    SetControl,
    StopTournament,
)
from feltro.tournament.sales.cancellation import dropped, left_event
from feltro.tournament.sales.void import all_taken_back
from feltro.tournament.sheet import Day
from feltro.tournament.state import CANCELLED, GONE, Entry, Sale, TournamentState


def create(command: CreateTournament, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Whether the sheet is sound is the linter's business; `app` asks it before it asks here."""
    if state.sheet is not None:
        return Refused("tournament.exists", {"tournament": command.tournament})
    return (
        TournamentCreated(
            tournament=command.tournament,
            season=command.season,
            stage=command.stage or command.season,
            sheet=command.sheet,
            book_digest=now.book_digest,
            answers=now.answers,
        ),
    )


def change_sheet(command: ChangeSheet, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Everything may be changed that nobody has bought, played or been promised. What may not is told all at once."""
    told = book["event.rules.change_notice"]
    if state.stopped in {"cancelled", "ended"}:
        return Refused("tournament.stopped", {"status": state.stopped})
    parts = changed(state, command.sheet)
    if not parts and now.answers == state.answers:
        return Refused("sheet.same")
    held = refused_changes(state, command.sheet, now.at)
    if held:
        return _fixed(held, state, told.cites)
    moved = [day for day in command.sheet.days if _is_moved(day, state)]
    never = next((day for day in moved if not times_shown(day.starts_at, command.sheet.zone)), None)
    if never:
        values = {"day": never.id, "hour": never.starts_at.time(), "zone": command.sheet.zone}
        return Refused("sheet.start_never", values)
    reason = now.noted(command.reason)
    starts = (
        StartMoved(
            day=day.id, was=state.starts[day.id], starts_at=instant_of(day.starts_at), reason=reason, at=now.at
        )
        for day in moved
    )
    sheet_changed = SheetChanged(
        tournament=state.tournament,
        sheet=command.sheet,
        changed=tuple(parts),
        book_digest=now.book_digest,
        answers=now.answers,
        reason=reason,
        at=now.at,
    )
    return (*starts, sheet_changed)


def _is_moved(day: Day, state: TournamentState) -> bool:
    return day.id in state.starts and state.starts[day.id] != instant_of(day.starts_at)


def _fixed(held: list[FixedPart], state: TournamentState, cites: tuple[Cite, ...]) -> Refused:
    """Each part with what fixed it, once; the hour of what can be told by the hour."""
    parts = tuple(dict.fromkeys(f"{one.field}.{one.by}" for one in held))
    since = next((one.since for one in held if one.since is not None), None)
    if since is None:
        return Refused("sheet.fixed", {"parts": parts}, cites)
    local = local_time(since, state.the_sheet.zone)
    return Refused("sheet.fixed_since", {"parts": parts, "on": local.date(), "hour": local.time()}, cites)


def move_start(command: MoveStart, state: TournamentState, book: Settled, now: Now) -> Outcome:
    was = state.starts.get(command.day)
    if was is None:
        return Refused("tournament.no_such_day", {"day": command.day})
    if state.stopped in {"cancelled", "ended"}:
        return Refused("tournament.stopped", {"status": state.stopped})
    zone = state.the_sheet.zone
    if not times_shown(command.starts_at, zone):
        values = {"day": command.day, "hour": command.starts_at.time(), "zone": zone}
        return Refused("sheet.start_never", values)
    starts = instant_of(command.starts_at)
    if starts == was:
        return Refused("tournament.same_time", {"hour": local_time(was, state.the_sheet.zone).time()})
    return (StartMoved(day=command.day, was=was, starts_at=starts, reason=now.noted(command.reason), at=now.at),)


def extend(command: ExtendRegistration, state: TournamentState, book: Settled, now: Now) -> Outcome:
    by = book["desk.extension.decided_by"]
    if by.value == "nobody" or now.role not in {"director", "organiser"}:
        return Refused("registration.extension_not_allowed", {"by": by.value}, by.cites)
    if state.prizes.announced:
        return Refused("prizes.announced_already", cites=by.cites)
    furthest = max((standing(state, day, now.at).level for day in state.clocks.days), default=0)
    if command.until_level < furthest:
        return Refused("registration.level_is_past", {"level": command.until_level})
    reason = now.noted(command.reason)
    return (RegistrationExtended(until_level=command.until_level, reason=reason),)


def close(command: CloseRegistration, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.registration_closed:
        return Refused("registration.already_closed")
    tokens = {person: number for number, person in enumerate(dict.fromkeys(command.queue), 1)}
    return (RegistrationClosed(tokens=tokens),)


STATUS = {"cancel": "cancelled", "end": "ended", "suspend": "suspended"}


def stop(command: StopTournament, state: TournamentState, book: Settled, now: Now) -> Outcome:
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


def resume(command: ResumeTournament, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.stopped != "suspended":
        return Refused("stop.not_suspended")
    reason = now.noted(command.reason)
    return (TournamentResumed(tournament=state.tournament, reason=reason, at=now.at),)


def call_off(command: CallOff, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The director follows the prompt of a level that ended with too few entries."""
    missed = book["event.minimum_entries.missed"]
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    if command.level not in state.missed:
        return _not_missed(command.level, state, book, missed.cites)
    stopped = _stopped("cancelled", "too_few_entries", "", state, now.at)
    return (stopped, *give_back(state, book, now, now.at))


def _not_missed(level: int, state: TournamentState, book: Settled, cites: tuple[Cite, ...]) -> Refused:
    """None is asked for, it is too early to say, or there were enough."""
    asked = book[f"event.minimum_entries.level_{level}"] if 0 < level <= LEVELS_WITH_MINIMUM else None
    if asked is None or not asked.value:
        return Refused("minimum.none_asked", {"level": level}, asked.cites if asked else cites)
    if not minimum_looked_at(level, state, book):
        values = {"level": level, "needed": asked.value, "sold": counted(state, book)}
        return Refused("minimum.not_counted_yet", values, asked.cites)
    return Refused("minimum.was_met", {"level": level}, cites)


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
    events += [dropped(state.sales[one], "called_off", now) for one in state.phone_asks.vouchers]
    return tuple(events)


def _stopped(status: str, cause: str, reason: str, state: TournamentState, at: Instant) -> TournamentStopped:
    return TournamentStopped(tournament=state.tournament, status=status, cause=cause, reason=reason, at=at)


def amend_rule(command: AmendRule, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """From a moment on, never before now: what was decided under the old rule stands."""
    since = book["event.rules.change_from"]
    refused = _refuse_control(command.parameter, now)
    if refused:
        return refused
    if since.value != "at_once":
        return Refused("amend.next_stage", cites=since.cites)
    holds_from = instant_of(command.holds_from)
    if holds_from < now.at:
        return Refused("amend.not_backwards")
    if command.parameter not in book.rulebook.parameters:
        return Refused("rulebook.unknown_parameter", {"parameter": command.parameter})
    read = book.rulebook.parameters[command.parameter].read_or_finding(command.value, command.parameter)
    if isinstance(read, Finding):
        return Refused(read.because, read.values)
    amended = RuleAmended(
        parameter=command.parameter, value=command.value, holds_from=holds_from, notice=command.notice
    )
    return (amended,)


def set_control(command: SetControl, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """The event's own answer; where its house rules say it, they hold."""
    size = book[SIZE]
    if not is_settled(size):
        return Refused("control.said_by_rules", cites=size.cites)
    if size.value == command.size:
        return Refused("control.same", cites=size.cites)
    return (ControlSet(size=command.size, before=size.value),)


def _refuse_control(parameter: str, now: Now) -> Refused | None:
    """How much control there is belongs to the owner: a director under it does not loosen it."""
    if parameter == SIZE:
        return Refused("control.has_its_act")
    return Refused("control.organiser_only") if parameter.startswith(AREA) and now.role != "organiser" else None


DECIDE: dict[type[TournamentCommand], Callable[[Any, TournamentState, Settled, Now], Outcome]] = {
    CreateTournament: create,
    ChangeSheet: change_sheet,
    MoveStart: move_start,
    ExtendRegistration: extend,
    CloseRegistration: close,
    StopTournament: stop,
    ResumeTournament: resume,
    CallOff: call_off,
    AmendRule: amend_rule,
    SetControl: set_control,
}
