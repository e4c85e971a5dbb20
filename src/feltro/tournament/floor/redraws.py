"""Redraws and the final table: everybody of a day gets a new chair, from a draw that can be repeated."""

from collections.abc import Sequence

from feltro.kernel.draws import in_rounds
from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.procedures.breaks import filled_chairs
from feltro.rulebook.settle import Settled
from feltro.tournament.facts import floor as f
from feltro.tournament.floor import commands as c
from feltro.tournament.floor.breakup import accommodating, none_to_draw
from feltro.tournament.floor.tables import day_named, unready
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.sheet.games import final_table_parameter
from feltro.tournament.state import TournamentState
from feltro.tournament.state.floor import Chair, Draw, Floor, chair_named


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
        if state.floor.tables[number].usable >= size and not state.floor.tables[number].breaking
    ]
    if not fits:
        return Refused("seat.no_final_table", {"players": size})
    return redrawn(day, (fits[0],), "final_table", state, book, now, gone)


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
        return none_to_draw(draw, len(players), len(chairs))
    refused = unready(draw, now)
    if refused:
        return refused
    number = draw.number + 1
    order = now.the_chance.shuffle(draw, f"{occasion}/{number}", chairs)
    dealt = accommodating(filled_chairs(players, [chair_named(one) for one in in_rounds(order)]), state)
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
