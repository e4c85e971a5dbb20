"""What people are shown while the state machine walks: clock, places, pool, what is due, the coming hand, the ranking.

A view changes no state, so that a digest of states does not see one that tells something else.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from feltro.app.ranking.season import ranking_of
from feltro.app.screens.clock import clock_view
from feltro.house.rooms import downs_by_dealer, proposed_pushes, proposed_strings
from feltro.kernel.outcome import Refused
from feltro.tournament.clock.due import minimum_ahead
from feltro.tournament.clock.face import has_started, microseconds_until, reached, shown_to, standing
from feltro.tournament.clock.hands import game_played, level_at_table
from feltro.tournament.counts.agreement import disagreements, known_to_differ
from feltro.tournament.days.bags import bag_sum
from feltro.tournament.days.end import is_provisional, over, played_out, registration_over, sells
from feltro.tournament.deals.page import agreement_page
from feltro.tournament.eliminations.bounties import bought_heads, left_over, unclaimed
from feltro.tournament.eliminations.envelopes import closed_count, waiting
from feltro.tournament.eliminations.heads import without_hunter
from feltro.tournament.eliminations.places import standings, unpaid_places
from feltro.tournament.floor.button import next_hand
from feltro.tournament.pace.tables import still_playing, tables_in_step
from feltro.tournament.prizes.due import (
    decided_places,
    due,
    due_apart,
    overpaid,
    prizes_by_place,
    prizes_stand,
    remaining,
)
from feltro.tournament.prizes.owners import owed_by_pools, still_promised
from feltro.tournament.prizes.pool import entries_counted, people_in, pool_of, staff_centavos
from feltro.tournament.prizes.receipts import prize_receipt, staff_receipt
from feltro.tournament.prizes.satellites import (
    holders_in,
    next_in_line,
    places_to_reach,
    played_for_centavos,
    pool_centavos,
    seats_left,
    seats_of,
)
from feltro.tournament.sanctions.view import absent_too_long, penalties_of, served_hand, usual_next
from feltro.tournament.time_bank.decide import action_clock_of, cards_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feltro.kernel.instants import Instant
    from feltro.rulebook.settle import Settled
    from feltro.tournament.state import TournamentState
    from tests.tournament.room import Room


def shown(room: Room) -> str:
    """A digest of all views at this moment."""
    house, seen = room.house, sha256()
    for stream in house.store.streams("tournament:"):
        state = house.world.live(stream).state
        book = house.books.settlement(state, room.now).book
        for view in (*of_clock(state, book, room.now), *of_room(state, book, room.now), *of_money(state, book)):
            seen.update(plain(view).encode())
    for view in of_house(room):
        seen.update(plain(view).encode())
    return seen.hexdigest()[:10]


def plain(view: Any) -> str:
    """Sets have no order of their own."""
    if isinstance(view, set | frozenset):
        return str(sorted(map(plain, view)))
    return str(view)


def of_clock(state: TournamentState, book: Settled, at: Instant) -> Iterator[Any]:
    yield has_started(state), registration_over(state, at), is_provisional(state), played_out(state, at)
    yield minimum_ahead(state, book)
    for day in state.the_sheet.days:
        yield clock_view(state, at, book, day.id)
        yield over(state, day, at), sells(state, day, at), bag_sum(day, state), tables_in_step(state, day.id)
        yield still_playing(state, day.id)
        if day.id in state.clocks.days:
            yield list(reached(state, day.id, at))
            level = standing(state, day.id, at).level
            for ahead in (level, level + 2):
                yield [microseconds_until(state, day.id, at, ahead, in_break=rest) for rest in (False, True)]


def of_room(state: TournamentState, book: Settled, at: Instant) -> Iterator[Any]:
    for number in state.floor.tables:
        yield next_hand(number, state, book, at), level_at_table(state, number, at)
        yield game_played(state, number, at), game_played(state, number, at, with_blinds=True)
    yield standings(state), sorted(unpaid_places(state))
    yield disagreements(state), known_to_differ(state), absent_too_long(state, book, at)
    for entry in state.entries.values():
        yield (
            penalties_of(entry.person, state),
            served_hand(entry.id, state, book, at),
            usual_next(entry.person, state, book),
            shown_to(state, entry.id, at),
        )
        yield cards_of(state, entry.id, book), action_clock_of(state, entry.id, book, at)


def of_money(state: TournamentState, book: Settled) -> Iterator[Any]:
    pool = pool_of(state, book)
    yield pool, pool.gross, pool.kept_back, pool.net, sorted(pool.kept_for.items())
    yield entries_counted(state, book), people_in(state), staff_centavos(state), remaining(state)
    yield decided_places(state), prizes_by_place(state), due(state), due_apart(state), prizes_stand(state)
    yield overpaid(state), sorted(owed_by_pools(state).items()), still_promised(state)
    yield bought_heads(state), unclaimed(state), left_over(state), without_hunter(state)
    yield closed_count(state), waiting(state), agreement_page(state)
    yield [prize_receipt(name, state) for name in state.prizes.payments]
    yield [staff_receipt(name, state) for name in state.prizes.staff]
    if state.the_sheet.satellite:
        yield holders_in(state), seats_of(state), seats_left(state), places_to_reach(state)
        yield next_in_line(state, ()), pool_centavos(state), played_for_centavos(state)


def of_house(room: Room) -> Iterator[Any]:
    world = room.house.world
    for stream in room.house.store.streams("room:"):
        state = world.live(stream).state
        yield proposed_pushes(state), proposed_strings(state, (2, 1)), downs_by_dealer(state, "t1")
    ranking = ranking_of("s26", world, room.house.books)
    if isinstance(ranking, Refused):
        yield ranking
    else:
        yield ranking.standings.page(), ranking.of_everybody().page(), ranking.passed_over()
