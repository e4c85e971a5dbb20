"""What becomes of an event as a whole, put into its state."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import DoneAlone, Event
from feltro.kernel.instants import instant_of
from feltro.tournament.facts import opening as e
from feltro.tournament.state import Moved, SheetChange, TournamentState


def tournament_created(state: TournamentState, event: e.TournamentCreated) -> None:
    state.tournament = event.tournament
    state.season = event.season
    state.stage = event.stage
    state.sheet = event.sheet
    state.answers = event.answers
    state.starts = {day.id: instant_of(day.starts_at) for day in event.sheet.days}


def sheet_changed(state: TournamentState, event: e.SheetChanged) -> None:
    """Days keep the start that was last announced; new ones have theirs, and dropped ones none."""
    state.sheet = event.sheet
    state.answers = event.answers
    state.starts = {day.id: state.starts.get(day.id, instant_of(day.starts_at)) for day in event.sheet.days}
    state.sheet_changes.append(SheetChange(changed=event.changed, at=event.at))


def start_moved(state: TournamentState, event: e.StartMoved) -> None:
    state.moved.setdefault(event.day, []).append(Moved(was=event.was, at=event.at))
    state.starts[event.day] = event.starts_at


def registration_extended(state: TournamentState, event: e.RegistrationExtended) -> None:
    state.extended_to = event.until_level
    state.registration_closed = False


def registration_closed(state: TournamentState, event: e.RegistrationClosed) -> None:
    state.registration_closed = True
    state.tokens = dict(event.tokens)


def minimum_missed(state: TournamentState, event: e.MinimumMissed) -> None:
    state.missed.add(event.level)


def tournament_stopped(state: TournamentState, event: e.TournamentStopped) -> None:
    state.stopped = event.status


def tournament_resumed(state: TournamentState, event: e.TournamentResumed) -> None:
    state.stopped = ""


def rule_amended(state: TournamentState, event: e.RuleAmended) -> None:
    state.amendments = (*state.amendments, event)


def control_set(state: TournamentState, event: e.ControlSet) -> None:
    state.control = event.size


def done_alone(state: TournamentState, event: DoneAlone) -> None:
    state.done_alone.append(event)


def survivor_paid(state: TournamentState, event: e.SurvivorPaid) -> None:
    state.survivors_paid[event.entry] = event.amount_centavos


def player_merged(state: TournamentState, event: e.PlayerMerged) -> None:
    for entry in state.entries.values():
        entry.person = event.into if entry.person == event.person else entry.person
    for name, voucher in state.phone_asks.vouchers.items():
        voucher.newcomer = voucher.newcomer and state.sales[name].person != event.person
    for sale in state.sales.values():
        sale.person = event.into if sale.person == event.person else sale.person
    mine = state.of_person.pop(event.person, [])
    both = {*mine, *state.of_person.get(event.into, ())}
    if both:
        state.of_person[event.into] = sorted(both, key=lambda one: state.entries[one].number)
    if event.person in state.tokens:
        state.tokens.setdefault(event.into, state.tokens.pop(event.person))
    if event.person in state.floor.needs:
        state.floor.needs.setdefault(event.into, state.floor.needs.pop(event.person))
    state.sanctions.rename(event.person, event.into)
    state.media.rename(event.person, event.into)
    state.prizes.rename(event.person, event.into)
    state.draws.rename(event.person, event.into)
    state.phone_asks.rename(event.person, event.into)


APPLY: dict[type[Event], Callable[[TournamentState, Any], None]] = {
    e.TournamentCreated: tournament_created,
    e.SheetChanged: sheet_changed,
    e.StartMoved: start_moved,
    e.RegistrationExtended: registration_extended,
    e.RegistrationClosed: registration_closed,
    e.MinimumMissed: minimum_missed,
    e.TournamentStopped: tournament_stopped,
    e.TournamentResumed: tournament_resumed,
    e.RuleAmended: rule_amended,
    e.ControlSet: control_set,
    DoneAlone: done_alone,
    e.SurvivorPaid: survivor_paid,
    e.PlayerMerged: player_merged,
}
