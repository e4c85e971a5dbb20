"""Tables that break, redraws and the final table: everybody's new chair comes from a draw that can be repeated."""

from collections.abc import Sequence

from feltro.kernel.cards import RANKS, SUITS
from feltro.kernel.draws import in_rounds
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.procedures.breaks import double_draw, filled_chairs
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.facts.balance import BreakOrderPublished
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.balance import next_to_break
from feltro.tournament.floor.seats import moved
from feltro.tournament.floor.tables import day_named, table_named, unready
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.sheet.games import final_table_parameter
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
    table = table_named(command.table, state)
    if isinstance(table, Refused):
        return table
    floor = state.floor
    due = next_to_break(table.day, floor, floor.hall(table.day).sizes)
    if due != table.number and floor.break_order and not command.reason:
        return Refused("break.not_next", {"table": table.number, "next": due})
    reason = now.key if command.reason else ""
    return broken(table, state, book, now, reason=reason)


def broken(
    table: Table, state: TournamentState, book: Settled, now: Now, gone: Sequence[str] = (), reason: str = ""
) -> Outcome:
    """Who of the table's players goes to which chair, by the book's draw; then the table closes."""
    floor = state.floor
    players = tuple(table.players[seat] for seat in table.seats() if table.players[seat] not in gone)
    free = free_elsewhere(table, floor, gone)
    draw = floor.open_draw(table.day)
    if draw is None or len(free) < len(players):
        return _none_to_draw(draw, len(players), len(free))
    refused = unready(draw, now)
    if refused:
        return refused
    how = book["break_table.draw"]
    number = draw.number + 1
    seat_cards = even_chairs(now.the_chance.shuffle(draw, f"break/{number}/seats", free), len(players), floor, gone)
    twice = how.value == "double_random"
    cards = _cards(draw, number, len(players), now) if twice else ()
    chairs = _dealt(players, seat_cards, cards, book)
    cites = cited(how, book["seating.takes_position"])
    because = f"tables.break_{how.value}"
    event = f.TableBroken(
        table=table.number,
        how=how.value,
        players=players,
        free=tuple(free),
        seat_cards=seat_cards,
        cards=cards,
        draw=draw.id,
        number=number,
        because=because,
        cites=cites,
        reason=reason,
    )
    moves = (
        moved(entry, floor.chair_of[entry], chair, because, cites)
        for entry, chair in _accommodating(chairs, state).items()
    )
    return (event, *moves, f.TableClosed(table=table.number))


def _none_to_draw(draw: Draw | None, players: int, chairs: int) -> Refused:
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
    found |= {floor.chair_of[entry] for entry in gone if entry in floor.chair_of}
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
            players[chair.table] = players.get(chair.table, len(floor.tables[chair.table].players)) - 1
    after: dict[str, int] = {}
    for name in drawn:
        table = chair_named(name).table
        after[name] = players[table] = players.get(table, len(floor.tables[table].players)) + 1
    places = {name: place for place, name in enumerate(drawn)}
    chosen = sorted(drawn, key=lambda name: (after[name], places[name]))[:wanted]
    return tuple(sorted(chosen, key=places.__getitem__))


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


def _accommodating(chairs: dict[str, Chair], state: TournamentState) -> dict[str, Chair]:
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


# Redraws and the final table


def redraw(command: c.Redraw, state: TournamentState, book: Settled, now: Now) -> Outcome:
    day = day_named(command.day, state)
    if isinstance(day, Refused):
        return day
    foreign = next((one for one in command.tables if one not in state.floor.hall(day).sizes.players), None)
    if foreign is not None:
        return Refused("table.not_open", {"table": foreign})
    return redrawn(day, tuple(dict.fromkeys(command.tables)), command.occasion, state, book, now)


def final_table(day: str, state: TournamentState, book: Settled, now: Now, gone: Sequence[str] = ()) -> Outcome:
    """At the table with the most chairs, the lowest number first; a new draw of seats and button."""
    size = state.floor.hall(day).seated - len(gone)
    fits = [
        number
        for number in sorted(state.floor.hall(day).sizes.players)
        if _usable(state.floor.tables[number]) >= size
    ]
    if not fits:
        return Refused("seat.no_final_table", {"players": size})
    return redrawn(day, (fits[0],), "final_table", state, book, now, gone)


def _usable(table: Table) -> int:
    return table.chairs - len(table.locked)


def redrawn(
    day: str,
    tables: tuple[int, ...],
    occasion: str,
    state: TournamentState,
    book: Settled,
    now: Now,
    gone: Sequence[str] = (),
) -> Outcome:
    """Everybody's new chair, the tables that close, and the button."""
    floor = state.floor
    draw = floor.open_draw(day)
    numbers = sorted(floor.hall(day).sizes.players)
    players = [entry for number in numbers for entry in floor.tables[number].players.values() if entry not in gone]
    players.sort(key=lambda entry: state.entries[entry].number)
    chairs = _all_chairs(tables, floor)
    if draw is None or len(chairs) < len(players) or not players:
        return _none_to_draw(draw, len(players), len(chairs))
    refused = unready(draw, now)
    if refused:
        return refused
    number = draw.number + 1
    order = now.the_chance.shuffle(draw, f"{occasion}/{number}", chairs)
    dealt = _accommodating(filled_chairs(players, [chair_named(one) for one in in_rounds(order)]), state)
    size, method = book[final_table_parameter(state.the_sheet)], book["seating.draw.method"]
    event = f.Redrawn(
        day=day,
        occasion=occasion,
        seats={entry: str(chair) for entry, chair in dealt.items()},
        chairs=tuple(chairs),
        order=order,
        draw=draw.id,
        number=number,
        because=f"seat.{occasion}",
        cites=cited(size, method) if occasion == "final_table" else cited(method),
    )
    closed = tuple(f.TableClosed(table=one) for one in numbers if one not in tables)
    return (event, *closed, *_new_button(day, tables, occasion, draw, number + 1, dealt, book, now))


def _all_chairs(tables: Sequence[int], floor: Floor) -> list[str]:
    return [
        f"{number}.{seat}"
        for number in sorted(tables)
        for seat in range(1, floor.tables[number].chairs + 1)
        if seat not in floor.tables[number].locked
    ]


def _new_button(
    day: str,
    tables: tuple[int, ...],
    occasion: str,
    draw: Draw,
    number: int,
    dealt: dict[str, Chair],
    book: Settled,
    now: Now,
) -> tuple[Event, ...]:
    """Among the chairs of the lowest table at which somebody sits, as they are taken now."""
    lowest = min(chair.table for chair in dealt.values())
    seats = sorted(chair.seat for chair in dealt.values() if chair.table == lowest)
    seat = int(now.the_chance.pick(draw, f"button/{number}", [str(one) for one in seats]))
    when = book["button.draw.when"]
    cites = cited(book["button.draw.at"], *((when,) if occasion in when.value else ()))
    return (
        f.ButtonDrawn(
            tables=tables,
            seat=seat,
            occasion=occasion,
            draw=draw.id,
            number=number,
            among=tuple(seats),
            cites=cites,
        ),
    )
