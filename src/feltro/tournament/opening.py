"""From the sheet to the open desk: creating, moving, extending and closing registration."""

from feltro.kernel.instants import instant_of, local_time, times_shown
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import events as e
from feltro.tournament.clock.running import standing
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import TournamentState


def create(command: c.CreateTournament, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Whether the sheet is sound is the linter's business; `app` asks it before it asks here."""
    if state.sheet is not None:
        return Refused("tournament.exists", {"tournament": command.tournament})
    return (
        e.TournamentCreated(
            tournament=command.tournament,
            season=command.season,
            stage=command.stage or command.season,
            sheet=command.sheet,
            book_digest=now.book_digest,
            answers=now.answers,
        ),
    )


def move_start(command: c.MoveStart, state: TournamentState, book: Settled, now: Now) -> Outcome:
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
    return (
        e.StartMoved(
            day=command.day, was=was, starts_at=starts, reason=now.key if command.reason else "", at=now.at
        ),
    )


def extend(command: c.ExtendRegistration, state: TournamentState, book: Settled, now: Now) -> Outcome:
    by = book["desk.extension.decided_by"]
    if by.value == "nobody" or now.role not in {"director", "organiser"}:
        return Refused("registration.extension_not_allowed", {"by": by.value}, by.cites)
    furthest = max((standing(state, day, now.at).level for day in state.clocks.days), default=0)
    if command.until_level < furthest:
        return Refused("registration.level_is_past", {"level": command.until_level})
    reason = now.key if command.reason else ""
    return (e.RegistrationExtended(until_level=command.until_level, reason=reason),)


def close(command: c.CloseRegistration, state: TournamentState, book: Settled, now: Now) -> Outcome:
    if state.registration_closed:
        return Refused("registration.already_closed")
    tokens = {person: number for number, person in enumerate(dict.fromkeys(command.queue), 1)}
    return (e.RegistrationClosed(tokens=tokens),)
