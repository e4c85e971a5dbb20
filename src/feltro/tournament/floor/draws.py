"""Which chair an entry gets: the next of the deck, or one drawn among the free ones at the shortest tables."""

from collections.abc import Iterable, Iterator

from feltro.kernel.events import Event
from feltro.kernel.outcome import Refused
from feltro.rulebook.settle import Settled
from feltro.tournament.chance import Chance
from feltro.tournament.draws.source import awaits_value, key_lost
from feltro.tournament.facts import floor as f
from feltro.tournament.facts import sales as e
from feltro.tournament.facts.line import AlternateSeated, CheckedIn, EntryWaits
from feltro.tournament.floor.tables import unready
from feltro.tournament.now import Now, Outcome, cited
from feltro.tournament.state import BAGGED, TournamentState
from feltro.tournament.state.floor import Chair, Draw, Floor, Need, chair_named

ANY = Need()


def with_seats(events: Outcome, state: TournamentState, book: Settled, now: Now) -> Outcome:
    """Whoever is in with these events takes a chair with them, where tables are open for the day, or waits for one."""
    if isinstance(events, Refused) or not state.floor.halls:
        return events
    seated: list[Event] = []
    have = {event.entry for event in events if isinstance(event, f.PlayerSeated)}
    for event in events:
        if getattr(event, "entry", "") in have:
            continue
        found = _seat_by(event, events, state, book, now)
        if isinstance(found, Refused):
            return found
        seated += found
        have |= {one.entry for one in found if isinstance(one, f.PlayerSeated)}
    return (*events, *seated)


def _seat_by(
    event: Event, events: tuple[Event, ...], state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...] | Refused:
    if not isinstance(event, e.EntryEffective | AlternateSeated | CheckedIn):
        return ()
    person, day, waits = _who(event.entry, events, state)
    if day not in state.floor.halls or day in state.days.ended or event.entry in state.floor.chair_of:
        return ()
    by_arrival = book["seating.draw.order"].value == "order_of_arrival"
    arrives = (isinstance(event, CheckedIn) and event.day == day) or (
        by_arrival and _at_the_till(event, events, state)
    )
    alternate = isinstance(event, AlternateSeated)
    if not alternate and (waits or (arrives != by_arrival)):
        return ()
    found = take_chair(event.entry, person, day, state, book, now)
    if alternate and not found and not by_hand(day, state.floor, book):
        return Refused("alternate.no_seat", cites=book["alternates.seated_when"].cites)
    bagged = event.entry in state.entries and state.entries[event.entry].status == BAGGED
    if not found and not alternate and not bagged and none_free(day, state):
        return (EntryWaits(entry=event.entry, at=now.at),)
    return found


def _at_the_till(event: Event, events: Iterable[Event], state: TournamentState) -> bool:
    """Whoever buys while the clock runs has arrived: they stand at the till, and nobody asks them to come in again."""
    if not isinstance(event, e.EntryEffective):
        return False
    entry = state.entries.get(event.entry)
    if entry is not None:
        return entry.late
    return any(isinstance(one, e.EntrySold) and one.entry == event.entry and one.late for one in events)


def others_play(day: str, state: TournamentState) -> bool:
    """Somebody told of a hand or of a bust. Hands of which nobody tells are dealt all the same: once its clock was
    started, tables with at most a chair free each are played at, while a room that fills up has more."""
    hall, clock = state.floor.hall(day), state.clocks.days.get(day)
    if hall.started or clock is None or not clock.started:
        return hall.started
    empty = hall.sizes.tables_of(0)
    chairs = hall.chairs - sum(state.floor.tables[number].usable for number in empty)
    return 0 < hall.seated >= chairs - (len(hall.sizes) - len(empty))


def none_free(day: str, state: TournamentState) -> bool:
    """Tables are open for the day, and nobody can be sent to a chair: all are taken, or he would sit there alone."""
    hall = state.floor.hall(day)
    if not hall.sizes.players or hall.seated >= hall.chairs:
        return bool(hall.sizes.players)
    return others_play(day, state) and next(_tables_with_room(ANY, day, state), None) is None


def by_hand(day: str, floor: Floor, book: Settled) -> bool:
    """Chairs are not the program's to give: the direction seats people, after the start or always, or they pull a card."""
    hall = floor.hall(day)
    late = hall.started and book["entry.late.draw"].value == "director"
    return bool(book["seating.draw.method"].value != "random" or late or hall.by_cards)


def _who(entry_id: str, events: Iterable[Event], state: TournamentState) -> tuple[str, str, bool]:
    """Person, day, and whether the entry waits as an alternate: sold before, or with these events."""
    entry = state.entries.get(entry_id)
    if entry is not None:
        return entry.person, entry.day, entry.waits
    sold = next(one for one in events if isinstance(one, e.EntrySold) and one.entry == entry_id)
    return sold.person, sold.day, sold.waits


def take_chair(
    entry: str, person: str, day: str, state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...]:
    """The chair of one entry; nothing where none is free, or where people are seated by hand."""
    floor = state.floor
    method, late = book["seating.draw.method"], book["entry.late.draw"]
    started = floor.hall(day).started
    if by_hand(day, floor, book):
        return ()
    if not started and held_up(day, floor, now.the_chance):
        return ()
    need = floor.needs.get(person)
    if need is not None:
        return _accommodated(entry, need, day, state, book, now)
    if not started:
        found = from_deck(day, floor, now.the_chance)
        if found is not None and not _alone(found[2], day, state):
            draw, place, chair = found
            return (_seated(entry, chair, "seat.drawn", cited(method), draw=draw.id, place=place),)
    return _free_chair(entry, ANY, day, state, now, "seat.drawn_late", cited(late, method))


def _seated(
    entry: str, chair: Chair, because: str, cites: tuple[str, ...], *, draw: str, place: int
) -> f.PlayerSeated:
    return f.PlayerSeated(
        entry=entry, table=chair.table, seat=chair.seat, because=because, cites=cites, draw=draw, place=place
    )


def _accommodated(
    entry: str, need: Need, day: str, state: TournamentState, book: Settled, now: Now
) -> tuple[Event, ...]:
    """A suitable chair before anything else; if none is free, any chair, and the director is told."""
    wish = cited(book["seating.special_needs"])
    suited = _free_chair(entry, need, day, state, now, "seat.accommodated", wish)
    if suited:
        return suited
    other = _free_chair(entry, ANY, day, state, now, "seat.drawn_late", cited(book["seating.draw.method"]))
    return (*other, f.NeedNotMet(entry=entry, because="seat.need_not_met", cites=wish)) if other else ()


def from_deck(day: str, floor: Floor, chance: Chance) -> tuple[Draw, int, Chair] | None:
    """The next chair of the day's decks that is still free, with its place in its deck."""
    for draw in decks(day, floor):
        order = chance.order(draw)
        for place in range(draw.next, len(order)):
            chair = chair_named(order[place])
            if is_free(chair, floor):
                return draw, place + 1, chair
    return None


def decks(day: str, floor: Floor) -> Iterator[Draw]:
    return (
        draw
        for draw in floor.draws.values()
        if draw.day == day and draw.tables and not (draw.secret or draw.given_up or draw.awaits)
    )


def held_up(day: str, floor: Floor, chance: Chance) -> Refused | None:
    """Why no chair of the day can be given out: a deck waits for its value, or cannot be read."""
    waiting = next((one for one in floor.draws.values() if one.day == day and one.tables and one.awaits), None)
    if waiting is not None:
        return awaits_value(waiting.commitment)
    closed = next((one for one in decks(day, floor) if not chance.order(one)), None)
    return key_lost(closed.commitment) if closed else None


def is_free(chair: Chair, floor: Floor) -> bool:
    table = floor.tables.get(chair.table)
    return table is not None and table.takes(chair.seat)


def _free_chair(
    entry: str, need: Need, day: str, state: TournamentState, now: Now, because: str, cites: tuple[str, ...]
) -> tuple[Event, ...]:
    """First a table among the shortest that have a fitting chair, then a chair there: both drawn."""
    floor = state.floor
    draw = floor.open_draw(day)
    tables = next(_tables_with_room(need, day, state), None)
    if draw is None or tables is None or unready(draw, now):
        return ()
    number = draw.number + 1
    chance = now.the_chance
    table = int(chance.pick(draw, f"late/{number}/table", [str(one) for one in tables]))
    seats = suited_seats(floor, table, need)
    seat = int(chance.pick(draw, f"late/{number}/seat", [str(one) for one in seats]))
    return (
        f.PlayerSeated(
            entry=entry,
            table=table,
            seat=seat,
            because=because,
            cites=cites,
            draw=draw.id,
            number=number,
            among=ranges(tables),
            chairs=tuple(seats),
        ),
    )


def _alone(chair: Chair, day: str, state: TournamentState) -> bool:
    """Nobody sits at the table while others play elsewhere."""
    sizes = state.floor.expected(day)
    return others_play(day, state) and sizes.highest > 0 and not sizes[chair.table]


def _tables_with_room(need: Need, day: str, state: TournamentState) -> Iterator[list[int]]:
    """Tables with a fitting free chair, those with the fewest players first, in order of number. A table that is opened
    while others play is filled from those: nobody who comes late sits there alone."""
    floor = state.floor
    sizes = floor.expected(day)
    alone = others_play(day, state) and sizes.highest > 0
    for players in sorted(sizes.having):
        if alone and not players:
            continue
        fitting = [number for number in sorted(sizes.having[players]) if suited_seats(floor, number, need)]
        if fitting:
            yield fitting


def suited_seats(floor: Floor, table: int, need: Need) -> list[int]:
    return [seat for seat in floor.tables[table].free() if need.suits(Chair(table, seat))]


def ranges(numbers: Iterable[int]) -> str:
    """`1-3,5` for 1, 2, 3, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def numbers_in(written: str) -> list[int]:
    """What `ranges` wrote, as numbers again."""
    runs = (run.partition("-") for run in written.split(",") if run)
    return [number for first, _, last in runs for number in range(int(first), int(last or first) + 1)]
