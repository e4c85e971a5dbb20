"""The end of a satellite: who gets a seat, and who a part of one in money."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.eliminations.places import ranked_out, unpaid_places
from feltro.tournament.facts.prizes import SatelliteEnded
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes.commands import EndSatellite
from feltro.tournament.state import GONE, LIVE, TournamentState

WHOLE = 10_000
"""Basis points."""


def end_satellite(command: EndSatellite, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """It ends with as many alive as there are seats, or fewer when several went out in the last hand.

    Those alive are tied: there is no champion. Whoever holds a place that has a seat may be named with them.
    """
    prize = state.the_sheet.satellite
    if prize is None:
        return Refused("satellite.not_one")
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    alive = alive_in(state)
    by_place = {one for one in awarded(alive, state).seats if one not in alive}
    if set(command.winners) not in (set(alive), {*alive, *by_place}) or len(set(command.winners)) < len(
        command.winners
    ):
        return Refused("satellite.all_alive_win", {"alive": len(alive)})
    seats = seats_of(state)
    if len(alive) > seats:
        return Refused("satellite.too_many_alive", {"seats": seats, "alive": len(alive)})
    winners = tuple(one for one in command.winners if one in alive)
    return (SatelliteEnded(tournament=state.tournament, winners=winners, at=now.at),)


def alive_in(state: TournamentState) -> tuple[str, ...]:
    return tuple(entry.id for entry in state.entries.values() if entry.status == LIVE)


def seats_of(state: TournamentState) -> int:
    prize = state.the_sheet.satellite
    if prize is None:
        return 0
    if state.prizes.announced:
        return state.prizes.announced.seats
    return prize.seats if prize.seats is not None else _bought(state)


class Awards(NamedTuple):
    """Who gets a seat, best place first; who gets a part of one in money; seats that nobody holds a place for."""

    seats: tuple[str, ...]
    shares_centavos: dict[str, int]
    left: int


def awarded(alive: Sequence[str], state: TournamentState, has_one: Collection[str] = ()) -> Awards:
    """The seats by place. Those tied for fewer seats than they are share what these are worth.

    `has_one` are people whose seat goes to the next place; where nobody is left to get it, they get what it is worth.
    """
    prize, left = state.the_sheet.satellite, seats_of(state)
    seats: list[str] = []
    shares: dict[str, int] = {}
    passed: list[str] = []
    if prize is None:
        return Awards((), {}, 0)
    for group in (alive, *_next_places(state)):
        passed += [one for one in group if state.entries[one].person in has_one][:left]
        tied = [one for one in group if state.entries[one].person not in has_one]
        if len(tied) <= left:
            seats += tied
            left -= len(tied)
        elif left:
            parts = Money(left * prize.seat_centavos).split([1] * len(tied))
            shares |= {one: part.centavos for one, part in zip(tied, parts, strict=True)}
            left = 0
    for one in passed[:left]:
        shares[one] = prize.seat_centavos
        left -= 1
    return Awards(tuple(seats), shares, left)


def out_of_place(seats: Sequence[str], state: TournamentState) -> list[str]:
    """Who gets a seat though the own place has none: somebody before them was passed over."""
    by_place = [*alive_in(state), *(one for group in ranked_out(state) for one in group)][: seats_of(state)]
    return [one for one in seats if one not in by_place]


def _next_places(state: TournamentState) -> Iterator[tuple[str, ...]]:
    """Those who are out, the last one first; whoever may be paid nothing is passed over."""
    nothing = unpaid_places(state) | {one.entry for one in state.prizes.forfeits}
    for group in ranked_out(state):
        entitled = (one for one in group if one not in nothing and state.entries[one].status not in GONE)
        yield tuple(entitled)


def next_in_line(state: TournamentState, passed: Collection[str]) -> tuple[str, ...]:
    """Who comes next after those who have something or lost it: one place, or several that share it."""
    groups = (tuple(one for one in group if one not in passed) for group in _next_places(state))
    return next(filter(None, groups), ())


def pool_centavos(state: TournamentState) -> int:
    """What entries and extras put into the prize pool."""
    return sum(sale.split_centavos.get("prize_pool", 0) for sale in state.sales.values() if sale.paid or sale.owed)


def played_for_centavos(state: TournamentState) -> int:
    """The pool without what the sheet withholds from it."""
    pool = pool_centavos(state)
    return pool - sum(pool * part.basis_points // WHOLE for part in state.the_sheet.withheld)


def _bought(state: TournamentState) -> int:
    """What the pool would buy, after what is withheld."""
    prize = state.the_sheet.satellite
    return played_for_centavos(state) // prize.seat_centavos if prize and prize.seat_centavos else 0
