"""The end of a satellite, and rules amended during an event."""

from feltro.kernel.instants import instant_of
from feltro.kernel.outcome import Finding, Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import table_events as t
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import LIVE, TournamentState

WHOLE = 10_000
"""Basis points."""


def end_satellite(command: c.EndSatellite, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """It ends with as many alive as there are seats. They are tied: there is no champion."""
    prize = state.the_sheet.satellite
    if prize is None:
        return Refused("satellite.not_one")
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    alive = {entry.id for entry in state.entries.values() if entry.status == LIVE}
    if set(command.winners) != alive or len(command.winners) != len(alive):
        return Refused("satellite.all_alive_win", {"alive": len(alive)})
    seats = prize.seats if prize.seats is not None else _bought(state)
    if len(alive) > seats:
        return Refused("satellite.too_many_alive", {"seats": seats, "alive": len(alive)})
    return (t.SatelliteEnded(tournament=state.tournament, winners=command.winners, at=now.at),)


def pool_centavos(state: TournamentState) -> int:
    """What entries and extras put into the prize pool."""
    return sum(sale.split_centavos.get("prize_pool", 0) for sale in state.sales.values() if sale.paid or sale.owed)


def played_for_centavos(state: TournamentState) -> int:
    """The pool without what the sheet withholds from it."""
    pool = pool_centavos(state)
    return pool - sum(pool * part.basis_points // WHOLE for part in state.the_sheet.withheld)


def _bought(state: TournamentState) -> int:
    """As announced, after what is withheld; before that, what the pool would buy."""
    prize = state.the_sheet.satellite
    if state.prizes.announced:
        return state.prizes.announced.seats
    return played_for_centavos(state) // prize.seat_centavos if prize and prize.seat_centavos else 0


def amend_rule(command: c.AmendRule, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """From a moment on, never before now: what was decided under the old rule stands."""
    since = book["event.rules.change_from"]
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
    amended = t.RuleAmended(
        parameter=command.parameter, value=command.value, holds_from=holds_from, notice=command.notice
    )
    return (amended,)
