"""Tables that break: everybody's new chair comes from a draw that can be repeated."""

from collections.abc import Sequence
from typing import NamedTuple

from feltro.kernel.cards import RANKS, SUITS
from feltro.kernel.outcome import Refused
from feltro.procedures.breaks import double_draw, filled_chairs
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.balance import BreakOrderPublished
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.balance import next_to_break
from feltro.tournament.floor.break_commands import BreakAfterHand
from feltro.tournament.floor.seats import moved
from feltro.tournament.floor.tables import table_named, unready
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Chair, Draw, Floor, Table, chair_named

PACK = tuple(f"{rank}{suit}" for rank in RANKS for suit in SUITS)


def publish_break_order(command: c.PublishBreakOrder, state: TournamentState, _book: Settled, _now: Now) -> Outcome:
    closed = next((one for one in command.tables if one not in state.floor.tables), None)
    if closed is not None:
        return Refused("table.not_open", {"table": closed})
    if len(set(command.tables)) != len(command.tables):
        return Refused("break.order_twice")
    return (BreakOrderPublished(tables=command.tables),)


def break_table(command: c.BreakTable, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """In the published order; the director may take another table, and says why."""
    table = breakable(command, state)
    if isinstance(table, Refused):
        return table
    return broken(table, state, book, now, reason=now.noted(command.reason))


def breakable(command: c.BreakTable | BreakAfterHand, state: TournamentState) -> Table | Refused:
    """The table, unless it breaks already, people are on their way to it, or another one comes first."""
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    if table.breaking:
        return Refused("break.under_way", {"table": table.number})
    if table.held:
        return Refused("table.awaited", {"table": table.number, "players": len(table.held)})
    floor = state.floor
    due = next_to_break(table.day, floor, floor.expected(table.day))
    if due != table.number and floor.break_order and not command.reason:
        return Refused("break.not_next", {"table": table.number, "next": due})
    return table


class DrawnChairs(NamedTuple):
    """Who goes to which chair, and the draw that says so, card by card."""

    players: tuple[str, ...]
    free: tuple[str, ...]
    seat_cards: tuple[str, ...]
    cards: tuple[str, ...]
    draw: str
    number: int
    chairs: dict[str, Chair]


def broken(
    table: Table, state: TournamentState, book: Settled, now: Now, gone: Sequence[str] = (), reason: str = ""
) -> Outcome:
    """Who of the table's players goes to which chair, by the book's draw; then the table closes."""
    drawn = draw_chairs(table, state, book, now, gone)
    if isinstance(drawn, Refused):
        return drawn
    because, cites = why_drawn(book)
    event = f.TableBroken(
        table=table.number,
        how=book["break_table.draw"].value,
        players=drawn.players,
        free=drawn.free,
        seat_cards=drawn.seat_cards,
        cards=drawn.cards,
        draw=drawn.draw,
        number=drawn.number,
        because=because,
        cites=cites,
        reason=reason,
    )
    chair_of = state.floor.chair_of
    moves = (moved(entry, chair_of[entry], chair, because, cites) for entry, chair in drawn.chairs.items())
    return (event, *moves, f.TableClosed(table=table.number))


def why_drawn(book: Settled) -> tuple[str, tuple[str, ...]]:
    how = book["break_table.draw"]
    return f"tables.break_{how.value}", cited(how, book["seating.takes_position"])


def draw_chairs(
    table: Table, state: TournamentState, book: Settled, now: Now, gone: Sequence[str] = ()
) -> DrawnChairs | Refused:
    """New chairs for everybody at a table who has none in store, by the book's draw."""
    floor = state.floor
    here = (table.players[seat] for seat in table.seats())
    players = tuple(entry for entry in here if entry not in gone and entry not in floor.next_chair)
    free = free_elsewhere(table, floor, gone)
    draw = floor.open_draw(table.day)
    if draw is None or len(free) < len(players):
        return none_to_draw(draw, len(players), len(free))
    refused = unready(draw, now)
    if refused:
        return refused
    number = draw.number + 1
    shuffled = now.the_chance.shuffle(draw, f"break/{number}/seats", free)
    seat_cards = even_chairs(shuffled, len(players), floor, gone)
    twice = book["break_table.draw"].value == "double_random"
    cards = _cards(draw, number, len(players), now) if twice else ()
    chairs = accommodating(_dealt(players, seat_cards, cards, book), state)
    return DrawnChairs(players, tuple(free), seat_cards, cards, draw.id, number, chairs)


def none_to_draw(draw: Draw | None, players: int, chairs: int) -> Refused:
    if draw is None and players <= chairs:
        return Refused("draw.none_open")
    return Refused("tables.not_enough_chairs", {"players": players, "chairs": chairs})


def free_elsewhere(table: Table, floor: Floor, gone: Sequence[str]) -> list[str]:
    """Free chairs of the day's other tables, in order. A chair just left is free as well."""
    sizes = floor.hall(table.day).sizes
    found = {
        Chair(number, seat)
        for number in sizes.players
        if sizes[number] < floor.tables[number].chairs
        for seat in floor.tables[number].free()
    }
    left = (floor.chair_of[entry] for entry in gone if entry in floor.chair_of)
    found |= {chair for chair in left if not floor.tables[chair.table].breaking}
    ordered = sorted((chair.table, chair.seat) for chair in found if chair.table != table.number)
    return [f"{number}.{seat}" for number, seat in ordered]


def even_chairs(drawn: Sequence[str], wanted: int, floor: Floor, gone: Sequence[str]) -> tuple[str, ...]:
    """As many of the drawn chairs as are needed, those of the shortest tables first: the room stays even."""
    if len(drawn) == wanted:
        return tuple(drawn)
    players: dict[int, int] = {}
    for entry in gone:
        chair = floor.chair_of.get(entry)
        if chair is not None:
            players[chair.table] = players.get(chair.table, _expected(floor.tables[chair.table])) - 1
    after: dict[str, int] = {}
    for name in drawn:
        table = chair_named(name).table
        after[name] = players[table] = players.get(table, _expected(floor.tables[table])) + 1
    places = {name: place for place, name in enumerate(drawn)}
    chosen = sorted(drawn, key=lambda name: (after[name], places[name]))[:wanted]
    return tuple(sorted(chosen, key=places.__getitem__))


def _expected(table: Table) -> int:
    return len(table.players) + len(table.held)


def _cards(draw: Draw, number: int, players: int, now: Now) -> tuple[str, ...]:
    """A playing card for each player, in the order of their chairs, from a shuffled pack."""
    return now.the_chance.shuffle(draw, f"break/{number}/cards", PACK)[:players]


def _dealt(
    players: tuple[str, ...], seat_cards: tuple[str, ...], cards: tuple[str, ...], book: Settled
) -> dict[str, Chair]:
    chairs = [chair_named(name) for name in seat_cards]
    if not cards:
        return filled_chairs(players, chairs)
    return double_draw(players, chairs, [PACK.index(card) for card in cards], book)


def accommodating(chairs: dict[str, Chair], state: TournamentState) -> dict[str, Chair]:
    """A special need comes first: its player swaps with whoever drew a chair that suits him."""
    needs = state.floor.needs
    given = dict(chairs)
    for entry in chairs:
        need = needs.get(state.entries[entry].person)
        if need is None or need.suits(given[entry]):
            continue
        for other, chair in given.items():
            theirs = needs.get(state.entries[other].person)
            loses = theirs is not None and theirs.suits(chair) and not theirs.suits(given[entry])
            if need.suits(chair) and not loses:
                given[entry], given[other] = chair, given[entry]
                break
    return given
