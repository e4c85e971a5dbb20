"""Places: derived from who is out, never written down, so that a withdrawal or a correction moves them by itself."""

from collections.abc import Iterator, Mapping, Sequence

from feltro.procedures.places import Finish
from feltro.rulebook.book import Sourced
from feltro.rulebook.settle import Settled
from feltro.tournament.state import BAGGED, IN_THE_EVENT, TournamentState


def players_left(state: TournamentState) -> int:
    """Entries less those out: in constant time, whatever was reported."""
    return state.entries_sold - len(state.eliminations.outs)


def still_in(state: TournamentState) -> list[str]:
    """Entries that play, wait or lie in a bag, in order of sale."""
    return [one.id for one in state.entries.values() if one.status in IN_THE_EVENT or one.status == BAGGED]


def first_place_is_free(state: TournamentState) -> bool:
    """Plainly so, without working the places out: somebody is in, and nobody has won. Asked after every act."""
    if state.satellite_winners or players_left(state) <= 1:
        return False
    return any(one.status in IN_THE_EVENT or one.status == BAGGED for one in reversed(state.entries.values()))


def finishing_order(state: TournamentState) -> list[tuple[str, ...]]:
    """Entries by place, the best first; entries in one group share it. Whoever still plays for a place is not in it.

    A person is ranked once, by the last entry: an earlier bust is no place while the person plays on,
    nor beside the place that the later entry reached.
    """
    top = winners(state)
    groups = list(ranked_out(state))
    if state.the_sheet.flight_places == "by_flight":
        groups = _flights_level(groups, state)
    return [*([top] if top else []), *groups]


def winners(state: TournamentState) -> tuple[str, ...]:
    """The champion, or everybody who won a satellite's seat."""
    if state.satellite_winners:
        return state.satellite_winners
    if state.seats_won or players_left(state) != 1 or not state.eliminations.outs:
        return ()
    return tuple(still_in(state))


def with_a_seat(state: TournamentState) -> list[str]:
    """Who left a satellite with the chips that win a seat, and did not lose it since."""
    return [one for one in state.seats_won if state.eliminations.outs[one].prize]


def ranked_out(state: TournamentState) -> Iterator[tuple[str, ...]]:
    playing = {state.entries[one].person for one in still_in(state)}
    seen = playing | {state.entries[one].person for one in (*state.satellite_winners, *with_a_seat(state))}
    for group in reversed(state.eliminations.groups):
        placed = []
        for entry in group:
            person = state.entries[entry].person
            if person not in seen and state.eliminations.outs[entry].ranked:
                placed.append(entry)
            seen.add(person)
        if placed:
            yield tuple(placed)


def _flights_level(groups: list[tuple[str, ...]], state: TournamentState) -> list[tuple[str, ...]]:
    """Out before the flights met: tied with those of the other flights who were as far from the end of theirs."""
    met: list[tuple[str, ...]] = []
    flights: dict[str, list[tuple[str, ...]]] = {}
    for group in groups:
        together = tuple(entry for entry in group if state.entries[entry].bagged)
        if together:
            met.append(together)
        apart = [entry for entry in group if not state.entries[entry].bagged]
        for flight in dict.fromkeys(state.entries[entry].day for entry in apart):
            mine = tuple(entry for entry in apart if state.entries[entry].day == flight)
            flights.setdefault(flight, []).append(mine)
    return [*met, *tied_across_flights(flights)]


def standings(state: TournamentState) -> list[Finish]:
    """Each group with its place; the first place still free is that of the last one out."""
    top = winners(state)
    people = {state.entries[one].person for one in (*still_in(state), *with_a_seat(state))}
    place = 1 if top else len(people) + 1
    found = []
    for group in finishing_order(state):
        found.append(Finish(group, place))
        place += len(group)
    return found


def place_of(state: TournamentState, entry: str) -> int | None:
    """The place of an entry; nothing while it plays, or when another entry of the person stands for it."""
    return next((one.place for one in standings(state) if entry in one.players), None)


def at_one_table(state: TournamentState, book: Settled) -> Sourced:
    """How players are placed who go out at one table in one hand: a satellite may share a seat where others go by stack."""
    of = "hand_for_hand" if state.the_sheet.satellite is None else "satellite"
    return book[f"{of}.busts.same_table"]


def unpaid_places(state: TournamentState) -> set[str]:
    """Entries on the list that get no prize: disqualified ones."""
    return {one.entry for one in state.eliminations.outs.values() if not one.prize}


def to_the_money(state: TournamentState, paid: int) -> int:
    """How many have to go before everybody left is paid; nobody when it is 0."""
    return max(players_left(state) - paid, 0)


def tied_across_flights(orders: Mapping[str, Sequence[Sequence[str]]]) -> list[tuple[str, ...]]:
    """Those out before the flights met, in groups from the best place to the worst.

    `orders` has, for each flight, its groups from the last ones out to the first: those who went out equally
    far from the end of their flights are tied. Where the sheet says `by_time` nothing has to be merged: the
    order of elimination is one list already.
    """
    longest = max((len(order) for order in orders.values()), default=0)
    return [
        tuple(one for order in orders.values() if place < len(order) for one in order[place])
        for place in range(longest)
    ]
