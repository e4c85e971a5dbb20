"""The end of a satellite, and rules amended during an event."""

from collections.abc import Sequence

from feltro.kernel.instants import instant_of
from feltro.kernel.money import Money
from feltro.kernel.outcome import Finding, Refused
from feltro.rulebook.settle import Settled
from feltro.tournament import commands as c
from feltro.tournament import table_events as t
from feltro.tournament.now import Now
from feltro.tournament.paying import Outcome
from feltro.tournament.state import GONE, LIVE, Entry, TournamentState

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
    prize = state.the_sheet.satellite
    return played_for_centavos(state) // prize.seat_centavos if prize and prize.seat_centavos else 0


def rest_paid(seated: Sequence[str], state: TournamentState) -> tuple[t.SatelliteRestPaid, ...]:
    """What is left once the seats of these entries are paid, to whom the sheet says; a pool too small leaves nothing."""
    prize = state.the_sheet.satellite
    rest = played_for_centavos(state) - len(seated) * prize.seat_centavos if prize else 0
    if prize is None or rest <= 0:
        return ()
    following = _first_without_a_seat(seated, state) if prize.remainder == "next_place" else None
    if following is not None:
        return (_rest(following, rest, prize.remainder),)
    shares = Money(rest).split([1] * len(seated)) if seated else ()
    return tuple(
        _rest(
            state.entries[entry], share.centavos, "shared" if prize.remainder == "next_place" else prize.remainder
        )
        for entry, share in zip(seated, shares, strict=True)
        if share.centavos
    )


def _first_without_a_seat(seated: Sequence[str], state: TournamentState) -> Entry | None:
    """The last one out who got none, with no entry in another seat."""
    people = {state.entries[entry].person for entry in seated}
    out = (state.entries[entry] for entry in reversed(state.out_order))
    return next((entry for entry in out if entry.status not in GONE and entry.person not in people), None)


def _rest(entry: Entry, centavos: int, purpose: str) -> t.SatelliteRestPaid:
    return t.SatelliteRestPaid(entry=entry.id, person=entry.person, amount_centavos=centavos, purpose=purpose)


def pay_satellite(command: c.PaySatellite, state: TournamentState, book: Settled, now: Now) -> Outcome:
    owed = state.satellite_owed.get(command.entry, 0)
    if not owed:
        return Refused("satellite.nothing_owed", {"entry": command.entry})
    paid = t.SatellitePaid(
        entry=command.entry,
        person=state.entries[command.entry].person,
        cashier=now.cashier,
        method=command.method,
        amount_centavos=owed,
    )
    return (paid,)


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
