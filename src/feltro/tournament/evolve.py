"""`apply(state, event)`: the only code that changes a tournament. It never refuses and never asks."""

from collections.abc import Callable
from typing import Any

from feltro.kernel.events import Event
from feltro.kernel.instants import instant_of
from feltro.tournament import merging
from feltro.tournament.chips import evolve as chips
from feltro.tournament.clock import evolve as clock
from feltro.tournament.counts import evolve as counts
from feltro.tournament.days import evolve as days
from feltro.tournament.deals import evolve as deals
from feltro.tournament.eliminations import evolve as eliminations
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.clock import HandStarted, OldLevelKept
from feltro.tournament.facts.days import DayStarted, EntryBagged
from feltro.tournament.facts.eliminations import EntryEliminated
from feltro.tournament.facts.floor import HandPlayed, Redrawn, TableClosed
from feltro.tournament.facts.line import CheckedIn, IdentityChecked
from feltro.tournament.facts.opening import (
    MinimumMissed,
    RegistrationClosed,
    RegistrationExtended,
    RuleAmended,
    StartMoved,
    TournamentCreated,
    TournamentResumed,
    TournamentStopped,
)
from feltro.tournament.facts.prizes import SatelliteEnded, SeatPaidInMoney, SeatPassedOn
from feltro.tournament.floor import evolve as floor
from feltro.tournament.media import evolve as media
from feltro.tournament.opening import mid_play
from feltro.tournament.pace import evolve as pace
from feltro.tournament.papers import evolve as papers
from feltro.tournament.prizes import evolve as prizes
from feltro.tournament.sales import evolve as evolve_sales
from feltro.tournament.sales import line
from feltro.tournament.sales.evolve import count
from feltro.tournament.sanctions import evolve as sanctions
from feltro.tournament.state import Moved, TournamentState
from feltro.tournament.time_bank import evolve as time_bank

Applier = Callable[[TournamentState, Any], None]

__all__ = ["APPLY", "apply", "witness"]


def apply(state: TournamentState, event: Event) -> None:
    APPLY[type(event)](state, event)


def in_turn(*appliers: Applier) -> Applier:
    """Several records that learn from the same event."""

    def apply_each(state: TournamentState, event: Any) -> None:
        for applier in appliers:
            applier(state, event)

    return apply_each


def witness(state: TournamentState, event: Event) -> None:
    """What the world has seen stays seen, also when its command is undone."""
    evolve_sales.witness(state, event)
    prizes.witness(state, event)
    floor.witness(state, event)


# Opening and closing


def tournament_created(state: TournamentState, event: TournamentCreated) -> None:
    state.tournament = event.tournament
    state.season = event.season
    state.stage = event.stage
    state.sheet = event.sheet
    state.answers = event.answers
    state.starts = {day.id: instant_of(day.starts_at) for day in event.sheet.days}


def start_moved(state: TournamentState, event: StartMoved) -> None:
    first = state.moved[event.day].was if event.day in state.moved else event.was
    state.moved[event.day] = Moved(was=first, at=event.at)
    state.starts[event.day] = event.starts_at


def registration_extended(state: TournamentState, event: RegistrationExtended) -> None:
    state.extended_to = event.until_level
    state.registration_closed = False


def registration_closed(state: TournamentState, event: RegistrationClosed) -> None:
    state.registration_closed = True
    state.tokens = dict(event.tokens)


def minimum_missed(state: TournamentState, event: MinimumMissed) -> None:
    state.missed.add(event.level)


def tournament_stopped(state: TournamentState, event: TournamentStopped) -> None:
    state.stopped = event.status


def tournament_resumed(state: TournamentState, event: TournamentResumed) -> None:
    state.stopped = ""


# At the tables


def identity_checked(state: TournamentState, event: IdentityChecked) -> None:
    state.entries[event.entry].identity.add(event.day)


def checked_in(state: TournamentState, event: CheckedIn) -> None:
    state.entries[event.entry].checked_in.add(event.day)


def satellite_ended(state: TournamentState, event: SatelliteEnded) -> None:
    state.satellite_winners = event.winners
    state.stopped = "ended"


def seat_passed_on(state: TournamentState, event: SeatPassedOn) -> None:
    state.seats_passed_on.append(event.entry)


def seat_paid_in_money(state: TournamentState, event: SeatPaidInMoney) -> None:
    count(state.prizes.seats_in_money, event.entry, event.amount_centavos)


def rule_amended(state: TournamentState, event: RuleAmended) -> None:
    state.amendments = (*state.amendments, event)


APPLY: dict[type[Event], Applier] = {
    TournamentCreated: tournament_created,
    StartMoved: start_moved,
    RegistrationExtended: registration_extended,
    RegistrationClosed: registration_closed,
    MinimumMissed: minimum_missed,
    TournamentStopped: tournament_stopped,
    TournamentResumed: tournament_resumed,
    **evolve_sales.APPLY,
    SeatPaidInMoney: seat_paid_in_money,
    **line.APPLY,
    IdentityChecked: identity_checked,
    CheckedIn: checked_in,
    SatelliteEnded: satellite_ended,
    SeatPassedOn: seat_passed_on,
    RuleAmended: rule_amended,
    **floor.APPLY,
    **clock.APPLY,
    **pace.APPLY,
    **time_bank.APPLY,
    **days.APPLY,
    **eliminations.APPLY,
    **chips.APPLY,
    **sanctions.APPLY,
    **counts.APPLY,
    **mid_play.APPLY,
    **media.APPLY,
    **prizes.APPLY,
    **deals.APPLY,
    **papers.APPLY,
    e.PlayerMerged: merging.player_merged,
    e.EntrySold: in_turn(evolve_sales.entry_sold, time_bank.entry_sold),
    e.EntryLeft: in_turn(evolve_sales.entry_left, eliminations.entry_left),
    e.ExtraSold: in_turn(evolve_sales.extra_sold, time_bank.extra_sold, eliminations.extra_sold, chips.extra_sold),
    EntryEliminated: in_turn(eliminations.entry_eliminated, floor.entry_eliminated, sanctions.entry_eliminated),
    EntryBagged: in_turn(days.entry_bagged, sanctions.entry_bagged),
    HandStarted: in_turn(floor.hand_started, clock.hand_started),
    OldLevelKept: in_turn(floor.hand_started, clock.old_level_kept),
    Redrawn: in_turn(floor.redrawn, clock.redrawn),
    HandPlayed: in_turn(floor.hand_played, clock.hand_played, pace.hand_played, sanctions.hand_played),
    TableClosed: in_turn(floor.table_closed, clock.table_closed, pace.table_closed),
    DayStarted: in_turn(time_bank.day_started, days.day_started),
}
