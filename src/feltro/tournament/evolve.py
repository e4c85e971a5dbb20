"""`apply(state, event)`: the only code that changes a tournament. It never refuses and never asks."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.instants import instant_of
from feltro.tournament import events as e
from feltro.tournament import evolve_sales, holding, merging, mid_play
from feltro.tournament import table_events as t
from feltro.tournament.chips import evolve as chips
from feltro.tournament.counts import evolve as counts
from feltro.tournament.eliminations import evolve as eliminations
from feltro.tournament.evolve_sales import count, leave, witness
from feltro.tournament.floor import evolve as floor
from feltro.tournament.floor.events import HandPlayed
from feltro.tournament.media import evolve as media
from feltro.tournament.sanctions import evolve as sanctions
from feltro.tournament.state import BAGGED, LIVE, TournamentState

__all__ = ["APPLY", "apply", "witness"]


def apply(state: TournamentState, event: e.Event) -> None:
    APPLY[type(event)](state, event)


def in_turn(*appliers: Callable[[TournamentState, Any], None]) -> Callable[[TournamentState, Any], None]:
    """One event that several records take note of."""

    def all_of_them(state: TournamentState, event: Any) -> None:
        for one in appliers:
            one(state, event)

    return all_of_them


# Opening and closing


def tournament_created(state: TournamentState, event: e.TournamentCreated) -> None:
    state.tournament = event.tournament
    state.season = event.season
    state.stage = event.stage
    state.sheet = event.sheet
    state.answers = event.answers
    state.starts = {day.id: instant_of(day.starts_at) for day in event.sheet.days}


def start_moved(state: TournamentState, event: e.StartMoved) -> None:
    state.starts[event.day] = event.starts_at


def registration_extended(state: TournamentState, event: e.RegistrationExtended) -> None:
    state.extended_to = event.until_level
    state.registration_closed = False


def registration_closed(state: TournamentState, event: e.RegistrationClosed) -> None:
    state.registration_closed = True
    state.tokens = dict(event.tokens)


def level_marked(state: TournamentState, event: e.LevelMarked) -> None:
    state.level = event.level
    state.in_break = event.in_break


def minimum_missed(state: TournamentState, event: e.MinimumMissed) -> None:
    state.missed.add(event.level)


def tournament_stopped(state: TournamentState, event: e.TournamentStopped) -> None:
    state.stopped = event.status


def tournament_resumed(state: TournamentState, event: e.TournamentResumed) -> None:
    state.stopped = ""


# At the tables


def entry_bagged(state: TournamentState, event: t.EntryBagged) -> None:
    entry = state.entries[event.entry]
    leave(state, entry, BAGGED)
    entry.chips = event.chips


def alternate_seated(state: TournamentState, event: t.AlternateSeated) -> None:
    entry = state.entries[event.entry]
    state.waiting.remove(entry.id)
    entry.waits = False
    entry.status = LIVE
    state.chips_issued += entry.chips
    count(state.chairs_taken, entry.day, 1)


def identity_checked(state: TournamentState, event: t.IdentityChecked) -> None:
    state.entries[event.entry].identity.add(event.day)


def checked_in(state: TournamentState, event: t.CheckedIn) -> None:
    state.entries[event.entry].checked_in.add(event.day)


def satellite_ended(state: TournamentState, event: t.SatelliteEnded) -> None:
    state.satellite_winners = event.winners
    state.stopped = "ended"


def seat_paid_in_money(state: TournamentState, event: t.SeatPaidInMoney) -> None:
    """Owed to the player; the ledger knows how much."""


def rule_amended(state: TournamentState, event: t.RuleAmended) -> None:
    state.amendments = (*state.amendments, event)


APPLY: dict[type[e.Event], Callable[[TournamentState, Any], None]] = {
    e.TournamentCreated: tournament_created,
    e.StartMoved: start_moved,
    e.RegistrationExtended: registration_extended,
    e.RegistrationClosed: registration_closed,
    e.LevelMarked: level_marked,
    e.MinimumMissed: minimum_missed,
    e.TournamentStopped: tournament_stopped,
    e.TournamentResumed: tournament_resumed,
    **evolve_sales.APPLY,
    t.SeatPaidInMoney: seat_paid_in_money,
    t.EntryBagged: entry_bagged,
    t.AlternateSeated: alternate_seated,
    t.IdentityChecked: identity_checked,
    t.CheckedIn: checked_in,
    t.SatelliteEnded: satellite_ended,
    t.RuleAmended: rule_amended,
    **floor.APPLY,
    **eliminations.APPLY,
    e.EntryLeft: in_turn(evolve_sales.entry_left, eliminations.entry_left),
    e.ExtraSold: in_turn(evolve_sales.extra_sold, eliminations.extra_sold, chips.extra_sold),
    **chips.APPLY,
    **sanctions.APPLY,
    t.EntryEliminated: in_turn(eliminations.entry_eliminated, sanctions.entry_eliminated),
    t.EntryBagged: in_turn(entry_bagged, sanctions.entry_bagged),
    HandPlayed: in_turn(floor.hand_played, sanctions.hand_played),
    **counts.APPLY,
    **holding.APPLY,
    **mid_play.APPLY,
    **media.APPLY,
    merging.PlayerMerged: merging.player_merged,
}
