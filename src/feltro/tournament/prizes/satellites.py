"""Satellites: who wins a seat by chips, who has one when it ends, and who a part of one in money."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from feltro.kernel.events import Event
from feltro.kernel.money import Money
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.chips.view import in_play
from feltro.tournament.clock.face import shown_to
from feltro.tournament.eliminations.places import ranked_out, unpaid_places, with_a_seat
from feltro.tournament.facts.chips import ChipsRemoved
from feltro.tournament.facts.eliminations import EntryEliminated, HandRanked
from feltro.tournament.facts.prizes import SatelliteEnded, SeatWon
from feltro.tournament.now import Now, Outcome
from feltro.tournament.prizes.commands import EndSatellite, WinSeat
from feltro.tournament.state import GONE, LIVE, TournamentState

WHOLE = 10_000
"""Basis points."""
SEAT = "seat"
"""Why chips left play: they won one."""


def win_seat(command: WinSeat, state: TournamentState, _book: Settled, now: Now) -> Outcome:
    """The chips are there: they leave play with the player, and one seat less is played for."""
    refused = _refuse_winning(command, state)
    if refused:
        return refused
    entry = state.entries[command.entry]
    chair = state.floor.chair_of.get(entry.id)
    return (
        ChipsRemoved(
            entry=entry.id,
            chips=command.stack,
            ground=SEAT,
            from_count=False,
            disqualification="none",
            reason="",
            because=f"chips.removed.{SEAT}",
        ),
        SeatWon(
            entry=entry.id,
            person=entry.person,
            chips=command.stack,
            level=shown_to(state, entry.id, now.at).level,
            table=chair.table if chair else 0,
            at=now.at,
        ),
    )


def _refuse_winning(command: WinSeat, state: TournamentState) -> Refused | None:
    prize = state.the_sheet.satellite
    if prize is None:
        return Refused("satellite.not_one")
    if prize.target_chips is None:
        return Refused("satellite.by_places")
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    entry = state.entries.get(command.entry)
    if entry is None or entry.status != LIVE:
        return Refused("entry.not_playing", {"entry": command.entry})
    if command.stack < prize.target_chips:
        return Refused("satellite.not_enough_chips", {"chips": command.stack, "target": prize.target_chips})
    if command.stack > in_play(state):
        return Refused("chips.more_than_in_play", {"chips": command.stack, "in_play": in_play(state)})
    return None if seats_left(state) else Refused("satellite.no_seat_left", {"seats": seats_of(state)})


def end_satellite(command: EndSatellite, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """It ends with as many alive as there are seats, or fewer when several went out in the last hand; or when every seat
    was won by chips: then whoever is left shares the next place.

    Those with a seat are tied: there is no champion. Whoever holds a place that has a seat may be named with them.
    """
    if state.the_sheet.satellite is None:
        return Refused("satellite.not_one")
    if state.stopped:
        return Refused("tournament.stopped", {"status": state.stopped})
    alive, holders = alive_in(state), holders_in(state)
    if len(holders) > seats_of(state):
        return Refused("satellite.too_many_alive", {"seats": seats_left(state), "alive": len(alive)})
    if command.winners and seats_left(state) and not _names_all(command.winners, state):
        return Refused("satellite.all_alive_win", {"alive": len(holders)})
    return (
        *_without_seat([one for one in alive if one not in holders], state, now),
        SatelliteEnded(tournament=state.tournament, winners=holders, at=now.at),
    )


def _names_all(named: Sequence[str], state: TournamentState) -> bool:
    """Everybody alive; those who left with a seat, or hold a place that has one, may be named with them."""
    holders = holders_in(state)
    alive = {one for one in alive_in(state) if one in holders}
    allowed = {*holders, *awarded(holders, state).seats}
    return len(set(named)) == len(named) and alive <= set(named) <= allowed


def _without_seat(left: Sequence[str], state: TournamentState, now: Now) -> Iterator[Event]:
    for one in left:
        chair = state.floor.chair_of.get(one)
        yield EntryEliminated(
            entry=one,
            level=shown_to(state, one, now.at).level,
            at=now.at,
            table=chair.table if chair else 0,
            ground="seats_gone",
            because="out.seats_gone",
        )
    if len(left) > 1:
        yield HandRanked(entries=tuple(left), sizes=(len(left),), because="bust.tie")


def alive_in(state: TournamentState) -> tuple[str, ...]:
    return tuple(entry.id for entry in state.entries.values() if entry.status == LIVE)


def holders_in(state: TournamentState) -> tuple[str, ...]:
    """Whoever has a seat if it ended now: those who won one by chips, and everybody alive while one is left."""
    return (*with_a_seat(state), *(alive_in(state) if seats_left(state) else ()))


def seats_of(state: TournamentState) -> int:
    prize = state.the_sheet.satellite
    if prize is None:
        return 0
    if state.prizes.announced:
        return state.prizes.announced.seats
    return prize.seats if prize.seats is not None else _bought(state)


def seats_left(state: TournamentState) -> int:
    """Seats that are still played for."""
    return max(0, seats_of(state) - len(with_a_seat(state)))


def places_to_reach(state: TournamentState) -> int:
    """With how many players left everybody is paid: the seats still played for, or the places of the list. 0: not known."""
    announced = state.prizes.announced
    if announced is None:
        return 0
    if announced.seats:
        return seats_left(state)
    return len(announced.prizes_centavos) + bool(state.prizes.bubble_centavos)


class Awards(NamedTuple):
    """Who gets a seat, best place first; who gets a part of one in money; seats that nobody holds a place for."""

    seats: tuple[str, ...]
    shares_centavos: dict[str, int]
    left: int


def awarded(holders: Sequence[str], state: TournamentState, has_one: Collection[str] = ()) -> Awards:
    """The seats by place. Those tied for fewer seats than they are share what these are worth.

    `has_one` are people whose seat goes to the next place; where nobody is left to get it, they get what it is worth.
    """
    prize, left = state.the_sheet.satellite, seats_of(state)
    seats: list[str] = []
    shares: dict[str, int] = {}
    passed: list[str] = []
    if prize is None:
        return Awards((), {}, 0)
    for group in (holders, *_next_places(state)):
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
    by_place = [*holders_in(state), *(one for group in ranked_out(state) for one in group)][: seats_of(state)]
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
